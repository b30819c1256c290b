"""The report: an audit's record as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from jinja2 import PackageLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from fictionworld.audit.record import AuditRecord, CheckResult, Measure
from fictionworld.audit.report.figures import percent
from fictionworld.audit.report.plots import plots_of
from fictionworld.audit.report.view import (
    MOST_FINDINGS,
    Card,
    CheckSection,
    evidence_of,
    row_of,
    shown,
)

_CARDS: tuple[tuple[str, str, dict[str, str], str], ...] = (
    (
        "noninterference", "fields that differ", {},
        "parts of search replies that differ where only protected values do",
    ),
    (
        "statement", "replies that state a value", {"policy": "tease"},
        "search replies in which a matcher finds a protected value (policy tease)",
    ),
    (
        "form", "AUC", {"policy": "tease"},
        "how well the mere form of replies shows which rows are in an answer; 0.5 is chance",
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
    ("leak_rate", "share of search replies that state a protected value"),
    ("form_auc", "AUC with which the form of replies shows the rows of an answer"),
    ("ranking_gain", "F1 over row names that pasting the question gains by the order of results"),
    ("shortcut_f1", "mean f1_value of an agent that opens no page"),
    ("guess_f1", "mean f1_value of the best guess"),
    ("page_share", "share of a wide answer's values on one page"),
)


def report(record: AuditRecord, day: date) -> str:
    """The page, complete: styles and plots stand in it, no script, nothing is fetched.

    Args:
        record: What was found.
        day: The date that the page bears; nothing else on it depends on when it is made.
    """
    pages = ImmutableSandboxedEnvironment(
        loader=PackageLoader("fictionworld.audit.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["coded"] = _coded
    pages.filters["percent"] = percent
    source, _, _ = PackageLoader("fictionworld.audit.report").get_source(pages, "style.css")
    return pages.get_template("report.html").render(
        record=record,
        day=day.isoformat(),
        verdict=record.verdict.capitalize(),
        thresholds=[(says, f"{getattr(record.thresholds, name):g}") for name, says in _THRESHOLDS],
        reason=_reason(record),
        cards=list(_cards(record)),
        sections=[_section(result) for result in record.results],
        style=Markup(source),  # noqa: S704 - our own file
    )


def _reason(record: AuditRecord) -> str:
    checks = len(record.results)
    skipped = sum(result.status == "not measured" for result in record.results)
    said = []
    for status, says in (("failed", "failed"), ("inconclusive", "inconclusive")):
        titles = [result.title for result in record.results if result.status == status]
        if titles:
            said.append(f"{len(titles)} of {checks} checks {says}: {', '.join(titles)}.")
    said = said or [f"None of {checks} checks found more than its threshold allows."]
    return " ".join(said + ([f"{skipped} not measured."] if skipped else []))


def _cards(record: AuditRecord) -> Iterator[Card]:
    for check, name, facets, says in _CARDS:
        measure = _measure(record, check, name, facets)
        if measure is not None and measure.value is not None:
            yield Card(shown(measure), _with_count(measure, says), measure.exceeded)


def _measure(record: AuditRecord, check: str, name: str, facets: dict[str, str]) -> Measure | None:
    try:
        return record.result(check).measure(name, **facets)
    except KeyError:  # a check that was not measured has no figures
        return None


def _with_count(measure: Measure, says: str) -> str:
    if measure.n is not None:
        row = row_of(measure)
        return f"{says}; {row.counted}" + (f", interval {row.interval}" if row.interval else "")
    if measure.denominator is None:
        return says
    counted = f"{measure.numerator:,} of {measure.denominator:,}"
    bound = f", at most {_upper(measure)} by its interval" if measure.numerator == 0 else ""
    return f"{says}: {counted}{bound}"


def _upper(measure: Measure) -> str:
    """The upper end of a measure's interval."""
    return row_of(measure).interval.rpartition(" ")[2]


def _section(result: CheckResult) -> CheckSection:
    return CheckSection(
        result,
        plots_of(result),
        [row_of(measure) for measure in result.measures],
        [evidence_of(finding) for finding in result.findings[:MOST_FINDINGS]],
    )


def _coded(text: str) -> Markup:
    """A sentence in which `backticks` set off code."""
    pieces = text.split("`")
    whole = Markup()
    for place, piece in enumerate(pieces):
        whole += Markup("<code>{}</code>").format(piece) if place % 2 else piece
    return whole
