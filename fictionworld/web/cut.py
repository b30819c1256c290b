"""What is cut from a page for a search result: a text, and the facts that it states."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.worlds.fact import FactId

__all__ = ["Cut", "Stated"]

Stated: TypeAlias = "tuple[CompiledColumn, FactId]"
"""A fact, with its column: what a permit needs to know."""


class Cut(str):
    """A text like any, which knows what it states; whatever is made of it is a plain text."""

    stated: tuple[Stated, ...]

    def __new__(cls, text: str, stated: tuple[Stated, ...] = ()) -> Cut:
        """A text, and the facts that it states."""
        made = super().__new__(cls, text)
        made.stated = stated
        return made
