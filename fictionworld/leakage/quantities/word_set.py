"""Lists of words as the tables of this room write them."""

from __future__ import annotations

__all__ = ["word_set"]


def word_set(words: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(words.split())
