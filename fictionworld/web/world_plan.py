"""One world's plan to read: its pages, what each states, where a fact stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fictionworld.worlds.fact import FactId

if TYPE_CHECKING:
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


@dataclass(frozen=True)
class WebPlan:
    """The plan of the world `world_id`, which must be among those of `plans`."""

    world_id: int
    plans: WebPlans

    @cached_property
    def pages(self) -> tuple[PlannedPage, ...]:
        """All pages; the page of number n is at place n - 1."""
        mine = self.plans.pages.filter(world_id=self.world_id).drop("world_id")
        return tuple(PlannedPage(*row) for row in mine.iter_rows())

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
        return self._stated.get(number, ())

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

    @cached_property
    def _stated(self) -> dict[int, tuple[FactId, ...]]:
        columns = self.plans.codes.columns
        mine = self.plans.statements.filter(world_id=self.world_id)
        found: dict[int, list[FactId]] = {}
        for page, code, row in mine.select("page", "column", "row").iter_rows():
            column = columns[code]
            fact = FactId(self.world_id, column.table, row, column.name)
            found.setdefault(page, []).append(fact)
        return {page: tuple(facts) for page, facts in found.items()}

    @cached_property
    def _entered(self) -> dict[int, tuple[Row, ...]]:
        mine = self.plans.entries.filter(world_id=self.world_id)
        found: dict[int, list[Row]] = {}
        for page, table, row in mine.select("page", "table_name", "row").iter_rows():
            found.setdefault(page, []).append(Row(table, row))
        return {page: tuple(rows) for page, rows in found.items()}

    @cached_property
    def _where(self) -> dict[tuple[str, int, str], tuple[int, ...]]:
        found: dict[tuple[str, int, str], list[int]] = {}
        for page, facts in self._stated.items():
            for fact in facts:
                found.setdefault((fact.table, fact.row, fact.column), []).append(page)
        return {fact: tuple(pages) for fact, pages in found.items()}

    @cached_property
    def _mentioned(self) -> dict[tuple[str, int], tuple[int, ...]]:
        mine = self.plans.mentions.filter(world_id=self.world_id).sort("page", maintain_order=True)
        found: dict[tuple[str, int], list[int]] = {}
        for page, table, row in mine.select("page", "table_name", "row").iter_rows():
            found.setdefault((table, row), []).append(page)
        return {row: tuple(pages) for row, pages in found.items()}
