"""Objects by name, each from one file of a package: page kinds, task shapes."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Registry"]


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Kind = TypeVar("Kind", bound=_Named)


class Registry(Generic[Kind]):
    """The objects of one sort. The files of `package` are imported when the first is asked for.

    Args:
        package: The package, each module of which holds one object.
        attribute: What the object is called there: `KIND`.
        sort: What messages call it: `page kind`.
    """

    def __init__(self, package: str, attribute: str, sort: str) -> None:
        self._package, self._attribute, self._sort = package, attribute, sort

    @cached_property
    def _found(self) -> dict[str, Kind]:
        package = importlib.import_module(self._package)
        names = (module.name for module in pkgutil.iter_modules(package.__path__))
        modules = (importlib.import_module(f"{self._package}.{name}") for name in names)
        objects: list[Kind] = [getattr(module, self._attribute) for module in modules]
        return {one.name: one for one in objects}

    def __getitem__(self, name: str) -> Kind:
        """The object of this name.

        Raises:
            UsageError: There is none.
        """
        found = self._found.get(name)
        if found is None:
            names = sorted(self._found)
            raise UsageError(
                f"got {self._sort} {name!r}; allowed: {', '.join(names)}{nearest(name, names)}"
            )
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[Kind]:
        """All objects, by name."""
        return iter([self._found[name] for name in sorted(self._found)])

    def register(self, one: Kind) -> None:
        """Adds an object.

        Raises:
            UsageError: Another has its name.
        """
        if self._found.setdefault(one.name, one) is not one:
            raise UsageError(f"got a second {self._sort} {one.name!r}; give it a name of its own")

    def remove(self, name: str) -> None:
        """Takes an object away again."""
        del self._found[name]
