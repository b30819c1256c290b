"""One world's plan to read: its pages, what each states, where a fact stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fictionworld.worlds.fact import FactId

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from fictionworld.web.plans import WebPlans

__all__ = ["PlannedPage", "Row", "WebPlan"]


class Row(NamedTuple):
    """A row of the world: table and id."""

    table: str
    id: int


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

    @property
    def is_chain(self) -> bool:
        """Whether it is one of the directory pages that together list every row of a table."""
        return self.kind == "directory" and self.row is None and self.value is None


class _Stated(NamedTuple):
    """What the pages of a world state, page after page."""

    start: list[int]
    """Where the facts of page n begin, and those of page n + 1."""
    codes: list[int]
    rows: list[int]

    def of(self, number: int) -> Iterator[tuple[int, int]]:
        """Column codes and rows of a page, in its order; none where there is no such page."""
        if not 0 < number < len(self.start) - 1:
            return iter(())
        mine = slice(self.start[number], self.start[number + 1])
        return zip(self.codes[mine], self.rows[mine], strict=True)


@dataclass(frozen=True)
class WebPlan:
    """The plan of the world `world_id`, which must be among those of `plans`."""

    world_id: int
    plans: WebPlans

    @cached_property
    def pages(self) -> tuple[PlannedPage, ...]:
        """All pages; the page of number n is at place n - 1."""
        mine = self._mine(self.plans.pages)
        columns = [mine[name].to_list() for name in mine.columns if name != "world_id"]
        return tuple(map(PlannedPage, *columns))

    def page(self, number: int) -> PlannedPage:
        """The page of this number, from 1.

        Raises:
            IndexError: There is none.
        """
        if not 1 <= number <= len(self.pages):
            raise IndexError(f"got page {number}; allowed: 1 to {len(self.pages)}")
        return self.pages[number - 1]

    def statements(self, number: int) -> tuple[FactId, ...]:
        """The facts that a page states, in its order."""
        columns = self.plans.codes.columns
        return tuple(
            FactId(self.world_id, columns[code].table, row, columns[code].name)
            for code, row in self._stated.of(number)
        )

    def groups(self, number: int) -> dict[str, dict[int, list[str]]]:
        """The columns that a page states, by table and row, in its order."""
        found: dict[str, dict[int, list[str]]] = {}
        names = self.plans.codes.names
        last, rows = None, {}
        for code, row in self._stated.of(number):
            table, column = names[code]
            if table != last:
                last, rows = table, found.setdefault(table, {})
            if row in rows:
                rows[row].append(column)
            else:
                rows[row] = [column]
        return found

    def entries(self, number: int) -> tuple[Row, ...]:
        """The rows that a page lists by name or key, in its order."""
        return self._entered.get(number, ())

    def pages_of(self, fact: FactId) -> tuple[int, ...]:
        """The pages that state a fact. For what tells a row apart: those that mention the row."""
        if fact.column in self.plans.codes.identity.get(fact.table, ()):
            return self._mentioned.get((fact.table, fact.row), ())
        return self._where.get((fact.table, fact.row, fact.column), ())

    def directory(self, table: str) -> tuple[int, ...]:
        """The chain of directory pages that lists every row of a table, in order."""
        return tuple(page.number for page in self.pages if page.listed == table and page.is_chain)

    def _mine(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The lines of this world; frames lie in the order of worlds."""
        world = frame["world_id"]
        if len(world) and world[0] == world[-1] == self.world_id:
            return frame
        return frame.filter(world_id=self.world_id)

    @cached_property
    def _stated(self) -> _Stated:
        mine = self._mine(self.plans.statements)
        page = mine["page"].to_numpy()
        start = np.searchsorted(page, np.arange(len(self.pages) + 2)).tolist()
        return _Stated(start, mine["column"].to_list(), mine["row"].to_list())

    @cached_property
    def _entered(self) -> dict[int, tuple[Row, ...]]:
        mine = self._mine(self.plans.entries)
        columns = (mine[name].to_list() for name in ("page", "table_name", "row"))
        found: dict[int, list[Row]] = {}
        for page, table, row in zip(*columns, strict=True):
            found.setdefault(page, []).append(Row(table, row))
        return {page: tuple(rows) for page, rows in found.items()}

    @cached_property
    def _where(self) -> dict[tuple[str, int, str], tuple[int, ...]]:
        columns = self.plans.codes.columns
        found: dict[tuple[str, int, str], list[int]] = {}
        for page in range(1, len(self.pages) + 1):
            for code, row in self._stated.of(page):
                column = columns[code]
                found.setdefault((column.table, row, column.name), []).append(page)
        return {fact: tuple(pages) for fact, pages in found.items()}

    @cached_property
    def _mentioned(self) -> dict[tuple[str, int], tuple[int, ...]]:
        mine = self.plans.mentions.filter(world_id=self.world_id).sort("page", maintain_order=True)
        found: dict[tuple[str, int], list[int]] = {}
        for page, table, row in mine.select("page", "table_name", "row").iter_rows():
            found.setdefault((table, row), []).append(page)
        return {row: tuple(pages) for row, pages in found.items()}
