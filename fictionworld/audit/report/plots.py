"""Which checks have plots, and which plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from fictionworld.audit.record import CheckResult, Measure
from fictionworld.audit.report.figures import (
    BarPlot,
    HeatMap,
    Interval,
    IntervalPlot,
    LinePlot,
    percent,
)
from fictionworld.audit.report.view import Plot
from fictionworld.web.permit import PLAIN_POLICIES

_MOST_COLUMNS = 30
_MOST_LINES = 6


def plots_of(result: CheckResult) -> list[Plot]:
    """The plots of a check; none if a table is clearer."""
    draw = _DRAWN.get(result.check)
    return [] if draw is None or result.status == "not measured" else list(draw(result))


def _rates(result: CheckResult, name: str, *facets: str) -> list[Measure]:
    return [
        one
        for one in result.measures
        if one.name == name and tuple(f for f, _ in one.of) == facets and one.value is not None
    ]


def _intervals(title: str, measures: Iterable[Measure], by: str) -> Iterator[Plot]:
    """Rates by policy and by one more facet, the policy as the colour."""
    rows = []
    for one in sorted(measures, key=lambda m: (_rank(m.facet("policy")), m.facet(by) or "")):
        if one.value is None or one.low is None or one.high is None:
            continue
        policy = one.facet("policy") or ""
        rows.append(
            Interval(
                f"{policy} · {one.facet(by)}" if policy else str(one.facet(by)),
                _rank(policy),
                one.value,
                one.low,
                one.high,
                f"{one.numerator:,} of {one.denominator:,}"
                if one.denominator is not None
                else percent(one.value),
            )
        )
    if rows:
        yield Plot(title, "intervals", IntervalPlot(rows))


def _rank(policy: str | None) -> int:
    return PLAIN_POLICIES.index(policy) if policy in PLAIN_POLICIES else len(PLAIN_POLICIES)


def _twins(result: CheckResult) -> Iterator[Plot]:
    yield from _intervals(
        "Fields that differ between twins, by policy and field",
        _rates(result, "fields that differ", "policy", "field"),
        "field",
    )


def _statements(result: CheckResult) -> Iterator[Plot]:
    yield from _intervals(
        "Fields that state a protected value, by policy and field",
        _rates(result, "fields that state a value", "policy", "field"),
        "field",
    )
    yield from _intervals(
        "Replies that state a protected value, by policy and kind of query",
        _rates(result, "replies that state a value", "policy", "query"),
        "query",
    )


def _baselines(result: CheckResult) -> Iterator[Plot]:
    for figure, title in (
        ("f1_value", "Values right, of rows whose keys are right (f1_value)"),
        ("f1_grounded", "The default reward (f1_grounded)"),
    ):
        values: dict[str, dict[str, float | None]] = {}
        for one in result.measures:
            agent, policy = one.facet("agent"), one.facet("policy")
            if one.name == figure and agent and policy:
                said = "any policy" if policy == "all" else policy
                values.setdefault(agent, {})[said] = one.value
        if values:
            yield Plot(title, "bars", BarPlot(values, (*PLAIN_POLICIES, "any policy")))


def _guesses(result: CheckResult) -> Iterator[Plot]:
    shares = [
        one for one in result.measures if one.name == "share of the commonest value" and one.value
    ]
    shares.sort(key=lambda one: (-(one.value or 0.0), one.of))
    values: dict[str, dict[str, float | None]] = {
        " · ".join(value for _, value in one.of): {one.name: one.value}
        for one in shares[:_MOST_COLUMNS]
    }
    if values:
        title = "Share of the commonest value by column, the easiest to guess first"
        yield Plot(title, "bars", BarPlot(values, share=True))


def _overlap(result: CheckResult) -> Iterator[Plot]:
    by_kind: dict[tuple[str, str], dict[tuple[str, str], float]] = {}
    for one in result.measures:
        row, column = one.facet("of"), one.facet("in")
        if row and column and one.value is not None:
            kind = one.facet("words") or "", one.facet("masked") or ""
            by_kind.setdefault(kind, {})[row, column] = one.value
    for (words, masked), values in by_kind.items():
        names = list(dict.fromkeys(name for pair in values for name in pair))
        how = "names and numbers masked" if masked == "yes" else "as asked"
        title = (
            f"Runs of {words} words in questions of the row's split that the column's has, {how}"
        )
        yield Plot(title, "heat", HeatMap(names, values))


def _recall(result: CheckResult) -> Iterator[Plot]:
    yield from _intervals(
        "Planted leaks found, by disguise",
        _rates(result, "planted leaks found", "disguise"),
        "disguise",
    )


def _coverage(result: CheckResult) -> Iterator[Plot]:
    if result.curves:
        lines = dict(result.curves[:_MOST_LINES])
        yield Plot("Evidence seen, by calls made", "lines", LinePlot(lines), "calls of the episode")


_DRAWN: dict[str, Callable[[CheckResult], Iterator[Plot]]] = {
    "noninterference": _twins,
    "statement": _statements,
    "baselines": _baselines,
    "guessability": _guesses,
    "overlap": _overlap,
    "self_test": _recall,
    "traces": _coverage,
}
