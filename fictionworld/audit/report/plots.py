"""Which checks of an audit have which plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fictionworld.audit.record import CheckResult, Measure
from fictionworld.reports.plots import (
    BarPlot,
    HeatMap,
    Interval,
    IntervalPlot,
    LinePlot,
    Plot,
    percent,
)
from fictionworld.web.permit import PLAIN_POLICIES

_MOST_COLUMNS = 30
_MOST_LINES = 6


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
