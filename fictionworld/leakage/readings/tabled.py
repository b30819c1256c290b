"""Values of tables: the cell where what tells of the subject meets what tells of the column.

Rows are lines with the same mark between their cells: bars, tabs, semicolons, commas or wide gaps,
with bars at their ends or without. A table may have a row for each subject (who may stand in any of
its cells), a column for each, or a row for each property of one; years may stand on either side.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.asked import YEAR
from fictionworld.leakage.readings.headed import forms_under, scale_around
from fictionworld.leakage.readings.key_words import (
    is_form_of,
    is_short_for,
    label_words,
    words_of_key,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fictionworld.leakage.context.asked import Asked

__all__ = ["Tabled"]

_MARKS: Final = ("|", "\t", ";", "  ", ",")
_RULE: Final = re.compile(r"[\s|:+-]+")
_YES: Final = re.compile(
    r"(?:yes|y|true|ja|oui|s[i\u00ed]|x|1|\u2713|\u2714|\u2705|\u2611|available|included|\[x\])\W*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"(?:no|n|false|nein|non|none|0|-|\u2013|\u2717|\u2718|\u274c|\u2716|\u2715|\[ \])\W*",
    re.IGNORECASE,
)
_RANKED: Final = re.compile(r"(?:rank|place|position|pos|no|#)\b|#", re.IGNORECASE)
_MOST_ROWS: Final = 400
_LONGEST: Final = 1000


class _Row(NamedTuple):
    start: int
    end: int
    mark: str
    cells: tuple[tuple[int, int], ...]
    """Their places in the text, blanks at the ends left out."""
    indented: bool = False


class _Read(NamedTuple):
    """What was made of one table."""

    start: int
    end: int
    cells: list[tuple[str, int, int]]
    """The cells of the subject and the column, each with its heading."""
    scale: str
    """That of all its figures, where the line before tells one."""


class Tabled:
    """The tables of one reading, and what they tell of one answer."""

    def __init__(self, text: str, asked: Asked) -> None:
        self._text = text
        self._asked = asked
        self._own = asked.own
        self._words = label_words(asked.answer.column)
        self._scaled: list[tuple[int, int]] = []
        """Cells of the answer that tell another figure, by the unit of their heading."""
        self._read = [read for table in _tables(text) if (read := self._cells(table)) is not None]

    def found(self, told: Callable[[str], bool]) -> list[Hit]:
        """The cells of the subject that tell the answer.

        Args:
            told: Whether a short text, `heading: cell`, tells the value.
        """
        hits = []
        for read in self._read:
            for head, start, end in read.cells:
                if end <= start:
                    continue
                said = self._tells(head, self._text[start:end], read.scale, told)
                if said:
                    hits.append(Hit(start, end, "table cell", alone=True))
                elif said is None:
                    self._scaled.append((start, end))
        return hits

    def of_another(self, place: int) -> bool:
        """Whether a place lies in a table that has a cell for the answer, but not in that cell."""
        for read in self._read:
            if any(start <= place < end for start, end in self._scaled):
                return True
            if read.start <= place < read.end:
                return not any(start <= place < max(end, start + 1) for _, start, end in read.cells)
        return False

    def _tells(self, head: str, cell: str, scale: str, told: Callable[[str], bool]) -> bool | None:
        """Whether a cell tells the value; None where it does not with the unit of its heading."""
        if self._asked.answer.type != "bool":
            forms = forms_under(head, cell) or (scale and forms_under(f"({scale})", cell))
            if forms:
                return any(told(form) for form in forms) or None
            return told(f"{head}: {cell}")
        wanted = self._asked.answer.value.strip().lower() in {"yes", "true", "y", "1", "t"}
        return (_YES if wanted else _NO).fullmatch(cell) is not None

    def _cells(self, table: list[_Row]) -> _Read | None:
        """The cells of the subject and the column; None where a table does not say which."""
        table = table[: _MOST_ROWS + 1]
        head, *rows = table
        for cells in (
            self._by_rows(head, rows),
            self._by_columns(head, rows),
            self._of_one(table),
        ):
            if cells is not None:
                end = rows[-1].end if rows else head.end
                return _Read(head.start, end, cells, scale_around(self._text, head.start))
        return None

    def _said(self, row: _Row) -> list[str]:
        return [self._text[a:b] for a, b in row.cells]

    def _by_rows(self, head: _Row, rows: list[_Row]) -> list[tuple[str, int, int]] | None:
        """A row for each subject."""
        heads = self._said(head)
        at = self._column(heads)
        if at is None:
            return None
        found = []
        known = False
        for row in rows:
            if len(row.cells) != len(heads):
                continue
            if any(self._names(row.cells[i]) for i in range(len(heads)) if i != at):
                known = True
                if self._in_year(head, row):
                    found.append((heads[at], *row.cells[at]))
        return found if known else None

    def _by_columns(self, head: _Row, rows: list[_Row]) -> list[tuple[str, int, int]] | None:
        """A column for each subject, and a row for each property or year."""
        mine = [i for i, cell in enumerate(head.cells) if i and self._names(cell)]
        if len(mine) != 1 or len(head.cells) < 2:
            return None
        labels = [self._said(row)[0] for row in rows if len(row.cells) == len(head.cells)]
        full = [row for row in rows if len(row.cells) == len(head.cells)]
        if not labels:
            return None
        dated = [set(YEAR.findall(label)) for label in labels]
        years = self._asked.years
        if years and sum(map(bool, dated)) > len(labels) / 2:
            wanted = [i for i, found in enumerate(dated) if not found.isdisjoint(years)]
        else:
            at = self._column(labels)
            wanted = [] if at is None else [at]
            if at is None:
                return None
        return [(self._asked.answer.column, *full[i].cells[mine[0]]) for i in wanted]

    def _of_one(self, table: list[_Row]) -> list[tuple[str, int, int]] | None:
        """A row for each property of one subject, whom a row or the text before names."""
        head = table[0]
        width = len(head.cells)
        if width < 2 or any(self._names(row.cells[0]) for row in table):
            return None
        labels = [self._said(row)[0] for row in table]
        at = self._column(labels)
        if at is None or len(set(labels)) < len(labels):
            return None
        years = [set(YEAR.findall(said)) for said in self._said(head)]
        wanted = 1
        if at and any(years[1:]) and (width > 2 or not labels[0]):
            if not self._asked.years:
                return None
            matching = [i for i, found in enumerate(years) if found & self._asked.years]
            if not matching:
                return [] if self._before_names(head.start) else None
            wanted = matching[0]
        elif width > 2:
            return None
        named = any(self._names(row.cells[1]) for row in table) or self._before_names(head.start)
        row = table[at]
        if not named or len(row.cells) <= wanted:
            return None
        return [(labels[at], *row.cells[wanted])]

    def _before_names(self, start: int) -> bool:
        """Whether the last name before a table is the subject's."""
        before = self._asked.subject.mentions(self._text, max(0, start - 240), start)
        return (
            bool(before)
            and (before[-1].own or all(m.own or not m.kin for m in before))
            and any(m.own for m in before)
        )

    def _names(self, cell: tuple[int, int]) -> bool:
        return any(m.own for m in self._asked.subject.mentions(self._text, *cell))

    def _in_year(self, head: _Row, row: _Row) -> bool:
        """Whether no cell of a row dates it to another year than asked."""
        years = self._asked.years
        if not years:
            return True
        for name, cell in zip(self._said(head), self._said(row), strict=True):
            if re.fullmatch(r"\W*(?:year|season|yr)\W*", name, re.IGNORECASE):
                return not years.isdisjoint(YEAR.findall(cell))
        return True

    def _column(self, heads: list[str]) -> int | None:
        """Which heading is that of the column: the one that shares most with its label."""
        shared = []
        for head in heads:
            words = words_of_key(head)
            shared.append(
                sum(
                    1
                    for own in self._words
                    if any(is_form_of(word, own) or is_short_for(word, own) for word in words)
                )
            )
        if not shared:
            return None
        years = self._asked.years
        most = [at for at, many in enumerate(shared) if many == max(shared)]
        if len(most) > 1 and max(shared) and years:
            most = [at for at in most if years & set(YEAR.findall(heads[at]))] or most
        if len(most) == 1:
            return most[0]
        if self._asked.answer.type == "rank":
            ranked = [at for at in most if _RANKED.match(heads[at].strip())]
            if len(ranked) == 1:
                return ranked[0]
        own = self._own
        said = [at for at in most if own is not None and own.search(heads[at].lower())]
        return said[0] if len(said) == 1 else None


def _tables(text: str) -> Iterator[list[_Row]]:
    """Runs of lines that have the same mark the same number of times, the heading first."""
    rows: list[_Row | None] = []
    at = 0
    for line in text.split("\n"):
        rows.append(_row(line, at) if 2 < len(line) < _LONGEST else None)
        at += len(line) + 1
    ruled = [r for r in rows if r is None or r.cells]
    for at in range(len(ruled) - 1):
        ruled[at] = _headed(ruled[at], ruled[at + 1])
    for key, run in groupby(ruled, key=lambda r: None if r is None else (r.mark, len(r.cells))):
        table = [r for r in run if r is not None]
        if key is not None and len(table) > 1:
            yield table


def _headed(row: _Row | None, below: _Row | None) -> _Row | None:
    """A heading without a word above the labels, `  2027  2028`, with an empty cell for them."""
    if row is None or below is None or not (row.mark == below.mark == "  "):
        return row
    if len(row.cells) + 1 == len(below.cells) and row.indented:
        return row._replace(cells=((row.start, row.start), *row.cells))
    return row


_SPREAD: Final = re.compile(r"[^\s](?:[^\s]| (?! )(?!\d[\d.,]*(?:  |$)))*")
"""A cell of a table whose columns stand apart by blanks."""


def _row(line: str, at: int) -> _Row | None:
    if _RULE.fullmatch(line):
        return _Row(at, at + len(line), "|", ())
    for mark in _MARKS:
        if mark not in line or (mark == "," and ", " in line):
            continue
        if mark in ";,  " and re.search(r"[.!?]\s+[A-Z]", line):
            continue
        cells = []
        if mark == "  ":
            cells = [(at + m.start(), at + m.end()) for m in _SPREAD.finditer(line)]
        else:
            place = 0
            for cell in line.split(mark):
                start = place + len(cell) - len(cell.lstrip(" \t\"'"))
                cells.append((at + start, at + place + len(cell.rstrip(" \t\"'"))))
                place += len(cell) + 1
        if mark == "|":
            if cells[0][0] >= cells[0][1]:
                cells = cells[1:]
            if len(cells) > 1 and cells[-1][0] >= cells[-1][1]:
                cells = cells[:-1]
        cells = [(a, max(a, b)) for a, b in cells]
        indented = line[:1] == " "
        if len(cells) > 1:
            return _Row(at, at + len(line), mark, tuple(cells), indented)
    return None
