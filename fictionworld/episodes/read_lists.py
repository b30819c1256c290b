"""Which lists an episode read to their end: directories, and tables that are set out in parts.

A list is read once each of its parts was. Until then there may be more rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from fictionworld.episodes.call import Call
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.tasks.inference import ListsRead
from fictionworld.web.world_plan import PlannedPage
from fictionworld.worlds.fact import Value

_REMEMBERED: Final = 256
"""Parts of pages of which a world knows whether they are all: some 50 KB."""


class _Series(NamedTuple):
    """The parts of one list."""

    name: str
    table: str
    """The table whose rows it holds."""
    value: Value
    """What its rows share, an id where it is a row; None where they share nothing."""
    parts: int

    @property
    def column(self) -> str:
        """Return the column in which its rows share a value, as names of pages have it."""
        return self.name.partition("/")[0].partition(".")[2].partition("-")[0]


class ReadLists:
    """The lists that the calls of an episode read, and the pages."""

    def __init__(self, handle: WorldHandle, calls: Sequence[Call]) -> None:
        self._handle = handle
        self._calls = calls

    def after(self, calls: int) -> tuple[ListsRead, int]:
        """Return the lists that the first `calls` calls read to their end, and the last such call.

        The call is 0 where no list was read.
        """
        tables: set[str] = set()
        groups: defaultdict[tuple[str, str], set[Value]] = defaultdict(set)
        ended = [(series, call) for series, call in self._series if call <= calls]
        for series, _ in ended:
            if series.value is None:
                tables.add(series.table)
            else:
                groups[series.table, series.column].add(series.value)
        lists = ListsRead(frozenset(tables), groups)
        return lists, max((call for _, call in ended), default=0)

    @cached_property
    def pages(self) -> dict[int, int]:
        """Return the pages that were read to their end, each with the call that ended it."""
        spans: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        pages: dict[int, int] = {}
        for number, call in enumerate(self._calls, 1):
            if call.span is not None and call.pages[0] not in pages:
                page = call.pages[0]
                spans[page].append(call.span)
                if self._is_whole(page, spans[page]):
                    pages[page] = number
        return pages

    @cached_property
    def _series(self) -> list[tuple[_Series, int]]:
        """Return the lists that were read to their end, each with the call that ended it."""
        parts: defaultdict[_Series, dict[int, tuple[int, int]]] = defaultdict(dict)
        for number, call in self.pages.items():
            # a copy of a page says the same as the page
            page = self._handle.web.plan.page(number)
            if page.listed is not None and page.part is not None:
                parts[_series_of(page)].setdefault(page.part, (number, call))
        return [
            (series, max(call for _, call in read.values()))
            for series, read in parts.items()
            if len(read) == series.parts
            and self._is_complete(series, [number for number, _ in read.values()])
        ]

    def _is_complete(self, series: _Series, pages: Sequence[int]) -> bool:
        """Return whether the pages of a series hold every row of its table, or of its value.

        Some tables set out what no other page states, and leave out the other rows.
        """
        rows = self._handle.rows
        ids = set(rows.ids(series.table))
        if series.value is not None:
            if series.column not in rows.pack.tables[series.table].columns:
                return False
            values = rows.cells(series.table, (series.column,))
            pairs = zip(rows.ids(series.table), values, strict=True)
            ids = {row for row, value in pairs if value in {series.value, _number(series.value)}}
        return ids == set(self._rows_of(series.table, pages))

    def _rows_of(self, table: str, pages: Sequence[int]) -> Iterator[int]:
        """Yield the rows of a table that pages state or list."""
        plan = self._handle.web.plan
        for number in pages:
            yield from plan.groups(number).get(table, ())
            yield from (row for listed, row in plan.entries(number) if listed == table)

    def _is_whole(self, number: int, spans: list[tuple[int, int]]) -> bool:
        key, remembered = (number, tuple(sorted(set(spans)))), self._handle.read_whole
        whole = remembered.get(key)
        if whole is None:
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            whole = remembered[key] = self._covers(*key)
        return whole

    def _covers(self, number: int, spans: Sequence[tuple[int, int]]) -> bool:
        """Return whether these parts of a page, in order, leave out nothing but blanks."""
        body, end = self._handle.web.page(number).body, 0
        for start, stop in spans:
            if body[end:start].strip():
                return False
            end = max(end, stop)
        return not body[end:].strip()


def _series_of(page: PlannedPage) -> _Series:
    value = page.row if page.row is not None else _number(page.value)
    return _Series(page.series, page.listed or "", value, page.parts or 1)


def _number(value: Value) -> Value:
    """Return the text of a whole number as the number: years are values of pages as text."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value
