"""Small draws from one seed, in sequence: for choices that depend on those before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Dice"]

Choice = TypeVar("Choice")

_MASK = (1 << 64) - 1


class Dice:
    """A stream of draws (SplitMix64: Steele, Lea and Flood 2014), the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, end: int) -> int:
        """A whole number from 0 to `end - 1`."""
        return self.bits() * end >> 64

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.bits() < probability * 2**64

    def pick(self, choices: Sequence[Choice]) -> Choice:
        """One of the choices, each as likely."""
        return choices[self.below(len(choices))]

    def weighted(self, weights: Mapping[Choice, float]) -> Choice:
        """One of the choices, as likely as its weight."""
        place = self.bits() / 2**64 * sum(weights.values())
        for choice, weight in weights.items():
            place -= weight
            if place < 0:
                return choice
        return choice

    def some(self, choices: Sequence[Choice], count: int) -> list[Choice]:
        """`count` of the choices, or all, in no particular order, none twice."""
        pool = list(choices)
        left = len(pool)
        for last in range(left - 1, max(left - count, 0) - 1, -1):
            place = self.bits() * (last + 1) >> 64
            pool[place], pool[last] = pool[last], pool[place]
        return pool[: -count - 1 : -1] if count < left else pool[::-1]
