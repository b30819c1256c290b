"""Worker processes that play tasks, or write the files of worlds ahead of playing.

Agents that think cost processor time, and a Python process uses one core. Whoever waits for a
server instead is helped by threads (`rollout.play_all`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Protocol, TypeVar

from fictionworld.cores import COLLECT_RARELY
from fictionworld.episodes.disk_cache import DiskCache
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.source import Source
from fictionworld.episodes.world_files import batches, cached_file, write_files
from fictionworld.errors import StorageError
from fictionworld.pool import Pool
from fictionworld.workers import Workers, open_pool

_WORTH_STARTING = 2
"""With fewer worlds for each worker, they would take longer to start than to play."""


class HasWorld(Protocol):
    """Something that is done in one world: a task, or an attempt at one."""

    @property
    def world_id(self) -> int: ...


T = TypeVar("T")
W = TypeVar("W", bound=HasWorld)
Work = Callable[[Source, W], T]


def world_by_world(
    source: Source, work: Work[W, T], tasks: Sequence[W], workers: Workers
) -> Iterator[T]:
    """Yield what `work` returns for each task, in the order of `tasks`.

    Args:
        source: The dataset; each worker opens it once.
        work: A function of a module, or a `partial` of one: it goes to other processes.
        tasks: In the order of worlds. All of one world go to one worker, which opens it once.
        workers: How many processes, or a cluster; 1 for this process alone.

    Raises:
        InfrastructureError: A worker was killed.
    """
    parts = [list(part) for _, part in groupby(tasks, key=lambda task: task.world_id)]
    if not parts or _are_few(len(parts), workers):
        for task in tasks:
            yield work(source, task)
        return
    with _pool(source, workers, len(parts)) as pool:
        for done in pool.run_in_order(partial(_work, work), parts):
            yield from done


def prepare_worlds(source: Source, world_ids: Sequence[int], workers: Workers) -> Iterator[bool]:
    """Write the files of worlds that have none; yield for each, in no order, whether it had.

    Raises:
        StorageError: Files cannot be kept, neither beside the dataset nor among temporary files.
        InfrastructureError: A worker was killed.
    """
    missing = [world_id for world_id in world_ids if not _is_kept(source, world_id)]
    for _ in range(len(world_ids) - len(missing)):
        yield True
    if not missing:
        return
    jobs = batches(source, missing)
    if _are_few(len(missing), workers):
        for batch in jobs:
            _write(source, batch)
            yield from (False for _ in batch)
        return
    with _pool(source, workers, len(jobs)) as pool:
        for batch, _ in pool.run(_write, jobs):
            yield from (False for _ in batch)


def _are_few(worlds: int, workers: Workers) -> bool:
    return workers == 1 or (isinstance(workers, int) and worlds < _WORTH_STARTING * workers)


def _pool(source: Source, workers: Workers, jobs: int) -> Pool[Source]:
    killed = InfrastructureError(
        "a worker process was killed, most often for lack of memory; use fewer --workers "
        f"(now {workers})"
    )
    return open_pool(workers, jobs, killed, _begin, source)


def _begin(source: Source) -> Source:
    gc.set_threshold(*COLLECT_RARELY)
    return source


def _work(work: Work[W, T], source: Source, tasks: Sequence[W]) -> list[T]:
    return [work(source, task) for task in tasks]


def _write(source: Source, world_ids: Sequence[int]) -> None:
    write_files(source, world_ids)
    if not all(_is_kept(source, world_id) for world_id in world_ids):
        raise StorageError(
            f"cannot write {DiskCache.beside(source.path).folder}, nor among the system's "
            "temporary files; free some space, or give yourself the right to write there"
        )


def _is_kept(source: Source, world_id: int) -> bool:
    return cached_file(source, world_id) is not None
