"""What building costs: time, memory, disk; how both grow; and against a plain write of the rows."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from fictionworld.bench.figure import Figure
from fictionworld.bench.process import Run, run
from fictionworld.dataset import open_dataset
from fictionworld.worlds.reading import open_shard, read_table, tables_of

if TYPE_CHECKING:
    import polars as pl

_GIB = 2**30
_TWO = "football,smartphones"
# The targets are given for 1,000 worlds on two cores.
_SECONDS_A_WORLD = 20 / 1000
_SECONDS_A_BARE_WORLD = 10 / 1000
_MEGABYTES_A_WORLD = 60 / 1000
_PROCESSOR_S_A_WORLD = 24 / 1000
_SET_UP_S = 2.0
"""What a build costs before its first world: small builds are not held to time by the world."""
_SET_UP_PROCESSOR_S = 4.0
"""The same of all its processes, each of which starts by itself."""


def build_dataset(out: Path, n: int, *flags: str) -> Run:
    """Build `n` worlds in a fresh process, with the command that users run."""
    command = (sys.executable, "-m", "fictionworld.cli.main", "build")
    return run(*command, "--n", str(n), "--out", str(out), *flags)


def building_figures(scratch: Path, n: int) -> list[Figure]:
    """Return the costs of building `n` (`scratch/once`) and `2 n` worlds, and `n` of two packs."""
    once, twice = scratch / "once", scratch / "twice"
    first, second = build_dataset(once, n), build_dataset(twice, 2 * n)
    two = build_dataset(scratch / "two", n, "--packs", _TWO)
    bare = build_dataset(scratch / "bare", n, "--tasks-per-world", "0")
    dataset = open_dataset(once)
    rows = dataset.manifest.counts.rows
    megabytes = sum(path.stat().st_size for path in once.iterdir()) / 1e6
    plain = _plain_write(once, scratch / "plain.duckdb")
    growth = second.seconds / first.seconds / 2
    return [
        Figure(
            f"build {n:,} worlds", first.seconds, "s", max(_SECONDS_A_WORLD * n, _SET_UP_S),
            note=f"{rows:,} rows, {sum(dataset.manifest.counts.tasks.values()):,} tasks",
        ),
        Figure(
            f"build {n:,} worlds of two packs, processor time", two.processor_s, "s",
            max(_PROCESSOR_S_A_WORLD * n, _SET_UP_PROCESSOR_S),
        ),
        Figure(
            "the same of all packs against two", first.processor_s / two.processor_s, "x", 1.5,
            note=f"{first.processor_s:.1f} s",
        ),
        Figure(
            f"build {n:,} worlds, no tasks", bare.seconds, "s",
            max(_SECONDS_A_BARE_WORLD * n, _SET_UP_S), note=f"{rows / bare.seconds:,.0f} rows/s",
        ),
        Figure("memory of the build", first.peak_bytes / _GIB, "GiB", 1.5),
        Figure("size on disk", megabytes, "MB", max(_MEGABYTES_A_WORLD * n, 5.0)),
        Figure(
            f"time a world, {2 * n:,} against {n:,}", growth, "x", 1.15,
            note=f"{second.seconds:.1f} s",
        ),
        Figure(
            f"memory, {2 * n:,} against {n:,}", second.peak_bytes / first.peak_bytes, "x", 1.15,
            note=f"{second.peak_bytes / _GIB:.2f} GiB",
        ),
        Figure(
            "build without tasks against a plain write", bare.seconds / plain, "x",
            note=f"the same rows into DuckDB in {plain:.2f} s",
        ),
    ]  # fmt: skip


def _plain_write(dataset: Path, target: Path) -> float:
    """Return the seconds to write the same frames into one DuckDB file without any check."""
    tables: list[tuple[str, pl.DataFrame]] = []
    for number, shard in enumerate(open_dataset(dataset).manifest.shards):
        with open_shard(dataset, shard) as connection:
            names = tables_of(dataset, shard)
            tables += [(f"{name}_{number}", read_table(connection, name)) for name in names]
    start = time.perf_counter()
    with duckdb.connect(str(target)) as connection:
        for name, frame in tables:
            connection.register("incoming", frame)
            connection.execute(f'CREATE TABLE "{name}" AS FROM incoming')
            connection.unregister("incoming")
        connection.execute("CHECKPOINT")
    return time.perf_counter() - start
