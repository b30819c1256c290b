"""What searches of a world go by: what the plan of each page says, never the page's prose.

A page is found by its title, site and kind, by what its rows are called, by the labels of the
columns that it states, and by the values of those columns that the permit opens. `SearchedPages`
reads no other cell than names and open values. So no ranking can follow a closed value, whatever
the pages say, and pages need not be written to be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple

from fictionworld.text.dates import written_date
from fictionworld.web.heads import WebHeads
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.permit import Permit
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import ColumnWording, WritingContext
from fictionworld.web.writing.site_words import labels_in
from fictionworld.worlds.fact import Value

_ENCYCLOPEDIA: Final = "encyclopedia"


class SearchedPage(NamedTuple):
    """What a page is found by."""

    number: int
    title: str
    """In full, without the site; with the words for what it sets out."""
    phrases: tuple[str, ...]
    """All else; pages have most of them in common."""


class SearchedNames(NamedTuple):
    """What people type who look for one thing; twins have the same."""

    entries: Mapping[str, int]
    """The page that answers a name best: the encyclopedia's about the row of this name, or the
    first part of the directory of the rows that are called so."""
    names: frozenset[str]
    """Names of rows, and labels of columns."""


class SearchedPages:
    """The words by which the pages of a world are found."""

    def __init__(
        self,
        context: WritingContext,
        plan: WebPlan,
        headed: WebHeads,
        neighbours: Neighbours | None = None,
    ) -> None:
        self._context = context
        self._neighbours = neighbours
        self._plan = plan
        self._headed = headed
        self._texts: dict[tuple[int, int], str] = {}
        self._called_by: dict[tuple[str, int], str] = {}

    @cached_property
    def names(self) -> SearchedNames:
        """Return the names that the world has."""
        context, plan = self._context, self._plan
        entries: dict[str, int] = {}
        for page in plan.pages:
            if page.kind == _ENCYCLOPEDIA and page.listed is None:
                name = context.name(*page.subject)
                entries.setdefault(name, page.number)
                entries.setdefault(f"{name} {context.nouns[page.table or ''].one}", page.number)
        for page in plan.pages:
            if page.lists_whole_table and ((page.part or 1) == 1 or page.is_partial_list):
                nouns = context.nouns[page.listed or ""]
                title = self._headed.titles[page.number - 1]
                shown = self._headed.heads[page.number - 1].title
                called = () if page.is_partial_list else (nouns.many, nouns.one)
                for text in (*called, title, shown):
                    entries.setdefault(text, page.number)
        names = {
            context.name(table.name, row)
            for table in context.pack.world_tables
            if table.name_column is not None
            for row in range(1, len(context.cells(table.name, "id")) + 1)
        }
        split = context.world.split
        columns = (wording.column for wording in context.wordings.values())
        labels = {label for column in columns for label in labels_in(column, split)}
        return SearchedNames(entries, frozenset(names | labels))

    def page(self, number: int, permit: Permit) -> SearchedPage:
        """Return what a page is found by under a permit; no closed cell is read.

        Raises:
            IndexError: There is no such page.
        """
        page, head, plan = self._plan.page(number), self._headed.heads[number - 1], self._plan
        stated = list(plan.stated.on(number))
        rows = dict.fromkeys(
            [(plan.codes.tables[table], row) for table, row in plan.listed.on(number)]
        )
        rows |= dict.fromkeys([(self._tables[code], row) for code, row in stated])
        if page.row is not None and page.listed is None:
            # a page about one phone names others in passing: who looks for those has their pages
            rows = {row: None for row in rows if row[0] != page.table or row == page.subject}
        columns = dict.fromkeys([code for code, _ in stated])
        opened = {c for c in columns if permit.searches(page.name, plan.codes.columns[c])}
        phrases = [head.outlet, page.kind]
        phrases += [self._nouns[table] for table in dict.fromkeys([table for table, _ in rows])]
        phrases += [self._context.name(table, row) for table, row in rows]
        phrases += [self._called(page.site, code) for code in columns]
        phrases += [self._written(page, code, row) for code, row in stated if code in opened]
        title, neighbours = self._title(page), self._neighbours
        if number == len(self._headed.heads):  # an index has read all, and open worlds are many
            self._texts.clear()
            self._called_by.clear()
        if neighbours:
            phrases.append(neighbours.title)
            if neighbours.shares(page, self._context):
                title = f"{title} {neighbours.label}"
        return SearchedPage(number, title, tuple(phrases))

    def _title(self, page: PlannedPage) -> str:
        """Return the title of a page; of a table with every word for the columns it sets out."""
        keys = [(page.listed or "", name) for name in (page.topic or "").split("+")]
        codes = [self._plan.codes.codes.get(key, -1) for key in keys]
        labels = [self._called(page.site, code) for code in codes if code in self._wordings]
        return "; ".join((self._headed.titles[page.number - 1], *labels))

    @cached_property
    def _tables(self) -> list[str]:
        """Return the table of the column of each code."""
        return [column.table for column in self._plan.codes.columns]

    @cached_property
    def _nouns(self) -> dict[str, str]:
        """Return, by table, what its rows are called."""
        nouns = self._context.nouns
        return {table: f"{nouns[table].one} {nouns[table].many}" for table in nouns}

    @cached_property
    def _wordings(self) -> dict[int, ColumnWording]:
        """Return, by code, the wordings of the columns."""
        codes = self._plan.codes.codes
        return {codes[key]: wording for key, wording in self._context.wordings.items()}

    def _called(self, site: str, code: int) -> str:
        """Return what a site calls a column, and the noun for it, which questions have."""
        text = self._called_by.get((site, code))
        if text is None:
            wording, words = self._wordings[code], self._headed.sites.of(site).words
            label = words.label(wording.column, self._context.world.split)
            text = self._called_by[site, code] = f"{label}; {wording.noun}"
        return text

    def _written(self, page: PlannedPage, code: int, row: int) -> str:  # noqa: ARG002
        """Return a value that a page states, as a query may have it; several pages state most."""
        text = self._texts.get((code, row))
        if text is None:
            text = self._texts[code, row] = self._text(code, row)
        return text

    def _text(self, code: int, row: int) -> str:
        column = self._plan.codes.columns[code]
        value: Value = self._context.wordings[column.table, column.name].cells[row]
        if value is None or isinstance(value, bool):
            return ""
        if column.target is not None:
            return self._context.name(column.target, int(str(value)))
        return f"{written_date(value)} {value}" if isinstance(value, date) else str(value)
