"""Random bits by name: one stream for each (world seed, stream name), one word for each index.

Counter-based (the finaliser of SplitMix64, Steele, Lea and Flood 2014), so a draw depends on the
world's seed, the stream's name and the row's index in its world, never on where the row stands in
a batch, and a whole batch is drawn in a few numpy operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fictionworld.seeds import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Bits", "Floats", "Ints", "bits_at", "bits_of", "mix", "uniform", "word"]

Bits: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

# made once: an array of a world has a few hundred words, and a constant takes as long as they do
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_ONE, _SHIFTS = np.uint64(1), tuple(map(np.uint64, (30, 27, 31)))
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_LOW_BITS = np.uint64(11)


def mix(x: Bits) -> Bits:
    """A bijection of 64-bit words whose output bits all depend on all input bits."""
    a, b, c = _SHIFTS
    x = (x ^ (x >> a)) * _FIRST
    x = (x ^ (x >> b)) * _SECOND
    return x ^ (x >> c)


def bits_at(seeds: Bits, name: str, index: Ints) -> Bits:
    """One 64-bit word for each row: `seeds` and `index` are the rows' world seeds and indices."""
    start = mix(seeds ^ np.uint64(name_key(name)))
    return mix(start + (index.astype(np.uint64) + _ONE) * _GOLDEN)


def bits_of(seeds: Bits, names: Sequence[str], index: Ints) -> Bits:
    """`bits_at` of many streams at once: a row for each row, a column for each name."""
    keys = np.array([name_key(name) for name in names], np.uint64)
    start = mix(seeds[:, None] ^ keys)
    start += ((index.astype(np.uint64) + _ONE) * _GOLDEN)[:, None]
    return mix(start)


def word(bits: Bits, k: int) -> Bits:
    """The k-th further word that follows from each word."""
    return mix(bits + np.uint64((k + 1) * int(_GOLDEN) % 2**64))


def uniform(bits: Bits) -> Floats:
    """Numbers strictly between 0 and 1, from the upper 53 bits."""
    return ((bits >> _LOW_BITS).astype(np.float64) + 0.5) * 2.0**-53
