"""Chance by name: one number for each (world seed, stream name, index), as rows are drawn.

The same construction as the generator's (SplitMix64, counter-based), written anew because rooms on
one floor do not know each other. A plan so depends on its world alone, never on the batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fictionworld.seeds import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Bools", "Floats", "Ints", "Words", "chance", "chances", "words"]

Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _mix(x: Words) -> Words:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def words(seeds: Words, name: str, index: Ints) -> Words:
    """One 64-bit word for each pair of a world's seed and an index in that world."""
    start = _mix(seeds ^ np.uint64(name_key(name)))
    return _mix(start + (index.astype(np.uint64) + np.uint64(1)) * _GOLDEN)


def chance(seeds: Words, name: str, index: Ints) -> Floats:
    """The same as numbers strictly between 0 and 1."""
    return ((words(seeds, name, index) >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53


def chances(seeds: Words, names: Sequence[str], index: Ints) -> Floats:
    """Rows by columns: `chance` with a stream for each name, so that a column more moves none."""
    grid = np.empty((len(index), len(names)))
    for place, name in enumerate(names):
        grid[:, place] = chance(seeds, name, index)
    return grid
