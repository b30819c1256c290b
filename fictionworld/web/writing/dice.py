"""Choices of one page, one after another, from a seed that its name gives.

A page's choices never look at askable values, so twins choose alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Dice"]

T = TypeVar("T")
_FACTOR, _STEP, _MASK = 6364136223846793005, 1442695040888963407, 2**64 - 1


class Dice:
    """A linear congruential generator of which the high bits are used: small and fast.

    Each way to draw takes its step itself: as a call of its own, the step would cost the most.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return ((state >> 33) * n) >> 31

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return options[((state >> 33) * len(options)) >> 31]

    def chance(self, share: float) -> bool:
        """True so often."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return ((state >> 33) * 10_000) >> 31 < share * 10_000

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends possible."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return low + (((state >> 33) * (high - low + 1)) >> 31)

    def some(self, options: Sequence[T], count: int) -> list[T]:
        """So many of the options, or all where there are no more, in any order, none twice."""
        left = list(options)
        size = len(left)
        count = min(count, size)
        state = self._state
        for place in range(count):
            state = (state * _FACTOR + _STEP) & _MASK
            other = place + (((state >> 33) * (size - place)) >> 31)
            left[place], left[other] = left[other], left[place]
        self._state = state
        return left[:count]
