"""The rows of a batch of worlds as arrays: what a plan may know of them, and nothing else.

A *line* is a row's place among the rows of its table over all worlds of the batch; lines lie world
by world, by id. Only names, references and context columns are read here: askable cells never.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from fictionworld.text.names import fold_many
from fictionworld.web.facts import FactCodes
from fictionworld.web.page_entries import page_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.packs.compiled import CompiledPack, CompiledTable
    from fictionworld.web.chance import Bools, Ints, Words
    from fictionworld.web.page_entries import PageEntry

__all__ = ["WebBatch", "TableLines"]


@dataclass(frozen=True)
class TableLines:
    """The rows of one table over all worlds."""

    table: CompiledTable
    frame: pl.DataFrame
    world: Ints
    """The number of the world of each line, from 0 in the batch."""
    start: Ints
    """Where each world's lines begin; one more than worlds."""
    seeds: Words
    """The structure seed of the world of each line."""
    _numbers: dict[str, Ints] = field(default_factory=dict)

    @cached_property
    def row(self) -> Ints:
        """Row ids: 1, 2, 3... in each world."""
        return self.frame["id"].to_numpy().astype(np.int64)

    @cached_property
    def counts(self) -> Ints:
        return np.diff(self.start)

    def __len__(self) -> int:
        return self.frame.height

    def numbers(self, column: str) -> Ints:
        """A column by which rows are grouped: equal values have equal numbers; -1 is missing.

        Texts are numbered within the batch, so the numbers may be compared and no more.
        """
        found = self._numbers.get(column)
        if found is None:
            found = self._numbers[column] = self._numbered(column)
        return found

    def _numbered(self, column: str) -> Ints:
        values = self.frame[column]
        if values.dtype.is_integer():
            if not values.null_count():
                return values.to_numpy().astype(np.int64)
            numbers = values.to_numpy()  # as floats, which hold ids and years exactly
            return np.where(np.isnan(numbers), -1, numbers).astype(np.int64)
        if values.dtype == pl.String:
            return values.rank("dense").cast(pl.Int64).fill_null(-1).to_numpy()
        return values.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()

    @cached_property
    def alphabetical(self) -> Ints:
        """The place of each line by name, A to Z, over all worlds; case and accents left out."""
        assert self.table.name_column is not None, f"{self.table.name} has no names"
        folded = pl.Series(fold_many(self.texts(self.table.name_column.name).to_list()))
        return folded.cast(pl.String).rank("dense").cast(pl.Int64).to_numpy()

    def texts(self, column: str) -> pl.Series:
        """A context column or name as text."""
        return self.frame[column].cast(pl.String)


@dataclass(frozen=True)
class WebBatch:
    """Worlds of one pack whose webs are planned together."""

    pack: CompiledPack
    codes: FactCodes
    world_ids: Ints
    seeds: Words
    lines: dict[str, TableLines]
    present: Bools
    """Worlds by column codes: which worlds have the column at all."""
    _targets: dict[tuple[str, str], Ints] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.world_ids)

    @cached_property
    def page_entries(self) -> dict[str, tuple[PageEntry, ...]]:
        """How the rows of each table are told."""
        return {table: page_entries(self.pack, table) for table in self.lines}

    def targets(self, table: str, reference: str) -> Ints:
        """For each line of `table` the line that its reference names; -1 where it names none."""
        found = self._targets.get((table, reference))
        if found is None:
            found = self._targets[table, reference] = self._named(table, reference)
        return found

    def _named(self, table: str, reference: str) -> Ints:
        here = self.lines[table]
        target = here.table.columns[reference].target
        assert target is not None, f"{table}.{reference} is no reference"
        there = self.lines[target]
        ids = here.numbers(reference)
        named = (ids >= 1) & (ids <= there.counts[here.world])
        return np.where(named, there.start[here.world] + ids - 1, -1)

    @classmethod
    def of(
        cls,
        pack: CompiledPack,
        frames: Mapping[str, pl.DataFrame],
        worlds: pl.DataFrame,
        present: pl.DataFrame,
    ) -> WebBatch:
        """The batch of these worlds, in the order of their ids."""
        ids = worlds["world_id"].to_numpy().astype(np.int64)
        order = np.argsort(ids, kind="stable")
        ids, seeds = ids[order], worlds["structure_seed"].cast(pl.UInt64).to_numpy()[order]
        codes = FactCodes.of(pack)
        lines: dict[str, TableLines] = {}
        for table in pack.world_tables:
            frame = _ordered(frames[table.name])
            world = np.searchsorted(ids, frame["world_id"].to_numpy()).astype(np.int64)
            counts = np.bincount(world, minlength=len(ids))
            start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
            lines[table.name] = TableLines(table, frame, world, start, seeds[world])
        return cls(pack, codes, ids, seeds, lines, _present(codes, ids, present))


def _ordered(frame: pl.DataFrame) -> pl.DataFrame:
    """By world and id, as generators and shards have them already: looking costs little."""
    keys = (frame["world_id"].cast(pl.Int64) * 2**31 + frame["id"]).to_numpy()
    return frame if (np.diff(keys) > 0).all() else frame.sort("world_id", "id")


def _present(codes: FactCodes, world_ids: Ints, present: pl.DataFrame) -> Bools:
    names = zip(present["table_name"].to_list(), present["column_name"].to_list(), strict=True)
    code = np.array([codes.codes.get(name, -1) for name in names], np.int64)
    told = (code >= 0) & np.array(present["present"].to_list(), np.bool_)
    world = np.searchsorted(world_ids, present["world_id"].to_numpy()[told])
    grid = np.zeros((len(world_ids), len(codes.columns)), np.bool_)
    grid[world, code[told]] = True
    return grid
