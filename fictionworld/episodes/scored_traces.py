"""What each episode earned and cost, from files of traces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fictionworld.errors import UsageError
from fictionworld.files import open_file
from fictionworld.tasks.record import world_of_task

_USUAL: Final = {"policies": "tease", "controls": "none", "backend": "template", "settings": ""}


@dataclass(frozen=True, slots=True)
class ScoredTrace:
    """One episode of an agent, without its calls and texts."""

    agent: str
    conditions: str
    """What is not usual of the rollout: `strict, temperature=0.6`; empty where nothing is."""
    task_id: str
    sample: int
    reward: float
    """What was earned, by the rollout's reward."""
    calls: int
    pages: int
    """Calls that read a page."""
    characters: int
    """Of all replies."""

    @property
    def world_id(self) -> int:
        """Return the world of the task."""
        return world_of_task(self.task_id)

    @property
    def run(self) -> str:
        """Return the name of the rollout: the agent, and what is not usual."""
        return f"{self.agent} ({self.conditions})" if self.conditions else self.agent


def scored_traces(path: Path, dataset_hash: str) -> Iterator[ScoredTrace]:
    """Yield the episodes of a file that `rollout --traces` wrote, in their order.

    Episodes that failed for no fault of the agent are passed over.

    Raises:
        UsageError: A line is no trace, or of another dataset.
    """
    with open_file(path) as lines:
        for number, line in enumerate(lines, 1):
            try:
                row: dict[str, Any] = json.loads(line)
                if row.get("error"):
                    continue
                trace = _scored(row)
                is_foreign = row["dataset"] != dataset_hash
                world_of_task(trace.task_id)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise UsageError(
                    f"--traces: line {number} of {path} is no scored trace that `fictionworld "
                    f"rollout --traces` wrote ({type(error).__name__}: {error})"
                ) from error
            if is_foreign:
                raise UsageError(
                    f"--traces: line {number} of {path} was played in another dataset; give traces "
                    "of this one"
                )
            yield trace


def _scored(row: dict[str, Any]) -> ScoredTrace:
    unusual = [str(row[name]) for name, usual in _USUAL.items() if row.get(name, usual) != usual]
    calls = row["calls"]
    return ScoredTrace(
        row["agent"],
        ", ".join(unusual),
        row["task_id"],
        int(row.get("sample", 0)),
        float(row["reward"]["earned"]),
        len(calls),
        sum(call["kind"] == "page" for call in calls),
        sum(call["characters"] for call in calls),
    )
