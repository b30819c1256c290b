"""The report: an audit's record as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from markupsafe import Markup

from fictionworld.audit.record import AuditRecord, LeakEvidence, Measure
from fictionworld.audit.report.plots import plots_of
from fictionworld.reports.html_page import html_page
from fictionworld.reports.plots import percent

_MOST_FINDINGS = 12
"""Of a check; the JSON has more."""
_MOST_TEXT = 700
_CARDS: tuple[tuple[str, str, dict[str, str], str], ...] = (
    (
        "noninterference", "worlds that differ", {},
        "worlds whose search replies differ from those of a twin with other protected values",
    ),
    (
        "baselines", "f1_value", {"agent": "snippets-only", "policy": "tease"},
        "share of values right without opening a page, from snippets (policy tease)",
    ),
    (
        "baselines", "f1_value", {"agent": "prober", "policy": "tease"},
        "the same, by an agent that probes the index for values (policy tease)",
    ),
    (
        "baselines", "f1_value", {"agent": "scout", "policy": "tease"},
        "share of values right by an agent that reads pages (policy tease)",
    ),
    (
        "guessability", "f1_value of the best guess", {},
        "share of values right by guessing, with every row of the answer given",
    ),
)  # fmt: skip
"""The few numbers that matter: check, measure, facets, and what the card says."""

_THRESHOLDS: tuple[tuple[str, str], ...] = (
    ("shortcut_f1", "mean f1_value of an agent that opens no page"),
    ("guess_f1", "mean f1_value of the best guess"),
    ("page_share", "share of a wide answer's values on one page"),
)


def report(record: AuditRecord, day: date) -> str:
    """Return the whole HTML page with its styles and plots; it has no script and fetches nothing.

    Args:
        record: What was found.
        day: The date that the page bears; nothing else on it depends on when it is made.
    """
    filters: dict[str, Callable[..., Any]] = {
        "coded": _coded,
        "value_of": _value_of,
        "interval_of": _interval_of,
        "count_of": _count_of,
        "bound_of": _bound_of,
        "place_of": _place_of,
        "pieces_of": _pieces_of,
        "plots_of": plots_of,
    }
    return html_page(
        "audit/report",
        "report.html",
        filters,
        record=record,
        day=day.isoformat(),
        verdict=record.verdict.capitalize(),
        thresholds=[(says, f"{getattr(record.thresholds, name):g}") for name, says in _THRESHOLDS],
        reason=_reason(record),
        cards=list(_cards(record)),
        most_findings=_MOST_FINDINGS,
    )


def _reason(record: AuditRecord) -> str:
    checks = len(record.results)
    skipped = sum(result.status == "not measured" for result in record.results)
    sentences = []
    for status in ("failed", "inconclusive"):
        titles = [result.title for result in record.results if result.status == status]
        if titles:
            sentences.append(f"{len(titles)} of {checks} checks {status}: {', '.join(titles)}.")
    sentences = sentences or [f"None of {checks} checks found more than its threshold allows."]
    return " ".join(sentences + ([f"{skipped} not measured."] if skipped else []))


def _cards(record: AuditRecord) -> Iterator[tuple[Measure, str]]:
    """Yield the measure of each card and the text that explains it."""
    for check, name, facets, says in _CARDS:
        measure = _measure(record, check, name, facets)
        if measure is not None and measure.value is not None:
            yield measure, _with_count(measure, says)


def _measure(record: AuditRecord, check: str, name: str, facets: dict[str, str]) -> Measure | None:
    try:
        return record.result(check).measure(name, **facets)
    except KeyError:  # a check that was not measured has no figures
        return None


def _with_count(measure: Measure, says: str) -> str:
    interval, count = _interval_of(measure), _count_of(measure)
    if measure.n is not None:
        return f"{says}; {count}" + (f", interval {interval}" if interval else "")
    if measure.denominator is None:
        return says
    upper = interval.rpartition(" ")[2]
    bound = f", at most {upper} by its interval" if measure.numerator == 0 else ""
    return f"{says}: {count}{bound}"


# Figures as text --------------------------------------------------------------------------------


def _value_of(measure: Measure) -> str:
    """Return the value of a measure as text: a share in per cent, else a number with its unit."""
    return _number(measure, measure.value)


def _interval_of(measure: Measure) -> str:
    if measure.low is None or measure.high is None:
        return ""
    return f"{_number(measure, measure.low)} – {_number(measure, measure.high)}"  # noqa: RUF001


def _count_of(measure: Measure) -> str:
    if measure.denominator is not None:
        return f"{measure.numerator:,} of {measure.denominator:,}"
    return f"n = {measure.n:,}" if measure.n is not None else ""


def _bound_of(measure: Measure) -> str:
    return "" if measure.at_most is None else _number(measure, measure.at_most)


def _number(measure: Measure, value: float | None) -> str:
    if value is None:
        return "not measured"
    if measure.denominator is not None:
        return percent(value)
    if measure.unit:
        digits = 0 if value == int(value) else 2
        return f"{value:,.{digits}f} {measure.unit}"
    return f"{value:.3f}"


# Findings ---------------------------------------------------------------------------------------


def _place_of(finding: LeakEvidence) -> str:
    where = [finding.field]
    if finding.task_id:
        where.append(f"task {finding.task_id}")
    elif finding.world_id is not None:
        where.append(f"world {finding.world_id}")
    if finding.page:
        where.append(finding.page)
    return " · ".join(where)


def _pieces_of(finding: LeakEvidence) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a finding's text, each with whether it is marked; long texts are cut."""
    text, marks = finding.text, finding.marks
    start, end = 0, len(text)
    if len(text) > _MOST_TEXT:
        middle = marks[0][0] if marks else 0
        start = max(0, middle - _MOST_TEXT // 2)
        end = start + _MOST_TEXT
    if start:
        yield "… ", False
    position = start
    for first, last in sorted(marks):
        first, last = max(first, position), min(last, end)  # noqa: PLW2901 - kept within what is shown
        if first < last:
            yield text[position:first], False
            yield text[first:last], True
            position = last
    yield text[position:end], False
    if end < len(text):
        yield " …", False


def _coded(text: str) -> Markup:
    """Return a sentence as HTML, with each part between backticks as code."""
    pieces = text.split("`")
    html = Markup()
    for index, piece in enumerate(pieces):
        html += Markup("<code>{}</code>").format(piece) if index % 2 else piece
    return html
