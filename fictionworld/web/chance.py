"""Chance by name: one number for each (world seed, stream name, index), as rows are drawn.

A plan so depends on its world alone, never on the batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fictionworld.streams import bits_at, bits_of, uniform

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Bools", "Floats", "Ints", "Words", "chance", "chances", "words"]

Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


def words(seeds: Words, name: str, index: Ints) -> Words:
    """One 64-bit word for each pair of a world's seed and an index in that world."""
    return bits_at(seeds, name, index)


def chance(seeds: Words, name: str, index: Ints) -> Floats:
    """The same as numbers strictly between 0 and 1."""
    return uniform(bits_at(seeds, name, index))


def chances(seeds: Words, names: Sequence[str], index: Ints) -> Floats:
    """Rows by columns: `chance` with a stream for each name, so that a column more moves none."""
    return uniform(bits_of(seeds, names, index))
