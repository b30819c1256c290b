"""Word lists of the matcher, as text files: a record a line, `#` before remarks."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

__all__ = [
    "CALENDAR",
    "COMMON",
    "GENERIC",
    "MODIFIERS",
    "STOPWORDS",
    "SUFFIXES",
    "kinds_of",
    "read_lines",
    "word_list",
    "word_lists",
]


def read_lines(name: str) -> list[str]:
    """The records of one of the files, `thesaurus.txt` for example."""
    text = files(__package__).joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(1)
def word_lists() -> dict[str, list[list[str]]]:
    """The lists of `words.txt` by name, each a list of its lines."""
    found: dict[str, list[list[str]]] = {}
    for line in read_lines("words.txt"):
        name, _, words = line.partition(": ")
        found.setdefault(name, []).append(words.split())
    return found


def word_list(name: str) -> frozenset[str]:
    """All words of one list of `words.txt`."""
    return frozenset(word for words in word_lists()[name] for word in words)


GENERIC: Final = word_list("generic")
"""Words of names that do not distinguish: `museum`, `united`, `pro`."""
SUFFIXES: Final = word_list("suffix")
"""Endings of models: `pro`, `max`, `ii`."""
CALENDAR: Final = word_list("calendar")
COMMON: Final = word_list("common")
"""Words that may have a capital and are no names."""
STOPWORDS: Final = word_list("stop")
"""Words of labels and questions that do not describe the column."""
MODIFIERS: Final = word_list("modifier")
"""Words of labels that only qualify another: `head` in `head coach`."""
_KINDS: Final = {word: frozenset(words) for words in word_lists()["kind"] for word in words}


def kinds_of(word: str) -> frozenset[str]:
    """All words, in several languages, for the kind of thing that a word names; none where it
    names none.
    """
    return _KINDS.get(word, frozenset())
