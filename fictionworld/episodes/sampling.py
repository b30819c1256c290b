"""Tasks drawn for training: an endless supply in an order by seed, each with its policy.

Each beginning of an order has its share of every pack, of the levels in it, and of its worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import count, islice

from fictionworld.episodes.source import Source
from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed, child_share
from fictionworld.tasks.record import Task
from fictionworld.web.permit import PolicyMix, parse_policies

__all__ = ["SampledTask", "sampled_task", "sampled_tasks", "spread_order"]

_FIELDS = tuple(field.name for field in fields(Task))
_SPREAD_OVER = ("pack", "level", "world_id")


@dataclass(frozen=True, slots=True)
class SampledTask(Task):
    """A task, and how to play it: `dataset.episode(t.task_id, t.policy, seed=t.seed)`."""

    policy: str
    """The policy that its world drew."""
    seed: int
    """Of the group of rollouts: another one at each visit of the task."""
    index: int
    """Its number in the sample, from 0: a run that ended with it goes on with `start=index + 1`."""


def sampled_task(
    source: Source, task: Task, mix: PolicyMix, seed: int, visit: int, index: int
) -> SampledTask:
    """Return a task as number `index` of a sample, with the policy and the seed of a visit.

    Args:
        source: The dataset of the task.
        task: The task.
        mix: The policies, of which world and visit draw one.
        seed: Random seed of the sample; the seed of the first visit.
        visit: How often the task was drawn before. Later seeds have 31 bits, for any column.
        index: The number.
    """
    group_seed = child_seed(seed, f"visit/{visit}") >> 33 if visit else seed
    policy = mix.of(source.world(task.world_id), group_seed)
    values = {name: getattr(task, name) for name in _FIELDS}
    return SampledTask(**values, policy=str(policy), seed=group_seed, index=index)


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


def spread_order(tasks: Sequence[Task], seed: int, turn: int) -> list[Task]:
    """Return the tasks in the order of a turn, each beginning of it with its share of all groups.

    The groups are packs, in each the levels, and in each of these the worlds.
    """
    return _interleaved(tasks, _SPREAD_OVER, seed, f"sample/{turn}")


def _interleaved(
    tasks: Sequence[Task], attributes: Sequence[str], seed: int, path: str
) -> list[Task]:
    """Return the tasks with those of each group at equal distances, from a place by seed on."""
    if not attributes:
        return sorted(tasks, key=lambda task: child_seed(seed, f"{path}/{task.task_id}"))
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        groups.setdefault(getattr(task, attributes[0]), []).append(task)
    placed: list[tuple[float, str, Task]] = []
    for value, group in groups.items():
        name = f"{path}/{value}"
        first = child_share(seed, name)
        ordered = _interleaved(group, attributes[1:], seed, name)
        placed += [((at + first) / len(group), name, task) for at, task in enumerate(ordered)]
    return [task for *_, task in sorted(placed, key=lambda place: place[:2])]


def _drawn(
    source: Source, tasks: Sequence[Task], mix: PolicyMix, seed: int, start: int
) -> Iterator[SampledTask]:
    # ordered as part of all, so that a filter may change and the others stay in their order
    chosen = {task.task_id for task in tasks}
    turns, skipped = divmod(start, len(tasks))
    numbers = count(start)
    for turn in count(turns):
        order = [
            task for task in spread_order(source.tasks(), seed, turn) if task.task_id in chosen
        ]
        for task in order[skipped:]:
            yield sampled_task(source, task, mix, seed, turn, next(numbers))
        skipped = 0
