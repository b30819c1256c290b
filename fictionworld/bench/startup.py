"""What starting costs: the import, the help, the check of a pack; and reading worlds."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from fictionworld.bench.figure import Figure, quantile
from fictionworld.bench.process import run
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.packs.check import check_pack
from fictionworld.packs.source import pack_names, read_source

_TRIES = 5
_READS = 400


def startup_figures() -> list[Figure]:
    """Return what starting the program costs, the best of several tries."""
    return [
        Figure("import fictionworld", _best(sys.executable, "-c", "import fictionworld"), "s", 0.3),
        Figure(
            "fictionworld --help",
            _best(sys.executable, "-m", "fictionworld.cli.main", "--help"), "s", 0.3,
        ),
        *(Figure(f"read and check the pack {name}", _checking(name), "s", 0.5)
          for name in pack_names()),
    ]  # fmt: skip


def _best(*command: str) -> float:
    return min(run(*command).seconds for _ in range(_TRIES))


def _checking(name: str) -> float:
    """Return the least seconds of several tries to read and check a pack; one starts DuckDB."""
    seconds = []
    for _ in range(_TRIES):
        begun = time.perf_counter()
        source = read_source(name)
        check_pack(source.pack(), source)
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def reading_figures(folder: Path) -> list[Figure]:
    """Return the time to read worlds in random order, all tables of each, as polars frames."""
    start = time.perf_counter()
    dataset = open_dataset(folder)
    worlds = dataset.world_ids
    dataset.frames(worlds[0])
    first = time.perf_counter() - start
    for world_id in worlds[:4]:  # every pack is compiled now
        dataset.frames(world_id)
    chosen = random.Random(0).choices(worlds, k=_READS)  # noqa: S311 - no secret is at stake
    times = [_reading(dataset, world_id) for world_id in chosen]
    return [
        Figure(
            "read one world, p50", 1000 * quantile(times, 0.5), "ms", 5.0,
            note=f"p99 {1000 * quantile(times, 0.99):.1f} ms",
        ),
        Figure("open a dataset and read a world", 1000 * first, "ms", note="every byte hashed"),
    ]  # fmt: skip


def _reading(dataset: Dataset, world_id: int) -> float:
    start = time.perf_counter()
    dataset.frames(world_id)
    return time.perf_counter() - start
