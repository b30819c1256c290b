"""The files of all worlds of a dataset, written ahead of playing by worker processes."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from fictionworld.cores import COLLECT_RARELY, WorkerPool
from fictionworld.episodes.disk_cache import DiskCache
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.world_handle import kept_file, write_files
from fictionworld.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.episodes.source import Source

__all__ = ["prepare_worlds"]


def prepare_worlds(source: Source, world_ids: Sequence[int], workers: int) -> Iterator[bool]:
    """Write the files of worlds that have none; for each world, in no order, whether it had.

    Raises:
        StorageError: Files cannot be kept, neither beside the dataset nor among temporary files.
        InfrastructureError: A worker was killed.
    """
    missing = [world_id for world_id in world_ids if not _is_kept(source, world_id)]
    for _ in range(len(world_ids) - len(missing)):
        yield True
    if not missing:
        return
    killed = InfrastructureError(
        "a worker process was killed, most often for lack of memory; use fewer --workers "
        f"(now {workers})"
    )
    with WorkerPool(min(workers, len(missing)), killed, _begin, source) as pool:
        for _ in pool.run(_write, missing):
            yield False


def _begin(source: Source) -> Source:
    gc.set_threshold(*COLLECT_RARELY)
    return source


def _write(source: Source, world_id: int) -> None:
    write_files(source, world_id)
    if not _is_kept(source, world_id):
        raise StorageError(
            f"cannot write {DiskCache.beside(source.path).folder}, nor among the system's "
            "temporary files; free some space, or give yourself the right to write there"
        )


def _is_kept(source: Source, world_id: int) -> bool:
    return all(kept_file(source, world_id, kind) is not None for kind in ("web", "rows"))
