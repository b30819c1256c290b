"""An agent evaluated: means and pass rates by split, pack, level, kind and shape, with intervals.

Worlds are what is sampled: tasks of one world share their facts and pages, so intervals come from a
bootstrap over worlds (Efron 1979, percentiles). pass@k is the unbiased estimate of Chen et al. 2021
(arXiv 2107.03374): of n samples with c passes, 1 - C(n - c, k) / C(n, k).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fictionworld.episodes.scored_traces import ScoredTrace
from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN
from fictionworld.tasks.record import Task, world_of_task

if TYPE_CHECKING:
    from numpy.typing import NDArray

PASS_AT: Final = 0.9
"""A task is solved where the reward reaches this, if nothing else is said."""
_DRAWS: Final = 2_000
"""Of the bootstrap."""
GROUPINGS: Final[Mapping[str, Callable[[Task], str]]] = {
    "all": lambda _: "all",
    "split": lambda task: task.split,
    "pack": lambda task: task.pack,
    "level": lambda task: str(task.level),
    "kind": lambda task: task.kind,
    "shape": lambda task: task.shape,
}
"""What tasks are grouped by."""


class MeanEstimate(NamedTuple):
    """A mean over tasks with its 95% interval; None where all tasks are of one world."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """What an agent reached on some tasks."""

    by: str
    """What the tasks were grouped by, a name in `GROUPINGS`."""
    name: str
    tasks: int
    worlds: int
    episodes: int
    mean: MeanEstimate
    """Of the reward."""
    pass_1: MeanEstimate
    """The chance that one episode solves a task."""
    pass_k: MeanEstimate | None
    """The chance that at least one of k does; None where no task was played k times."""
    calls: float
    """An episode, on average."""
    tokens: float
    """Of the replies of an episode, on average, from their characters."""


@dataclass(frozen=True, slots=True)
class RolloutEvaluation:
    """One rollout, by groups of tasks; the first group holds all."""

    run: str
    k: int
    pass_at: float
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What one rollout earned more than another on the same tasks."""

    run: str
    other: str
    by: str
    name: str
    tasks: int
    """Played in both."""
    mean: MeanEstimate


def runs_of(traces: Iterable[ScoredTrace]) -> dict[str, list[ScoredTrace]]:
    """Return the episodes of each rollout, in the order in which rollouts are met.

    An episode that stands twice, since two files hold it, counts once.
    """
    runs: defaultdict[str, dict[tuple[str, int], ScoredTrace]] = defaultdict(dict)
    for trace in traces:
        runs[trace.run].setdefault((trace.task_id, trace.sample), trace)
    return {run: list(episodes.values()) for run, episodes in runs.items()}


def evaluate(
    run: str,
    traces: Sequence[ScoredTrace],
    tasks: Mapping[str, Task],
    k: int,
    pass_at: float = PASS_AT,
) -> RolloutEvaluation:
    """Return what a rollout reached, by group.

    Args:
        run: Its name.
        traces: Its episodes, at least one.
        tasks: The tasks of the dataset by id.
        k: Of pass@k, at least 1.
        pass_at: A task is solved where the reward is at least this.

    Raises:
        UsageError: A number is out of range.
    """
    if k < 1:
        raise UsageError(f"--k: got {k}; allowed: 1 or more")
    if not 0 < pass_at <= 1:
        raise UsageError(f"--pass-at: got {pass_at}; allowed: above 0, at most 1")
    by_task: defaultdict[str, list[ScoredTrace]] = defaultdict(list)
    for trace in traces:
        by_task[trace.task_id].append(trace)
    groups = [
        _group(by, name, {task_id: by_task[task_id] for task_id in members}, k, pass_at)
        for by, name, members in _members(by_task, tasks)
    ]
    return RolloutEvaluation(run, k, pass_at, tuple(groups))


def differences(
    run: str,
    other: str,
    runs: Mapping[str, Sequence[ScoredTrace]],
    tasks: Mapping[str, Task],
) -> list[Difference]:
    """Return by how much the mean reward of `run` is above that of `other`, task by task.

    Only tasks that both played count, each by the mean of its episodes.
    """
    ours, theirs = (_task_means(runs[name]) for name in (run, other))
    gained = {task_id: ours[task_id] - theirs[task_id] for task_id in ours if task_id in theirs}
    return [
        Difference(
            run, other, by, name, len(members), _estimate({id_: gained[id_] for id_ in members})
        )
        for by, name, members in _members(gained, tasks)
    ]


def _members(
    task_ids: Iterable[str], tasks: Mapping[str, Task]
) -> list[tuple[str, str, list[str]]]:
    """Return the groups that have tasks: what they are grouped by, the name, and the tasks' ids."""
    played = list(task_ids)
    groups = []
    for by, name_of in GROUPINGS.items():
        names: defaultdict[str, list[str]] = defaultdict(list)
        for task_id in played:
            names[name_of(tasks[task_id])].append(task_id)
        groups += [(by, name, names[name]) for name in sorted(names)]
    return groups


def _group(
    by: str, name: str, by_task: Mapping[str, Sequence[ScoredTrace]], k: int, pass_at: float
) -> Group:
    passes = {
        task_id: (len(traces), sum(trace.reward >= pass_at for trace in traces))
        for task_id, traces in by_task.items()
    }
    often = {task_id: of for task_id, of in passes.items() if of[0] >= k}
    episodes = [trace for traces in by_task.values() for trace in traces]
    return Group(
        by,
        name,
        len(by_task),
        len({trace.world_id for trace in episodes}),
        len(episodes),
        _estimate(_task_means(episodes)),
        _estimate({task_id: c / n for task_id, (n, c) in passes.items()}),
        _estimate({task_id: pass_at_k(n, c, k) for task_id, (n, c) in often.items()})
        if often
        else None,
        fmean(trace.calls for trace in episodes),
        fmean(trace.characters for trace in episodes) / CHARACTERS_PER_TOKEN,
    )


def pass_at_k(samples: int, passes: int, k: int) -> float:
    """Return the chance that at least one of `k` of the samples, drawn at random, is a pass."""
    return 1 - comb(samples - passes, k) / comb(samples, k)


def _task_means(traces: Iterable[ScoredTrace]) -> dict[str, float]:
    rewards: defaultdict[str, list[float]] = defaultdict(list)
    for trace in traces:
        rewards[trace.task_id].append(trace.reward)
    return {task_id: fmean(values) for task_id, values in rewards.items()}


def _estimate(values: Mapping[str, float]) -> MeanEstimate:
    """Return the mean of the tasks' values, with the interval of a bootstrap over their worlds."""
    by_world: defaultdict[int, list[float]] = defaultdict(list)
    for task_id, value in values.items():
        by_world[world_of_task(task_id)].append(value)
    sums = np.array([sum(by_world[world]) for world in sorted(by_world)])
    counts = np.array([len(by_world[world]) for world in sorted(by_world)])
    mean = float(sums.sum() / counts.sum())
    if len(sums) == 1:
        return MeanEstimate(mean, None, None)
    drawn = bootstrap_draws(len(sums))
    low, high = np.quantile((drawn @ sums) / (drawn @ counts), (0.025, 0.975))
    return MeanEstimate(mean, float(low), float(high))


def bootstrap_draws(worlds: int) -> NDArray[np.int64]:
    """Return how often each of the worlds is in each draw of the bootstrap: draws x worlds."""
    dice = np.random.default_rng(child_seed(0, f"evaluation/{worlds}"))
    return dice.multinomial(worlds, np.full(worlds, 1 / worlds), size=_DRAWS)
