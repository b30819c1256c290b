"""Columns of stored worlds, read one pack of one shard at a time, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledTable
from fictionworld.worlds.stored import StoredWorlds, stored_worlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SHARDS: Final = 4
"""Shards looked at: four thousand worlds give the figures that ten thousand would."""


def first_shards(folder: Path) -> Iterator[StoredWorlds]:
    """Yield the worlds of each pack in each of the first `MOST_SHARDS` shards.

    Raises:
        DatasetError: The dataset is damaged.
    """
    seen: set[str] = set()
    for stored in stored_worlds(folder):
        seen.add(stored.file)
        if len(seen) > MOST_SHARDS:
            return
        yield stored


def first_of_each_pack(folder: Path) -> Iterator[StoredWorlds]:
    """Yield the worlds of each pack in the first shard that has some.

    Raises:
        DatasetError: The dataset is damaged.
    """
    seen: set[str] = set()
    for stored in first_shards(folder):
        if stored.pack.name not in seen:
            seen.add(stored.pack.name)
            yield stored


def columns_of(table: CompiledTable, role: str) -> list[CompiledColumn]:
    """Return the stored columns of a table that have a role."""
    return [column for column in table.stored if column.role == role]


def firsts(ordered: NDArray[np.int64] | NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return for each number of a sorted array whether it is the first of equal ones."""
    first = np.ones(len(ordered), np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return first
