"""Tasks drawn for training: an endless supply in an order by seed, each with its policy."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import count, islice
from typing import TYPE_CHECKING

from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.tasks.record import Task
from fictionworld.web.permit import parse_policies

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fictionworld.episodes.source import Source
    from fictionworld.web.permit import PolicyMix

__all__ = ["SampledTask", "sampled_tasks"]


@dataclass(frozen=True, slots=True)
class SampledTask(Task):
    """A task, and how to play it: `dataset.episode(t.task_id, t.policy, seed=t.seed)`."""

    policy: str
    """The policy that its world drew."""
    seed: int
    """Of the group of rollouts."""


def sampled_tasks(
    source: Source,
    n: int,
    seed: int = 0,
    split: str | None = None,
    policies: str | Mapping[str, float] = "tease",
) -> Iterator[SampledTask]:
    """The first `n` tasks of the sample; `Dataset.sample` says what is in it.

    Raises:
        UsageError: There is no such task or policy, or `n` is below 0.
    """
    mix, every = parse_policies(policies), source.tasks()
    tasks = [task for task in every if split in {None, task.split}]
    if not tasks:
        splits = ", ".join(sorted({task.split for task in every})) or "no split"
        raise UsageError(f"got split {split!r}; the dataset has tasks of {splits}")
    if n < 0:
        raise UsageError(f"got n={n}; allowed: 0 or more")
    return islice(_drawn(source, tasks, mix, seed), n)


def _drawn(source: Source, tasks: list[Task], mix: PolicyMix, seed: int) -> Iterator[SampledTask]:
    for turn in count():
        drawn = {task.task_id: child_seed(seed, f"sample/{turn}/{task.task_id}") for task in tasks}
        for task in sorted(tasks, key=lambda task: drawn[task.task_id]):
            policy = mix.of(source.world(task.world_id), seed)
            yield SampledTask(**asdict(task), policy=str(policy), seed=seed)
