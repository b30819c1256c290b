"""Rows for trainers: a task to play, with its prompt, its policy and the seed of its group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from fictionworld.episodes.episode import Episode
from fictionworld.episodes.sampling import SampledTask
from fictionworld.episodes.source import Source
from fictionworld.simulator.controls import Controls


@dataclass(frozen=True, slots=True)
class TrainingRow:
    """One group of rollouts: `dataset.episode(r.task_id, r.policy, seed=r.group_seed)`."""

    task: SampledTask
    prompt: list[dict[str, str]]
    """System prompt and question, as messages."""
    budget: int
    """The most calls of an episode; 0 for no limit."""

    @property
    def task_id(self) -> str:
        return self.task.task_id

    @property
    def policy(self) -> str:
        return self.task.policy

    @property
    def group_seed(self) -> int:
        return self.task.seed

    @property
    def played(self) -> dict[str, Any]:
        """Return what an episode is made of, as plain values."""
        return {"task_id": self.task_id, "policy": self.policy, "group_seed": self.group_seed}

    def as_dict(self) -> dict[str, Any]:
        """Return the row as plain values: what an episode is made of, and the prompt."""
        return self.played | {"prompt": self.prompt}


def training_rows(
    source: Source,
    drawn: Iterable[SampledTask],
    controls: Controls | str | None = None,
    calls: int | None = None,
) -> Iterator[TrainingRow]:
    """Yield a row for each drawn task, in their order; no world is opened.

    Args:
        source: The dataset of the tasks.
        drawn: The tasks.
        controls: As of `Dataset.episode`; prompts tell of them.
        calls: As of `Dataset.episode`; likewise.

    Raises:
        UsageError: There is no such control, or `calls` is no whole number from 0 on.
    """
    for task in drawn:
        episode = Episode(source, task.task_id, task.policy, controls, task.seed, calls)
        yield TrainingRow(task, episode.messages, episode.most_calls)
