"""The plots of the report as data, and which checks have which; templates draw them in CSS and SVG.

Series are numbers, to which the style sheet gives colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from fictionworld.audit.record import CheckResult, Measure
from fictionworld.web.permit import PLAIN_POLICIES

_MOST_COLUMNS = 30
_MOST_LINES = 6
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


# Of each check ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure with its heading."""

    title: str
    kind: Literal["intervals", "bars", "lines", "heat"]
    drawn: IntervalPlot | BarPlot | LinePlot | HeatMap
    across: str = ""
    """What the horizontal axis counts, where its figures do not say it."""


def plots_of(result: CheckResult) -> list[Plot]:
    """Return the plots of a check; none if a table is clearer."""
    draw = _DRAWN.get(result.check)
    return [] if draw is None or result.status == "not measured" else list(draw(result))


def _rates(result: CheckResult, name: str, *facets: str) -> list[Measure]:
    return [
        rate
        for rate in result.measures
        if rate.name == name and tuple(f for f, _ in rate.of) == facets and rate.value is not None
    ]


def _intervals(title: str, measures: Iterable[Measure], by: str) -> Iterator[Plot]:
    """Yield a plot of rates by policy and one more facet, coloured by policy; none if no rates."""
    rows = []
    for measure in sorted(measures, key=lambda m: (_rank(m.facet("policy")), m.facet(by) or "")):
        if measure.value is None or measure.low is None or measure.high is None:
            continue
        policy = measure.facet("policy") or ""
        rows.append(
            Interval(
                f"{policy} · {measure.facet(by)}" if policy else str(measure.facet(by)),
                _rank(policy),
                measure.value,
                measure.low,
                measure.high,
                f"{measure.numerator:,} of {measure.denominator:,}"
                if measure.denominator is not None
                else percent(measure.value),
            )
        )
    if rows:
        yield Plot(title, "intervals", IntervalPlot(rows))


def _rank(policy: str | None) -> int:
    return PLAIN_POLICIES.index(policy) if policy in PLAIN_POLICIES else len(PLAIN_POLICIES)


def _twins(result: CheckResult) -> Iterator[Plot]:
    yield from _intervals(
        "Worlds that differ from their twin, by policy and field",
        _rates(result, "worlds that differ", "policy", "field"),
        "field",
    )


def _baselines(result: CheckResult) -> Iterator[Plot]:
    for figure, title in (
        ("f1_value", "Values right, of rows whose keys are right (f1_value)"),
        ("f1_grounded", "Right cells (f1_grounded)"),
        ("f1_evidenced", "The default reward: right cells whose evidence was shown (f1_evidenced)"),
    ):
        values: dict[str, dict[str, float | None]] = {}
        for measure in result.measures:
            agent, policy = measure.facet("agent"), measure.facet("policy")
            if measure.name == figure and agent and policy:
                series = "any policy" if policy == "all" else policy
                values.setdefault(agent, {})[series] = measure.value
        if values:
            yield Plot(title, "bars", BarPlot(values, (*PLAIN_POLICIES, "any policy")))


def _guesses(result: CheckResult) -> Iterator[Plot]:
    shares = [
        measure
        for measure in result.measures
        if measure.name == "share of the commonest value" and measure.value
    ]
    shares.sort(key=lambda measure: (-(measure.value or 0.0), measure.of))
    values: dict[str, dict[str, float | None]] = {
        " · ".join(value for _, value in measure.of): {measure.name: measure.value}
        for measure in shares[:_MOST_COLUMNS]
    }
    if values:
        title = "Share of the commonest value by column, the easiest to guess first"
        yield Plot(title, "bars", BarPlot(values, share=True))


def _overlap(result: CheckResult) -> Iterator[Plot]:
    by_kind: dict[tuple[str, str], dict[tuple[str, str], float]] = {}
    for measure in result.measures:
        row, column = measure.facet("of"), measure.facet("in")
        if row and column and measure.value is not None:
            kind = measure.facet("words") or "", measure.facet("masked") or ""
            by_kind.setdefault(kind, {})[row, column] = measure.value
    for (words, masked), values in by_kind.items():
        names = list(dict.fromkeys(name for pair in values for name in pair))
        manner = "names and numbers masked" if masked == "yes" else "as asked"
        title = (
            f"Runs of {words} words in questions of the row's split that the column's has, {manner}"
        )
        yield Plot(title, "heat", HeatMap(names, values))


def _coverage(result: CheckResult) -> Iterator[Plot]:
    if result.curves:
        lines = dict(result.curves[:_MOST_LINES])
        yield Plot("Evidence seen, by calls made", "lines", LinePlot(lines), "calls of the episode")


_DRAWN: dict[str, Callable[[CheckResult], Iterator[Plot]]] = {
    "noninterference": _twins,
    "baselines": _baselines,
    "guessability": _guesses,
    "overlap": _overlap,
    "traces": _coverage,
}
