"""The plots of the report as plain geometry; the templates draw them as SVG.

Figures only number their series; the template's CSS gives the colours of the light theme, the dark
theme and print.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["BarPlot", "Grid", "HeatMap", "Interval", "IntervalPlot", "LinePlot", "Scale", "percent"]

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


WIDTH = 720
_LETTER = 6.6
"""Pixels of a letter of a label, about."""
_ROW = 24
_BAR = 11
_EDGE = 56
"""Right of the plot: room for a figure beside the last mark."""


def percent(value: float) -> str:
    """`0.4%`, `12%`: as many digits as mean something."""
    share = 100 * value
    return f"{share:.2g}%" if 1e-4 <= share < 9.95 else f"{share:.0f}%"


@dataclass(frozen=True, slots=True)
class Grid:
    """The frame of a plot with rows: labels to the left, an axis below."""

    left: float
    height: float
    scale: Scale
    share: bool
    """Whether the axis counts in per cent."""

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """The axis' marks: place in pixels, and what stands there."""
        return [
            (self.left + self.scale.at(tick), percent(tick) if self.share else f"{tick:g}")
            for tick in self.scale.ticks
        ]


def _left(labels: Sequence[str]) -> float:
    return min(260.0, 16 + _LETTER * max(map(len, labels), default=0))


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate with its interval: a dot and a whisker."""

    label: str
    series: int
    value: float
    low: float
    high: float
    note: str
    """What stands beside it: `0 of 1,200`."""


@dataclass(frozen=True, slots=True)
class IntervalPlot:
    """Rates with their intervals, one a row."""

    grid: Grid
    rows: list[tuple[float, Interval, float, float, float]]
    """y, the interval, and the places of value, low and high."""

    @classmethod
    def of(cls, intervals: Sequence[Interval]) -> IntervalPlot:
        """Rows in the order given; the axis holds the widest whisker."""
        left = _left([interval.label for interval in intervals])
        most = max((interval.high for interval in intervals), default=1.0)
        scale = Scale.over(most, WIDTH - left - 130, whole=1.0)
        rows = [
            (
                _ROW * n + _ROW / 2,
                interval,
                left + scale.at(interval.value),
                left + scale.at(interval.low),
                left + scale.at(interval.high),
            )
            for n, interval in enumerate(intervals)
        ]
        return cls(Grid(left, _ROW * len(rows), scale, share=True), rows)


@dataclass(frozen=True, slots=True)
class BarPlot:
    """Bars from the left, grouped: for each label one bar a series."""

    grid: Grid
    groups: list[tuple[float, str]]
    """y of the label, and the label."""
    bars: list[tuple[float, float, int, str]]
    """y, width, series and the figure beside it."""
    series: list[str]
    thickness: float = _BAR

    @classmethod
    def of(
        cls,
        values: Mapping[str, Mapping[str, float | None]],
        *,
        series: Sequence[str] = (),
        share: bool = False,
        whole: float | None = 1.0,
    ) -> BarPlot:
        """`values[label][series]`; None says "not measured", a missing series has no bar.

        Colours follow the order of `series`, or that in which they are met.
        """
        met = dict.fromkeys(name for row in values.values() for name in row)
        names = [name for name in (*series, *met) if name in met]
        names = list(dict.fromkeys(names))
        left = _left(list(values))
        known = [value for row in values.values() for value in row.values() if value is not None]
        scale = Scale.over(max(known, default=1.0), WIDTH - left - _EDGE - 40, whole=whole)
        groups, bars, top = [], [], 5.0
        for label, row in values.items():
            groups.append((top + (_BAR + 3) * len(row) / 2, label))
            for name in (one for one in names if one in row):
                value = row[name]
                note = "not measured" if value is None else _figure(value, share=share)
                width = 0.0 if value is None else scale.at(value)
                bars.append((top, width, names.index(name), note))
                top += _BAR + 3
            top += 10
        return cls(Grid(left, top - 5, scale, share), groups, bars, names)


def _figure(value: float, *, share: bool) -> str:
    return percent(value) if share else f"{value:.2f}"


@dataclass(frozen=True, slots=True)
class LinePlot:
    """Lines over a shared axis; y is a share from 0 to 1."""

    lines: list[tuple[int, str, str, float, float]]
    """Series, name, the points as SVG writes them, and where the name stands (x, y)."""
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    left: float = 48
    width: float = WIDTH - 48 - 130
    height: float = 220

    @classmethod
    def of(cls, lines: Mapping[str, Sequence[tuple[float, float]]]) -> LinePlot:
        """`lines[name]` holds points (x, share), x rising."""
        plain = cls([], [], [])
        most = max((x for points in lines.values() for x, _ in points), default=1.0)
        across, up = Scale.over(most, plain.width), Scale(1.0, plain.height)
        drawn = []
        for n, (name, points) in enumerate(lines.items()):
            places = [(plain.left + across.at(x), plain.height - up.at(y)) for x, y in points]
            text = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            end = places[-1] if places else (plain.left, plain.height)
            drawn.append((n, name, text, *end))
        return cls(
            _apart(drawn),
            [(plain.left + across.at(tick), f"{tick:g}") for tick in across.ticks],
            [(plain.height - up.at(tick), percent(tick)) for tick in up.ticks],
        )


def _apart(
    lines: list[tuple[int, str, str, float, float]], gap: float = 15
) -> list[tuple[int, str, str, float, float]]:
    """The names moved down where two would stand on each other."""
    moved, below = [], -gap
    for line in sorted(lines, key=lambda line: (line[4], line[0])):
        below = max(line[4], below + gap)
        moved.append((*line[:4], below))
    return sorted(moved)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Shares in a square of names; darker is more."""

    names: list[str]
    cells: list[tuple[float, float, float, str, bool]]
    """x, y, strength from 0 to 1, the figure, and whether it stands on a dark ground."""
    left: float
    size: float

    @classmethod
    def of(cls, names: Sequence[str], values: Mapping[tuple[str, str], float]) -> HeatMap:
        """`values[row, column]`, shares from 0 to 1; what is missing stays empty."""
        left = _left(list(names))
        size = min(110.0, (WIDTH - left) / max(len(names), 1))
        most = max(values.values(), default=0.0) or 1.0
        cells = [
            (
                left + size * names.index(column),
                size * 0.5 * names.index(row),
                round(value / most, 3),
                percent(value),
                value / most > 0.55,
            )
            for (row, column), value in values.items()
        ]
        return cls(list(names), cells, left, size)
