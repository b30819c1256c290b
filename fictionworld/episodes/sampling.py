"""Tasks drawn for training: an endless supply in an order by seed, each with its policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import count, islice

from fictionworld.episodes.source import Source
from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.tasks.record import Task
from fictionworld.web.permit import PolicyMix, parse_policies

__all__ = ["SampledTask", "sampled_tasks"]

_FIELDS = tuple(field.name for field in fields(Task))


@dataclass(frozen=True, slots=True)
class SampledTask(Task):
    """A task, and how to play it: `dataset.episode(t.task_id, t.policy, seed=t.seed)`."""

    policy: str
    """The policy that its world drew."""
    seed: int
    """Of the group of rollouts."""
    index: int
    """Its number in the sample, from 0: a run that ended with it goes on with `start=index + 1`."""


def sampled_tasks(
    source: Source,
    tasks: Sequence[Task],
    n: int | None,
    seed: int = 0,
    policies: str | Mapping[str, float] = "tease",
    start: int = 0,
) -> Iterator[SampledTask]:
    """Yield `n` of these tasks from number `start` on; see `Dataset.sample`.

    Raises:
        UsageError: There is no task or no such policy, or a number is below 0.
    """
    mix = parse_policies(policies)
    if not tasks:
        raise UsageError("no task is of that choice; `fictionworld tasks DIR` lists all there are")
    if n is not None and n < 0:
        raise UsageError(f"got n={n}; allowed: 0 or more, or None for no end")
    if start < 0:
        raise UsageError(f"got start={start}; allowed: 0 or more, such as a task's index + 1")
    return islice(_drawn(source, tasks, mix, seed, start), n)


def _drawn(
    source: Source, tasks: Sequence[Task], mix: PolicyMix, seed: int, start: int
) -> Iterator[SampledTask]:
    turns, skipped = divmod(start, len(tasks))
    numbers = count(start)
    for turn in count(turns):
        seeds = {task.task_id: child_seed(seed, f"sample/{turn}/{task.task_id}") for task in tasks}
        for task in sorted(tasks, key=lambda task: seeds[task.task_id])[skipped:]:
            policy = mix.of(source.world(task.world_id), seed)
            values = {name: getattr(task, name) for name in _FIELDS}
            yield SampledTask(**values, policy=str(policy), seed=seed, index=next(numbers))
        skipped = 0
