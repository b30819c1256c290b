"""Worlds whose webs are planned together: their rows, and what plans may depend on.

Plans read names, references and context columns alone, never an askable cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.packs.pages import HOME_KINDS, pages_of
from fictionworld.packs.specification import Pages
from fictionworld.streams import Bits, Bools, Ints
from fictionworld.web.plans import FactCodes
from fictionworld.worlds.rows import PackRows, TableOfWorlds


class PlannedRows(TableOfWorlds):
    """The rows of one table, each with the structure seed of its world."""

    def __init__(
        self, table: CompiledTable, frame: pl.DataFrame, world_ids: Ints, seeds: Bits
    ) -> None:
        super().__init__(table, frame, world_ids)
        self.seeds: Bits = seeds[self.world]


class WebBatch(PackRows):
    """Worlds of one pack.

    Args:
        pack: The pack.
        frames: Their rows by table.
        worlds: `world_id` and `structure_seed` of each.
        present: Their rows of `world_column`.
    """

    def __init__(
        self,
        pack: CompiledPack,
        frames: Mapping[str, pl.DataFrame],
        worlds: pl.DataFrame,
        present: pl.DataFrame,
    ) -> None:
        super().__init__(pack, frames, present)
        worlds = worlds.sort("world_id")
        self.world_ids: Ints = worlds["world_id"].to_numpy().astype(np.int64)
        self.seeds: Bits = worlds["structure_seed"].cast(pl.UInt64).to_numpy()
        self.codes = FactCodes.of(pack)
        self.lines = {
            table.name: PlannedRows(table, frames[table.name], self.world_ids, self.seeds)
            for table in pack.world_tables
        }
        self._tables.update(self.lines)

    @cached_property
    def page_entries(self) -> dict[str, tuple[PageEntry, ...]]:
        """Return the pages that the pack declares for each table."""
        return {table: page_entries(self.pack, table) for table in self.lines}

    def has_homes(self, table: str) -> bool:
        """Return whether rows of a table have homes, pages that may state all of a row."""
        entries = self.page_entries[table]
        return any(entry.own and entry.pages.kind in HOME_KINDS for entry in entries)

    @cached_property
    def name_lengths(self) -> dict[str, Ints]:
        """Return, by table, the average length of its rows' names in each world, in characters; of
        rows without names, that of their keys.
        """
        lengths: dict[str, Ints] = {}
        for table, lines in self.lines.items():
            name = lines.table.name_column
            if name is not None:
                lengths[table] = self._average_length(table, name.name)
        for table, lines in self.lines.items():
            if table not in lengths:
                targets = [lines.table.columns[column].target for column in lines.table.key]
                other = np.full(len(self), _OTHER_KEY)
                of_key = [lengths.get(target or "", other) for target in targets]
                lengths[table] = np.sum(of_key, axis=0, dtype=np.int64)
        return lengths

    @cached_property
    def value_lengths(self) -> Ints:
        """Return, worlds by column codes, how long a value is, in characters, about.

        Of what is asked its kind alone is looked at.
        """
        lengths = np.zeros((len(self), len(self.codes.columns)), np.int64)
        for code, column in enumerate(self.codes.columns):
            if column.target is not None:
                lengths[:, code] = self.name_lengths[column.target]
            elif (column.kind, column.role) == (
                "category",
                "context",
            ) and column.table in self.lines:
                lengths[:, code] = self._average_length(column.table, column.name)
            else:
                lengths[:, code] = _VALUES.get(column.kind, _OTHER_VALUE)
        return lengths

    def _average_length(self, table: str, column: str) -> Ints:
        """Return the average length of the texts of a column in each world, in characters."""
        lines = self.lines[table]
        characters = lines.texts(column).str.len_chars().fill_null(0).to_numpy()
        total = np.bincount(lines.world, weights=characters, minlength=len(self))
        average: Ints = total.astype(np.int64) // np.maximum(lines.counts, 1)
        return average

    @cached_property
    def has_column(self) -> Bools:
        """Return, worlds by column codes, which worlds have the column at all."""
        names = (self.present[name].to_list() for name in ("table_name", "column_name"))
        code = np.array([self.codes.codes.get(n, -1) for n in zip(*names, strict=True)], np.int64)
        is_present = (code >= 0) & np.array(self.present["present"].to_list(), np.bool_)
        world = np.searchsorted(self.world_ids, self.present["world_id"].to_numpy()[is_present])
        grid = np.zeros((len(self), len(self.codes.columns)), np.bool_)
        grid[world, code[is_present]] = True
        return grid


_OTHER_KEY = 8
"""Characters of a date or a year in a key, about."""
_VALUES = {"name": 15, "category": 12, "date": 11, "text": 20, "year": 4}
_OTHER_VALUE = 6
"""Characters of a value of a kind, and of a number with its unit, about."""
_SHARE = 0.6
"""What a page about one row states of its askable columns where the pack says nothing."""


@dataclass(frozen=True)
class PageEntry:
    """One way in which pages state the rows of a table."""

    table: str
    pages: Pages
    target: str | None
    """The table of the rows on whose pages they are stated, if on those of others."""
    label: str
    """`encyclopedia`, `statistics.year`, `news-2`: unique in its table among pages about one row,
    and among tables; entries of other kinds do not change it."""

    @property
    def own(self) -> bool:
        """Return whether rows have pages of their own."""
        return self.pages.on is None and self.pages.rows is None

    @property
    def share(self) -> float:
        """Return the share of askable columns that a page states."""
        columns = self.pages.columns
        return columns if isinstance(columns, float) else _SHARE

    @property
    def listed(self) -> tuple[str, ...] | None:
        """Return the columns that a page about one row states; None where the pack lists none."""
        given = self.pages.columns
        if not isinstance(given, tuple):
            return None
        return tuple(
            name for item in given for name in ((item,) if isinstance(item, str) else item)
        )

    def topics(self, askable: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return the columns that each series of tables sets out: one, or a group of the pack."""
        given = self.pages.columns
        if isinstance(given, tuple):
            return tuple((item,) if isinstance(item, str) else item for item in given)
        return tuple((name,) for name in askable)


def page_entries(pack: CompiledPack, table: str) -> tuple[PageEntry, ...]:
    """Return the page entries of a table, in the order of the pack."""
    seen: Counter[tuple[str, bool]] = Counter()
    entries = []
    for pages in pages_of(pack.spec, table):
        label = ".".join(filter(None, (pages.kind, pages.on, pages.by)))
        form = (label, pages.rows is None)
        seen[form] += 1
        number = f"-{seen[form]}" if seen[form] > 1 else ""
        on = pages.on
        target = None if on is None else pack.tables[table].columns[on].target
        entries.append(PageEntry(table, pages, target, label + number))
    return tuple(entries)
