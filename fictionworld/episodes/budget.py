"""How many calls an episode allows, and what it says when they are used up."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fictionworld.simulator.controls import NO_CONTROLS

if TYPE_CHECKING:
    from fictionworld.simulator.controls import Controls
    from fictionworld.tasks.record import Task

__all__ = ["budget_for", "spent"]

_LEAST_CALLS = 30
_CALLS_A_PAGE = 7.5
"""A scout takes at most five times the oracle's calls plus twenty, and a budget
is half as much again; and a few to spare."""


def budget_for(task: Task | None, controls: Controls = NO_CONTROLS) -> int:
    """The calls that an episode allows unless told otherwise; 0, no limit, without a task."""
    if task is None:
        return 0
    calls = _LEAST_CALLS + controls.spare_calls + _CALLS_A_PAGE * task.least_pages
    return math.ceil(calls * controls.growth)


def spent(most_calls: int) -> str:
    """The reply to a call beyond the budget."""
    return (
        f"All {most_calls} calls of this task are used. No tool answers any more: give your answer."
    )
