"""Where links lead: to the page that says most about a row, to others, to lists and tables.

A link is as short as possible and leads to one page wherever it is followed: host and path, without
scheme and `www.`. A page links to another one once.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from fictionworld.web.heads import WebHeads
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import WritingContext

_LINK = re.compile(r"\[([^\[\]\n]*)\]\(([^()\s]+)\)")


def linked_once(text: str) -> str:
    """Return a page's text with one link to each address; of later links the words are left."""
    seen: set[str] = set()

    def first(link: re.Match[str]) -> str:
        if link[2] in seen:
            return link[1]
        seen.add(link[2])
        return link[0]

    return _LINK.sub(first, text)


class Named(NamedTuple):
    """A row by name: plain, and linked to the page that says most about it, if there is one."""

    name: str
    home: int | None
    link: str


class Links:
    """The pages of a world by what they are about."""

    def __init__(self, plan: WebPlan, made: WebHeads) -> None:
        self.heads = made.heads
        self.titles = made.titles
        self.spans = made.spans
        self.looks_back = made.looks_back
        self.page_counts = Counter(page.kind for page in plan.pages)
        self._addresses = [head.url.partition("://")[2].removeprefix("www.") for head in made.heads]
        self._plan = plan
        self._named: dict[tuple[str, int], Named] = {}
        about: dict[tuple[str, int], list[PlannedPage]] = {}
        series: dict[str, dict[tuple[object, ...], list[int]]] = {}
        self.chains: dict[str, list[int]] = {}
        self.background: list[int] = []
        self.register: list[int] = []
        """The sheets of the register that the world is a slice of."""
        self._series_of: dict[int, list[int]] = {}
        self.by_row: dict[tuple[str, int], list[list[int]]] = {}
        """The series of tables that belong to one row, such as a shop's price lists."""
        self.on_site: dict[str, list[int]] = {}
        """By site, as plans call it, its pages without further parts, copies and portals."""
        self.portals: list[int] = []
        for page in plan.pages:
            if page.kind == "portal":
                self.portals.append(page.number)
                continue
            if (page.part or 1) == 1 or page.kind == "background":
                self.on_site.setdefault(page.site, []).append(page.number)
            if page.kind == "background":
                self.background.append(page.number)
            elif page.kind == "register":
                self.register.append(page.number)
            elif page.listed is None:
                about.setdefault((page.table or "", page.row or 0), []).append(page)
            else:
                if page.lists_whole_table:
                    self.chains.setdefault(page.listed, []).append(page.number)
                key = (page.kind, page.table, page.row, page.topic, page.value)
                parts = series.setdefault(page.listed, {}).setdefault(key, [])
                if not parts and page.row is not None:
                    self.by_row.setdefault((page.table or "", page.row), []).append(parts)
                parts.append(page.number)
                self._series_of[page.number] = parts
        self.tables = {
            table: [
                parts for parts in by_key.values() if parts[0] not in self.chains.get(table, ())
            ]
            for table, by_key in series.items()
        }
        """By table, the series of pages that set out its rows, in the order of parts; without the
        directory of the table."""
        self.about = {
            row: [p.number for p in sorted(pages, key=lambda p: page_kinds[p.kind].rank)]
            for row, pages in about.items()
        }
        """The pages about a row, the most informative first."""

    def entries(self, number: int) -> int:
        """Return how many rows a page lists."""
        return len(self._plan.entries(number))

    def address(self, number: int) -> str:
        """Return the address that links to a page have."""
        return self._addresses[number - 1]

    def table_of(self, number: int) -> str | None:
        """Return the table whose rows a page is on; None where it is on no row."""
        page = self._plan.page(number)
        return page.listed or page.table

    def titled(self, number: int) -> str:
        """Return a page's title, linked to the page."""
        return f"[{self.titles[number - 1]}]({self.address(number)})"

    def home(self, table: str, row: int) -> int | None:
        """Return the page that says most about a row; None where none is about it."""
        numbers = self.about.get((table, row))
        return numbers[0] if numbers else None

    def named(self, context: WritingContext, table: str, row: int) -> Named:
        """Return a row's name, plain and linked."""
        row_name = self._named.get((table, row))
        if row_name is None:
            name, home = context.name(table, row), self.home(table, row)
            link = name if home is None else f"[{name}]({self.address(home)})"
            row_name = self._named[table, row] = Named(name, home, link)
        return row_name

    def parts(self, number: int) -> list[int]:
        """Return all pages of the series that a page belongs to; empty where it is in none."""
        return self._series_of.get(number, [])
