"""Words that make no name and no label: kinds of things, the calendar, common words."""

from __future__ import annotations

from typing import Final

from fictionworld.leakage.data import word_list, word_lists

__all__ = ["CALENDAR", "COMMON", "GENERIC", "MODIFIERS", "STOPWORDS", "SUFFIXES", "kinds_of"]


GENERIC: Final = word_list("generic")
"""Words of names that tell nobody apart: `museum`, `united`, `pro`."""
SUFFIXES: Final = word_list("suffix")
"""Endings of models: `pro`, `max`, `ii`."""
CALENDAR: Final = word_list("calendar")
COMMON: Final = word_list("common")
"""Words that may bear a capital and name nothing."""
STOPWORDS: Final = word_list("stop")
"""Words of labels and questions that say nothing of the column."""
MODIFIERS: Final = word_list("modifier")
"""Words of labels that only say which: a head coach heads nothing."""
_KINDS: Final = {word: frozenset(words) for words in word_lists()["kind"] for word in words}


def kinds_of(word: str) -> frozenset[str]:
    """All words, in several languages, for the kind of thing that a word names; none where it
    names none.
    """
    return _KINDS.get(word, frozenset())
