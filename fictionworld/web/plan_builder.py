"""Builds page plans: pages, statements and entries are added block by block.

A page is known by its *handle* until all are gathered; only then do pages get their numbers in
their worlds. A block is what one step adds over all worlds at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np
import polars as pl

from fictionworld.streams import Bools, Ints
from fictionworld.web.batch import WebBatch
from fictionworld.web.plans import WebPlans, page_schema


@dataclass(frozen=True)
class PageBlock:
    """Pages of one kind that a step adds, world by world."""

    kind: str
    name: str
    """What the names of its pages begin with; row or value, and part, follow."""
    world: Ints
    """The number of each page's world in the batch."""
    site: list[str] | str
    table: str | None = None
    """What the pages are about: rows of this table, or the table as a whole."""
    row: Ints | None = None
    listed: str | None = None
    """The table whose rows the pages set out in parts."""
    topic: str | None = None
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
        world = np.concatenate([block.world for block in self._blocks])
        order = np.argsort(world, kind="stable")
        first = np.searchsorted(world[order], np.arange(len(self.batch)))
        number = np.empty(len(world), np.int64)
        number[order] = np.arange(len(world)) - first[world[order]] + 1
        rank = np.empty(len(world), np.int64)
        rank[order] = np.arange(len(world))
        return WebPlans(
            codes=self.batch.codes,
            pages=self._page_frame(world, number, order),
            statements=self._statements(world, number, rank),
            entries=self._entries(world, number, rank),
        )

    def _page_frame(self, world: Ints, number: Ints, order: Ints) -> pl.DataFrame:
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
            "world_id": pl.Series(self.batch.world_ids[world].astype(np.int32)),
            "page": pl.Series(number.astype(np.int32)),
            "name": texts([block.name for block in blocks], pl.String()),
            "kind": texts([block.kind for block in blocks], schema["kind"]),
            "table_name": texts([block.table for block in blocks], schema["table_name"]),
            "row": numbers([block.row for block in blocks]),
            "listed": texts([block.listed for block in blocks], schema["listed"]),
            "topic": texts([block.topic for block in blocks], schema["topic"]),
            "value": each([block.value for block in blocks]),
            "part": numbers([block.part for block in blocks]),
            "parts": numbers([block.parts for block in blocks]),
            "heading": texts([block.heading for block in blocks], pl.String()),
            "site": each([block.site for block in blocks]),
        }
        name = pl.concat_str("name", "row", "value", "part", separator="/", ignore_nulls=True)
        return pl.DataFrame(columns)[order].with_columns(name.alias("name"))

    def _statements(self, world: Ints, number: Ints, place: Ints) -> pl.DataFrame:
        handles, codes, rows = (_joined(part) for part in zip(*self._stated, strict=True))
        order = _first_by_page(place[handles], codes, rows)
        handles = handles[order]
        return pl.DataFrame(
            {
                "world_id": self.batch.world_ids[world[handles]].astype(np.int32),
                "page": number[handles].astype(np.int32),
                "column": codes[order].astype(np.int16),
                "row": rows[order].astype(np.int32),
            }
        )

    def _entries(self, world: Ints, number: Ints, place: Ints) -> pl.DataFrame:
        handles = _joined([part[0] for part in self._entered])
        tables = _joined([np.full(len(part[0]), part[1]) for part in self._entered])
        rows = _joined([part[2] for part in self._entered])
        order = _first_by_page(place[handles], tables, rows)
        handles, tables, rows = handles[order], tables[order], rows[order]
        names = self.batch.codes.tables
        return pl.DataFrame(
            {
                "world_id": self.batch.world_ids[world[handles]].astype(np.int32),
                "page": number[handles].astype(np.int32),
                "table_name": pl.Series(names, dtype=pl.Enum(names))[tables],
                "row": rows.astype(np.int32),
            }
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


def _joined(parts: list[Ints] | tuple[Ints, ...]) -> Ints:
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
