"""What an audit finds, as frozen records: measures with their intervals, findings, verdicts.

Every check ends in a `CheckResult`; all of them together are an `AuditRecord`. They hold plain
data, so `as_dict` is all that `--json` prints and all that a report needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Literal

Facets = tuple[tuple[str, str], ...]
"""Which part of the whole something is of: `(("policy", "tease"), ("field", "snippet"))`."""
Severity = Literal["metadata", "question context", "explicit answer"]
"""From the least to the worst: that something exists; what a question is about; an answer."""
Status = Literal["passed", "failed", "inconclusive", "measured", "not measured"]
"""`inconclusive` where the sample is too small to decide on which side of its threshold a measure
lies; `measured` where there is no threshold to pass."""
Verdict = Literal["passed", "failed", "inconclusive"]
_Z = 1.959964
"""Two-sided, 95%."""
KEPT_FINDINGS = 40
"""Of a check; `CheckResult.found` counts all."""
_POWER = 0.05
"""Where nothing at all may be found: the upper end of the interval that none in n must have, so
that n is enough to pass; 73 tries."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number with its 95% interval, and what it measures."""

    name: str
    """`worlds that differ`, `f1_value`."""
    of: Facets
    """Empty for all."""
    value: float | None
    """None where nothing was there to be measured. Of a rate: numerator by denominator."""
    low: float | None = None
    high: float | None = None
    """The interval. Of a rate by Wilson, so that none in n has an upper bound: about 3.8/n."""
    numerator: int | None = None
    denominator: int | None = None
    """Of rates alone."""
    n: int | None = None
    """How many values a mean is of; None of what is no mean."""
    unit: str = ""
    at_most: float | None = None
    """The threshold that this measure stands under; None for none."""
    exceeded: bool = False
    """Whether it is above its threshold: its whole interval, or where nothing may be found, any."""
    undecided: bool = False
    """Whether its interval holds the threshold, or where nothing was found and nothing may be,
    the tries are too few to say so."""

    def facet(self, name: str) -> str | None:
        """Return the value of a facet, such as `policy`; None where the measure lacks the facet."""
        return dict(self.of).get(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakEvidence:
    """One place where something is stated that should not be, as evidence."""

    check: str
    severity: Severity
    world_id: int | None = None
    task_id: str | None = None
    page: str | None = None
    """The address of the page that the text is of."""
    field: str
    """`title`, `snippet`, `url`, `date`, `error`, `reply`, `question`, ..."""
    text: str
    marks: tuple[tuple[int, int], ...]
    """The characters at fault: `text[start:end]`."""
    why: str
    """In one plain sentence."""
    command: str = ""
    """A shell command that shows it again."""
    of: Facets = ()
    """The facets that it counts in."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    check: str
    """`noninterference`, `question`, ...: the same in every release."""
    title: str
    asks: str
    """The question that the check answers, in a sentence."""
    status: Status
    measures: tuple[Measure, ...] = ()
    findings: tuple[LeakEvidence, ...] = ()
    """The first few; `found` counts all."""
    found: int = 0
    note: str = ""
    """What a reader must know to read the numbers; why nothing was measured."""
    curves: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    """For plots: named lines of points (x, y)."""

    def measure(self, name: str, **of: str) -> Measure:
        """Return the measure with this name and exactly these facets.

        Raises:
            KeyError: There is no such measure.
        """
        facets = set(of.items())
        for measure in self.measures:
            if measure.name == name and set(measure.of) == facets:
                return measure
        raise KeyError(f"{self.check} has no measure {name!r} of {of}")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Above these an audit fails."""

    shortcut_f1: float = 0.05
    """`f1_value` of an agent that opens no page, under `tease` and `strict`."""
    guess_f1: float = 0.2
    """`f1_value` of the best guess, given all keys: on average over tasks."""
    page_share: float = 0.5
    """The share of a wide answer's values that one page states."""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """The record of an audit."""

    dataset: str
    """The folder, as it was given."""
    content_hash: str
    version: str
    packs: tuple[str, ...]
    worlds: int
    tasks: int
    sampled_worlds: tuple[int, ...]
    """Those on which tools and agents were tried; what looks at rows alone looks at all."""
    policies: tuple[str, ...]
    thresholds: Thresholds
    results: tuple[CheckResult, ...]
    seconds: float
    command: str = ""
    """The shell command that gives this record again."""
    seed: int = 0
    backend: str = "template"
    """The backend that worded the web."""
    controls: str = "none"
    """Controls that perturbed the tools."""
    versions: tuple[tuple[str, str], ...] = ()
    """Of Python and of the libraries that figures depend on."""

    @property
    def verdict(self) -> Verdict:
        """Return `failed` if a check failed, else `inconclusive` if one is, else `passed`."""
        return "failed" if self.failed else "inconclusive" if self.inconclusive else "passed"

    @property
    def passed(self) -> bool:
        """Return whether no check failed and none was inconclusive."""
        return self.verdict == "passed"

    @property
    def failed(self) -> tuple[str, ...]:
        """Return the names of the checks that failed."""
        return self._of("failed")

    @property
    def inconclusive(self) -> tuple[str, ...]:
        """Return the names of the checks whose sample is too small to decide."""
        return self._of("inconclusive")

    def _of(self, status: Status) -> tuple[str, ...]:
        return tuple(result.check for result in self.results if result.status == status)

    def result(self, check: str) -> CheckResult:
        """Return the result of a check.

        Raises:
            KeyError: There was no such check.
        """
        for result in self.results:
            if result.check == check:
                return result
        raise KeyError(f"no check {check!r}; there are {[result.check for result in self.results]}")

    def as_dict(self) -> dict[str, Any]:
        """Return the record as plain data, facets as objects, with the verdict and its reasons."""
        record = asdict(self)
        for result in record["results"]:
            for part in (*result["measures"], *result["findings"]):
                part["of"] = dict(part["of"])
            result["curves"] = dict(result["curves"])
        return {
            "verdict": self.verdict,
            "failed": list(self.failed),
            "inconclusive": list(self.inconclusive),
            **record,
        }


def rate(
    name: str,
    numerator: int,
    denominator: int,
    of: Facets = (),
    at_most: float | None = None,
    *,
    whole: bool = False,
) -> Measure:
    """Return a share as a measure, with its Wilson interval and its verdict against its threshold.

    With `at_most` 0 a single hit exceeds the threshold, and no hit is enough only in as many tries
    as would have shown one hit in twenty. Otherwise the whole interval must lie on one side. With
    `whole`, everything there is was looked at, and the share itself decides.
    """
    if denominator == 0:
        return Measure(name, of, None, None, None, 0, 0, None, "", at_most)
    low, high = wilson(numerator, denominator)
    share = numerator / denominator
    exceeded = undecided = False
    if at_most is not None:
        exceeded = share > at_most if whole or at_most == 0 else low > at_most
        undecided = not (exceeded or whole) and high > (at_most or _POWER)
    return Measure(
        name, of, share, low, high, numerator, denominator, None, "", at_most, exceeded, undecided
    )


def figure(  # noqa: PLR0913, PLR0917 - a number and all that goes with it
    name: str,
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    n: int | None = None,
    of: Facets = (),
    unit: str = "",
    *,
    at_most: float | None = None,
) -> Measure:
    """Return a number that is no share as a measure; a mean has an interval and a number of values.

    It exceeds its threshold where its whole interval lies above it, and is undecided where the
    interval holds it. A number without `n` is no estimate: it decides by itself.
    """
    exceeded = undecided = False
    if at_most is not None and value is not None:
        if n is None:
            exceeded = value > at_most
        else:
            exceeded = low is not None and low > at_most
            undecided = not exceeded and (high is None or high > at_most)
    return Measure(name, of, value, low, high, None, None, n, unit, at_most, exceeded, undecided)


def result_of(  # noqa: PLR0913 - a result and all that goes with it
    check: str,
    title: str,
    asks: str,
    measures: Iterable[Measure],
    findings: Sequence[LeakEvidence] = (),
    *,
    status: Status | None = None,
    found: int | None = None,
    note: str = "",
    curves: Iterable[tuple[str, tuple[tuple[float, float], ...]]] = (),
) -> CheckResult:
    """Return the result of a check, with the first of its findings.

    Args:
        check: The name of the check.
        title: The heading in the report.
        asks: The question that it answers.
        measures: What was measured.
        findings: The evidence, the worst first.
        status: The status of the check; by default, that of its measures.
        found: How many findings there were, if `findings` are not all.
        note: What a reader must know to read the numbers.
        curves: Named lines of points (x, y).
    """
    measured = tuple(measures)
    return CheckResult(
        check,
        title,
        asks,
        status or status_of(measured),
        measured,
        tuple(findings[:KEPT_FINDINGS]),
        len(findings) if found is None else found,
        note,
        tuple(curves),
    )


def status_of(measures: Iterable[Measure], *, failed: bool = False) -> Status:
    """Return the worst status of the measures that have a threshold.

    Args:
        measures: The measures of one check.
        failed: Whether the check failed by something that is no measure.
    """
    measured = [measure for measure in measures if measure.value is not None]
    bounded = [measure for measure in measured if measure.at_most is not None]
    if failed or any(measure.exceeded for measure in bounded):
        return "failed"
    if any(measure.undecided for measure in bounded):
        return "inconclusive"
    return "passed" if bounded else "measured" if measured else "not measured"


def wilson(numerator: int, denominator: int) -> tuple[float, float]:
    """Return the ends of the 95% Wilson interval of a share; within 0 and 1, and never equal."""
    share, n = numerator / denominator, denominator
    middle = share + _Z * _Z / (2 * n)
    spread = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
    scale = 1 + _Z * _Z / n
    low = 0.0 if numerator == 0 else (middle - spread) / scale
    high = 1.0 if numerator == denominator else (middle + spread) / scale
    return low, high
