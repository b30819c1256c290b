"""What the levels of a dataset come to when they are played: calls, pages, tokens, fixed policies.

It is made of certificates, which tell what the scout took, and of the tasks; the fixed policies may
be played as well. From the same episodes follow the estimate and the budgets of `tasks/level.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final

import numpy as np

from fictionworld.episodes.agents.breadth_first import BreadthFirst
from fictionworld.episodes.agents.list_crawl import ListCrawl
from fictionworld.episodes.agents.name_by_name import NameByName
from fictionworld.episodes.agents.statistics_only import StatisticsOnly
from fictionworld.episodes.calls import budget_for
from fictionworld.episodes.certify import CALLS_TO_SPARE, Certificate
from fictionworld.episodes.rollout import Conditions, play_all
from fictionworld.episodes.source import Source
from fictionworld.simulator.controls import Controls
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN, LEVELS, Level
from fictionworld.tasks.record import Task
from fictionworld.workers import Workers

FIXED_POLICIES: Final = (ListCrawl, NameByName, StatisticsOnly, BreadthFirst)


@dataclass(frozen=True, slots=True)
class LevelReport:
    """The tasks of one level that were played."""

    level: Level
    tasks: int
    certified: int
    budget: int
    """Calls that an episode may make."""
    least_pages: float
    """Of these tasks, the median; likewise the next two."""
    answer_cells: float
    hops: float
    scout_calls: float
    """The median; the most in the next field."""
    most_scout_calls: int
    scout_pages: float
    """The median of the pages that the scout read."""
    scout_tokens: float
    """The median of what the scout was shown, at `CHARACTERS_PER_TOKEN`."""
    most_scout_tokens: float
    """What nine of ten tasks keep within."""
    earned: dict[str, float] = field(default_factory=dict)
    """Mean `f1_grounded` of the fixed policies, within 1.5 times the scout's characters; without
    empty tasks, which are answered right by whoever read nothing."""


def level_reports(
    tasks: Iterable[Task],
    certificates: Iterable[Certificate],
    controls: Controls,
    earned: Mapping[str, Mapping[str, float]] | None = None,
) -> list[LevelReport]:
    """Return a report of each level that has a certified or uncertified task, ascending.

    Args:
        tasks: Tasks of the dataset, those with certificates among them.
        certificates: One each of the tasks that were played, under the same conditions.
        controls: Those conditions' controls.
        earned: What the fixed policies earned, by policy and task id.
    """
    by_id = {task.task_id: task for task in tasks}
    played = [(by_id[entry.task_id], entry) for entry in certificates if entry.scout_calls]
    return [
        _report(level, [pair for pair in played if pair[0].level == level], controls, earned or {})
        for level in LEVELS
        if any(task.level == level for task, _ in played)
    ]


def _report(
    level: Level,
    played: Sequence[tuple[Task, Certificate]],
    controls: Controls,
    earned: Mapping[str, Mapping[str, float]],
) -> LevelReport:
    calls = [entry.scout_calls or 0 for _, entry in played]
    tokens = sorted((entry.scout_characters or 0) / CHARACTERS_PER_TOKEN for _, entry in played)
    ids = {task.task_id for task, _ in played if task.kind != "empty"}
    of_level = {name: [by[i] for i in sorted(ids & by.keys())] for name, by in earned.items()}
    return LevelReport(
        level=level,
        tasks=len(played),
        certified=sum(entry.holds for _, entry in played),
        budget=budget_for(level, controls),
        least_pages=median(task.least_pages for task, _ in played),
        answer_cells=median(task.answer_cells for task, _ in played),
        hops=median(task.hops for task, _ in played),
        scout_calls=median(calls),
        most_scout_calls=max(calls),
        scout_pages=median(entry.scout_pages or 0 for _, entry in played),
        scout_tokens=round(median(tokens)),
        most_scout_tokens=round(tokens[(len(tokens) - 1) * 9 // 10]),
        earned={name: fmean(values) for name, values in of_level.items() if values},
    )


def play_fixed_policies(
    source: Source,
    tasks: Sequence[Task],
    certificates: Iterable[Certificate],
    conditions: Conditions,
    workers: Workers = 1,
    on_played: Callable[[], None] = lambda: None,
) -> dict[str, dict[str, float]]:
    """Return what each fixed policy earns on these tasks, as `f1_grounded` by policy and task id.

    Args:
        source: The dataset.
        tasks: The tasks.
        certificates: They tell how many characters the scout was shown, which bounds a policy.
        conditions: Those under which the certificates were made.
        workers: Processes, or a cluster.
        on_played: Called after each episode.
    """
    shown = {entry.task_id: entry.scout_characters or 0 for entry in certificates}
    earned: dict[str, dict[str, float]] = {}
    for policy in FIXED_POLICIES:
        of_policy = earned[policy.name] = {}
        for played in play_all(source, policy(shown), tasks, conditions, workers=workers):
            if played.trace is not None and played.trace.reward is not None:
                of_policy[played.task.task_id] = played.trace.reward.f1_grounded
            on_played()
    return earned


def spread_over_levels(tasks: Sequence[Task], most: int | None) -> list[Task]:
    """Return at most `most` tasks, of each level as many as of the others where it has them.

    They are spread evenly over the tasks of a level, and stand in the order of `tasks`.
    """
    if most is None or most >= len(tasks):
        return list(tasks)
    of_levels = [[task for task in tasks if task.level == level] for level in LEVELS]
    chosen: set[str] = set()
    for position, of_level in enumerate(sorted(of_levels, key=len)):
        share = (most - len(chosen)) // (len(LEVELS) - position)
        count = min(share, len(of_level))
        chosen |= {of_level[number * len(of_level) // count].task_id for number in range(count)}
    return [task for task in tasks if task.task_id in chosen]


@dataclass(frozen=True, slots=True)
class LevelFit:
    """What the scout's episodes say that the constants of `tasks/level.py` should be."""

    characters: tuple[float, float]
    """`CHARACTERS`: for each character that must be read, for each look-up."""
    calls: dict[Level, int]
    """`CALLS`: twice the median of the least pages or what the scout needs to spare, if that is
    more; a multiple of ten."""


def fit_levels(tasks: Iterable[Task], certificates: Collection[Certificate]) -> LevelFit:
    """Return the constants that fit these certificates, made without controls."""
    by_id = {task.task_id: task for task in tasks}
    played = [(by_id[entry.task_id], entry) for entry in certificates if entry.scout_characters]
    shown = np.array([entry.scout_characters for _, entry in played], np.float64)
    terms = np.array([(task.least_characters, task.hops) for task, _ in played], np.float64)
    # errors count in proportion: small tasks as much as large ones
    weights = np.linalg.lstsq(terms / shown[:, None], np.ones(len(shown)), rcond=None)[0]
    weights *= np.median(shown / (terms @ weights))
    return LevelFit((float(weights[0]), float(weights[1])), dict(_calls_needed(played)))


def _calls_needed(played: Sequence[tuple[Task, Certificate]]) -> Iterator[tuple[Level, int]]:
    for level in LEVELS:
        of_level = [(task, entry) for task, entry in played if task.level == level]
        if of_level:
            pages = 2 * median(task.least_pages for task, _ in of_level)
            calls = CALLS_TO_SPARE * max(entry.scout_calls or 0 for _, entry in of_level)
            yield level, math.ceil(max(pages, calls) / 10) * 10
