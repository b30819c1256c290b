"""Worker processes that play: the tasks of one world go to one of them, which opens it once.

Agents that think cost processor time, and a Python process uses one core. Whoever waits for a
server instead is helped by threads (`rollout.play_all`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, TypeVar

from fictionworld.cores import WorkerPool, usable_cores
from fictionworld.episodes.faults import InfrastructureError

if TYPE_CHECKING:
    from fictionworld.episodes.source import Source

__all__ = ["usable_cores", "world_by_world"]

_WORTH_STARTING = 2
"""With fewer worlds for each worker, they would take longer to start than to play."""


class OfWorld(Protocol):
    """Something that is done in one world: a task, or an attempt at one."""

    @property
    def world_id(self) -> int: ...


T = TypeVar("T")
W = TypeVar("W", bound=OfWorld)
Work = Callable[["Source", W], T]


def world_by_world(
    source: Source, work: Work[W, T], tasks: Sequence[W], workers: int
) -> Iterator[T]:
    """What `work` makes of each task, in the order of `tasks`; one worker is this process.

    Args:
        source: The dataset; each worker opens it once.
        work: A function of a module, or a `partial` of one: it goes to other processes.
        tasks: In the order of worlds.
        workers: Processes.

    Raises:
        InfrastructureError: A worker was killed.
    """
    parts = [list(part) for _, part in groupby(tasks, key=lambda task: task.world_id)]
    if workers == 1 or len(parts) < _WORTH_STARTING * workers:
        for task in tasks:
            yield work(source, task)
        return
    killed = InfrastructureError(
        "a worker process was killed, most often for lack of memory; use fewer --workers "
        f"(now {workers})"
    )
    with WorkerPool(min(workers, len(parts)), killed, _given, source) as pool:
        for done in pool.run_in_order(partial(_work, work), parts):
            yield from done


def _given(source: Source) -> Source:
    return source


def _work(work: Work[W, T], source: Source, tasks: Sequence[W]) -> list[T]:
    return [work(source, task) for task in tasks]
