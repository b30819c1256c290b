"""Parts and shards, each made by a worker and written whole as soon as it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from fictionworld.building.config import ResolvedBuild
from fictionworld.cores import without_collector
from fictionworld.errors import StorageError
from fictionworld.ray_pool import RayCluster
from fictionworld.workers import Workers, open_pool
from fictionworld.worlds.part import WorldPart, part_path, write_part
from fictionworld.worlds.store import Place, build_folder, hand_over

MakePart = Callable[[ResolvedBuild, tuple[int, ...]], WorldPart]
J = TypeVar("J")
R = TypeVar("R")

_FEW_WORLDS = 40
"""Up to so many are made sooner in this process than workers start."""
_WORTH_STARTING = 2
"""With fewer shards for each worker, they would take longer to start than to write."""


def make_parts(
    make_part: MakePart,
    build: ResolvedBuild,
    out: Place,
    parts: list[tuple[int, ...]],
    workers: Workers,
) -> Iterator[int]:
    """Make and write parts; yield the number of worlds of each.

    With one worker, one part or few worlds, parts are made in this process. What is made does not
    depend on which worker makes which part.

    Args:
        make_part: A function of a module, called with the build and the worlds of a part.
        build: What is built.
        out: The folder of the build, or its address in a store.
        parts: The worlds of each part.
        workers: How many processes, or a cluster.

    Raises:
        UnsatisfiableError: A pack cannot keep its rules.
        StorageError: The disk refused, or a worker was killed.
    """
    few = len(parts) <= 1 or sum(map(len, parts)) <= _FEW_WORLDS
    work = partial(_make_and_write, make_part, out)
    for _, worlds in _done(work, build, parts, workers, few=few):
        yield worlds


def with_shards(
    work: Callable[[ResolvedBuild, J], R],
    build: ResolvedBuild,
    shards: Sequence[J],
    workers: Workers,
) -> Iterator[tuple[J, R]]:
    """Yield each of some shards with what `work(build, shard)` returned, as they are done.

    Few are worked on in this process.

    Raises:
        StorageError: The disk refused, or a worker was killed.
    """
    few = isinstance(workers, int) and len(shards) < _WORTH_STARTING * workers
    return _done(work, build, shards, workers, few=few)


def _done(
    work: Callable[[ResolvedBuild, J], R],
    build: ResolvedBuild,
    jobs: Sequence[J],
    workers: Workers,
    *,
    few: bool,
) -> Iterator[tuple[J, R]]:
    """Do jobs, in this process where they are `few` and no cluster was asked for."""
    if not jobs or workers == 1 or (few and not isinstance(workers, RayCluster)):
        for job in jobs:
            yield job, work(build, job)
        return
    killed = StorageError(
        "a worker process was killed, most often for lack of memory; nothing is lost: "
        f"run the build again, with fewer --workers (now {workers})"
    )
    with open_pool(workers, len(jobs), killed, _given, build) as pool:
        yield from pool.run(work, jobs)


def _given(build: ResolvedBuild) -> ResolvedBuild:
    return build


def _make_and_write(
    make_part: MakePart, out: Place, build: ResolvedBuild, world_ids: tuple[int, ...]
) -> int:
    # a part makes a million small values that live until it is done, and 370 reference cycles
    with without_collector():
        part = make_part(build, world_ids)
    folder = build_folder(out)
    path = part_path(folder, world_ids[0])
    write_part(path, part)
    hand_over(folder, str(path.relative_to(folder)))
    return len(world_ids)
