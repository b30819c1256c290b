"""Protected values looked for in search results as they stand: no line of it is the guard's.

A value is stated if the page is about a row, or the title and snippet name every subject of it, and
one of the row's values stands in title, snippet or date as people plainly write it, at word
boundaries. Only values that hardly stand anywhere by chance: numbers of three digits and more,
dates, names.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.audit.replies import ReplyResult
    from fictionworld.episodes.world_handle import WorldHandle
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.worlds.fact import Value

Subject = tuple[str, int]
"""Table and row."""


class Cell(NamedTuple):
    """A protected value that can be looked for."""

    table: str
    row: int
    column: str
    value: Value
    forms: tuple[str, ...]
    """As people plainly write it, in small letters."""


class Told(NamedTuple):
    """A value that stands in a result."""

    cell: Cell
    url: str
    text: str


class ExactSearch:
    """The protected values of one world, and where they stand."""

    def __init__(self, place: WorldHandle) -> None:
        self._place = place
        self._named: dict[str, list[tuple[str, Subject]]] = defaultdict(list)
        self._cells: dict[Subject, list[tuple[Cell, frozenset[Subject]]]] = defaultdict(list)
        self._found: dict[tuple[str, str, str, str], tuple[Told, ...]] = {}
        names = self._names()
        for subject, name in names.items():
            self._named[name.split()[0]].append((name, subject))
        for table in place.pack.world_tables:
            columns = [column for column in table.stored if column.role == "askable"]
            for at, row in enumerate(place.rows.ids(table.name)):
                subjects = frozenset(self._subjects(table.name, at))
                for column in columns:
                    value = place.rows.shown(table.name, (column.name,))[at]
                    if forms := forms_of(value, column):
                        cell = Cell(table.name, row, column.name, value, forms)
                        for subject in {(table.name, row), *subjects}:
                            self._cells[subject].append((cell, subjects))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All that is looked for."""
        return tuple(dict.fromkeys(cell for cells in self._cells.values() for cell, _ in cells))

    def sought(self, one: ReplyResult) -> list[Cell]:
        """The values that this result must not tell."""
        text = plain(f"{one.title} | {one.snippet}")
        named = dict.fromkeys(self._subjects_in(text))
        about = self._about(one.url)
        found: dict[Cell, None] = {}
        for subject in (*named, *([about] if about else [])):
            for cell, subjects in self._cells.get(subject, ()):
                if subjects <= named.keys() or (cell.table, cell.row) == about:
                    found[cell] = None
        return list(found)

    def look(self, one: ReplyResult) -> tuple[Told, ...]:
        """The values that this result tells."""
        key = (one.url, one.title, one.snippet, one.date)
        known = self._found.get(key)
        if known is None:
            text = plain(f"{one.title} | {one.snippet} | {one.date}")
            known = self._found[key] = tuple(
                Told(cell, one.url, text)
                for cell in self.sought(one)
                if any(form in text and stands(form, text) for form in cell.forms)
            )
        return known

    # What the world is ---------------------------------------------------------------------------

    def _names(self) -> dict[Subject, str]:
        place = self._place
        return {
            (table.name, row): plain(str(name))
            for table in place.pack.world_tables
            if table.name_column is not None
            for row, name in zip(
                place.rows.ids(table.name),
                place.rows.cells(table.name, (table.name_column.name,)),
                strict=True,
            )
        }

    def _subjects(self, table: str, at: int) -> Iterator[Subject]:
        """A row with a name is its own subject; another has those that its key refers to."""
        place, compiled = self._place, self._place.pack.tables[table]
        if compiled.name_column is not None:
            yield table, place.rows.ids(table)[at]
            return
        for name in compiled.key:
            target = compiled.columns[name].target
            row = place.rows.cells(table, (name,))[at]
            if target is not None and isinstance(row, int):
                yield target, row

    def _about(self, url: str) -> Subject | None:
        """The row that the page at an address is about."""
        number = self._place.web.number_of(url)
        pages = self._place.web.plan.pages
        if number is None or number > len(pages):
            return None
        page = pages[number - 1]
        return (page.table, page.row) if page.table and page.row else None

    def _subjects_in(self, text: str) -> Iterator[Subject]:
        for word in re.finditer(r"[^\s|]+", text):
            for name, subject in self._named.get(word[0].strip(_MARKS), ()):
                if name in text and stands(name, text):
                    yield subject


_MARKS = "()[]{}\"'.,:;!?*_“”‘’«»·-"  # noqa: RUF001 - as they stand in texts
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip


_SCALES = {"thousand": 1000, "million": 1_000_000}


def plain(text: str) -> str:
    """One case, one kind of blank, one form of each letter."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def stands(form: str, text: str) -> bool:
    """Whether it stands there by itself: `518` does not in `5180`, `5,518` or `518.2`."""
    first = r"(?<!\d)(?<!\d[.,])" if form[0].isdigit() else r"(?<!\w)"
    last = r"(?!\d|[.,]\d)" if form[-1].isdigit() else r"(?!\w)"
    return re.search(first + re.escape(form) + last, text) is not None


def forms_of(value: Value, column: CompiledColumn) -> tuple[str, ...]:
    """How people plainly write it; none where it could stand anywhere by chance."""
    if isinstance(value, bool) or value is None:
        return ()
    if isinstance(value, date):
        written = written_dates(value)
    elif isinstance(value, int | Decimal):
        written = written_numbers(value, column.decimals)
        scale = _SCALES.get(column.spec.unit or "")
        if written and scale:  # 0.65 million is written as 650,000, too
            written += written_numbers(value * scale, 0)
    else:
        written = [value] if column.kind in {"name", "reference"} else []
    return tuple(dict.fromkeys(map(plain, written)))


def written_dates(day: date) -> list[str]:
    """ISO, and in words with the month whole or short."""
    months = (_MONTHS[day.month - 1], _MONTHS[day.month - 1][:3])
    return [
        day.isoformat(),
        *(f"{month} {day.day}, {day.year}" for month in months),
        *(f"{day.day} {month} {day.year}" for month in months),
    ]


def written_numbers(value: int | Decimal, decimals: int) -> list[str]:
    """Plain and grouped, with and without the zeros at the end; none of less than three digits."""
    number = abs(Decimal(value))
    fixed = f"{number:.{decimals}f}"
    short = fixed.rstrip("0").rstrip(".") if "." in fixed else fixed
    if sum(map(str.isdigit, short)) < 3:
        return []
    grouped = [f"{Decimal(text):,}" for text in (fixed, short)]
    return [fixed, short, *grouped, *(text.replace(",", " ") for text in grouped)]
