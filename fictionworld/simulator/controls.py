"""Controls: perturbations of the tools, each a number, all of them off unless they are asked for.

A control is drawn by the world's structure seed, the group's seed and the call; it depends neither
on the task nor on a protected value. None of them makes a task unsolvable: failures end, gone pages
have copies, and what is out of date or wrong says so. `docs/controls.md` says what each one does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final

from fictionworld.errors import UsageError, nearest, quoted

MOST_FAILING: Final = 0.6
"""Calls that fail, all kinds together."""
MOST_BESIDE: Final = 0.6
"""Results that are noise or spam, together."""


def _share(
    most: float,
    *,
    failure: str = "",
    of_web: bool = False,
    rule: str = "",
    counts_alone: bool = True,
) -> float:
    """Return a field for a share from 0 to `most`.

    Args:
        most: The most it may be.
        failure: What the reply says, if the control makes a whole call fail.
        of_web: Whether it changes which pages there are, or their dates.
        rule: What the question says of its pages, if they are out of date or wrong.
        counts_alone: Whether a fact that only its pages state counts.
    """
    metadata = {"least": 0.0, "most": most, "whole": False, "failure": failure, "of_web": of_web}
    metadata |= {"rule": rule, "counts_alone": counts_alone}
    share_field: float = field(default=0.0, metadata=metadata)
    return share_field


def _count(default: int, least: int, most: int) -> int:
    """Return a field for a whole number."""
    metadata = {"least": least, "most": most, "whole": True}
    count_field: int = field(default=default, metadata=metadata)
    return count_field


def _check(one: Field[Any], value: Any) -> None:  # noqa: ANN401 - whatever was given
    least, most, whole = (one.metadata[name] for name in ("least", "most", "whole"))
    number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not number or not least <= value <= most:  # no NaN passes either
        allowed = f"{'a whole number' if whole else 'a share'} from {least:g} to {most:g}"
        raise UsageError(f"controls: got {one.name}={quoted(value)}; allowed: {allowed}")


def _check_sum(controls: Controls, names: tuple[str, ...], most: float) -> None:
    total = sum(getattr(controls, name) for name in names)
    if total > most + 1e-9:
        raise UsageError(
            f"controls: got {' + '.join(names)} = {total:g}; allowed is {most:g} together: "
            "lower one of them"
        )


@dataclass(frozen=True)
class Controls:
    """How the tools are perturbed; without arguments, not at all.

    Raises:
        UsageError: A value is not one that its control takes.
    """

    timeout: float = _share(0.5, failure="timed out after 30 seconds; try the same call again")
    """Share of searches and page calls that time out."""
    http_429: float = _share(
        0.5, failure="429 Too Many Requests; wait a moment, then try the same call again"
    )
    """Share answered with 429 Too Many Requests."""
    http_500: float = _share(0.5, failure="500 Internal Server Error; try the same call again")
    http_503: float = _share(
        0.5, failure="503 Service Unavailable, for the moment; try the same call again"
    )
    partial: float = _share(0.5)
    """Share of the queries of a batch that fail, while the others are answered."""
    no_results: float = _share(0.5)
    """Share of queries that find nothing although there is something to find."""
    truncation: float = _share(0.5)
    """Share of page replies that break off early, and say so."""
    errors_end: int = _count(3, 2, 5)
    """The same call, made so often in an episode, is answered in full at the latest."""
    results: int = _count(10, 5, 10)
    """Results for a query."""
    noise: float = _share(0.3)
    """Further share of results that hardly bear on the query; in any case it is 2 to 4 of ten."""
    spam: float = _share(0.5, of_web=True)
    """Share of results that are advertisements."""
    ranking_noise: float = _share(1.0)
    """How far results stand from where they belong: 0 not at all, 1 anywhere."""
    withheld_dates: float = _share(1.0, of_web=True)
    """Share of pages whose date results do not show."""
    page_characters: int = _count(12_000, 2_000, 12_000)
    """Characters of a page in one reply; longer pages come in parts."""
    dead_links: float = _share(0.5, of_web=True)
    """Share of pages that are gone from their address; each has a copy elsewhere."""
    stale_copies: float = _share(
        0.5,
        of_web=True,
        rule="The present edition of a page wins over an archived copy of an earlier edition, "
        "whatever the copy says.",
        counts_alone=False,
    )
    """Share of pages with figures of which an older edition is archived, with older figures."""
    contradictions: float = _share(
        0.5,
        of_web=True,
        rule="Official sites, works of reference, statistics and the press win over pages that "
        "call themselves unofficial, however many of these agree.",
        counts_alone=False,
    )
    """Share of pages about one row that an unofficial page contradicts."""
    corrections: float = _share(
        0.5, of_web=True, rule="A correction notice wins over the text that it corrects."
    )
    """Share of pages with figures that a reprint gives with an error, and a correction notice."""
    earlier_dates: float = _share(
        0.5,
        of_web=True,
        rule="Figures that a page gives as of a day more than a year ago have been revised since; "
        "those of the latest day count, and so do figures without such a day.",
        counts_alone=False,
    )
    """Share of pages with figures of their own that another site republishes, mostly as of an
    earlier day, when they were others; else the page is gone from its own site."""
    other_issuers: float = _share(
        0.5,
        of_web=True,
        rule="The figures of an official source, such as a register or a statistics office, win "
        "over surveys, estimates and counts by others.",
        counts_alone=False,
    )
    """The same, mostly by somebody who is not official, and wrong."""
    narrower_scopes: float = _share(
        0.5,
        of_web=True,
        rule="Whole figures are asked for: those that cover a part, a sample or provisional "
        "returns only do not count.",
        counts_alone=False,
    )
    """The same, mostly of a part only."""
    spare_calls: int = _count(0, 0, 1000)
    """Calls allowed beyond those that every task of its level gets."""

    def __post_init__(self) -> None:
        for control in fields(self):
            value = getattr(self, control.name)
            _check(control, value)
            # equal controls are written alike: 1 and 1.0
            object.__setattr__(
                self, control.name, value if control.metadata["whole"] else float(value)
            )
        _check_sum(self, tuple(FAILURES), MOST_FAILING)
        _check_sum(self, ("noise", "spam"), MOST_BESIDE)

    def __str__(self) -> str:
        """Return one text for equal controls, such as `dead_links=0.2,spam=0.1`.

        `parse_controls` reads it.
        """
        changed = [
            f"{name}={value!r}" for name, value in asdict(self).items() if value != _OFF[name]
        ]
        return ",".join(changed) or "none"

    @property
    def is_off(self) -> bool:
        """Return whether nothing is perturbed."""
        return self == NO_CONTROLS

    @property
    def failures(self) -> tuple[tuple[str, float], ...]:
        """Return the ways in which a whole call fails, and the share of calls that fail so."""
        return tuple((name, getattr(self, name)) for name in FAILURES)

    @cached_property
    def of_web(self) -> Controls:
        """Return the controls that change the web itself: webs of equal ones are the same."""
        return Controls(**{name: getattr(self, name) for name in _OF_WEB})

    @property
    def misleads(self) -> bool:
        """Return whether pages exist that are out of date or wrong."""
        return any(getattr(self, control.name) for control in _MISLEADING)

    @property
    def precedence(self) -> str:
        """Return what the question says of sources that disagree; empty where none do."""
        misleading = [control for control in _MISLEADING if getattr(self, control.name)]
        if not misleading:
            return ""
        rules = [_NOT_ALL_RIGHT, *(control.metadata["rule"] for control in misleading)]
        if not all(control.metadata["counts_alone"] for control in misleading):
            rules.append(_ALONE)
        return " ".join(rules)

    @property
    def growth(self) -> float:
        """Return about how many calls a task takes, at most, where it took one without controls."""
        failing_share = sum(share for _, share in self.failures) + self.truncation
        fitting_share = self.results / 10 * (1 - self.noise - self.spam)
        searching = (1 + self.partial + self.no_results) * (0.5 + 0.5 / fitting_share)
        reading = (1 + self.dead_links) * (1 + 0.5 * (12_000 / self.page_characters - 1))
        # few pages have figures of their own
        accounts = 0.2 * (self.earlier_dates + self.other_issuers + self.narrower_scopes)
        misleading = self.stale_copies + self.contradictions + self.corrections + accounts
        rereading = 1 + 0.5 * misleading
        return (searching + reading) / 2 * rereading / (1 - min(failing_share, 0.75))


_NOT_ALL_RIGHT: Final = "Not everything on this web is up to date or right."
_ALONE: Final = (
    "What is stated only by a source that loses by these rules does not count: find it elsewhere."
)
FAILURES: Final[dict[str, str]] = {
    control.name: text for control in fields(Controls) if (text := control.metadata.get("failure"))
}
"""What the reply says where a whole call fails, by control."""
_MISLEADING: Final = tuple(control for control in fields(Controls) if control.metadata.get("rule"))
_OF_WEB: Final = tuple(
    control.name for control in fields(Controls) if control.metadata.get("of_web")
)
_OFF: Final = {control.name: control.default for control in fields(Controls)}

NO_CONTROLS: Final = Controls()
PRESETS: Final = {
    "none": NO_CONTROLS,
    "realistic": Controls(
        timeout=0.02,
        http_429=0.02,
        http_500=0.01,
        http_503=0.01,
        partial=0.03,
        no_results=0.02,
        truncation=0.03,
        noise=0.05,
        spam=0.1,
        ranking_noise=0.1,
        withheld_dates=0.2,
        page_characters=8_000,
        dead_links=0.05,
        stale_copies=0.05,
        contradictions=0.05,
        corrections=0.03,
        earlier_dates=0.15,
        other_issuers=0.15,
        narrower_scopes=0.15,
    ),
    "hostile": Controls(
        timeout=0.06,
        http_429=0.06,
        http_500=0.04,
        http_503=0.04,
        partial=0.1,
        no_results=0.08,
        truncation=0.12,
        errors_end=4,
        results=9,
        noise=0.06,
        spam=0.2,
        ranking_noise=0.5,
        withheld_dates=0.6,
        page_characters=4_000,
        dead_links=0.25,
        stale_copies=0.25,
        contradictions=0.2,
        corrections=0.1,
        earlier_dates=0.22,
        other_issuers=0.22,
        narrower_scopes=0.22,
        spare_calls=20,
    ),
}
"""`none` perturbs nothing, `realistic` is an ordinary day of a search tool, `hostile` its worst."""


def parse_controls(given: str | Mapping[str, Any]) -> Controls:
    """Return the controls in a text, such as `hostile,dead_links=0.2`, or in a mapping.

    A mapping may name the preset that it changes as `preset`.

    Raises:
        UsageError: There is no such preset or control, or a value is not one it takes.
    """
    if isinstance(given, str):
        given = _parsed(given)
    changes = dict(given)
    preset = changes.pop("preset", "none")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise UsageError(
            f"controls: got preset {quoted(preset)}; allowed: {', '.join(PRESETS)}"
            f"{nearest(preset, PRESETS)}"
        )
    for name in changes:
        if name not in _OFF:
            raise UsageError(
                f"controls: got {quoted(name)}; allowed: {', '.join(_OFF)}{nearest(name, _OFF)}"
            )
    return replace(PRESETS[preset], **changes)


def controls_of(given: Controls | str | Mapping[str, Any] | None) -> Controls:
    """Return the controls in any form that callers have them; none for None.

    Raises:
        UsageError: It is none of these forms, or as `parse_controls`.
    """
    if given is None:
        return NO_CONTROLS
    if isinstance(given, Controls):
        return given
    if not isinstance(given, str | Mapping):
        raise UsageError(
            f"controls: got {quoted(given)}; give fw.Controls(...), a text such as 'realistic' or "
            "'hostile,dead_links=0.2', or a mapping"
        )
    return parse_controls(given)


def _parsed(text: str) -> dict[str, Any]:
    """Return a text as a mapping: a preset first, or none, then `name=value` after commas."""
    settings: dict[str, Any] = {}
    for number, piece in enumerate(piece.strip() for piece in text.split(",")):
        name, sign, value = (part.strip() for part in piece.partition("="))
        if not sign and number == 0:
            settings["preset"] = name
            continue
        if not sign or not name or name in settings:
            raise UsageError(
                f"controls: got {quoted(piece)} in {quoted(text)}; write a preset "
                f"({', '.join(PRESETS)}), then changes, each once, such as hostile,dead_links=0.2"
            )
        settings[name] = _number(name, value)
    return settings


def _number(name: str, text: str) -> float | int:
    try:
        return int(text) if text.lstrip("-").isdigit() else float(text)
    except ValueError:
        raise UsageError(f"controls: got {name}={quoted(text)}; write a number, as 0.2") from None
