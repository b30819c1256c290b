"""The days of pages: never after today, nor before what a page states was true."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

import numpy as np

from fictionworld.streams import FastStream
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind, page_kinds
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import WritingContext


class PageDates:
    """Dates the pages of one world."""

    def __init__(self, context: WritingContext, plan: WebPlan) -> None:
        self._context = context
        self._plan = plan

    def of(self, page: PlannedPage, site: Site, rng: FastStream) -> date | None:
        """Return the day of a page, after all that it states and never after today; or None.

        News of an event is dated one to four days after it. A page that depends on today is dated
        today, and so is one that states dates which could lie between.
        """
        as_of = self._context.world.as_of
        kind = page_kinds[page.kind]
        dated, back = rng.chance(kind.dated), rng.below(1000)
        if not dated:
            return None
        if not kind.about_rows:
            return None if site.role == "encyclopedia" else as_of - timedelta(days=3 + back)
        happened = self._happened(kind, page)
        if happened is not None:
            return min(happened + timedelta(days=1 + back % 4), as_of)
        if page.number in self._moving:
            return as_of
        return as_of - timedelta(days=back % 30)

    def _happened(self, kind: WebPageKind, page: PlannedPage) -> date | None:
        """Return the context date of a page's row if its kind reports such dates, else None.

        A row with further dates went on after the first: what the page states may be of later.
        """
        if not kind.reports_events or page.row is None or page.listed is not None:
            return None
        table = page.table or ""
        dates = [column for column in self._context.table(table).stored if column.kind == "date"]
        if len(dates) != 1 or dates[0].role != "context":
            return None
        day = self._context.cells(table, dates[0].name)[page.row - 1]
        others = self._moving.get(page.number, set()) - {(table, dates[0].name)}
        return day if isinstance(day, date) and not others else None

    def looks_back(self, page: PlannedPage) -> bool:
        """Return whether an article is on something that took place, and is not dated by it."""
        kind = page_kinds[page.kind]
        if not kind.reports_events or page.row is None or page.listed is not None:
            return False
        table = page.table or ""
        if self._context.nouns[table].person or self._happened(kind, page) is not None:
            return False
        return any(column.kind == "date" for column in self._context.table(table).stored)

    @cached_property
    def _moving(self) -> dict[int, set[tuple[str, str]]]:
        """Return, by page, the columns it states that hold dates or depend on today."""
        plan = self._plan
        moving = {
            code: (column.table, column.name)
            for code, column in enumerate(plan.codes.columns)
            if self._moves(column.table, column.name)
        }
        columns_of: dict[int, set[tuple[str, str]]] = {}
        lines = np.flatnonzero(np.isin(plan.stated.codes, list(moving)))
        pages = np.searchsorted(plan.stated.start, lines, "right") - 1
        codes = plan.stated.codes[lines].tolist()
        for page, code in zip(pages.tolist(), codes, strict=True):
            columns_of.setdefault(page, set()).add(moving[code])
        return columns_of

    def _moves(self, table: str, name: str) -> bool:
        """Return whether a column holds dates or depends on today: an older page might be wrong."""
        column = self._context.table(table).columns[name]
        derivation = column.spec.derive
        return column.kind == "date" or (derivation is not None and "as_of" in repr(derivation))
