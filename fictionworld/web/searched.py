"""What searches of a world go by: what the plan of each page says, never the page's prose.

A page is found by its title, site and kind, by what its rows are called, by the labels of the
columns that it states, and by the values of those columns that the permit opens. `SearchedPages`
reads no other cell than names and open values. So no ranking can follow a closed value, whatever
the pages say, and pages need not be written to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.text.dates import written_date
from fictionworld.web.heads import WebHeads
from fictionworld.web.permit import Permit
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.web.writing.context import ColumnWording, WritingContext
from fictionworld.worlds.fact import Value

_ENCYCLOPEDIA: Final = "encyclopedia"


class SearchedPage(NamedTuple):
    """What a page is found by."""

    number: int
    title: str
    words: str
    """All else than the title."""


class SearchedNames(NamedTuple):
    """What people type who look for one thing; twins have the same."""

    entries: Mapping[str, int]
    """The page that answers a name best: the encyclopedia's about the row of this name, or the
    first part of the directory of the rows that are called so."""
    names: frozenset[str]
    """Names of rows, and labels of columns."""


class SearchedPages:
    """The words by which the pages of a world are found."""

    def __init__(self, context: WritingContext, plan: WebPlan, headed: WebHeads) -> None:
        self._context = context
        self._plan = plan
        self._headed = headed

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
            if page.lists_whole_table and (page.part or 1) == 1:
                nouns = context.nouns[page.listed or ""]
                title = self._headed.titles[page.number - 1]
                shown = self._headed.heads[page.number - 1].title
                for text in (nouns.many, nouns.one, title, shown):
                    entries.setdefault(text, page.number)
        names = {
            context.name(table.name, row)
            for table in context.pack.world_tables
            if table.name_column is not None
            for row in range(1, len(context.cells(table.name, "id")) + 1)
        }
        labels = {wording.label for wording in context.wordings.values()}
        return SearchedNames(entries, frozenset(names | labels))

    def page(self, number: int, permit: Permit) -> SearchedPage:
        """Return what a page is found by under a permit.

        Raises:
            IndexError: There is no such page.
        """
        name = self._plan.page(number).name
        values = self.values(number, lambda column: permit.searches(name, column))
        words = (self.words(number), *(text for _, text in values))
        return SearchedPage(number, self.title(number), " ".join(words))

    def title(self, number: int) -> str:
        """Return the title of a page in full, without its site."""
        return self._headed.titles[number - 1]

    def words(self, number: int) -> str:
        """Return what a page is found by under every permit, beside its title."""
        page, head = self._plan.page(number), self._headed.heads[number - 1]
        return " ".join((head.outlet, page.kind, *self._named(page)))

    def values(
        self, number: int, is_open: Callable[[CompiledColumn], bool]
    ) -> Iterator[tuple[CompiledColumn, str]]:
        """Yield the values that a page states, each with its column; no cell of others is read.

        Args:
            number: The number of the page.
            is_open: Whether searches may go by a column on the page.
        """
        page = self._plan.page(number)
        for table, of_row in self._plan.groups(number).items():
            opened: dict[str, bool] = {}
            for row, columns in of_row.items():
                for name in columns:
                    wording = self._context.wordings[table, name]
                    if name not in opened:
                        opened[name] = is_open(wording.column)
                    if opened[name]:
                        yield wording.column, self._written(page, wording, row)

    def _named(self, page: PlannedPage) -> Iterator[str]:
        """Yield what the rows of a page are called, their names, and the labels of its columns."""
        context = self._context
        rows: dict[tuple[str, int], None] = dict.fromkeys(self._plan.entries(page.number))
        tables = self._plan.groups(page.number)
        rows |= dict.fromkeys((table, row) for table, of_row in tables.items() for row in of_row)
        for table in dict.fromkeys(table for table, _ in rows):
            yield f"{context.nouns[table].one} {context.nouns[table].many}"
        for table, row in rows:
            yield context.name(table, row)
        for table, of_row in tables.items():
            for column in dict.fromkeys(name for names in of_row.values() for name in names):
                wording = context.wordings[table, column]
                yield f"{wording.label} {wording.noun}"

    def _written(self, page: PlannedPage, wording: ColumnWording, row: int) -> str:  # noqa: ARG002
        """Return a value that a page states, as a query may have it."""
        value: Value = wording.cells[row]
        if value is None or isinstance(value, bool):
            return ""
        if wording.target is not None:
            return self._context.name(wording.target, int(str(value)))
        return f"{written_date(value)} {value}" if isinstance(value, date) else str(value)
