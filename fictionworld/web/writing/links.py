"""Where links lead: to the page that says most about a row, to others, to lists and tables.

A link is as short as possible and leads to one page wherever it is followed: host and path, without
scheme and `www.`. A page links to another one once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fictionworld.web.heads import WebHeads
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import WritingContext

_LINK = re.compile(r"\[([^\[\]\n]*)\]\(([^()\s]+)\)")


def linked_once(text: str) -> str:
    """The text of a page; of its links to one address the first, and of the others the words."""
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
        self._addresses = [head.url.partition("://")[2].removeprefix("www.") for head in made.heads]
        self._plan = plan
        self._named: dict[tuple[str, int], Named] = {}
        about: dict[tuple[str, int], list[PlannedPage]] = {}
        series: dict[str, dict[tuple[object, ...], list[int]]] = {}
        self.chains: dict[str, list[int]] = {}
        self.background: list[int] = []
        self._series_of: dict[int, list[int]] = {}
        self.by_row: dict[tuple[str, int], list[list[int]]] = {}
        """The series of tables that belong to one row, such as a shop's price lists."""
        for page in plan.pages:
            if not page_kinds[page.kind].about_rows:
                self.background.append(page.number)
            elif page.listed is None:
                about.setdefault((page.table or "", page.row or 0), []).append(page)
            else:
                if page.lists_whole_table:
                    self.chains.setdefault(page.listed, []).append(page.number)
                key = (page.kind, page.table, page.row, page.topic, page.value)
                found = series.setdefault(page.listed, {}).setdefault(key, [])
                if not found and page.row is not None:
                    self.by_row.setdefault((page.table or "", page.row), []).append(found)
                found.append(page.number)
                self._series_of[page.number] = found
        self.tables = {
            table: [parts for parts in found.values() if parts[0] not in self.chains.get(table, ())]
            for table, found in series.items()
        }
        """By table, the series of pages that set out its rows, in the order of parts; without the
        directory of the table."""
        self.about = {
            row: [p.number for p in sorted(found, key=lambda p: page_kinds[p.kind].rank)]
            for row, found in about.items()
        }
        """The pages about a row, the most informative first."""

    def entries(self, number: int) -> int:
        """How many rows a page lists."""
        return len(self._plan.entries(number))

    def address(self, number: int) -> str:
        """Where a link to a page leads."""
        return self._addresses[number - 1]

    def titled(self, number: int) -> str:
        """A page by its title, linked."""
        return f"[{self.titles[number - 1]}]({self.address(number)})"

    def home(self, table: str, row: int) -> int | None:
        """The page that says most about a row."""
        found = self.about.get((table, row))
        return found[0] if found else None

    def named(self, context: WritingContext, table: str, row: int) -> Named:
        """A row's name as other pages have it."""
        found = self._named.get((table, row))
        if found is None:
            name, home = context.name(table, row), self.home(table, row)
            link = name if home is None else f"[{name}]({self.address(home)})"
            found = self._named[table, row] = Named(name, home, link)
        return found

    def parts(self, number: int) -> list[int]:
        """All parts of the series that a page belongs to."""
        return self._series_of.get(number, [])
