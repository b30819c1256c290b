"""Builds page plans: pages, statements and entries are added block by block.

A page is known by its *handle* until all are gathered; only then do pages get their numbers in
their worlds. A block is what one step adds over all worlds at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl

from fictionworld.streams import Bools, Ints
from fictionworld.web.batch import WebBatch
from fictionworld.web.plans import WebPlans, page_schema
from fictionworld.web.world_plan import PageLines, PlannedPage, WebPlan


@dataclass(frozen=True)
class PageBlock:
    """Pages of one kind that a step adds, world by world."""

    kind: str
    name: list[str] | str
    """What the names of its pages begin with; row or value, and part, follow."""
    world: Ints
    """The number of each page's world in the batch."""
    site: list[str] | str
    table: str | None = None
    """What the pages are about: rows of this table, or the table as a whole."""
    row: Ints | None = None
    listed: str | None = None
    """The table whose rows the pages set out in parts."""
    topic: list[str | None] | None = None
    value: list[str | None] | None = None
    part: Ints | None = None
    parts: Ints | None = None
    heading: str | None = None
    """The column by whose names the parts follow one another, where they do."""


class PlanBuilder:
    """The pages, statements and entries that have been added so far, of all worlds of a batch."""

    def __init__(self, batch: WebBatch) -> None:
        self.batch = batch
        self.covered: dict[str, Bools] = {
            name: np.zeros((len(lines), len(batch.codes.facts_of(name))), np.bool_)
            for name, lines in batch.lines.items()
        }
        """By table: lines by facts (in the order of `facts_of`), whether a page states the fact."""
        self._pages = 0
        self._blocks: list[PageBlock] = []
        self._stated: list[tuple[Ints, Ints, Ints]] = []
        """Handles, column codes, row ids."""
        self._entered: list[tuple[Ints, int, Ints]] = []
        """Handles, the number of a table, row ids."""

    def add(self, block: PageBlock) -> Ints:
        """Add the pages of a block, and return their handles."""
        handles = np.arange(self._pages, self._pages + len(block.world))
        self._pages += len(block.world)
        self._blocks.append(block)
        return handles

    def state(self, table: str, handles: Ints, lines: Ints, grid: Bools) -> None:
        """State on each handle's page the facts of its line that `grid` marks.

        Args:
            table: The table of the lines.
            handles: One page for each line; below 0 is none.
            lines: Places among the lines of the table.
            grid: Lines by facts of the table.
        """
        index, fact = np.nonzero(grid)
        keep = handles[index] >= 0
        self.state_each(table, handles[index[keep]], lines[index[keep]], fact[keep])

    def state_each(self, table: str, handles: Ints, lines: Ints, facts: Ints) -> None:
        """State facts, one for each item of three arrays; all handles are pages.

        A page states a fact once, where it is first added.
        """
        codes = np.array(self.batch.codes.facts_of(table), np.int64)
        self.covered[table][lines, facts] = True
        self._stated.append((handles, codes[facts], self.batch.lines[table].row[lines]))

    def enter(self, table: str, handles: Ints, lines: Ints) -> None:
        """List rows on pages by their name or key; a handle below 0 is no page."""
        keep = handles >= 0
        number = self.batch.codes.tables.index(table)
        self._entered.append((handles[keep], number, self.batch.lines[table].row[lines[keep]]))

    def pages_on_sites(self) -> dict[str, Ints]:
        """Return, by site, how many pages stand on it so far in each world."""
        counts: dict[str, Ints] = {}
        for block in self._blocks:
            sites = np.array(block.site if isinstance(block.site, list) else [block.site])
            for site in sorted(set(sites.tolist())):
                world = block.world if len(sites) == 1 else block.world[sites == site]
                count = np.bincount(world, minlength=len(self.batch))
                counts[site] = counts.get(site, 0) + count
        return counts

    def built(self) -> WebPlans:
        """Return the plans: pages numbered from 1 in each world, in the order they were added."""
        numbered, tables = self._numbered(), self.batch.codes.tables
        stated, entered = self._lines(numbered)

        def frame(lines: _PlanLines, name: str, codes: pl.Series) -> pl.DataFrame:
            world_ids = self.batch.world_ids[numbered.world[lines.handles]]
            return pl.DataFrame(
                {
                    "world_id": world_ids.astype(np.int32),
                    "page": numbered.number[lines.handles].astype(np.int32),
                    name: codes,
                    "row": lines.rows.astype(np.int32),
                }
            )

        table_names = pl.Series(tables, dtype=pl.Enum(tables))[entered.codes]
        return WebPlans(
            codes=self.batch.codes,
            pages=self._page_frame(numbered),
            statements=frame(stated, "column", pl.Series(stated.codes.astype(np.int16))),
            entries=frame(entered, "table_name", table_names),
            name_lengths=self._name_lengths(),
            value_lengths=self._value_lengths(),
        )

    def built_each(self) -> list[WebPlan]:
        """Return the plan of each world, in the order of their ids, without making a frame."""
        numbered, batch = self._numbered(), self.batch
        stated, entered = self._lines(numbered)
        rows: list[tuple[Any, ...]] = []
        for block in self._blocks:
            columns = [_column_of(block, name) for name in _PAGE_FIELDS]
            rows += zip(*columns, strict=True)
        plans = []
        for world, world_id in enumerate(batch.world_ids.tolist()):
            handles = numbered.order[numbered.first[world] : numbered.first[world + 1]].tolist()
            pages = tuple(_page_of(number, rows[at]) for number, at in enumerate(handles, 1))
            lines = [part.of_world(numbered, world) for part in (stated, entered)]
            plans.append(WebPlan(world_id, batch.codes, partial(tuple, pages), *lines))
        return plans

    def _name_lengths(self) -> pl.DataFrame:
        lengths, tables = self.batch.name_lengths, self.batch.codes.tables
        lines = self.batch.lines
        columns = {
            "world_id": np.repeat(self.batch.world_ids, len(tables)).astype(np.int32),
            "table_name": pl.Series(list(tables) * len(self.batch), dtype=pl.Enum(tables)),
            "characters": np.stack([lengths[table] for table in tables], axis=1).ravel(),
            "rows": np.stack([lines[table].counts for table in tables], axis=1).ravel(),
        }
        return pl.DataFrame(columns).with_columns(pl.col("characters", "rows").cast(pl.Int32))

    def _value_lengths(self) -> pl.DataFrame:
        lengths = self.batch.value_lengths
        worlds, codes = lengths.shape
        columns = {
            "world_id": np.repeat(self.batch.world_ids, codes).astype(np.int32),
            "column": np.tile(np.arange(codes), worlds).astype(np.int16),
            "characters": lengths.ravel().astype(np.int32),
        }
        return pl.DataFrame(columns)

    def _numbered(self) -> _Numbered:
        world = np.concatenate([block.world for block in self._blocks])
        order = np.argsort(world, kind="stable")
        first = np.searchsorted(world[order], np.arange(len(self.batch) + 1))
        number, rank = np.empty((2, len(world)), np.int64)
        number[order] = np.arange(len(world)) - first[world[order]] + 1
        rank[order] = np.arange(len(world))
        return _Numbered(world, order, first, number, rank)

    def _page_frame(self, numbered: _Numbered) -> pl.DataFrame:
        """Return the frame of pages. One frame for each block would cost ten times as much."""
        schema = page_schema(self.batch.codes.tables)
        blocks = self._blocks
        sizes = [len(block.world) for block in blocks]
        of_block = pl.Series(np.repeat(np.arange(len(blocks), dtype=np.uint32), sizes))

        def texts(values: list[str | None], kind: pl.DataType) -> pl.Series:
            return pl.Series(values, dtype=kind)[of_block]

        def numbers(values: list[Ints | None]) -> pl.Series:
            # 0 stands for none: rows and parts count from 1
            pairs = zip(values, sizes, strict=True)
            whole = [np.zeros(n, np.int64) if v is None else v for v, n in pairs]
            series = pl.Series(np.concatenate(whole).astype(np.int32))
            return series.set(series == 0, None)

        def each(values: Sequence[Sequence[str | None] | str | None]) -> pl.Series:
            pairs = zip(values, sizes, strict=True)
            whole = (v if isinstance(v, list) else repeat(v, n) for v, n in pairs)
            return pl.Series(list(chain.from_iterable(whole)), dtype=pl.String)

        columns = {
            "world_id": pl.Series(self.batch.world_ids[numbered.world].astype(np.int32)),
            "page": pl.Series(numbered.number.astype(np.int32)),
            "name": each([block.name for block in blocks]),
            "kind": texts([block.kind for block in blocks], schema["kind"]),
            "table_name": texts([block.table for block in blocks], schema["table_name"]),
            "row": numbers([block.row for block in blocks]),
            "listed": texts([block.listed for block in blocks], schema["listed"]),
            "topic": each([block.topic for block in blocks]),
            "value": each([block.value for block in blocks]),
            "part": numbers([block.part for block in blocks]),
            "parts": numbers([block.parts for block in blocks]),
            "heading": texts([block.heading for block in blocks], pl.String()),
            "site": each([block.site for block in blocks]),
        }
        name = pl.concat_str("name", "row", "value", "part", separator="/", ignore_nulls=True)
        return pl.DataFrame(columns)[numbered.order].with_columns(name.alias("name"))

    def _lines(self, numbered: _Numbered) -> tuple[_PlanLines, _PlanLines]:
        """Return the cells that pages state, and the rows that they list, page after page."""
        handles, tables, rows = zip(*self._entered, strict=True) if self._entered else ((), (), ())
        codes = [np.full(len(part), table) for part, table in zip(handles, tables, strict=True)]
        entered = _joined(handles), _joined(codes), _joined(rows)
        stated = tuple(_joined(part) for part in zip(*self._stated, strict=True))
        return tuple(  # type: ignore[return-value]  # two of them
            _PlanLines(
                *(part[_first_by_page(numbered.rank[lines[0]], *lines[1:])] for part in lines)
            )
            for lines in (stated, entered)
        )


class _Numbered(NamedTuple):
    """Pages by handle, numbered in their worlds."""

    world: Ints
    """The number of each page's world in the batch."""
    order: Ints
    """Handles, world after world."""
    first: Ints
    """Where each world begins in `order`; one more than worlds."""
    number: Ints
    """The number of each page in its world, from 1."""
    rank: Ints
    """The place of each page in `order`."""


class _PlanLines(NamedTuple):
    """What pages state or list, page after page."""

    handles: Ints
    codes: Ints
    rows: Ints

    def of_world(self, numbered: _Numbered, world: int) -> PageLines:
        """Return what the pages of a world state or list."""
        ends = numbered.first[world : world + 2]
        start, end = np.searchsorted(numbered.rank[self.handles], ends).tolist()
        page = numbered.number[self.handles[start:end]]
        codes, rows = self.codes[start:end].astype(np.int16), self.rows[start:end].astype(np.int32)
        return PageLines.of(int(ends[1] - ends[0]), page, codes, rows)


_PAGE_FIELDS: Final = (
    *("name", "row", "value", "part"),
    *("kind", "table", "listed", "topic", "parts", "heading", "site"),
)
"""Those of a block, as `_page_of` takes them."""


def _column_of(block: PageBlock, name: str) -> Iterable[Any]:
    """Return a field of each page of a block; as everywhere in blocks, 0 stands for no number."""
    value = getattr(block, name)
    if isinstance(value, np.ndarray):
        return [number or None for number in value.tolist()]
    return value if isinstance(value, list) else repeat(value, len(block.world))


def _page_of(number: int, values: tuple[Any, ...]) -> PlannedPage:
    """Return a page of which `_PAGE_FIELDS` are given; its name begins with that of its block."""
    start, row, value, part, kind, table, listed, topic, parts, heading, site = values
    name = "/".join(str(end) for end in (start, row, value, part) if end is not None)
    return PlannedPage(
        number, name, kind, table, row, listed, topic, value, part, parts, heading, site
    )


def _first_by_page(place: Ints, codes: Ints, rows: Ints) -> Ints:
    """Return where each page has each pair of code and row for the first time, page after page."""
    if not len(place):
        return place
    width = int(codes.max()) + 1
    keys = (place * (int(rows.max()) + 1) + rows) * width + codes
    first = np.sort(np.unique(keys, return_index=True)[1])
    order: Ints = first[np.argsort(place[first], kind="stable")]
    return order


def _joined(parts: Sequence[Ints]) -> Ints:
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
