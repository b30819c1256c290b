"""The files of all worlds of a dataset, written ahead of playing by worker processes."""

from __future__ import annotations

import gc
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from fictionworld.cores import first_done, one_core_each, worker_pool
from fictionworld.episodes.disk_cache import DiskCache
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.world_handle import kept_file, write_files
from fictionworld.episodes.writers import SELDOM
from fictionworld.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.episodes.source import Source

__all__ = ["prepare_worlds"]

_SOURCE: Source | None = None


def prepare_worlds(source: Source, world_ids: Sequence[int], workers: int) -> Iterator[bool]:
    """Write the files of worlds that have none; for each world, in no order, whether it had.

    Raises:
        StorageError: Files cannot be kept, neither beside the dataset nor among temporary files.
        InfrastructureError: A worker was killed.
    """
    missing = [world_id for world_id in world_ids if not _is_kept(source, world_id)]
    for _ in range(len(world_ids) - len(missing)):
        yield True
    with one_core_each():
        pool = worker_pool(min(workers, max(1, len(missing))), _start, source)
    try:
        left = {pool.submit(_write, world_id) for world_id in missing}
        while left:
            done, left = first_done(left)
            for future in done:
                future.result()
                yield False
    except BrokenProcessPool:
        raise InfrastructureError(
            f"a worker process was killed, most often for lack of memory; use fewer --workers "
            f"(now {workers})"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _start(source: Source) -> None:
    global _SOURCE  # noqa: PLW0603 - a worker gets its dataset once, not with every world
    _SOURCE = source
    gc.set_threshold(*SELDOM)


def _write(world_id: int) -> None:
    assert _SOURCE is not None
    write_files(_SOURCE, world_id)
    if not _is_kept(_SOURCE, world_id):
        raise StorageError(
            f"cannot write {DiskCache.beside(_SOURCE.path).folder}, nor among the system's "
            "temporary files; free some space, or give yourself the right to write there"
        )


def _is_kept(source: Source, world_id: int) -> bool:
    return all(kept_file(source, world_id, kind) is not None for kind in ("web", "rows"))
