"""Worker processes that play: the tasks of one world go to one of them, which opens it once.

Agents that think cost processor time, and a Python process uses one core. Whoever waits for a
server instead is helped by threads (`rollout.play_all`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, TypeVar

from fictionworld.cores import first_done, one_core_each, usable_cores, worker_pool
from fictionworld.episodes.faults import InfrastructureError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

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

_SOURCE: Source | None = None


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
    with _pool(source, min(workers, len(parts))) as pool:
        try:
            for future in [pool.submit(_work, work, part) for part in parts]:
                first_done([future])
                yield from future.result()
        except BrokenProcessPool:
            raise InfrastructureError(
                f"a worker process was killed, most often for lack of memory; use fewer --workers "
                f"(now {workers})"
            ) from None


@contextmanager
def _pool(source: Source, workers: int) -> Iterator[ProcessPoolExecutor]:
    with one_core_each():
        pool = worker_pool(workers, _start, source)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _start(source: Source) -> None:
    global _SOURCE  # noqa: PLW0603 - a worker gets its dataset once, not with every task
    _SOURCE = source


def _work(work: Work[W, T], tasks: Sequence[W]) -> list[T]:
    assert _SOURCE is not None
    return [work(_SOURCE, task) for task in tasks]
