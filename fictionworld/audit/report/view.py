"""What the report shows for each check: plots, figures as text, findings with marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from fictionworld.audit.record import CheckResult, LeakEvidence, Measure
from fictionworld.audit.report.figures import BarPlot, HeatMap, IntervalPlot, LinePlot, percent

MOST_FINDINGS = 12
"""Of a check; the JSON has more."""
_MOST_TEXT = 700


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure with its heading."""

    title: str
    kind: Literal["intervals", "bars", "lines", "heat"]
    drawn: IntervalPlot | BarPlot | LinePlot | HeatMap
    across: str = ""
    """What the horizontal axis counts, where its figures do not say it."""


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure as the table of figures prints it."""

    name: str
    of: str
    value: str
    interval: str
    counted: str
    at_most: str
    over: bool
    open: bool
    """Its sample is too small to decide on which side of the threshold it lies."""


@dataclass(frozen=True, slots=True)
class Card:
    """One of the few numbers that matter."""

    value: str
    says: str
    over: bool


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A finding, its text cut into marked and unmarked pieces."""

    severity: str
    where: str
    pieces: list[tuple[str, bool]]
    why: str
    command: str


@dataclass(frozen=True, slots=True)
class CheckSection:
    """A check on the page."""

    result: CheckResult
    plots: list[Plot]
    rows: list[MeasureRow]
    findings: list[EvidenceView]


def shown(measure: Measure) -> str:
    """A measure's value: a share in per cent, else with its unit."""
    return _number(measure, measure.value)


def row_of(measure: Measure) -> MeasureRow:
    """A measure as text."""
    interval = counted = ""
    if measure.low is not None and measure.high is not None:
        interval = f"{_number(measure, measure.low)} – {_number(measure, measure.high)}"  # noqa: RUF001
    if measure.denominator is not None:
        counted = f"{measure.numerator:,} of {measure.denominator:,}"
    elif measure.n is not None:
        counted = f"n = {measure.n:,}"
    return MeasureRow(
        measure.name,
        ", ".join(value for _, value in measure.of) or "all",
        shown(measure),
        interval,
        counted,
        "" if measure.at_most is None else _number(measure, measure.at_most),
        measure.exceeded,
        measure.undecided,
    )


def _number(measure: Measure, value: float | None) -> str:
    if value is None:
        return "not measured"
    if measure.denominator is not None:
        return percent(value)
    if measure.unit:
        return (
            f"{value:,.0f} {measure.unit}"
            if value == int(value)
            else f"{value:,.2f} {measure.unit}"
        )
    return f"{value:.3f}"


def evidence_of(finding: LeakEvidence) -> EvidenceView:
    """A finding as the page shows it; a long text is cut around its marks."""
    where = [finding.field]
    if finding.task_id:
        where.append(f"task {finding.task_id}")
    elif finding.world_id is not None:
        where.append(f"world {finding.world_id}")
    if finding.page:
        where.append(finding.page)
    return EvidenceView(
        finding.severity,
        " · ".join(where),
        list(_pieces(finding.text, finding.marks)),
        finding.why,
        finding.command,
    )


def _pieces(text: str, marks: Sequence[tuple[int, int]]) -> Iterable[tuple[str, bool]]:
    start = end = 0
    if len(text) > _MOST_TEXT:
        middle = marks[0][0] if marks else 0
        start = max(0, middle - _MOST_TEXT // 2)
        end = start + _MOST_TEXT
    else:
        end = len(text)
    if start:
        yield "… ", False
    at = start
    for first, last in sorted(marks):
        first, last = max(first, at), min(last, end)  # noqa: PLW2901 - kept within what is shown
        if first < last:
            yield text[at:first], False
            yield text[first:last], True
            at = last
    yield text[at:end], False
    if end < len(text):
        yield " …", False
