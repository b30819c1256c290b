"""A figure: what was measured, the result, and the target; quantiles and shares for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the bench."""

    name: str
    value: float | None
    """None where it was not measured; the note says why."""
    unit: str
    at_most: float | None = None
    """The target, in the same unit; None where there is no such bound."""
    note: str = ""
    at_least: float | None = None
    """A lower bound."""

    @property
    def met(self) -> bool | None:
        """Return whether the target is met; None without a target or a value."""
        if self.value is None or (self.at_most is None and self.at_least is None):
            return None
        low = -math.inf if self.at_least is None else self.at_least
        return low <= self.value <= (math.inf if self.at_most is None else self.at_most)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value at this share of the sorted values; 0.5 is the median."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def percent(found: Iterable[bool]) -> float:
    """Return the share of true values, in percent."""
    values = list(found)
    return 100 * sum(values) / max(1, len(values))
