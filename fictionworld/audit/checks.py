"""The checks of an audit, and the jobs that they are done in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from fictionworld.audit.baselines import BaselineCheck
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.derivability import DerivabilityCheck
from fictionworld.audit.form import FormCheck
from fictionworld.audit.guessability import GuessabilityCheck
from fictionworld.audit.induced import InducedCheck
from fictionworld.audit.noninterference import NonInterferenceCheck
from fictionworld.audit.overlap import OverlapCheck
from fictionworld.audit.priors import PriorsCheck
from fictionworld.audit.question import QuestionCheck
from fictionworld.audit.ranking import RankingCheck
from fictionworld.audit.real_world import RealWorldCheck
from fictionworld.audit.self_test import SelfTestCheck
from fictionworld.audit.statement import StatementCheck
from fictionworld.audit.texts import TextsCheck
from fictionworld.audit.traces import TracesCheck
from fictionworld.audit.whole_page import WholePageCheck
from fictionworld.errors import UsageError
from fictionworld.plugins import plugins

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fictionworld.audit.check import AuditContext
    from fictionworld.audit.observing import ObservedWorld
    from fictionworld.audit.record import CheckResult

__all__ = ["all_checks", "conclude"]

_OURS: Final[tuple[AuditCheck, ...]] = (
    NonInterferenceCheck(),
    StatementCheck(),
    FormCheck(),
    RankingCheck(),
    QuestionCheck(),
    WholePageCheck(),
    BaselineCheck(),
    GuessabilityCheck(),
    DerivabilityCheck(),
    InducedCheck(),
    OverlapCheck(),
    RealWorldCheck(),
    PriorsCheck(),
    SelfTestCheck(),
    TracesCheck(),
    TextsCheck(),
)
"""In the order of the record, the gravest first."""


@cache
def all_checks() -> dict[str, AuditCheck]:
    """All checks by name: ours, then those of installed packages (group `fictionworld.checks`).

    Raises:
        UsageError: A check of another package cannot be used, or has the name of one of ours.
    """
    found = {check.name: check for check in _OURS}
    for point, check in plugins("fictionworld.checks", AuditCheck).items():
        if check.name in found:
            raise UsageError(
                f"entry point {point} in group fictionworld.checks: got a check named "
                f"{check.name!r}, and there is one already; give it another name"
            )
        found[check.name] = check
    return found


def conclude(
    context: AuditContext, worlds: Sequence[ObservedWorld], of_dataset: Mapping[str, Any]
) -> tuple[CheckResult, ...]:
    """The result of each check that the audit was asked for."""
    results = (
        check.conclude(
            Observations([one.found[name] for one in worlds], of_dataset.get(name), context)
        )
        for name, check in all_checks().items()
    )
    return tuple(result for result in results if result is not None)
