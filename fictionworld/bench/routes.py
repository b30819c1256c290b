"""What fixed routes earn within 1.5 times the scout's characters, and which of them is best."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from fictionworld.bench.figure import Figure
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.breadth_first import BreadthFirst
from fictionworld.episodes.agents.list_crawl import ListCrawl
from fictionworld.episodes.agents.name_by_name import NameByName
from fictionworld.episodes.agents.route import TIMES_SCOUT
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.agents.statistics_only import StatisticsOnly
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.episodes.trace import Trace
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN
from fictionworld.tasks.record import Task

_TASKS: Final = 40
_MOST: Final = 0.6
"""No route may earn more, nor be best on a larger share of tasks."""


def route_figures(folder: Path) -> list[Figure]:
    """Return the mean `f1_grounded` of each fixed route, and the share of tasks it is best on.

    An empty task is answered right by whoever read nothing, and is left out. The routes were tuned
    on train worlds, so they play in the others.
    """
    dataset = open_dataset(folder)
    all_tasks = [task for task in dataset.tasks() if task.kind != "empty"]
    tasks = sample([task for task in all_tasks if task.split != "train"] or all_tasks, _TASKS)
    splits = ", ".join(sorted({task.split for task in tasks}))
    without_limit = Conditions(calls=0)

    def traces(agent: Agent) -> dict[str, Trace]:
        played = play_all(dataset, agent, tasks, without_limit)
        return {result.task.task_id: result.trace for result in played if result.trace is not None}

    characters = {task_id: _characters(trace) for task_id, trace in traces(Scout()).items()}
    earned: dict[str, dict[str, float]] = {}
    figures = _scout_figures(characters.values())
    figures += _bought_figures(dataset, [task for task in tasks if task.kind == "wide"], characters)
    for kind in (ListCrawl, NameByName, StatisticsOnly, BreadthFirst):
        ended = traces(kind(characters))
        earned[kind.name] = {
            task_id: trace.reward.f1_grounded for task_id, trace in ended.items() if trace.reward
        }
        mean = fmean(map(_characters, ended.values()))
        figures.append(
            Figure(f"{kind.name}: mean f1_grounded", fmean(earned[kind.name].values()), "", _MOST,
                   note=f"{len(ended)} tasks of {splits}, {mean:,.0f} characters a task")
        )  # fmt: skip
    return [
        *figures,
        *(
            Figure(f"{name}: share of tasks on which it is best", share, "", _MOST,
                   note="where several are best, they share the task")
            for name, share in best_shares(earned).items()
        ),
    ]  # fmt: skip


def best_shares(earned: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return by agent the share of the tasks on which it earns most.

    Agents that earn equally much share the task; where all earn nothing, no agent is best.

    Args:
        earned: What each agent earned, by agent and task id; the same tasks for each agent.
    """
    best = dict.fromkeys(earned, 0.0)
    tasks = sorted({task_id for of_agent in earned.values() for task_id in of_agent})
    for task_id in tasks:
        most = max(of_agent.get(task_id, 0.0) for of_agent in earned.values())
        names = [name for name, of_agent in earned.items() if of_agent.get(task_id, 0.0) == most]
        for name in names if most > 0 else ():
            best[name] += 1 / len(names)
    return {name: best[name] / max(1, len(tasks)) for name in earned}


def _scout_figures(characters: Collection[int]) -> list[Figure]:
    """Return the shares of tasks by the tokens that the scout reads, against sizes of contexts."""
    tokens = [size / CHARACTERS_PER_TOKEN for size in characters]

    def share(low: int, high: float) -> float:
        return 100 * sum(low * 1024 < size <= high * 1024 for size in tokens) / max(1, len(tokens))

    note = f"{len(tokens)} tasks, {CHARACTERS_PER_TOKEN} characters a token"
    return [
        Figure("tasks up to 16k tokens by the scout", share(-1, 16), "%", note=note, at_least=30),
        Figure("tasks of 16k to 32k tokens by the scout", share(16, 32), "%", at_least=30),
        Figure("tasks above 128k tokens by the scout", share(128, math.inf), "%", 10),
    ]


def _bought_figures(
    dataset: Dataset, wide: Sequence[Task], characters: Mapping[str, int]
) -> list[Figure]:
    """Return which share of its world's web a route can read for its characters."""
    bought: list[float] = []
    for task in wide:
        web = OPEN_WORLDS.at(dataset, task.world_id).web
        characters_of_web = sum(len(web.page(page.number).body) for page in web.plan.pages)
        bought.append(100 * TIMES_SCOUT * characters[task.task_id] / characters_of_web)
    bought.sort()
    return [
        Figure(f"web that {TIMES_SCOUT} x a wide task's scout buys, p{percentile}",
               bought[percentile * len(bought) // 100] if bought else None, "%")
        for percentile in (50, 90)
    ]  # fmt: skip


def _characters(trace: Trace) -> int:
    return sum(call.characters for call in trace.calls)
