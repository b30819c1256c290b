"""Worker processes that make parts, each written whole as soon as it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from fictionworld.building.config import ResolvedBuild
from fictionworld.cores import WorkerPool, without_collector
from fictionworld.errors import StorageError
from fictionworld.worlds.part import WorldPart, part_path, write_part

MakePart = Callable[[ResolvedBuild, tuple[int, ...]], WorldPart]

_FEW_WORLDS = 40
"""Up to so many are made sooner in this process than workers start."""


def make_parts(
    make_part: MakePart,
    build: ResolvedBuild,
    out: Path,
    parts: list[tuple[int, ...]],
    workers: int,
) -> Iterator[int]:
    """Make and write parts; yield the number of worlds of each.

    With one worker, one part or few worlds, parts are made in this process. What is made does not
    depend on which worker makes which part.

    Args:
        make_part: A function of a module, called with the build and the worlds of a part.
        build: What is built.
        out: The folder of the build.
        parts: The worlds of each part.
        workers: How many processes.

    Raises:
        UnsatisfiableError: A pack cannot keep its rules.
        StorageError: The disk refused, or a worker was killed.
    """
    if workers == 1 or len(parts) <= 1 or sum(map(len, parts)) <= _FEW_WORLDS:
        for world_ids in parts:
            yield _make_and_write(make_part, out, build, world_ids)
        return
    killed = StorageError(
        "a worker process was killed, most often for lack of memory; nothing is lost: "
        f"run the build again, with fewer --workers (now {workers})"
    )
    with WorkerPool(min(workers, len(parts)), killed, _given, build) as pool:
        for _, worlds in pool.run(partial(_make_and_write, make_part, out), parts):
            yield worlds


def _given(build: ResolvedBuild) -> ResolvedBuild:
    return build


def _make_and_write(
    make_part: MakePart, out: Path, build: ResolvedBuild, world_ids: tuple[int, ...]
) -> int:
    # a part makes a million small values that live until it is done, and 370 reference cycles
    with without_collector():
        part = make_part(build, world_ids)
    write_part(part_path(out, world_ids[0]), part)
    return len(world_ids)
