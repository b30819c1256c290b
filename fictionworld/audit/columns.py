"""Columns of stored worlds, read one pack of one shard at a time, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable
from fictionworld.worlds.rows import coded
from fictionworld.worlds.stored import StoredWorlds, stored_worlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SHARDS: Final = 4
"""Shards looked at: four thousand worlds give the figures that ten thousand would."""


@dataclass(frozen=True, slots=True)
class SeenColumn:
    """A column as seen from the rows of a table: its own, or one of a row it refers to."""

    name: str
    """`price`, `brand.position`; for reports."""
    column: CompiledColumn
    via: CompiledColumn | None
    """The reference that leads to it; None for the table's own."""


def first_shards(folder: Path) -> Iterator[StoredWorlds]:
    """The worlds of a pack in a shard, of the first few shards.

    Raises:
        DatasetError: The dataset is damaged.
    """
    seen: set[str] = set()
    for stored in stored_worlds(folder):
        seen.add(stored.file)
        if len(seen) > MOST_SHARDS:
            return
        yield stored


def columns_of(table: CompiledTable, role: str) -> list[CompiledColumn]:
    """The stored columns of a table that have a role."""
    return [column for column in table.stored if column.role == role]


def stated_columns(pack: CompiledPack, table: CompiledTable) -> list[SeenColumn]:
    """What `tease` may state of a row: its context columns, and those of rows that it refers to."""
    found = [SeenColumn(one.name, one, None) for one in columns_of(table, "context")]
    for reference in table.references:
        if reference.role != "context" or reference.target is None:
            continue
        there = pack.tables[reference.target]
        found += [
            SeenColumn(f"{reference.name}.{one.name}", one, reference)
            for one in columns_of(there, "context")
            if one.target is None
        ]
    return found


def with_stated(
    stored: StoredWorlds, table: CompiledTable, columns: list[SeenColumn]
) -> pl.DataFrame:
    """The rows of a table with what may be stated of them, all as whole numbers or texts."""
    frame = stored.frames[table.name]
    held = frame.select(
        "world_id", "id",
        *(coded(frame[column.name]) for column in table.stored),
    )  # fmt: skip
    for reference in table.references:
        via = [one for one in columns if one.via is reference]
        if via and reference.target is not None:
            there = stored.frames[reference.target]
            beside = there.select(
                "world_id",
                pl.col("id").alias("_there"),
                *(coded(there[one.column.name]).alias(one.name) for one in via),
            )
            held = held.join(
                beside,
                left_on=["world_id", reference.name],
                right_on=["world_id", "_there"],
                how="left",
                maintain_order="left",
            )
    return held


def firsts(ordered: NDArray[np.int64] | NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Where a sorted array has the first of equal numbers."""
    first = np.ones(len(ordered), np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return first
