"""Runs over policies of results, prices and seeds, in worker processes, and what they come to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from fictionworld.cores import WorkerPool
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.learning.search_tree import SearchTrees
from fictionworld.learning.training import Setting, TaskChoice, TrainingRun, train

_T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""The .975 quantile of Student's t, by degrees of freedom from 1."""
_T_BEYOND: Final = 1.96


@dataclass(frozen=True, slots=True)
class SeedMean:
    """A mean over seeds with its 95% interval, by Student's t; without one where seeds are one."""

    mean: float
    low: float | None
    high: float | None
    seeds: int


def settings_of(
    policies: Sequence[str],
    prices: Sequence[float],
    seeds: Sequence[int],
    updates: int,
    contexts: Sequence[int],
) -> list[Setting]:
    """Return the settings of a grid, seed by seed: one that is stopped has whole seeds."""
    return [
        Setting(policy, price, seed, updates, context_tokens=context)
        for seed, policy, context, price in product(seeds, policies, contexts, prices)
    ]


def run_grid(
    folder: Path,
    tasks: TaskChoice,
    settings: Sequence[Setting],
    policies: Sequence[str],
    workers: int,
) -> Iterator[TrainingRun]:
    """Yield each run as it ends; those of one seed and policy of results after one another.

    They begin alike, so one process has them all.

    Args:
        folder: The dataset.
        tasks: The tasks of all runs.
        settings: The runs.
        policies: The policies of results under which trained policies are evaluated.
        workers: Processes.

    Raises:
        InfrastructureError: A worker was killed.
    """
    jobs: defaultdict[tuple[int, str], list[Setting]] = defaultdict(list)
    for setting in settings:
        jobs[setting.seed, setting.policy].append(setting)
    workers = min(workers, len(jobs))
    if workers <= 1:
        trees = SearchTrees.open(folder)
        yield from (train(trees, tasks, setting, policies) for setting in settings)
        return
    killed = InfrastructureError("a worker process was killed, perhaps for want of memory")
    work = partial(_work, tasks, policies)
    with WorkerPool(workers, killed, SearchTrees.open, folder) as pool:
        for _, runs in pool.run(work, list(jobs.values())):
            yield from runs


def _work(
    tasks: TaskChoice, policies: Sequence[str], trees: SearchTrees, settings: Sequence[Setting]
) -> list[TrainingRun]:
    return [train(trees, tasks, setting, policies) for setting in settings]


def spread(values: Sequence[float]) -> SeedMean:
    """Return the mean of values, one a seed, with its interval."""
    mean, count = fmean(values), len(values)
    if count == 1:
        return SeedMean(mean, None, None, 1)
    quantile = _T[count - 2] if count - 2 < len(_T) else _T_BEYOND
    half = quantile * stdev(values) / math.sqrt(count)
    return SeedMean(mean, mean - half, mean + half, count)


def by_setting(
    runs: Sequence[TrainingRun], figure: Callable[[TrainingRun], float]
) -> dict[str, SeedMean]:
    """Return a figure of the runs of each setting, seeds together, in the order of the runs."""
    values: defaultdict[str, list[float]] = defaultdict(list)
    for run in runs:
        values[run.setting.label].append(figure(run))
    return {label: spread(of) for label, of in values.items()}


def difference(
    runs: Sequence[TrainingRun], policy: str, other: str, figure: Callable[[TrainingRun], float]
) -> dict[float, SeedMean]:
    """Return by price how much a figure is higher under one policy than another, seed by seed."""
    by_key = {(run.setting.policy, run.setting.price, run.setting.seed): run for run in runs}
    gained: defaultdict[float, list[float]] = defaultdict(list)
    for (name, price, seed), run in sorted(by_key.items()):
        counterpart = by_key.get((other, price, seed))
        if name == policy and counterpart is not None:
            gained[price].append(figure(run) - figure(counterpart))
    return {price: spread(values) for price, values in gained.items()}
