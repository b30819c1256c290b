"""What is worked out of a text once, and asked for by many answers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["remembered"]

_Made = TypeVar("_Made")
_SHORT: Final = 20_000
"""Characters: of longer texts only the last few are remembered."""


def remembered(make: Callable[[str], _Made]) -> Callable[[str], _Made]:
    """The same function, with what it makes of the last few hundred texts kept."""
    of_short, of_long = lru_cache(512)(make), lru_cache(4)(make)

    def made_of(text: str) -> _Made:
        return of_short(text) if len(text) <= _SHORT else of_long(text)

    return made_of
