"""Publication dates of pages: never after today, nor before what a page states was true."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

import numpy as np

from fictionworld.streams import FastStream
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind, page_kinds
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import WritingContext


class Dating:
    """Dates the pages of one world."""

    def __init__(self, context: WritingContext, plan: WebPlan) -> None:
        self._context = context
        self._plan = plan

    def of(self, page: PlannedPage, site: Site, rng: FastStream) -> date | None:
        """The day of a page: after all that it states, and never after today.

        A match's report is dated the day after. A page that depends on today is dated today, and
        so is one that states dates which could lie between.
        """
        as_of = self._context.as_of
        kind = page_kinds[page.kind]
        u, back = rng.chance(kind.dated), rng.below(1000)
        if not kind.about_rows:
            u = u and site.role != "encyclopedia"
            return as_of - timedelta(days=3 + back) if u else None
        if not u:
            return None
        happened = self._happened(kind, page)
        if happened is not None:
            return min(happened + timedelta(days=1), as_of)
        if not kind.dates_moving_rows and self._has_date(page.table or ""):
            return None
        if page.number in self._moving:
            return as_of
        return as_of - timedelta(days=back % 30)

    def _happened(self, kind: WebPageKind, page: PlannedPage) -> date | None:
        """The date that its row has as context, where pages of the kind report such dates."""
        if not kind.reports_events or page.row is None or page.listed is not None:
            return None
        table = page.table or ""
        for column in self._context.table(table).stored:
            if column.kind == "date" and column.role == "context":
                day = self._context.cells(table, column.name)[page.row - 1]
                others = self._moving.get(page.number, set()) - {(table, column.name)}
                if isinstance(day, date) and not others:
                    return day
        return None

    def _has_date(self, table: str) -> bool:
        columns = self._context.table(table).stored
        return any(column.kind == "date" for column in columns)

    @cached_property
    def _moving(self) -> dict[int, set[tuple[str, str]]]:
        """By page, the columns it states that hold dates or depend on today."""
        plan = self._plan
        moving = {
            code: (column.table, column.name)
            for code, column in enumerate(plan.codes.columns)
            if self._moves(column.table, column.name)
        }
        found: dict[int, set[tuple[str, str]]] = {}
        here = np.flatnonzero(np.isin(plan.stated.codes, list(moving)))
        pages = np.searchsorted(plan.stated.start, here, "right") - 1
        codes = plan.stated.codes[here].tolist()
        for page, code in zip(pages.tolist(), codes, strict=True):
            found.setdefault(page, set()).add(moving[code])
        return found

    def _moves(self, table: str, name: str) -> bool:
        """Whether a column holds dates or depends on today: an earlier page might be wrong."""
        column = self._context.table(table).columns[name]
        given = column.spec.derive
        return column.kind == "date" or (given is not None and "as_of" in repr(given))
