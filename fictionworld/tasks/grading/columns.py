"""Which column of an answer is which column of the key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fictionworld.tasks.grading.beside import Label
from fictionworld.tasks.grading.number_cells import unit_of
from fictionworld.tasks.key import KeyColumn
from fictionworld.text.markup import plain_text
from fictionworld.text.measures import ONE, WrittenUnit, is_currency, parse_written_unit, unit_at
from fictionworld.text.names import fold
from fictionworld.text.notation import plain_notation

_BRACKETS: Final = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_NUMBERED: Final = re.compile(
    r"^\s*(?:#|no\.?)?\s*\d{1,2}\s*[.):]\s+|[\s_]*(?:\(\d\)|\[\d\]|#\d)\s*$"
)
_LAST_DIGIT: Final = re.compile(r"\s\d$")
_IN_UNIT: Final = re.compile(r",?\s(?:in|,)\s([^,]{1,20})$|,\s*([^,\s]{1,12})$")
_DATE_ORDER: Final = re.compile(
    r"\b(?P<first>d{1,2}|m{1,3})\W{0,2}(?P<second>d{1,2}|m{1,3})\W{0,2}y{2,4}\b", re.IGNORECASE
)
_MOST_HEADERS: Final = 200
_LONGEST: Final = 300
_STEPS: Final = 6
"""How many times headers are compared, each time more loosely."""


@dataclass(frozen=True, slots=True)
class WrittenColumn:
    """A column of the key as an answer has it."""

    place: int | None = None
    """Its place in the answer; None where the answer lacks it."""
    unit: WrittenUnit | None = None
    """The unit that the answer's own header gives, `Revenue (thousand EUR)`; None where it says
    nothing of it, or the same."""
    day_first: bool | None = None
    """Whether it says that in dates the day comes first, `(DD/MM/YYYY)`."""
    refused: str = ""
    """The answer's header for it, where that names a unit of another kind; it is lacking then."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the key's columns stand in an answer."""

    columns: tuple[WrittenColumn, ...]
    """For each column of the key that of the answer."""

    @property
    def places(self) -> tuple[int | None, ...]:
        return tuple(column.place for column in self.columns)

    @property
    def count(self) -> int:
        """Return the number of the key's columns that the answer has."""
        return sum(column.place is not None for column in self.columns)

    def lacking(self, columns: Sequence[KeyColumn]) -> list[KeyColumn]:
        """Return the key's columns that the answer lacks."""
        return [
            column
            for column, written_column in zip(columns, self.columns, strict=True)
            if written_column.place is None
        ]


def match_columns(header: Sequence[str], columns: tuple[KeyColumn, ...]) -> Columns:
    """Return the answer's columns that are the key's, one to one.

    Headers are compared more and more loosely, and each column takes the strictest that fits: as
    written; without case, accents, punctuation and marks; without the unit (in brackets, or after
    `in` or a comma); by synonyms; without numbering (`1. Phone`, `Phone (1)`); without plurals.
    Of equal headers the first counts. A header in another unit of the same kind (`Weight (kg)` for
    `Weight (g)`) is taken where none is in the column's own, and its figures are converted; one of
    another kind (`Price (USD)` for `Price (EUR)`) is refused. All other columns of an answer are
    passed over.
    """
    wanted = _wanted(columns)
    given = {
        index: given_header
        for index, cell in enumerate(header[:_MOST_HEADERS])
        if not wanted.all.isdisjoint((given_header := _given(cell[:_LONGEST])).all)
    }
    written_columns = [WrittenColumn()] * len(columns)
    missing = set(range(len(columns)))
    for relation in ("same", "converted", "other"):
        for step in range(_STEPS):
            if not missing or not given:
                return Columns(tuple(written_columns))
            by_form: dict[str, list[int]] = {}
            for index, given_header in given.items():
                for form in dict.fromkeys(given_header.forms[step]):
                    by_form.setdefault(form, []).append(index)
            for n in sorted(missing):
                fitting = (
                    index
                    for form in wanted.forms[n][step]
                    for index in by_form.get(form, ())
                    if index in given and _relation(given[index], columns[n]) == relation
                )
                index = next(fitting, -1)
                if index < 0:
                    continue
                if relation == "other":
                    written_columns[n] = WrittenColumn(refused=header[index][:_LONGEST])
                else:
                    unit = given[index].unit if relation == "converted" else None
                    written_columns[n] = WrittenColumn(index, unit, given.pop(index).day_first)
                    missing.discard(n)
    return Columns(tuple(written_columns))


@dataclass(frozen=True, slots=True)
class _Header:
    """One header of an answer: its forms from the strictest to the loosest, and what it says."""

    forms: tuple[tuple[str, ...], ...]
    all: frozenset[str]
    unit: WrittenUnit | None
    day_first: bool | None


_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percent"})
_UNSAID: Final = frozenset({"points", "score"})
"""Kinds that leave open out of how many."""


def _relation(header: _Header, column: KeyColumn) -> str:
    """Return `same`, `converted` or `other`: the relation of a header's unit to the column's."""
    unit = header.unit
    if unit is None or column.kind not in _NUMBERS:
        return "same"
    column_unit = unit_of(column)
    if column.kind == "money" and not column_unit.measures:
        unit = unit._replace(measures=frozenset()) if is_currency(unit.measures) else unit
    if column_unit.measures <= ONE and not unit.scale and _named_by_label(unit, column):
        return "same"  # `Points (pts)`
    kinds = {
        name for measure in (*unit.measures, *column_unit.measures) for name, _ in measure.kind
    }
    if kinds == _UNSAID and not unit.scale:
        return "same"
    if not unit.measures and column_unit.measures:
        unit = unit._replace(measures=column_unit.measures)  # `(millions)` of the column's unit
    if unit.scale == column_unit.scale and (
        unit.measures == column_unit.measures or unit.measures & column_unit.measures
    ):
        return "same"
    return "converted" if unit.factor(column_unit) else "other"


def _named_by_label(unit: WrittenUnit, column: KeyColumn) -> bool:
    words = Label.of(column).words
    return any(unit_at([word], 0)[0] & unit.measures for word in words)


@lru_cache(maxsize=4096)
def _given(cell: str) -> _Header:
    plain = plain_text(plain_notation(cell))
    bare, remarks = _without_remarks(plain)
    folded, short = fold(plain), fold(bare)
    unnumbered = fold(_NUMBERED.sub("", _NUMBERED.sub("", bare)))
    loose = (short, unnumbered, _LAST_DIGIT.sub("", unnumbered))
    forms = (
        (plain,),
        (folded,),
        (short,),
        (folded, short),
        loose,
        (*map(_singular, loose), _singular(folded)),
    )
    all_forms = frozenset(form for step in forms for form in step)
    return _Header(forms, all_forms, _unit_in(remarks), _day_first(" ".join(remarks)))


def _unit_in(remarks: Sequence[str]) -> WrittenUnit | None:
    """Return the unit that the remarks of a header name, whole or in parts: `(EUR, at launch)`."""
    for remark in remarks:
        unit = parse_written_unit(remark)
        if unit is not None:
            if not unit.measures and len(remarks) > 1:
                whole = parse_written_unit(" ".join(remarks))  # `Price (EUR) (million)`
                return whole or unit
            return unit
    parts = [part.strip() for remark in remarks for part in re.split(r"[,;]", remark)]
    named = [part for part in parts if part and parse_written_unit(part) is not None]
    return parse_written_unit(" ".join(named)) if named else None


def _day_first(remark: str) -> bool | None:
    """Return whether a header says that the day comes first: `(DD/MM/YYYY)`; None if unsaid."""
    if match := _DATE_ORDER.search(remark):
        return match["first"][0] in "dD"
    return None


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The forms of the headers asked for: for each column, then for each step."""

    forms: tuple[tuple[tuple[str, ...], ...], ...]
    all: frozenset[str]


@lru_cache(maxsize=1024)
def _wanted(columns: tuple[KeyColumn, ...]) -> _Wanted:
    forms = tuple(map(_forms_wanted, columns))
    return _Wanted(forms, frozenset(form for steps in forms for step in steps for form in step))


def _forms_wanted(column: KeyColumn) -> tuple[tuple[str, ...], ...]:
    plain = plain_text(column.header)
    folded, short = fold(plain), fold(_without_remarks(plain)[0])
    synonyms = tuple(map(fold, column.synonyms))
    loose_forms = (folded, short, *synonyms)
    return (
        (plain,),
        (folded,),
        (folded, short),
        synonyms,
        loose_forms,
        tuple(map(_singular, loose_forms)),
    )


def _without_remarks(text: str) -> tuple[str, list[str]]:
    """Return a header without its brackets, or without `in` and a unit; and what was left out."""
    remarks = _BRACKETS.findall(text)
    if remarks:
        bare = _BRACKETS.sub(" ", text)
        return (bare, remarks) if bare.strip() else (text, [])
    if tail := _IN_UNIT.search(text):
        unit = tail[1] or tail[2]
        if parse_written_unit(unit) is not None:
            return text[: tail.start()], [unit]
    return text, []


def _singular(folded: str) -> str:
    return " ".join(w[:-1] if len(w) > 3 and w.endswith("s") else w for w in folded.split())
