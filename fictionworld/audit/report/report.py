"""The report: an audit's record as one HTML file that needs nothing beside itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import PackageLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from fictionworld.audit.report.figures import WIDTH
from fictionworld.audit.report.plots import plots_of
from fictionworld.audit.report.view import MOST_FINDINGS, Card, Section, evidence_of, row_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.audit.record import AuditRecord, Measure, Result

__all__ = ["report"]

_CARDS: tuple[tuple[str, str, dict[str, str], str], ...] = (
    ("noninterference", "fields that differ", {}, "fields that differ between twins"),
    (
        "statement", "replies that tell a value", {"policy": "tease"},
        "search replies that tell a protected value, under tease",
    ),
    ("form", "AUC", {"policy": "tease"}, "AUC of membership by form; 0.5 is chance"),
    (
        "ladder", "f1_value", {"agent": "snippets-only", "policy": "tease"},
        "f1_value of snippets only, under tease",
    ),
    (
        "ladder", "f1_value", {"agent": "scout", "policy": "tease"},
        "f1_value of the scout, which reads",
    ),
    (
        "guessability", "f1_value of the best guess", {},
        "f1_value of the best guess, given all keys",
    ),
)  # fmt: skip
"""The few numbers that matter: check, measure, facets, and what the card says."""


def report(record: AuditRecord) -> str:
    """The page, complete: styles and plots stand in it, no script, nothing is fetched."""
    pages = ImmutableSandboxedEnvironment(
        loader=PackageLoader("fictionworld.audit.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["coded"] = _coded
    source, _, _ = PackageLoader("fictionworld.audit.report").get_source(pages, "style.css")
    return pages.get_template("report.html").render(
        record=record,
        verdict="Passed" if record.passed else "Failed",
        reason=_reason(record),
        cards=list(_cards(record)),
        sections=[_section(result) for result in record.results],
        style=Markup(source),  # noqa: S704 - our own file
        width=WIDTH,
    )


def _reason(record: AuditRecord) -> str:
    checks = len(record.results)
    skipped = sum(result.status == "not measured" for result in record.results)
    if record.passed:
        said = f"None of {checks} checks found more than its threshold allows."
    else:
        titles = [result.title for result in record.results if result.status == "failed"]
        said = f"{len(titles)} of {checks} checks failed: {', '.join(titles)}."
    return f"{said} {skipped} not measured." if skipped else said


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
    if measure.denominator is None:
        return says
    counted = f"{measure.numerator:,} of {measure.denominator:,}"
    bound = f", at most {_upper(measure)} by its interval" if measure.numerator == 0 else ""
    return f"{says}: {counted}{bound}"


def _upper(measure: Measure) -> str:
    """The upper end of a measure's interval."""
    return row_of(measure).interval.rpartition(" ")[2]


def _section(result: Result) -> Section:
    return Section(
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
