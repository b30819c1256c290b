"""Objects that other installed packages add to ours, found by their entry points.

A package that adds a tool says so in its `pyproject.toml`:

    [project.entry-points."fictionworld.tools"]
    calculator = "my_package.calculator:CALCULATOR"
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TypeVar

from fictionworld.errors import UsageError

__all__ = ["plugins"]

T = TypeVar("T")


def plugins(group: str, kind: type[T]) -> dict[str, T]:
    """The objects of a group by the names of their entry points, in alphabetical order.

    Args:
        group: `fictionworld.tools`, `fictionworld.checks`.
        kind: What each of them must be an instance of.

    Raises:
        UsageError: One cannot be imported, or is of another type.
    """
    found: dict[str, T] = {}
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        where = f"entry point {point.name} = {point.value!r} in group {group}"
        try:
            made = point.load()
        except Exception as error:  # code of others may raise anything
            raise UsageError(
                f"{where}: got {type(error).__name__}: {error}; fix or uninstall that package"
            ) from error
        if not isinstance(made, kind):
            raise UsageError(
                f"{where}: got an object of type {type(made).__name__}; it must be an instance of "
                f"{kind.__module__}.{kind.__qualname__}"
            )
        found[point.name] = made
    return found
