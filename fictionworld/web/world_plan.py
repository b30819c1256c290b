"""One world's plan to read: its pages, what each states, where a fact stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Final, NamedTuple

import numpy as np

from fictionworld.streams import AnyInts
from fictionworld.web.plans import FactCodes
from fictionworld.worlds.fact import FactId, RowId

PARTIAL_LIST: Final = "partial_list"
"""What the names of directory pages begin with that no page tells to be parts of one list."""
SUPPLEMENT: Final = "statistics.more"
"""What the names of pages begin with that state what no other page does."""


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """One page; `WebPlans.pages` says what the fields mean."""

    number: int
    name: str
    kind: str
    table: str | None
    row: int | None
    listed: str | None
    topic: str | None
    value: str | None
    part: int | None
    parts: int | None
    heading: str | None
    site: str
    copy_of: str | None = None
    """The name of the page that it copies, and instead of which it may be read."""

    @property
    def series(self) -> str:
        """Return the name that it shares with the other parts of its list, and with copies."""
        return (self.copy_of or self.name).rpartition("/")[0]

    @property
    def subject(self) -> tuple[str, int]:
        """Return the table and the row of a page about one row."""
        return self.table or "", self.row or 0

    @property
    def shared_column(self) -> str:
        """Return the column whose value all its rows share; empty without one."""
        if self.value is None and self.row is None:
            return ""
        return self.name.partition("/")[0].partition(".")[2].partition("-")[0]

    @property
    def is_selection(self) -> bool:
        """Return whether it sets out some rows of a table and no page sets out the others."""
        return self.listed is not None and self.part is None

    @property
    def is_supplement(self) -> bool:
        """Return whether it alone sets out what no other page states, of a few rows of a table."""
        return self.name.startswith(f"{SUPPLEMENT}/") and (self.parts or 1) == 1

    @property
    def lists_whole_table(self) -> bool:
        """Return whether it is one of the directory pages that together list a whole table."""
        return self.kind == "directory" and self.row is None and self.value is None

    @property
    def is_partial_list(self) -> bool:
        """Return whether it is one of these where no page tells which the others are."""
        return (self.copy_of or self.name).startswith(PARTIAL_LIST)


_NO_CELLS: Final[frozenset[tuple[str, int, str]]] = frozenset()


class PageLines(NamedTuple):
    """What stands on the pages of a world, page after page: cells, or rows that are listed."""

    start: AnyInts
    """Where the lines of page n begin, and those of page n + 1."""
    codes: AnyInts
    """Of a cell its column's code, of a listed row its table's place among `FactCodes.tables`."""
    rows: AnyInts

    @classmethod
    def of(cls, pages: int, page: AnyInts, codes: AnyInts, rows: AnyInts) -> PageLines:
        """Return the lines of `pages` pages, given in the order of pages."""
        start = np.searchsorted(page, np.arange(pages + 2)).astype(np.int32)
        return cls(start, codes, rows)

    def on(self, number: int) -> Iterator[tuple[int, int]]:
        """Return the codes and rows of a page, in its order; none where there is no such page."""
        if not 0 < number < len(self.start) - 1:
            return iter(())
        lines = slice(self.start[number], self.start[number + 1])
        return zip(self.codes[lines].tolist(), self.rows[lines].tolist(), strict=True)

    def pages_with(self, codes: list[int], row: int) -> list[int]:
        """Return the pages with a line of one of these codes and this row, in order, each once."""
        lines = np.flatnonzero((self.rows == row) & np.isin(self.codes, codes))
        pages: list[int] = np.unique(np.searchsorted(self.start, lines, "right") - 1).tolist()
        return pages


class WebPlan:
    """The plan of one world.

    Args:
        world_id: The world.
        codes: What the codes of lines mean.
        pages: All pages, or what makes them when they are first asked for.
        stated: The cells that pages state.
        listed: The rows that pages list.
    """

    def __init__(
        self,
        world_id: int,
        codes: FactCodes,
        pages: Callable[[], tuple[PlannedPage, ...]],
        stated: PageLines,
        listed: PageLines,
    ) -> None:
        self.world_id = world_id
        self.codes = codes
        self.stated = stated
        self.listed = listed
        self._make_pages = pages

    @cached_property
    def pages(self) -> tuple[PlannedPage, ...]:
        """Return all pages; the page of number n is at index n - 1."""
        return self._make_pages()

    def page(self, number: int) -> PlannedPage:
        """Return the page of this number, from 1.

        Raises:
            IndexError: There is none.
        """
        if not 1 <= number <= len(self.pages):
            raise IndexError(f"got page {number}; allowed: 1 to {len(self.pages)}")
        return self.pages[number - 1]

    def statements(self, number: int) -> tuple[FactId, ...]:
        """Return the facts that a page states, in its order."""
        names = self.codes.names
        cells = ((*names[code], row) for code, row in self.stated.on(number))
        return tuple(FactId(self.world_id, table, row, column) for table, column, row in cells)

    def groups(self, number: int) -> dict[str, dict[int, list[str]]]:
        """Return the columns that a page states, by table and row, in its order."""
        by_table: dict[str, dict[int, list[str]]] = {}
        names = self.codes.names
        last, rows = None, {}
        for code, row in self.stated.on(number):
            table, column = names[code]
            if table != last:
                last, rows = table, by_table.setdefault(table, {})
            if row in rows:
                rows[row].append(column)
            else:
                rows[row] = [column]
        return by_table

    def entries(self, number: int) -> tuple[RowId, ...]:
        """Return the rows that a page lists by name or key, in its order."""
        tables = self.codes.tables
        return tuple(RowId(tables[code], row) for code, row in self.listed.on(number))

    def pages_of(self, fact: FactId) -> tuple[int, ...]:
        """Return the pages that state a fact; of a name or a key, the pages that name the row.

        Pages that may round it are left out.
        """
        if fact.column in self.codes.identity.get(fact.table, ()):
            return self._mentioning(fact.table, fact.row)
        code = self.codes.codes.get((fact.table, fact.column))
        pages = [] if code is None else self.stated.pages_with([code], fact.row)
        return tuple(page for page in pages if fact[1:] not in self.may_round(page))

    def stated_alone(self, number: int) -> tuple[FactId, ...]:
        """Return the facts that a page states and no other page does."""
        start, end = self.stated.start[number : number + 2].tolist()
        return tuple(compress(self.statements(number), self._alone[start:end]))

    @cached_property
    def _alone(self) -> list[bool]:
        """Return for each statement whether it is the only one of its fact."""
        facts = self.stated.codes.astype(np.int64) << 32 | self.stated.rows
        _, indices, counts = np.unique(facts, return_inverse=True, return_counts=True)
        alone: list[bool] = (counts[indices] == 1).tolist()
        return alone

    def may_round(self, number: int) -> frozenset[tuple[str, int, str]]:
        """Return the cells that sentences of a page may round: table, row, column.

        Each of them stands exactly on another page.
        """
        return self._rounding.get(number, _NO_CELLS)

    @cached_property
    def _rounding(self) -> dict[int, frozenset[tuple[str, int, str]]]:
        columns = self.codes.columns
        codes = [code for code, column in enumerate(columns) if column.spec.rounds_to is not None]
        lines = np.flatnonzero(np.isin(self.stated.codes, codes))
        if not len(lines):
            return {}
        pages = np.searchsorted(self.stated.start, lines, "right") - 1
        # a page that sets out rows in tables is the exact source where there is one
        in_sentences = np.array([True, *(page.listed is None for page in self.pages)])[pages]
        cells = list(
            zip(self.stated.codes[lines].tolist(), self.stated.rows[lines].tolist(), strict=True)
        )
        exact: dict[tuple[int, int], int] = {}
        for index in np.argsort(in_sentences, kind="stable").tolist():
            exact.setdefault(cells[index], int(pages[index]))
        may_round: dict[int, set[tuple[str, int, str]]] = {}
        for (code, row), page in zip(cells, pages.tolist(), strict=True):
            if exact[code, row] != page:
                column = columns[code]
                may_round.setdefault(page, set()).add((column.table, row, column.name))
        return {page: frozenset(rounded) for page, rounded in may_round.items()}

    def directory(self, table: str) -> tuple[int, ...]:
        """Return the directory pages that together list every row of a table, in order."""
        return tuple(
            page.number for page in self.pages if page.listed == table and page.lists_whole_table
        )

    def _mentioning(self, table: str, row: int) -> tuple[int, ...]:
        """Return the pages that name a row, by a fact or as an entry."""
        columns = [code for code, (owner, _) in enumerate(self.codes.names) if owner == table]
        index = self.codes.tables.index(table)
        stated = self.stated.pages_with(columns, row)
        return tuple(sorted({*stated, *self.listed.pages_with([index], row)}))
