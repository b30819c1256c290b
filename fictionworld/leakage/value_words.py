"""How protected names and categories begin: what of them stands in a text, found all at once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ahocorasick_rs import AhoCorasick

from fictionworld.text.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ValueWords", "beginnings_of"]

_BEGINNING: Final = 5
"""Letters of a word that are looked for: what is cut short or inflected has them."""


@lru_cache(1 << 14)
def beginnings_of(value: str) -> tuple[str, ...]:
    """The beginnings of words one of which stands in every text that tells the value."""
    words = fold(value).split()
    longest = max(words, key=len, default="")
    # of `Adele Fox` the first name may be an initial
    kept = {longest, *(word for word in words[-1:] if len(word) > 2)} - {""}
    return tuple(sorted(word[:_BEGINNING] for word in kept))


class ValueWords:
    """The beginnings of all values that are words, ready to be found in texts."""

    def __init__(self, values: Iterable[str]) -> None:
        self._words = tuple(sorted({word for value in values for word in beginnings_of(value)}))
        self._automaton = AhoCorasick(list(self._words)) if self._words else None

    def beginning_in(self, folded: str) -> set[str]:
        """Those that stand in a text, folded."""
        if self._automaton is None:
            return set()
        found = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        return {self._words[which] for which, _, _ in found}
