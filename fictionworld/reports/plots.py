"""The plots of a report as data; `templates/figures.html` draws them in CSS and SVG.

Series are numbers, to which the style sheet gives colours.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

_STEPS = (1, 2, 4, 6, 8, 10)
"""First digits of the end of an axis; half of each is as short."""


def axis_end(most: float, limit: float = math.inf) -> float:
    """Return a round number of at least `most`, at most `limit`; 1 or the limit for no value."""
    if most <= 0:
        return min(1.0, limit)
    power = 10.0 ** math.floor(math.log10(most))
    return min(next(step * power for step in _STEPS if step * power >= most * (1 - 1e-9)), limit)


def percent(value: float) -> str:
    """Return a share in per cent, with two significant digits below 10%: `0.4%`, `12%`."""
    share = 100 * value
    return f"{share:.2g}%" if 1e-4 <= share < 9.95 else f"{share:.0f}%"


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate with its interval: a dot and a whisker."""

    label: str
    series: int
    value: float
    low: float
    high: float
    note: str
    """Stands beside it: `0 of 1,200`."""


@dataclass(frozen=True, slots=True)
class IntervalPlot:
    """Rates with their intervals, one per row, over an axis from 0 to `end`."""

    rows: Sequence[Interval]

    @property
    def end(self) -> float:
        """Return the end of the axis, beyond the widest whisker."""
        return axis_end(max((row.high for row in self.rows), default=1.0), 1.0)


@dataclass(frozen=True, slots=True)
class BarPlot:
    """For each label one bar per series.

    Args:
        values: `values[label][series]`; None means "not measured", a missing series has no bar.
        order: Series by colour; others follow in the order of `values`.
        share: Whether values are shown in per cent.
    """

    values: Mapping[str, Mapping[str, float | None]]
    order: Sequence[str] = ()
    share: bool = False

    @property
    def series(self) -> list[str]:
        """Return the names of the series that occur, in the order of their colours."""
        met = dict.fromkeys(name for row in self.values.values() for name in row)
        return list(dict.fromkeys(name for name in (*self.order, *met) if name in met))

    @property
    def groups(self) -> list[tuple[str, list[tuple[int, float, str]]]]:
        """Return each label with its bars: number of the series, length from 0 to 1, and figure."""
        measured = [
            value for row in self.values.values() for value in row.values() if value is not None
        ]
        end, names = axis_end(max(measured, default=1.0), 1.0), self.series
        return [
            (
                label,
                [
                    (number, (row[name] or 0.0) / end, self._figure(row[name]))
                    for number, name in enumerate(names)
                    if name in row
                ],
            )
            for label, row in self.values.items()
        ]

    def _figure(self, value: float | None) -> str:
        if value is None:
            return "not measured"
        return percent(value) if self.share else f"{value:.2f}"


@dataclass(frozen=True, slots=True)
class LinePlot:
    """Lines over a shared axis: points (x, share), x rising, by name."""

    lines: Mapping[str, Sequence[tuple[float, float]]]

    @property
    def end(self) -> float:
        """Return the end of the horizontal axis."""
        return axis_end(max((x for points in self.lines.values() for x, _ in points), default=1.0))

    @property
    def paths(self) -> list[str]:
        """Return the points of each line in a square of 100, as SVG writes them."""
        return [
            " ".join(f"{100 * x / self.end:.1f},{100 * (1 - y):.1f}" for x, y in points)
            for points in self.lines.values()
        ]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Shares in a square of names, `values[row, column]`; darker is more."""

    names: Sequence[str]
    values: Mapping[tuple[str, str], float]

    def strength(self, row: str, column: str) -> float:
        """Return a value as a share, from 0 to 1, of the largest value."""
        return self.values.get((row, column), 0.0) / (max(self.values.values()) or 1.0)


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure with its heading."""

    title: str
    kind: Literal["intervals", "bars", "lines", "heat"]
    drawn: IntervalPlot | BarPlot | LinePlot | HeatMap
    across: str = ""
    """What the horizontal axis counts, where its figures do not say it."""
