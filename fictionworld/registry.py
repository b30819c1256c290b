"""Objects by name: those of a package of ours, one file each, and those of installed packages.

A package that adds a tool says so in its `pyproject.toml`:

    [project.entry-points."fictionworld.tools"]
    calculator = "my_package.calculator:CALCULATOR"
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from importlib.metadata import entry_points
from typing import Generic, Protocol, TypeVar

from fictionworld.errors import UsageError, nearest


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Kind = TypeVar("Kind", bound=_Named)


def with_plugins(ours: Iterable[Kind], group: str, kind: type[Kind]) -> dict[str, Kind]:
    """Return by name `ours`, then objects of installed packages by names of their entry points.

    Args:
        ours: The objects of this package.
        group: The group of entry points: `fictionworld.tools`.
        kind: What each object must be an instance of.

    Raises:
        UsageError: An object cannot be imported, is of another type, or has a name that is taken.
    """
    objects = {own.name: own for own in ours}
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        where = f"entry point {point.name} = {point.value!r} in group {group}"
        try:
            added = point.load()
        except Exception as error:  # code of others may raise anything
            raise UsageError(
                f"{where}: got {type(error).__name__}: {error}; fix or uninstall that package"
            ) from error
        if not isinstance(added, kind):
            raise UsageError(
                f"{where}: got an object of type {type(added).__name__}; it must be an instance of "
                f"{kind.__module__}.{kind.__qualname__}"
            )
        if added.name in objects:
            raise UsageError(
                f"{where}: got the name {added.name!r}, which is taken; give it another name"
            )
        objects[added.name] = added
    return objects


class Registry(Generic[Kind]):
    """The objects of one sort. The files of `package` are imported when the first is asked for.

    Args:
        package: The package, each module of which holds one object.
        attribute: What the object is called there: `KIND`.
        sort: What messages call it: `page kind`.
        check: Called with each object as it is added; raises `UsageError` where it cannot be used.
    """

    def __init__(
        self,
        package: str,
        attribute: str,
        sort: str,
        check: Callable[[Kind], None] = lambda _: None,
    ) -> None:
        self._package, self._attribute, self._sort = package, attribute, sort
        self._check = check

    @cached_property
    def _found(self) -> dict[str, Kind]:
        package = importlib.import_module(self._package)
        names = (module.name for module in pkgutil.iter_modules(package.__path__))
        modules = (importlib.import_module(f"{self._package}.{name}") for name in names)
        objects: list[Kind] = [getattr(module, self._attribute) for module in modules]
        for added in objects:
            self._check(added)
        return {item.name: item for item in objects}

    def __getitem__(self, name: str) -> Kind:
        """Return the object of this name.

        Raises:
            UsageError: There is no such object.
        """
        item = self._found.get(name)
        if item is None:
            names = sorted(self._found)
            raise UsageError(
                f"got {self._sort} {name!r}; allowed: {', '.join(names)}{nearest(name, names)}"
            )
        return item

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[Kind]:
        """Return an iterator over all objects, sorted by name."""
        return iter([self._found[name] for name in sorted(self._found)])

    def register(self, kind: Kind) -> None:
        """Add an object.

        Raises:
            UsageError: Another object has its name, or the object cannot be used.
        """
        self._check(kind)
        if self._found.setdefault(kind.name, kind) is not kind:
            raise UsageError(f"got a second {self._sort} {kind.name!r}; give it a name of its own")

    def remove(self, name: str) -> None:
        """Remove an object."""
        del self._found[name]
