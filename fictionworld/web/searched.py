"""What searches of a world go by: what the plan of each page says, never the page's prose.

A page is found by its title, site and kind, by what its rows are called, by the labels of the
columns that it states, and by the values of those columns that the permit opens. `SearchedPages`
reads no other cell than names and open values. So no ranking can follow a closed value, whatever
the pages say, and pages need not be written to be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import compress, pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from fictionworld.streams import AnyInts, Bools
from fictionworld.text.dates import written_date
from fictionworld.web.heads import WebHeads
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.permit import Permit
from fictionworld.web.world_plan import PageLines, PlannedPage, WebPlan
from fictionworld.web.writing.context import ColumnWording, WritingContext
from fictionworld.web.writing.site_words import labels_in
from fictionworld.worlds.fact import Value

_ENCYCLOPEDIA: Final = "encyclopedia"

PhrasesAt: TypeAlias = tuple[AnyInts, AnyInts]
"""The places of pages, once for each phrase, and which phrase it is."""


class SearchedPage(NamedTuple):
    """What a page is found by."""

    number: int
    title: str
    """In full, without the site; with the words for what it sets out."""
    phrases: tuple[str, ...]
    """All else; pages have most of them in common."""


@dataclass(frozen=True)
class SearchedTexts:
    """What pages are found by, in the order of their numbers; each phrase once, however many pages
    have it.
    """

    numbers: AnyInts
    """The number of the page at each place."""
    titles: Sequence[str]
    """The title of the page at each place."""
    phrases: Sequence[str]
    places: AnyInts
    """The place of a page, once for each of its phrases."""
    at: AnyInts
    """For each of `places` the phrase."""

    @classmethod
    def of(cls, pages: Iterable[SearchedPage]) -> SearchedTexts:
        """Return what these pages are found by."""
        pages = sorted(pages)
        phrases = {phrase: None for page in pages for phrase in page.phrases}
        at_of = {phrase: at for at, phrase in enumerate(phrases)}
        return cls(
            np.array([page.number for page in pages], np.int64),
            [page.title for page in pages],
            [*phrases],
            np.repeat(np.arange(len(pages)), [len(page.phrases) for page in pages]),
            np.array([at_of[phrase] for page in pages for phrase in page.phrases], np.int64),
        )

    def __add__(self, other: SearchedTexts) -> SearchedTexts:
        """Return both; the numbers of `other` come after these."""
        return SearchedTexts(
            np.concatenate([self.numbers, other.numbers]),
            [*self.titles, *other.titles],
            [*self.phrases, *other.phrases],
            np.concatenate([self.places, other.places + len(self.numbers)]),
            np.concatenate([self.at, other.at + len(self.phrases)]),
        )

    @property
    def pages(self) -> list[SearchedPage]:
        """Return what each page is found by."""
        order = np.argsort(self.places, kind="stable")
        phrases = [self.phrases[at] for at in self.at[order].tolist()]
        ends = np.searchsorted(self.places[order], np.arange(len(self.numbers) + 1)).tolist()
        spans = pairwise(ends)
        return [
            SearchedPage(number, title, tuple(phrases[start:end]))
            for number, title, (start, end) in zip(
                self.numbers.tolist(), self.titles, spans, strict=True
            )
        ]


class SearchedNames(NamedTuple):
    """What people type who look for one thing; twins have the same."""

    entries: Mapping[str, int]
    """The page that answers a name best: the encyclopedia's about the row of this name, or the
    first part of the directory of the rows that are called so."""
    names: frozenset[str]
    """Names of rows, and labels of columns."""


class LinesAsked(NamedTuple):
    """What pages state or list, one cell or row a line."""

    place: AnyInts
    """The place of its page among those asked for."""
    code: AnyInts
    row: AnyInts

    @classmethod
    def of(cls, lines: PageLines, pages: Sequence[PlannedPage]) -> LinesAsked:
        """Return the lines of some pages, in the order of their numbers."""
        place_of = np.full(len(lines.start) - 1, -1)
        place_of[[page.number for page in pages]] = np.arange(len(pages))
        place = np.repeat(place_of, np.diff(lines.start))
        asked = place >= 0
        return cls(place[asked], *(a[asked].astype(np.int64) for a in (lines.codes, lines.rows)))


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

    def texts(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what pages are found by under a permit; no cell that it closes is read.

        Raises:
            IndexError: There is no such page.
        """
        pages = [self._plan.page(number) for number in sorted(numbers)]
        lines, codes = LinesAsked.of(self._plan.stated, pages), len(self._plan.codes.columns)
        states = np.zeros((len(pages), codes), np.bool_)
        states[lines.place, lines.code] = True
        phrases: list[str] = []
        labels: dict[tuple[str, int], str] = {}
        parts = [
            *self._sites_and_kinds(phrases, pages),
            *self._names_of_rows(phrases, pages, lines),
            self._labels(phrases, pages, states, labels),
            self._values(phrases, pages, lines, self._opened(permit, pages, states)),
        ]
        places, at = (np.concatenate(part) for part in zip(*parts, strict=True))
        used = np.bincount(at, minlength=len(phrases)) > 0  # a term that no page has is unknown
        at, phrases = (np.cumsum(used) - 1)[at], [*compress(phrases, used.tolist())]
        titles = [self._title(page, labels) for page in pages]
        numbers = np.array([page.number for page in pages], np.int64)
        return SearchedTexts(numbers, titles, phrases, places, at)

    def _opened(self, permit: Permit, pages: Sequence[PlannedPage], states: Bools) -> Bools:
        """Return, pages by codes, whether a page is found by its values of a column."""
        columns = self._plan.codes.columns
        if permit.policy.kind.closes != "some":  # then it is the same on all pages
            return np.tile([permit.searches("", column) for column in columns], (len(pages), 1))
        opened = np.zeros_like(states)
        for place, code in np.argwhere(states).tolist():
            opened[place, code] = permit.searches(pages[place].name, columns[code])
        return opened

    def _sites_and_kinds(
        self, phrases: list[str], pages: Sequence[PlannedPage]
    ) -> Iterator[PhrasesAt]:
        """Yield what each page's site is called, its kind, and in a federation its world."""
        heads, neighbours = self._headed.heads, self._neighbours
        of_all = [[heads[page.number - 1].outlet for page in pages], [page.kind for page in pages]]
        if neighbours:
            of_all.append([neighbours.title] * len(pages))
        for texts in of_all:
            at_of = {text: len(phrases) + at for at, text in enumerate(dict.fromkeys(texts))}
            phrases += at_of
            yield np.arange(len(pages)), np.array([at_of[text] for text in texts], np.int64)

    def _names_of_rows(
        self, phrases: list[str], pages: Sequence[PlannedPage], lines: LinesAsked
    ) -> Iterator[PhrasesAt]:
        """Yield the nouns and the names of the rows that each page states or lists."""
        context, tables = self._context, self._plan.codes.tables
        counts = [len(context.cells(table, "id")) + 1 for table in tables]
        start = np.cumsum([0, *counts])
        number_of = {table: number for number, table in enumerate(tables)}
        table_of_code = np.array([number_of.get(table, 0) for table in self._tables])
        has_row = np.zeros((len(pages), start[-1]), np.bool_)
        has_row[lines.place, start[table_of_code[lines.code]] + lines.row] = True
        listed = LinesAsked.of(self._plan.listed, pages)
        has_row[listed.place, start[listed.code] + listed.row] = True
        for place, page in enumerate(pages):
            if page.row is not None and page.listed is None:
                # it names others in passing: who looks for those has their pages
                number = number_of[page.table or ""]
                subject = start[number] + page.row
                is_named = has_row[place, subject]
                has_row[place, start[number] : start[number + 1]] = False
                has_row[place, subject] = is_named
        places, at = np.nonzero(np.logical_or.reduceat(has_row, start[:-1], axis=1))
        yield places, at + len(phrases)
        phrases += [f"{context.nouns[table].one} {context.nouns[table].many}" for table in tables]
        places, at = np.nonzero(has_row)
        yield places, at + len(phrases)
        for table, count in zip(tables, counts, strict=True):
            phrases += ["", *(context.name(table, row) for row in range(1, count))]

    def _labels(
        self,
        phrases: list[str],
        pages: Sequence[PlannedPage],
        states: Bools,
        labels: dict[tuple[str, int], str],
    ) -> PhrasesAt:
        """Return what each page's site calls the columns that it states, with their nouns."""
        place, code = np.nonzero(states)
        number_of = {
            site: number for number, site in enumerate(dict.fromkeys(page.site for page in pages))
        }
        site_of = np.array([number_of[page.site] for page in pages], np.int64)
        pairs, at = np.unique(site_of[place] * states.shape[1] + code, return_inverse=True)
        sites = [*number_of]
        keys = [(sites[pair // states.shape[1]], pair % states.shape[1]) for pair in pairs.tolist()]
        labels |= {key: self._called(*key) for key in keys}
        at += len(phrases)
        phrases += labels.values()
        return place, at

    def _values(
        self, phrases: list[str], pages: Sequence[PlannedPage], lines: LinesAsked, opened: Bools
    ) -> PhrasesAt:
        """Return the values that each page is found by, as a query may have them."""
        del pages  # a cell has one text on all
        is_open = opened[lines.place, lines.code]
        place, code, row = (column[is_open] for column in lines)
        most = int(row.max(initial=0)) + 1
        cells, at = np.unique(code * most + row, return_inverse=True)
        at += len(phrases)
        phrases += map(self._text, *(a.tolist() for a in np.divmod(cells, most)))
        return place, at

    def _title(self, page: PlannedPage, labels: Mapping[tuple[str, int], str]) -> str:
        """Return the title of a page; of a table with every word for the columns it sets out."""
        neighbours, title = self._neighbours, self._headed.titles[page.number - 1]
        keys = [(page.listed or "", name) for name in (page.topic or "").split("+")]
        codes = [self._plan.codes.codes.get(key, -1) for key in keys]
        called = [
            labels.get((page.site, code)) or self._called(page.site, code)
            for code in codes
            if code in self._wordings
        ]
        title = "; ".join((title, *called))
        is_shared = neighbours is not None and neighbours.shares(page, self._context)
        return f"{title} {neighbours.label}" if neighbours and is_shared else title

    @cached_property
    def _tables(self) -> list[str]:
        """Return the table of the column of each code."""
        return [column.table for column in self._plan.codes.columns]

    @cached_property
    def _wordings(self) -> dict[int, ColumnWording]:
        """Return, by code, the wordings of the columns."""
        codes = self._plan.codes.codes
        return {codes[key]: wording for key, wording in self._context.wordings.items()}

    def _called(self, site: str, code: int) -> str:
        """Return what a site calls a column, and the noun for it, which questions have."""
        wording, words = self._wordings[code], self._headed.sites.of(site).words
        label = words.label(wording.column, self._context.world.split)
        return f"{label}; {wording.noun}"

    def _text(self, code: int, row: int) -> str:
        column = self._plan.codes.columns[code]
        value: Value = self._context.wordings[column.table, column.name].cells[row]
        if value is None or isinstance(value, bool):
            return ""
        if column.target is not None:
            return self._context.name(column.target, int(str(value)))
        return f"{written_date(value)} {value}" if isinstance(value, date) else str(value)
