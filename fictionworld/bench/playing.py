"""What playing costs, and what agents earn: those that read, and those that take shortcuts."""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fictionworld.bench.figure import Figure, quantile
from fictionworld.bench.process import resident_bytes
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.disk_cache import CACHE_FOLDER
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.episodes.summary import Summary, summary_of
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.tasks.record import Task

_COLD_WORLDS = 10
_SEARCHES = 60
_EPISODES = 1000
_PLAYED = 40
_SHORTCUTS = ("closed-book", "paste-question", "snippets-only", "prober")
_PROBED: Final = (
    ("strict", "none", 0.05),
    ("tease", "realistic", 0.05),
    ("tease", "hostile", 0.05),
    ("mixed:0.5", "none", None),
    ("open", "none", None),
)
"""What else the prober plays under, and the most it may earn there; it is the slowest."""
_PROBED_TASKS = 20


def playing_figures(folder: Path) -> list[Figure]:
    """Return times of tools, memory of live episodes, and what agents earn on some tasks."""
    dataset = open_dataset(folder)
    tasks = [task for task in dataset.tasks() if task.kind == "wide"]
    return [*_tools(dataset, tasks), _many(dataset, tasks), *_agents(dataset)]


def _tools(dataset: Dataset, tasks: list[Task]) -> list[Figure]:
    cold, searches, pages = [], [], []
    shutil.rmtree(dataset.path / CACHE_FOLDER, ignore_errors=True)
    for task in sample(tasks, _COLD_WORLDS + 1):
        OPEN_WORLDS.close(dataset, task.world_id)
        episode = dataset.episode(task.task_id, calls=0)
        start = time.process_time()  # other work on the machine counts for little
        reply = episode.call("web_search", {"query": "a first look around"})
        cold.append(time.process_time() - start)
        words = task.question.split()
        for number in range(_SEARCHES):
            query = " ".join(words[number % len(words) :][:8])
            start = time.perf_counter()
            reply = episode.call("web_search", {"query": query})
            searches.append(time.perf_counter() - start)
            urls = [line.split(" ", 1)[1] for line in reply.splitlines() if line.startswith("[")]
            if urls:
                start = time.perf_counter()
                episode.call("web_extractor", {"url": urls[number % len(urls)]})
                pages.append(time.perf_counter() - start)
    # the first world of a process also waits for libraries to be loaded
    return [
        Figure("first use of a cold world, processor time, p50",
               1000 * statistics.median(cold[1:]), "ms", 60.0,
               note=f"of the first in the process: {1000 * cold[0]:.0f} ms"),
        Figure("web_search, ten results, p50", 1000 * quantile(searches, 0.5), "ms", 2.0),
        Figure("web_search, ten results, p99", 1000 * quantile(searches, 0.99), "ms", 10.0),
        Figure("web_extractor, p50", 1000 * quantile(pages, 0.5), "ms", 2.0,
               note=f"p99 {1000 * quantile(pages, 0.99):.1f} ms"),
    ]  # fmt: skip


def _many(dataset: Dataset, tasks: list[Task]) -> Figure:
    """Return the memory of a live episode, of a thousand over a few worlds, each searched once."""
    few = sample(tasks, 20)
    for task in few:
        dataset.episode(task.task_id).call("web_search", {"query": "warm"})
    before = resident_bytes()
    episodes = [dataset.episode(few[i % len(few)].task_id, seed=i) for i in range(_EPISODES)]
    for episode in episodes:
        episode.call("web_search", {"query": "the largest of all"})
    growth_bytes = (resident_bytes() - before) / len(episodes)
    return Figure("memory of a live episode", growth_bytes / 1024, "KiB", 64.0,
                  note=f"{_EPISODES:,} in one process")  # fmt: skip


def _agents(dataset: Dataset) -> list[Figure]:
    tasks = sample(dataset.tasks(), _PLAYED)
    figures = []
    for policy in ("open", "tease"):
        for name in ("oracle", "scout"):
            summary = _played(dataset, name, tasks, Conditions(policy))
            lost = 100 * (1 - (summary.mean["f1_by_item"] or 0.0))
            calls = sum(summary.calls.values())
            figures.append(
                Figure(f"{name}, {policy}: f1_by_item short of 1", lost, "%", 0.0,
                       note=f"{len(tasks)} tasks, {calls:.0f} calls a task")
            )  # fmt: skip
    for name in _SHORTCUTS:
        earned = _played(dataset, name, tasks, Conditions("tease")).mean["f1_value"] or 0.0
        figures.append(Figure(f"{name}, tease: mean f1_value", earned, "", 0.05))
    few = sample(tasks, _PROBED_TASKS)
    for policy, controls, at_most in _PROBED:
        played = _played(dataset, "prober", few, Conditions(policy, controls))
        earned = played.mean["f1_value"] or 0.0
        name = f"prober, {policy}, {controls}: mean f1_value"
        figures.append(Figure(name, earned, "", at_most, note=f"{len(few)} tasks"))
    return figures


def _played(dataset: Dataset, agent: str, tasks: Sequence[Task], conditions: Conditions) -> Summary:
    played = list(play_all(dataset, agent_named(agent), tasks, conditions))
    return summary_of(played, agent, conditions.policy)
