"""What reading costs: one world back, warm; and the first world of a dataset just opened."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path

from fictionworld.bench.figure import Figure
from fictionworld.dataset import Dataset, open_dataset

__all__ = ["reading_figures"]

_READS = 400


def reading_figures(folder: Path) -> list[Figure]:
    """Worlds in no order, all tables of each, as polars frames."""
    start = time.perf_counter()
    dataset = open_dataset(folder)
    worlds = dataset.world_ids
    dataset.frames(worlds[0])
    first = time.perf_counter() - start
    for world_id in worlds[:4]:  # every pack is compiled now
        dataset.frames(world_id)
    chosen = random.Random(0).choices(worlds, k=_READS)  # noqa: S311 - no secret is at stake
    times = sorted(_seconds(dataset, world_id) for world_id in chosen)
    p99 = times[int(0.99 * len(times))]
    return [
        Figure(
            "read one world, p50", 1000 * statistics.median(times), "ms", 5.0,
            note=f"p99 {1000 * p99:.1f} ms",
        ),
        Figure("open a dataset and read a world", 1000 * first, "ms", note="every byte hashed"),
    ]  # fmt: skip


def _seconds(dataset: Dataset, world_id: int) -> float:
    start = time.perf_counter()
    dataset.frames(world_id)
    return time.perf_counter() - start
