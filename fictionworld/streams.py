"""Random bits by name: one stream for each (world seed, stream name), one word for each index.

Counter-based (the finaliser of SplitMix64, Steele, Lea and Flood 2014), so a draw depends on the
world's seed, the stream's name and the row's index in its world, never on where the row stands in
a batch, and a whole batch is drawn in a few numpy operations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fictionworld.seeds import name_key

Choice = TypeVar("Choice")

AnyInts: TypeAlias = NDArray[np.signedinteger[Any]]
Bits: TypeAlias = NDArray[np.uint64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Strings: TypeAlias = NDArray[np.object_]

# made once: an array of a world has a few hundred words, and a constant takes as long as they do
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_ONE, _SHIFTS = np.uint64(1), tuple(map(np.uint64, (30, 27, 31)))
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_LOW_BITS = np.uint64(11)

_MASK = 2**64 - 1
_FACTOR, _STEP = 6364136223846793005, 1442695040888963407
_UPPER = _MASK ^ (2**33 - 1)


def mix(x: Bits) -> Bits:
    """Return 64-bit words by a bijection whose output bits all depend on all input bits."""
    a, b, c = _SHIFTS
    x = (x ^ (x >> a)) * _FIRST
    x = (x ^ (x >> b)) * _SECOND
    return x ^ (x >> c)


def bits_at(seeds: Bits, name: str, index: Ints) -> Bits:
    """Return one 64-bit word for each row, by the row's world seed and index."""
    start = mix(seeds ^ np.uint64(name_key(name)))
    return mix(start + (index.astype(np.uint64) + _ONE) * _GOLDEN)


def word(bits: Bits, k: int) -> Bits:
    """Return the k-th further word that follows from each word."""
    return mix(bits + np.uint64((k + 1) * int(_GOLDEN) % 2**64))


def uniform(bits: Bits) -> Floats:
    """Return numbers strictly between 0 and 1, from the upper 53 bits."""
    return ((bits >> _LOW_BITS).astype(np.float64) + 0.5) * 2.0**-53


def chance(seeds: Bits, name: str, index: Ints) -> Floats:
    """Return `bits_at` as numbers strictly between 0 and 1."""
    return uniform(bits_at(seeds, name, index))


def chances(seeds: Bits, names: Sequence[str], index: Ints) -> Floats:
    """Return `chance` of many streams at once: a line for each row, a column for each name."""
    keys = np.array([name_key(name) for name in names], np.uint64)
    start = mix(seeds[:, None] ^ keys)
    start += ((index.astype(np.uint64) + _ONE) * _GOLDEN)[:, None]
    return uniform(mix(start))


class RandomStream:
    """Choices one after another from one seed (SplitMix64), the same on every machine.

    For choices that depend on those before them; use `bits_at` where a draw has an index.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, end: int) -> int:
        """Return a whole number from 0 to `end - 1`."""
        return self.bits() * end >> 64

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        """Return True with this probability."""
        return self.bits() < probability * 2**64

    def pick(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices, each as likely."""
        return choices[self.below(len(choices))]

    def weighted(self, weights: Mapping[Choice, float]) -> Choice:
        """Return one of the choices, with a probability in proportion to its weight."""
        # `sum` of doubles is another one from Python 3.12 on
        point = self.bits() / 2**64 * fsum(weights.values())
        for choice, weight in weights.items():
            point -= weight
            if point < 0:
                return choice
        return choice

    def some(self, choices: Sequence[Choice], count: int) -> list[Choice]:
        """Return `count` of the choices, or all if fewer, in random order, none twice."""
        pool = list(choices)
        left = len(pool)
        for last in range(left - 1, max(left - count, 0) - 1, -1):
            index = self.bits() * (last + 1) >> 64
            pool[index], pool[last] = pool[last], pool[index]
        return pool[: -count - 1 : -1] if count < left else pool[::-1]


class FastStream(RandomStream):
    """The same from a linear congruential generator, of which the upper 31 bits are used.

    Cheaper, for the many small choices of a page's text.
    """

    __slots__ = ()

    def bits(self) -> int:
        """Return the next 31 bits, as the upper ones of 64."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return state & _UPPER

    def pick(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices, each as likely; calls no `bits`, since it is used most."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return choices[((state >> 33) * len(choices)) >> 31]

    def some(self, choices: Sequence[Choice], count: int) -> list[Choice]:
        """Return `count` of the choices, or all if fewer, in random order, none twice."""
        pool = list(choices)
        size = len(pool)
        count = min(count, size)
        state = self._state
        for index in range(count):
            state = (state * _FACTOR + _STEP) & _MASK
            other = index + (((state >> 33) * (size - index)) >> 31)
            pool[index], pool[other] = pool[other], pool[index]
        self._state = state
        return pool[:count]
