"""Worker processes that make parts, each published whole the moment it is done."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fictionworld.building.config import PART_WORLDS, ResolvedBuild
from fictionworld.building.parts import make_part
from fictionworld.cores import WorkerPool, usable_cores
from fictionworld.errors import StorageError
from fictionworld.worlds.part import part_path, write_part

__all__ = ["default_workers", "make_parts"]

_MOST_WORKERS = 32


def default_workers() -> int:
    """One worker for each core that this process may use."""
    return min(usable_cores(), _MOST_WORKERS)


def make_parts(
    build: ResolvedBuild, out: Path, first_worlds: list[int], workers: int
) -> Iterator[int]:
    """Makes and publishes the parts that start at these worlds; yields the worlds of each.

    One worker, or one part, is made in this process. Which worker makes which part, and when,
    leaves no trace in what is made.

    Raises:
        UnsatisfiableError: A pack cannot keep its rules.
        StorageError: The disk refused, or a worker was killed.
    """
    if workers == 1 or len(first_worlds) <= 1:
        for first in first_worlds:
            yield _publish(build, out, first)
        return
    killed = StorageError(
        "a worker process was killed, most often for lack of memory; nothing is lost: "
        f"run the build again, with fewer --workers (now {workers})"
    )
    with WorkerPool(min(workers, len(first_worlds)), killed, _given, build) as pool:
        for _, worlds in pool.run(_work, [(out, first) for first in first_worlds]):
            yield worlds


def _given(build: ResolvedBuild) -> ResolvedBuild:
    return build


def _work(build: ResolvedBuild, job: tuple[Path, int]) -> int:
    return _publish(build, *job)


def _publish(build: ResolvedBuild, out: Path, first: int) -> int:
    count = min(PART_WORLDS, build.config.n - first)
    with _without_collector():
        part = make_part(build, first, count)
    write_part(part_path(out, first), part)
    return count


@contextmanager
def _without_collector() -> Iterator[None]:
    """No garbage collection: a part is some million small values that all live until it is done,
    and 370 in reference cycles. Collection took a tenth of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
