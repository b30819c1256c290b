"""What a training batch costs: hundreds of episodes over hundreds of worlds, interleaved.

What is asked is what a scout asks: its calls are recorded first, and played again by every episode
of a task in turn. Times of calls are of the processor, so that other work on the machine counts for
little; that of a burst of calls is of the clock.
"""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import statistics
import sys
import time
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from fictionworld.bench.figure import Figure, quantile
from fictionworld.bench.process import run
from fictionworld.cores import usable_cores
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.disk_cache import CACHE_FOLDER
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.workers import prepare_worlds
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import open_world
from fictionworld.tasks.record import Task
from fictionworld.web.permit import Permit

_Calls = list[tuple[str, str]]

_WORLDS, _EPISODES, _STORM = 128, 512, 1024
_LIVE = 512
_FEW, _SOME = 8, 60
_CALLS: Final = 24
"""Of each episode: the first ones of its scout, of which one in eight searches."""
_TICK_S: Final = 0.005
_ROOM_MB: Final = 4096.0
_PLAY: Final = f"""
import sys
import fictionworld
from fictionworld.bench.process import resident_bytes
dataset = fictionworld.open(sys.argv[1], cache_mb={_ROOM_MB})
for task_id in sys.argv[2].split():
    episode = dataset.episode(task_id, calls=0)
    found = episode.call("web_search", {{"query": episode.question}})
    for line in found.splitlines():
        if line.startswith("["):
            episode.call("web_extractor", {{"url": line.split()[1]}})
print(resident_bytes())
"""


def serving_figures(folder: Path) -> list[Figure]:
    """Return what a training batch costs on a dataset with tasks; its `.cache` is made anew."""
    dataset = open_dataset(folder, cache_mb=_ROOM_MB)
    tasks = [drawn[0] for world in dataset.world_ids[:_LIVE] if (drawn := dataset.tasks(world))]
    busy = tasks[:_WORLDS]
    figures = _burst(dataset, busy)
    list(prepare_worlds(dataset, [task.world_id for task in tasks], usable_cores()))
    figures += _opening(dataset, busy)
    scout = agent_named("scout")
    recorded: dict[str, _Calls] = {}
    for task in busy:
        trace = play(dataset, scout, task, Conditions()).trace
        if trace is not None:
            recorded[task.task_id] = [(call.tool, call.arguments) for call in trace.calls][:_CALLS]
    busy = [task for task in busy if task.task_id in recorded]
    return [
        *figures,
        *_mix(dataset, busy, recorded),
        _scored(dataset, busy, recorded),
        _live(folder, tasks),
    ]


def _burst(dataset: Dataset, tasks: Sequence[Task]) -> list[Figure]:
    """Return the figures of calls over worlds without files, all made at once in one event loop."""
    for task in tasks:
        OPEN_WORLDS.close(dataset, task.world_id)
    shutil.rmtree(dataset.path / CACHE_FOLDER, ignore_errors=True)
    episodes = [dataset.episode(tasks[n % len(tasks)].task_id, seed=n) for n in range(_STORM)]
    lags: list[float] = []

    async def ticking() -> None:
        while True:
            begun, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(_TICK_S)
            late = time.perf_counter() - begun - _TICK_S
            # what of it this process worked: the rest, others on the machine had the cores
            lags.append(min(late, time.process_time() - worked))

    async def all_at_once() -> None:
        ticks = asyncio.create_task(ticking())
        await asyncio.gather(*(e.acall("web_search", {"query": e.question}) for e in episodes))
        ticks.cancel()

    gc.collect()
    gc.freeze()  # what other benchmarks left here is nothing that a user's collector goes through
    begun, worked = time.perf_counter(), time.process_time()
    asyncio.run(all_at_once())
    seconds, processor_s = time.perf_counter() - begun, time.process_time() - worked
    gc.unfreeze()
    return [
        Figure(f"{_STORM:,} calls over {len(tasks)} cold worlds", seconds, "s", 10.0,
               note=f"{processor_s:.1f} s of processor time"),
        Figure("the event loop held meanwhile, most", 1000 * max(lags), "ms", 50.0,
               note=f"p99 {1000 * quantile(lags, 0.99):.0f} ms"),
    ]  # fmt: skip


def _opening(dataset: Dataset, tasks: Sequence[Task]) -> list[Figure]:
    """Return time, memory and disk of worlds opened from files, with the index of one policy."""
    times, sizes = [], []
    for task in tasks:
        begun = time.process_time()
        handle = open_world(dataset, task.world_id)
        handle.engine.catalogue.view(Permit.of("tease", handle.world))
        times.append(time.process_time() - begun)
        sizes.append(handle.resident_bytes / 2**20)
    files = list((dataset.path / CACHE_FOLDER).iterdir())
    worlds = len([path for path in files if path.suffix == ".world"])
    on_disk = sum(path.stat().st_size for path in files) / worlds / 1e6
    return [
        Figure("open a world from its file, p50", 1000 * statistics.median(times), "ms", 10.0),
        Figure("an open world in memory", statistics.mean(sizes), "MiB", 2.0),
        Figure("a world's files", on_disk, "MB", 0.7),
    ]


class _Played(NamedTuple):
    seconds: list[float]
    """Of each call."""
    searches: list[float]
    """Of each query of a search."""


def _mix(dataset: Dataset, tasks: Sequence[Task], recorded: dict[str, _Calls]) -> list[Figure]:
    each = max(1, _EPISODES // len(tasks))
    played = _interleaved(dataset, list(tasks) * each, recorded)
    played_few = _interleaved(dataset, list(tasks[:_FEW]) * each, recorded)
    played_some = _interleaved(dataset, list(tasks[:_SOME]) * each, recorded)
    ratio = statistics.mean(played_some.seconds) / statistics.mean(played_few.seconds)
    label = f"{len(tasks) * each} episodes, {len(tasks)} worlds"
    return [
        Figure(f"{label}: a query, p50", 1000 * quantile(played.searches, 0.5), "ms", 2.0),
        Figure(f"{label}: a query, p99", 1000 * quantile(played.searches, 0.99), "ms", 20.0),
        Figure(f"{label}: a call, mean", 1000 * statistics.mean(played.seconds), "ms", 1.0,
               note=f"p99 {1000 * quantile(played.seconds, 0.99):.1f} ms"),
        Figure(f"{len(tasks[:_SOME])} worlds interleaved against {_FEW}", ratio, "x", 3.0),
    ]  # fmt: skip


def _interleaved(dataset: Dataset, tasks: Sequence[Task], recorded: dict[str, _Calls]) -> _Played:
    """Play episodes in turns: each makes its first call, then each its second, and so on."""
    episodes = [dataset.episode(task.task_id, seed=n, calls=0) for n, task in enumerate(tasks)]
    for episode in episodes:
        episode.call("web_search", {"query": "warm"})
    played = _Played([], [])
    for turn in zip_longest(*(recorded[task.task_id] for task in tasks)):
        for episode, call in zip(episodes, turn, strict=True):
            if call is not None:
                tool, arguments = call
                begun = time.process_time()
                episode.call(tool, arguments)
                spent = time.process_time() - begun
                played.seconds.append(spent)
                if tool == "web_search":
                    played.searches.append(spent / len(json.loads(arguments)["queries"]))
    return played


def _scored(dataset: Dataset, tasks: Sequence[Task], recorded: dict[str, _Calls]) -> Figure:
    """Return the time to score answers in open worlds, where the task's key is already read."""
    times: list[float] = []
    for task in tasks:
        for again in (False, True):
            episode = dataset.episode(task.task_id, calls=0)
            for call in recorded[task.task_id]:
                episode.call(*call)
            begun = time.process_time()
            episode.score("| nothing |\n| --- |\n| known |")
            if again:
                times.append(time.process_time() - begun)
    return Figure(f"score after {_CALLS} calls, p50", 1000 * statistics.median(times), "ms", 1.0)


def _live(folder: Path, tasks: Sequence[Task]) -> Figure:
    """Return the memory of a fresh process that opens all worlds, searches and reads in them."""
    ids = " ".join(task.task_id for task in tasks)
    growth_gib = int(run(sys.executable, "-c", _PLAY, str(folder), ids).output) / 2**30
    return Figure(
        f"a process with {len(tasks)} open worlds",
        growth_gib,
        "GiB",
        1.5 * max(0.4, len(tasks) / _LIVE),
    )
