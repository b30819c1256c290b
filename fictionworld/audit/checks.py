"""The list of audit checks."""

from __future__ import annotations

from functools import cache
from typing import Final

from fictionworld.audit.answer_size import AnswerSizeCheck
from fictionworld.audit.baselines import BaselineCheck
from fictionworld.audit.check import AuditCheck
from fictionworld.audit.guessability import GuessabilityCheck
from fictionworld.audit.noninterference import NonInterferenceCheck
from fictionworld.audit.overlap import OverlapCheck
from fictionworld.audit.question import QuestionCheck
from fictionworld.audit.real_world import RealWorldCheck
from fictionworld.audit.texts import TextsCheck
from fictionworld.audit.traces import TracesCheck
from fictionworld.audit.whole_page import WholePageCheck
from fictionworld.registry import with_plugins

_OURS: Final[tuple[AuditCheck, ...]] = (
    NonInterferenceCheck(),
    QuestionCheck(),
    AnswerSizeCheck(),
    WholePageCheck(),
    BaselineCheck(),
    GuessabilityCheck(),
    OverlapCheck(),
    RealWorldCheck(),
    TracesCheck(),
    TextsCheck(),
)
"""In the order of the record, the gravest first."""


@cache
def all_checks() -> dict[str, AuditCheck]:
    """Return all checks by name: our own, then of installed packages (group `fictionworld.checks`).

    Raises:
        UsageError: A check of another package cannot be used, or has the name of one of our own.
    """
    return with_plugins(_OURS, "fictionworld.checks", AuditCheck)
