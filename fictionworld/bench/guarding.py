"""Time of the guard for replies, seen before and new."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from fictionworld.bench.figure import Figure, quantile
from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_handle import WorldHandle, open_world
from fictionworld.leakage.fields import Field, FieldName
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.web_search import printed_date, shortened
from fictionworld.tasks.record import Task
from fictionworld.web.permit import Permit

_WORLDS = 4
_REPLIES = 12
_TEN = 10
_SHOWN: tuple[FieldName, ...] = ("url", "title", "snippet", "date")
_SEARCHES = 60
"""Of a task: those of two or three rollouts."""


def guarding_figures(folder: Path) -> list[Figure]:
    """Return the guard's processor time in milliseconds for the ten results of a search.

    First for the results of searches, which bring back words that the guard has seen; then for ten
    results that it has not seen, of a warm world.
    """
    dataset = open_dataset(folder)
    unseen: list[float] = []
    seen: list[float] = []
    searched: list[float] = []
    for world in dataset.world_ids[:_WORLDS]:
        handle = open_world(dataset, world)
        searched += _as_searched(handle, dataset.tasks(world))
        of_unseen, of_seen = _times(handle)
        unseen += of_unseen
        seen += of_seen
    return [
        Figure("guard, ten results of a search, p50", 1000 * statistics.median(searched), "ms", 0.5,
               note=f"mean {1000 * statistics.mean(searched):.2f} ms, "
               f"p99 {1000 * quantile(searched, 0.99):.1f} ms"),
        Figure("guard, ten unseen results, p50", 1000 * statistics.median(unseen), "ms", 0.5),
        Figure("guard, the same ten again, p50", 1000 * statistics.median(seen), "ms", 0.5),
    ]  # fmt: skip


def _as_searched(handle: WorldHandle, tasks: Sequence[Task]) -> list[float]:
    """Return the guard's seconds for each search of some rollouts over the tasks of a world."""
    guard = handle.guard("tease")
    engines = [handle.engine.under("tease", seed=seed) for seed in range(3)]
    seconds = []
    for task in tasks:
        words = task.question.split()
        for start in range(_SEARCHES):
            query = {"query": " ".join(words[start % len(words) :][:8])}
            reply = engines[start % 3].call("web_search", query, memory=Memory())
            fields = [
                Field(page, name, result.text(name))
                for page, result in zip(reply.pages, reply.shown, strict=True)
                for name in _SHOWN
            ]
            begun = time.process_time()
            guard.look(fields)
            seconds.append(time.process_time() - begun)
    return seconds


def _times(handle: WorldHandle) -> tuple[list[float], list[float]]:
    """Return the guard's seconds for ten new results each time, and for the same ten once more."""
    permit, guard = Permit.of("tease", handle.world), handle.guard("tease")
    heads = handle.web.heads
    results = [_result(handle, permit, 1 + n % len(heads)) for n in range(2 * _REPLIES * _TEN)]
    for fields in results[1::2]:  # warms what is worked out once a world
        guard.look(fields)
    new_and_seen: tuple[list[float], list[float]] = ([], [])
    for first in range(0, 2 * _REPLIES * _TEN, 2 * _TEN):
        ten = [field for fields in results[first : first + 2 * _TEN : 2] for field in fields]
        for seconds in new_and_seen:
            start = time.process_time()
            guard.look(ten)
            seconds.append(time.process_time() - start)
    return new_and_seen


def _result(handle: WorldHandle, permit: Permit, number: int) -> tuple[Field, ...]:
    head = handle.web.heads[number - 1]
    return (
        Field(number, "url", head.url),
        Field(number, "title", shortened(head.title)),
        Field(number, "snippet", " ".join(handle.web.windows(number, permit).cut(()).split())),
        Field(number, "date", printed_date(head.date)),
    )
