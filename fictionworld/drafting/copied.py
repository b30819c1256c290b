"""What a pack took from the documents that it was drafted from: wording, and names.

A pack describes a field, and invents all else. A long run of words that a document has is a
quotation; a name that a document has may be somebody's.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from typing import Final

from fictionworld.drafting.documents import FieldDocument
from fictionworld.packs.document import Plain
from fictionworld.packs.findings import Mistake, Place

__all__ = ["copied_from"]

_LONGEST_RUN: Final = 7
"""Words in a row that a pack may share with a document: `number of visits during the year` is how
anybody would put it."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_SLOT: Final = re.compile(r"\{[^{}]*\}")
_NAMES_OF_DAYS: Final = frozenset(filter(None, [*calendar.month_name, *calendar.day_name]))
_CITED: Final = frozenset({"source", "sql", "figure", "series", "says"})
"""Keys whose values may name a published source, or are SQL."""


def copied_from(data: Plain, documents: Sequence[FieldDocument]) -> Iterator[Mistake]:
    """Yield the places of a pack that hold wording or names of the documents.

    Args:
        data: The pack as plain data.
        documents: What it was drafted from.
    """
    runs = {run for document in documents for run in _runs(document.text)}
    names = {name for document in documents for name in _names(document.text)}
    for place, text in _texts(data):
        if place and place[-1] in _CITED:
            continue
        quoted = next((run for run in _runs(_SLOT.sub(".", text)) if run in runs), None)
        if quoted is not None:
            words = " ".join(quoted)
            yield place, f"got {words!r}, which a document has word for word; use other words"
        name = next((name for name in _names_in(text) if name in names), None)
        if name is not None:
            yield place, f"got {name!r}, a name that a document has; draw names from a pool"


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield each run of one word more than is allowed, in lower case, within one sentence."""
    for sentence in re.split(r"[.!?;:\n]", text):
        words = [word.lower() for word in _WORD.findall(sentence)]
        for start in range(len(words) - _LONGEST_RUN):
            yield tuple(words[start : start + _LONGEST_RUN + 1])


def _names(text: str) -> set[str]:
    """Return the names in a text, and their parts: words with capitals within a sentence.

    Words that the text has in lower case too are no names; nor are those of days and months.
    """
    lower = {word for word in _WORD.findall(text) if word.islower()}
    inside = re.sub(r"(^|[.!?:;\n\"“(|]\s*)[^\W\d_]+", " ", text)
    words_of = (name.split() for name in _names_in(inside))
    return {
        " ".join(words[start:end])
        for words in words_of
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
        if not all(word.lower() in lower for word in words[start:end])
    }


def _names_in(text: str) -> Iterator[str]:
    for match in re.finditer(
        r"\b[A-ZÀ-Þ][^\W\d_]{2,}(?: [A-ZÀ-Þ][^\W\d_]{2,})*\b", _SLOT.sub("|", text)
    ):
        if match[0] not in _NAMES_OF_DAYS:
            yield match[0]


def _texts(data: Plain, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield each text of a pack with its place; keys of weights are values too."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, list):
        for number, item in enumerate(data):
            yield from _texts(item, (*place, number))
    elif isinstance(data, dict):
        for key, value in data.items():
            if place and place[-1] == "choice":
                yield (*place, key), str(key)
            yield from _texts(value, (*place, key))
