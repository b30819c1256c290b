"""The cells of a column of any kind: what a value of the key is, and what a text may mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Final

from fictionworld.tasks.grading.beside import Label
from fictionworld.tasks.grading.number_cells import NumberCells
from fictionworld.tasks.grading.reading import (
    LONGEST_CELL,
    LONGEST_FIGURE,
    NOTHING,
    SEVERAL,
    CellReading,
    Form,
    outside_brackets,
    reading_of_none,
)
from fictionworld.tasks.key import KeyColumn
from fictionworld.text.dates import find_dates
from fictionworld.text.markup import link_targets, plain_text
from fictionworld.text.measures import WrittenUnit
from fictionworld.text.names import fold, without_titles
from fictionworld.text.notation import plain_notation
from fictionworld.text.numbers import find_number_words
from fictionworld.worlds.fact import Value

_REMEMBERED: Final = 100  # characters: longer cells are seldom given twice
_DIGIT: Final = re.compile(r"\d")
_NOT_ONE_DAY: Final = frozenset(
    {
        "before", "after", "until", "till", "since", "from", "to", "between", "by", "or", "and",
        "not", "around", "about", "circa", "eve", "day", "days", "week", "weeks", "month", "months",
        "minus", "plus", "prior", "earlier", "later", "maybe", "perhaps", "possibly", "probably",
        "except", "twice", "likely", "bc", "bce", "c", "ca", "approx", "approximately", "roughly",
        "est", "estimated", "nearly", "almost",
    }
)  # fmt: skip
_DOUBT: Final = re.compile("[?~\u2248\u00b1<>]")
_HARMLESS_AT_A_YEAR: Final = frozenset({"in", "the", "year", "of", "on", "ad", "ce"})
_WORD: Final = re.compile(r"[a-z]+")
_LESS_THAN_A_DAY: Final = CellReading((), "no single day")
_TOO_LONG: Final = CellReading((), "too long")


@dataclass(frozen=True, eq=False)
class DateCells:
    """Days. `06/04/2040` means two; a month or a year is no day."""

    day_first: bool | None = None
    """Where the answer's header says how it writes dates, whether the day comes first."""

    def read(self, plain: str) -> CellReading:
        outside, remarks = outside_brackets(plain)
        dates = find_dates(outside, day_first=self.day_first)
        if len(dates) != 1:
            return SEVERAL if dates else NOTHING
        if not dates[0]:
            return NOTHING  # 31 June
        start, end = dates[0][0].start, dates[0][0].end
        beside = f"{outside[:start]} {outside[end:]}"
        if _DIGIT.search(beside):
            return SEVERAL
        if not _NOT_ONE_DAY.isdisjoint(_WORD.findall(beside.casefold())):
            return _LESS_THAN_A_DAY
        if _DOUBT.search(beside) or any("?" in remark for remark in remarks):
            return _LESS_THAN_A_DAY
        forms = tuple(day_range.first.isoformat() for day_range in dates[0] if day_range.day)
        if not forms:
            return _LESS_THAN_A_DAY
        for remark in remarks:
            if _DIGIT.search(remark):
                dates_in_remark = find_dates(remark, day_first=self.day_first)
                days = [day.first.isoformat() for ranges in dates_in_remark for day in ranges]
                if set(days).isdisjoint(forms):
                    return SEVERAL
        return CellReading(forms)


@dataclass(frozen=True, eq=False)
class YearCells:
    """Years, as numbers: a day or month within the year means it too."""

    label: frozenset[str]
    """Words of the column's header, which may stand beside a year."""

    def read(self, plain: str) -> CellReading:
        outside, remarks = outside_brackets(plain)
        dates = [readings for readings in find_dates(outside) if readings]
        if len(dates) > 1:
            return SEVERAL
        if not dates:
            return self._spoken(outside)
        day_range = dates[0][0]
        beside = f"{outside[: day_range.start]} {outside[day_range.end :]}"
        if day_range.first.year != day_range.last.year:
            return NOTHING
        if _DIGIT.search(beside) or any(_DIGIT.search(remark) for remark in remarks):
            return SEVERAL
        return CellReading((day_range.first.year,)) if self._harmless(beside) else NOTHING

    def _spoken(self, text: str) -> CellReading:
        """Return the year that a text writes in words: `twenty forty`."""
        words = find_number_words(text)
        if len(words) != 1 or words[0][0].value != int(words[0][0].value):
            return NOTHING
        number = words[0][0]
        beside = f"{text[: number.start]} {text[number.end :]}"
        return CellReading((int(number.value),)) if self._harmless(beside) else NOTHING

    def _harmless(self, beside: str) -> bool:
        words = _WORD.findall(beside.casefold())
        harmless_words = self.label | _HARMLESS_AT_A_YEAR
        return harmless_words.issuperset(words) and _DOUBT.search(beside) is None


_YES: Final = frozenset({"yes", "true", "y", "1", "t", "\u2713", "\u2714", "\u2705"})
_NO: Final = frozenset({"no", "false", "n", "0", "f", "\u2717", "\u2718", "\u274c", "\u2716"})


def _yes_or_no(text: str) -> bool | None:
    text = text.casefold().strip(" .\ufe0f")
    return True if text in _YES else False if text in _NO else None


@dataclass(frozen=True, eq=False)
class BooleanCells:
    """Yes and no."""

    def read(self, plain: str) -> CellReading:
        outside, remarks = outside_brackets(plain)
        answers = {_yes_or_no(text) for text in (outside, *remarks)}
        if answers >= {True, False}:
            return SEVERAL
        answer = _yes_or_no(outside)
        return NOTHING if answer is None else CellReading((answer,))


@dataclass(frozen=True, eq=False)
class TextCellGrader:
    """Texts and names: case, accents, punctuation, blanks, hyphens, `&`, a leading article make
    no difference, and neither does a remark in brackets behind; the words of `names` may stand in
    any order (`Berg, Jonas`).
    """

    names: bool

    def forms(self, text: str) -> tuple[str, ...]:
        if "&" in text:
            text = text.replace("&", " and ")
        words = fold(text).split()
        if len(words) > 1 and words[0] in _ARTICLES:
            words = words[1:]
        elif len(words) > 1 and words[-1] in _ARTICLES and "," in text:
            words = words[:-1]
        if len(words) < 2:
            return tuple(words)
        joined = "".join(words)
        ordered = " ".join(sorted(words)) if self.names else " ".join(words)
        return ordered, joined

    def read(self, plain: str) -> CellReading:
        forms = self.forms(plain)
        if "(" in plain or "[" in plain:
            outside, _ = outside_brackets(plain)
            forms = tuple(dict.fromkeys((*forms, *self.forms(outside))))
        none = reading_of_none(plain)
        if none is not None:
            # a name may look like a missing value: `Nil`, `Na`
            return CellReading((*none.forms, *forms), none.problem)
        if not forms:
            return NOTHING
        bare = without_titles(plain) if self.names else plain
        return CellReading(forms, loose=self.forms(bare) if bare != plain else ())


@dataclass(frozen=True, eq=False)
class UrlCells:
    """Addresses: scheme, `www.`, case of the host and a last slash make no difference."""

    def read(self, plain: str) -> CellReading:
        return CellReading((_address(plain),))


_ARTICLES: Final = frozenset({"the", "a", "an"})


def _address(text: str) -> str:
    text = text.strip().strip("<>").split("://", 1)[-1].split("#", 1)[0]
    host, slash, path = text.partition("/")
    return f"{host.casefold().removeprefix('www.')}{slash}{path}".rstrip("/")


Cells = NumberCells | DateCells | YearCells | BooleanCells | TextCellGrader | UrlCells
"""Reads the plain text of a cell of one column: `read`. One object a column, known by identity.

Blanks and missing values are read before (`read_cell`), but for texts, which may look like one.
"""


@lru_cache(maxsize=1024)
def cells_of(
    column: KeyColumn, unit: WrittenUnit | None = None, *, day_first: bool | None = None
) -> Cells:
    """Return the reader of a column's cells.

    Args:
        column: A column of the key.
        unit: The unit that the answer's own header gives, where it gives one.
        day_first: How the answer's own header says that dates are written, where it does.
    """
    match column.kind:
        case "integer" | "decimal" | "money" | "percent":
            return NumberCells.of(column, unit)
        case "date":
            return DateCells(day_first)
        case "year":
            return YearCells(Label.of(column).words)
        case "boolean":
            return BooleanCells()
        case "url":
            return UrlCells()
        case _:
            return TextCellGrader(names=column.kind == "name")


@lru_cache(maxsize=1 << 15)
def _read(cells: Cells, text: str) -> CellReading:
    plain = plain_text(text if isinstance(cells, UrlCells) else plain_notation(text))
    if isinstance(cells, UrlCells) and (targets := link_targets(text)):
        if len(set(targets)) > 1:
            return SEVERAL
        plain = targets[0]
    if isinstance(cells, TextCellGrader):
        return cells.read(plain)
    none = reading_of_none(plain)
    return cells.read(plain) if none is None else none


def read_cell(cells: Cells, text: str) -> CellReading:
    """Return the values that a cell's text may mean; cached, as answers repeat cells."""
    if len(text) <= _REMEMBERED:
        return _read(cells, text)
    longest = LONGEST_CELL if isinstance(cells, TextCellGrader | UrlCells) else LONGEST_FIGURE
    return _read.__wrapped__(cells, text) if len(text) <= longest else _TOO_LONG


def forms_of_value(cells: Cells, value: Value) -> tuple[Form, ...]:
    """Return the forms of a value of the key: a text that reads as one of them is right."""
    if value is None:
        return (None,)
    if isinstance(cells, NumberCells):
        assert isinstance(value, int | Decimal), "a number column holds numbers"
        return (cells.form(value),)
    if isinstance(cells, TextCellGrader):
        return cells.forms(str(value)) or (str(value),)
    if isinstance(cells, UrlCells):
        return (_address(str(value)),)
    if isinstance(value, date):
        return (value.isoformat(),)
    assert isinstance(value, int), "what is left is a year or a boolean"
    return (value,)
