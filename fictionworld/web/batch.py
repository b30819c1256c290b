"""Worlds whose webs are planned together: their rows, and what a plan may know of them.

Plans read names, references and context columns alone, never an askable cell.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from fictionworld.web.facts import FactCodes
from fictionworld.web.page_entries import page_entries
from fictionworld.worlds.rows import PackRows, TableRows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.packs.compiled import CompiledPack, CompiledTable
    from fictionworld.streams import Bits, Bools, Ints
    from fictionworld.web.page_entries import PageEntry

__all__ = ["PlannedRows", "WebBatch"]


class PlannedRows(TableRows):
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
        """The pages that the pack declares for each table."""
        return {table: page_entries(self.pack, table) for table in self.lines}

    @cached_property
    def has_column(self) -> Bools:
        """Worlds by column codes: which worlds have the column at all."""
        names = (self.present[name].to_list() for name in ("table_name", "column_name"))
        code = np.array([self.codes.codes.get(n, -1) for n in zip(*names, strict=True)], np.int64)
        known = (code >= 0) & np.array(self.present["present"].to_list(), np.bool_)
        world = np.searchsorted(self.world_ids, self.present["world_id"].to_numpy()[known])
        grid = np.zeros((len(self), len(self.codes.columns)), np.bool_)
        grid[world, code[known]] = True
        return grid
