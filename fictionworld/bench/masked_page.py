"""A page with its values, names and numbers replaced by slots, and the words around each value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.seeds import name_key
from fictionworld.text.phrase_finder import PhraseFinder
from fictionworld.web.page import Mark
from fictionworld.web.writing.context import WritingContext

_VALUE, NAME = "\ue000", "\ue001"
"""Stand for a value and for a row's name; private characters, which no page has."""
_WORD: Final = re.compile(rf"[{_VALUE}{NAME}#]|[^\W\d_]+|[^\s\w]")
_NUMBER: Final = re.compile(r"\d[\d.,]*")
_MONTHS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_FIGURE: Final = re.compile(rf"(?:\d|\b(?:{_MONTHS})[a-z]*\b)(?:.*\d)?", re.IGNORECASE)
_LINK: Final = re.compile(r"\]\([^()\s]*\)|\[(?=[^\[\]]*\]\()")
_WIDE, _NARROW = (4, 2), (2, 1)
"""Words before and behind a value that make up its contexts."""
_NEAR: Final = (5, 3)
"""Words before and behind a value among which a question's words are looked for."""
_LEAST_WORDS: Final = 4
"""Of a sentence that is counted."""


class ValueContext(NamedTuple):
    """The words around a value."""

    wide: int
    """A key of the words near it; in a table, where both keys are equal, of its heading."""
    narrow: int
    """A key of fewer of them."""
    label: str | None
    """Its heading, if it stands in a table."""
    before: tuple[str, ...]
    """The words before it, or of its heading."""
    behind: tuple[str, ...]


class _Slot(NamedTuple):
    start: int
    end: int
    text: str


def words_of(text: str) -> list[str]:
    """Return the words and signs of a text in lower case; a number is `#`."""
    return _WORD.findall(_NUMBER.sub("#", text).casefold())


class MaskedPage:
    """A page that was read once.

    Args:
        body: Its text.
        marks: The values to look at, each at a place of its own, in order.
        context: The world that it is of.
        names: Finds the names of rows.
    """

    def __init__(
        self, body: str, marks: Sequence[Mark], context: WritingContext, names: PhraseFinder
    ) -> None:
        self.contexts: list[ValueContext] = []
        """The words around each value."""
        self.sentences: list[int] = []
        """Keys of the sentences outside tables that state a value."""
        heading: list[str] = []
        values = [_value_slot(body, mark, context) for mark in marks]
        for line in _masked(body, values, names).split("\n"):
            if line.startswith("|"):
                heading = heading or _cells(line)
                if _VALUE in line:
                    self.contexts += _in_row(line, heading)
                continue
            heading = []
            if _VALUE in line:
                words = _WORD.findall(line)
                self.contexts += _in_text(words)
                self.sentences += _sentences(words)


def _value_slot(body: str, mark: Mark, context: WritingContext) -> _Slot:
    """Return where in a mark, which may be a whole clause, the value itself stands."""
    text = body[mark.start : mark.end]
    wording = context.wordings[mark.fact.table, mark.fact.column]
    value = wording.cells[mark.fact.row]
    if wording.target is not None:
        value = context.name(wording.target, value)
    start, end = 0, len(text)
    if isinstance(value, str):
        at = text.casefold().find(value.casefold())
        if at >= 0 and len(text.casefold()) == len(text):
            start, end = at, at + len(value)
    elif figure := _FIGURE.search(text):
        start, end = figure.span()
    return _Slot(mark.start + start, mark.start + end, _VALUE)


def _masked(body: str, values: Sequence[_Slot], names: PhraseFinder) -> str:
    """Return a text in lower case, with slots for values, names and numbers, and plain links."""
    covered = {at for slot in values for at in range(slot.start, slot.end)}
    others = [
        *(_Slot(name.start, name.end, NAME) for name in names.words_in(body)),
        *(_Slot(link.start(), link.end(), "") for link in _LINK.finditer(body)),
    ]
    slots = [*values, *(s for s in others if covered.isdisjoint(range(s.start, s.end)))]
    pieces, end = [], 0
    for slot in sorted(slots):
        if slot.start >= end:
            pieces += (body[end : slot.start], slot.text)
            end = slot.end
    return _NUMBER.sub("#", "".join((*pieces, body[end:]))).casefold()


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _in_row(line: str, heading: Sequence[str]) -> Iterator[ValueContext]:
    cells = _cells(line)
    for number, cell in enumerate(cells):
        label = heading[number] if number < len(heading) else ""
        for _ in range(cell.count(_VALUE)):
            yield _under(label or cells[0])  # a sheet on one row has the labels at the side


@lru_cache(10_000)
def _under(label: str) -> ValueContext:
    key = name_key(f"table|{label}")
    return ValueContext(key, key, label, tuple(_WORD.findall(label)), ())


def _in_text(words: Sequence[str]) -> Iterator[ValueContext]:
    for at, word in enumerate(words):
        if word == _VALUE:
            wide, narrow = (
                name_key(" ".join(words[max(0, at - before) : at + 1 + behind]))
                for before, behind in (_WIDE, _NARROW)
            )
            before, behind = _NEAR
            yield ValueContext(
                wide,
                narrow,
                None,
                tuple(words[max(0, at - before) : at]),
                tuple(words[at + 1 : at + 1 + behind]),
            )


def _sentences(words: Sequence[str]) -> Iterator[int]:
    start = 0
    for end, word in enumerate(words, 1):
        if word in ".!?" or end == len(words):
            sentence = words[start:end]
            if len(sentence) > _LEAST_WORDS and _VALUE in sentence:
                yield name_key(" ".join(sentence))
            start = end
