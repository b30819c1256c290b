"""Worker processes that make parts, each written whole as soon as it is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.building.config import PART_WORLDS, ResolvedBuild
from fictionworld.cores import WorkerPool, usable_cores
from fictionworld.errors import StorageError
from fictionworld.worlds.part import part_path, write_part

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.worlds.part import WorldPart

    MakePart = Callable[[ResolvedBuild, int, int], WorldPart]

__all__ = ["default_workers", "make_parts"]

_MOST_WORKERS = 32


def default_workers() -> int:
    """One worker for each core that this process may use."""
    return min(usable_cores(), _MOST_WORKERS)


def make_parts(
    make_part: MakePart, build: ResolvedBuild, out: Path, first_worlds: list[int], workers: int
) -> Iterator[int]:
    """Makes and writes the parts that start at these worlds; yields how many worlds each has.

    With one worker, or one part, it is done in this process. What is made does not depend on which
    worker makes which part.

    Args:
        make_part: A function of a module, called with the build, the first world and the number
            of worlds.
        build: What is built.
        out: The folder of the build.
        first_worlds: The first world of each part.
        workers: Processes.

    Raises:
        UnsatisfiableError: A pack cannot keep its rules.
        StorageError: The disk refused, or a worker was killed.
    """
    if workers == 1 or len(first_worlds) <= 1:
        for first in first_worlds:
            yield _make_and_write(make_part, out, build, first)
        return
    killed = StorageError(
        "a worker process was killed, most often for lack of memory; nothing is lost: "
        f"run the build again, with fewer --workers (now {workers})"
    )
    with WorkerPool(min(workers, len(first_worlds)), killed, _given, build) as pool:
        for _, worlds in pool.run(partial(_make_and_write, make_part, out), first_worlds):
            yield worlds


def _given(build: ResolvedBuild) -> ResolvedBuild:
    return build


def _make_and_write(make_part: MakePart, out: Path, build: ResolvedBuild, first: int) -> int:
    count = min(PART_WORLDS, build.config.n - first)
    with _without_collector():
        part = make_part(build, first, count)
    write_part(part_path(out, first), part)
    return count


@contextmanager
def _without_collector() -> Iterator[None]:
    """The garbage collector off: a part makes a million small values that live until it is done,
    and 370 reference cycles. Collecting took a tenth of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
