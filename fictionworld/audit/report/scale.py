"""Where a value stands on an axis, and which values the axis names."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Scale"]

_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear axis from 0 to `top` over `length` pixels."""

    top: float
    length: float

    @classmethod
    def over(cls, most: float, length: float, *, whole: float | None = None) -> Scale:
        """An axis that holds 0 to `most`, its end a round figure.

        Args:
            most: The largest value to be shown.
            length: In pixels.
            whole: The largest value there can be, such as 1 for a share: the axis ends there at
                the latest.
        """
        if most <= 0:
            return cls(whole or 1.0, length)
        power = 10.0 ** math.floor(math.log10(most))
        top = next(step * power for step in _STEPS if step * power >= most * (1 - 1e-9))
        return cls(min(top, whole) if whole is not None else top, length)

    def at(self, value: float) -> float:
        """The place of a value in pixels from 0, a tenth of a pixel exact; never off the axis."""
        return round(min(max(value / self.top, 0.0), 1.0) * self.length, 1)

    @property
    def ticks(self) -> list[float]:
        """Four or five round values from 0 to `top`, both ends among them."""
        first = self.top / 10.0 ** math.floor(math.log10(self.top) + 1e-9)
        parts = 5 if math.isclose(first, 1) or math.isclose(first, 5) else 4
        if math.isclose(first, 2.5):
            parts = 5
        return [self.top * n / parts for n in range(parts + 1)]
