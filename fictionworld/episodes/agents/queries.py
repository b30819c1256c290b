"""Queries from words that an agent may use: those of the question, and those it has read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"\w+(?:['\u2019-]\w+)*")
_GENERAL: Final = frozenset(("list", "all", "of", "directory", "index", "overview", "table"))
"""What anyone types into a search box, whatever the question."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case, in order."""
    if text.isascii():  # lower case keeps its length, and words begin where they did
        return _WORD.findall(text.lower())
    return [word.lower() for word in _WORD.findall(text)]


def distinct(queries: Iterable[str]) -> Iterator[str]:
    """Yield the first of all queries with the same words, in their order."""
    seen: set[tuple[str, ...]] = set()
    for query in queries:
        words = tuple(sorted(map(_stem, words_of(query))))
        if words not in seen:
            seen.add(words)
            yield query


def stems_of(text: str) -> frozenset[str]:
    """Return for each word of a text the one text for all its forms."""
    return frozenset(map(_stem, set(words_of(text))))


class Vocabulary:
    """The words met so far. A query holds no other word: nothing is known that was not read.

    A word met in one form is known in the others: who has read `offered` can write `offers`.
    """

    def __init__(self, question: str) -> None:
        self._met = set(_GENERAL)
        self.meet(question)

    def meet(self, text: str) -> None:
        """Note the words of a text that was read."""
        self._met |= stems_of(text)

    def knows(self, text: str) -> bool:
        """Return whether every word of `text` was met."""
        return all(_stem(word) in self._met for word in words_of(text))


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    """Return one text for all forms of a word: offer, offers, offered; city, cities."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2 and not word.endswith("ss"):
            return word[: -len(ending)].removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word
