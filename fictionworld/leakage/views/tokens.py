"""The words of a text with their places, cut once, and found by any number of names and columns."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import Final

from fictionworld.leakage.views.view import remembered

_TOKEN: Final = re.compile(r"[A-Za-z0-9]+")
_UMLAUT: Final = re.compile(r"(?<=[b-df-hj-np-tv-z])([aou])e(?=[a-z])|^([aou])e(?=[a-z]{2})|aa")


@lru_cache(1 << 14)
def key_of(word: str) -> str:
    """A word in small letters by which its other spellings are found: `jurgen` for `juergen`."""
    if len(word) < 4 or word.isdigit():
        return word
    return _UMLAUT.sub(lambda m: m[1] or m[2] or "a", word)


class Tokens:
    """The words of a text of plain letters, in order.

    Attributes:
        text: The text.
        spans: Where each stands, half-open.
        words: Each in small letters.
    """

    __slots__ = ("_index", "_starts", "spans", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [match.span() for match in _TOKEN.finditer(text)]
        low = text.lower()
        if len(low) != len(text):
            low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
        self.words = [low[start:end] for start, end in self.spans]
        self._starts = [start for start, _ in self.spans]
        self._index: dict[str, list[int]] | None = None

    def places_of(self, word: str) -> list[int]:
        """The numbers of the tokens that are a word, in any of its spellings."""
        if self._index is None:
            self._index = {}
            for at, one in enumerate(self.words):
                self._index.setdefault(key_of(one), []).append(at)
        return self._index.get(key_of(word), [])

    def within(self, start: int, end: int) -> range:
        """The numbers of the tokens that begin in `text[start:end]`."""
        return range(bisect_left(self._starts, start), bisect_left(self._starts, end))

    def at(self, place: int) -> int:
        """The number of the token at a place or before it; -1 before the first."""
        return bisect_right(self._starts, place) - 1

    def is_capital(self, at: int) -> bool:
        """Whether a token begins with a capital."""
        return self.text[self.spans[at][0]].isupper()

    def between(self, at: int) -> str:
        """What stands between a token and the next."""
        end = self.spans[at][1]
        return (
            self.text[end : self._starts[at + 1]] if at + 1 < len(self.spans) else self.text[end:]
        )


tokens_of: Final = remembered(Tokens)
"""The words of a text."""


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text of plain letters, in small letters."""
    return tuple(word.lower() for word in _TOKEN.findall(text))
