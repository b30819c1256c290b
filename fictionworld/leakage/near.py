"""What comes so near to a protected value that a text which has it is read in full."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.target import (
    CAREFUL,
    DayTarget,
    NumberTarget,
    RankTarget,
    targets_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.first_look import Seen

__all__ = ["Near", "near_of"]

_WORDED: Final = 4
"""Places up to this one have words of their own: `runner-up`."""


@dataclass(frozen=True, slots=True)
class Near:
    """What comes near a protected value: where a text has that, it is read in full."""

    windows: tuple[tuple[float, float], ...]
    """Of a number: from where to where, signs left off; in any unit."""
    wide: tuple[tuple[float, float], ...]
    """The same, a step wider: where bounds may tell it."""
    rank: float | None
    dated: bool
    """A day, a month, a year."""
    single: bool
    """A single day."""
    years: tuple[int, ...]

    def may_be_told(self, seen: Seen) -> bool:
        """Whether a text that tells no more than this may tell the value."""
        if seen.nothing:
            return False
        values = seen.values
        for low, high in self.wide if seen.bounds else self.windows:
            place = bisect_left(values, low)
            if place < len(values) and values[place] <= high:
                return True
        if self.rank is not None:
            if seen.places and (values or self.rank <= _WORDED):
                return True
            if any(abs(value - self.rank) <= 1 for value in values):
                return True
        if self.single and seen.day:
            return True
        return any(year in seen.years or year % 100 in seen.years for year in self.years)


@lru_cache(1 << 16)
def near_of(answer: Answer) -> Near:
    """What comes near an answer of a number, money, percent, rank or date."""
    windows: list[tuple[float, float]] = []
    wide: list[tuple[float, float]] = []
    rank: float | None = None
    single = dated = False
    years: set[int] = set()
    for target in targets_of(answer):
        if isinstance(target, DayTarget):
            dated = True
            single = single or target.first == target.last
            if target.first != target.last:
                years.update(range(target.first.year, target.last.year + 1))
        elif isinstance(target, RankTarget):
            rank = float(target.value)
        elif isinstance(target, NumberTarget):
            windows += _around(target, 0)
            wide += _around(target, 1)
    return Near(_merged(windows), _merged(wide), rank, dated, single, tuple(sorted(years)))


def _around(target: NumberTarget, steps: int) -> Iterable[tuple[float, float]]:
    """The windows of a number, so many steps wider for bounds of it, signs left off."""
    for several in target.bounds.values():
        for one in several:
            if _is_count(target) and not one.converted:
                # nothing is taken for the rounding of a small whole number
                yield abs(float(one.value)), abs(float(one.value))
                continue
            low, high = sorted((abs(float(one.low)), abs(float(one.high))))
            if float(one.low) < 0 < float(one.high):
                low = 0.0
            step = steps * float(one.step) if not one.converted else 0.0
            yield max(0.0, low - step) * (1 - 1e-9) - 1e-12, (high + step) * (1 + 1e-9) + 1e-12


def _is_count(target: NumberTarget) -> bool:
    return target.decimals == 0 and abs(target.value) < CAREFUL and target.kind != "percent"


def _merged(windows: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    found: list[tuple[float, float]] = []
    for low, high in sorted(windows):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return tuple(found)
