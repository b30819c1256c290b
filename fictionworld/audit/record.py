"""What an audit finds, as frozen records: measures with their intervals, findings, verdicts.

Every check ends in a `Result`; all of them together are an `AuditRecord`. They hold plain data, so
`as_dict` is all that `--json` prints and all that a report needs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Literal

__all__ = [
    "AuditRecord",
    "Finding",
    "Measure",
    "Result",
    "Severity",
    "Status",
    "Thresholds",
    "figure",
    "rate",
]

Severity = Literal["metadata", "question context", "explicit answer"]
"""From the least to the worst: that something exists; what a question is about; an answer."""
Status = Literal["passed", "failed", "measured", "not measured"]
"""`measured` where there is no threshold to pass."""
_Z = 1.959964
"""Two-sided, 95%."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number with its 95% interval, and what it is a number of."""

    name: str
    """`fields that differ`, `AUC`, `f1_value`."""
    of: tuple[tuple[str, str], ...]
    """Which part of the whole, by facet: `(("policy", "tease"), ("field", "snippet"))`; empty for
    all."""
    value: float | None
    """None where nothing was there to be measured. Of a rate: numerator by denominator."""
    low: float | None = None
    high: float | None = None
    """The interval. Of a rate by Wilson, so that none in n has an upper bound: about 3.8/n."""
    numerator: int | None = None
    denominator: int | None = None
    """Of rates alone."""
    unit: str = ""
    at_most: float | None = None
    """The threshold that this measure stands under; None for none."""
    exceeded: bool = False
    """Whether it is above its threshold."""

    def facet(self, name: str) -> str | None:
        """One facet, such as the `policy`; None where the measure is not parted by it."""
        return dict(self.of).get(name)


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where something is told that should not be, as evidence."""

    check: str
    severity: Severity
    world_id: int | None
    task_id: str | None
    page: str | None
    """The address of the page that the text is of."""
    field: str
    """`title`, `snippet`, `url`, `date`, `error`, `reply`, `question`, ..."""
    text: str
    marks: tuple[tuple[int, int], ...]
    """The characters at fault: `text[start:end]`."""
    why: str
    """In one plain sentence."""
    command: str
    """A shell command that shows it again."""
    of: tuple[tuple[str, str], ...] = ()
    """The facets that it counts in."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one check came to."""

    check: str
    """`noninterference`, `form`, ...: the same in every release."""
    title: str
    asks: str
    """The question that the check answers, in a sentence."""
    status: Status
    measures: tuple[Measure, ...] = ()
    findings: tuple[Finding, ...] = ()
    """The first few; `found` counts all."""
    found: int = 0
    note: str = ""
    """What a reader must know to read the numbers; why nothing was measured."""
    curves: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = ()
    """What is better drawn than read: named lines of points (x, y)."""

    def measure(self, name: str, **of: str) -> Measure:
        """The measure of this name and these facets.

        Raises:
            KeyError: There is none.
        """
        wanted = set(of.items())
        for one in self.measures:
            if one.name == name and set(one.of) == wanted:
                return one
        raise KeyError(f"{self.check} has no measure {name!r} of {of}")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Above these an audit fails."""

    leak_rate: float = 0.0
    """Share of the search replies that tell a protected value, under `tease` and `strict`."""
    form_auc: float = 0.55
    """How well the form of a reply tells whether a row is in an answer; 0.5 is chance."""
    ranking_gain: float = 0.1
    """Key-F1 that the pasted question gains over the bare type query."""
    shortcut_f1: float = 0.05
    """`f1_value` of an agent that opens no page, under `tease` and `strict`."""
    guess_f1: float = 0.2
    """`f1_value` of the best guess, given all keys: on average over tasks."""
    page_share: float = 0.5
    """The share of a wide answer's values that one page states."""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """An audit, whole."""

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
    results: tuple[Result, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return all(result.status != "failed" for result in self.results)

    @property
    def failed(self) -> tuple[str, ...]:
        """The checks that failed."""
        return tuple(result.check for result in self.results if result.status == "failed")

    def result(self, check: str) -> Result:
        """What one check came to.

        Raises:
            KeyError: There was no such check.
        """
        for one in self.results:
            if one.check == check:
                return one
        raise KeyError(f"no check {check!r}; there are {[one.check for one in self.results]}")

    def as_dict(self) -> dict[str, Any]:
        """The record as plain data, facets as objects, with what its properties say."""
        told = asdict(self)
        for result in told["results"]:
            for part in (*result["measures"], *result["findings"]):
                part["of"] = dict(part["of"])
            result["curves"] = dict(result["curves"])
        return {"passed": self.passed, "failed": list(self.failed), **told}


def rate(
    name: str,
    numerator: int,
    denominator: int,
    of: tuple[tuple[str, str], ...] = (),
    at_most: float | None = None,
) -> Measure:
    """A share with its Wilson interval; above its threshold where the share itself is."""
    if denominator == 0:
        return Measure(name, of, None, None, None, 0, 0, "", at_most)
    low, high = wilson(numerator, denominator)
    share = numerator / denominator
    exceeded = at_most is not None and share > at_most
    return Measure(name, of, share, low, high, numerator, denominator, "", at_most, exceeded)


def figure(  # noqa: PLR0913 - a number and all that goes with it
    name: str,
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    of: tuple[tuple[str, str], ...] = (),
    unit: str = "",
    *,
    at_most: float | None = None,
    chance: float = 0.0,
) -> Measure:
    """A number that is no share.

    It is above its threshold where it lies above it and chance does not explain it: where the
    interval, if there is one, lies above `chance`.
    """
    exceeded = value is not None and at_most is not None and value > at_most
    if exceeded and low is not None:
        exceeded = low > chance
    return Measure(name, of, value, low, high, None, None, unit, at_most, exceeded)


def wilson(numerator: int, denominator: int) -> tuple[float, float]:
    """The 95% interval of a share, by Wilson: from 0 to 1, and never of no width."""
    share, n = numerator / denominator, denominator
    middle = share + _Z * _Z / (2 * n)
    spread = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
    scale = 1 + _Z * _Z / n
    low = 0.0 if numerator == 0 else (middle - spread) / scale
    high = 1.0 if numerator == denominator else (middle + spread) / scale
    return low, high
