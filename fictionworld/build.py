"""`build`: from a configuration to a dataset. The first main road.

    BuildConfig -> packs and lists read
    -> parts: up to 125 worlds of one pack, in worker processes (`make_part`):
        generate -> validate, and draw again what broke a rule -> write a page of each kind
        -> plan pages -> draw tasks
    -> publish: shards renamed into place -> manifest, last

A build that was killed goes on where it stopped and ends with equal content. `worlds/durable.py`
describes what is written in which order.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fictionworld.building.config import BuildConfig, ResolvedBuild, resolve
from fictionworld.building.folder import claim_folder, clear_store, missing_parts, take_records
from fictionworld.building.parts import (
    draw_part_tasks,
    generate_worlds,
    plan_pages,
    write_sample_pages,
)
from fictionworld.building.publication import (
    Published,
    publish_manifest,
    recorded_manifest,
    whole_shards,
    write_files,
)
from fictionworld.building.workers import make_parts, with_shards
from fictionworld.cores import usable_cores
from fictionworld.errors import UsageError
from fictionworld.ray_pool import RayCluster
from fictionworld.workers import Workers
from fictionworld.worlds.lock import BuildLock
from fictionworld.worlds.manifest import Manifest, ShardEntry
from fictionworld.worlds.overlap import Overlap, ShardSample, compare_worlds, sample_shard
from fictionworld.worlds.part import WorldPart
from fictionworld.worlds.store import address_of, build_folder, store_of

__all__ = ["BuildConfig", "BuildReport", "BuildProgress", "build", "make_part"]

_MOST_WORKERS = 32
"""Without `workers`, however many cores there are."""


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build has come."""

    stage: str
    """`worlds`, then `shards`."""
    done: int
    total: int


@dataclass(frozen=True)
class BuildReport:
    """What a build made; everything but the times is in the manifest too."""

    out: Path | str
    """The folder, or the address."""
    worlds: int
    rows: int
    seconds: float
    refused: dict[str, dict[str, int]]
    """Draws set aside: by pack, by the rule that they broke."""
    tasks: dict[str, int]
    """Tasks by kind."""
    levels: dict[str, int]
    """Tasks by level of difficulty, `1` to `5`."""
    tasks_refused: dict[str, dict[str, int]]
    """Draws of tasks set aside: by pack, by reason."""
    packs: dict[str, int]
    """Worlds of each pack."""
    overlap: Overlap
    bytes_on_disk: int
    stages: dict[str, float]
    """Seconds by stage."""
    reused_worlds: int
    """Worlds that an earlier, interrupted build had made."""


def build(
    config: BuildConfig,
    out: str | os.PathLike[str],
    *,
    workers: Workers | None = None,
    on_progress: Callable[[BuildProgress], None] = lambda _: None,
) -> BuildReport:
    """Build the dataset `config` in the folder `out`, go on with it, or find it complete.

    Args:
        config: What to build.
        out: The dataset's folder, made where it is missing; or an address in an object store,
            `s3://BUCKET/FOLDER`.
        workers: Worker processes, at least 1, or a `RayCluster`, whose nodes share the folder or
            the store; by default a process for each core.
        on_progress: Called in this process with how far the build has come.

    Raises:
        UsageError: The configuration, the folder or a pack is wrong.
        ConfigError: The folder holds another configuration.
        UnsatisfiableError: A pack cannot keep its own rules.
        StorageError: The disk, or the store, refused, or another builder works in the folder.
    """
    watch = _Watch()
    place = address_of(out) or Path(out)
    workers = min(usable_cores(), _MOST_WORKERS) if workers is None else workers
    if isinstance(workers, int) and workers < 1:
        raise UsageError(f"--workers: got {workers}; allowed is 1 or more")
    resolved = resolve(config)

    out = build_folder(place)
    if out == place:
        claim_folder(resolved, out)
    with BuildLock(out) as lock:
        take_records(out)
        claim_folder(resolved, out)  # again: another builder may have come and gone meanwhile
        watch.stage("read packs and lists")
        manifest = recorded_manifest(resolved, out)
        whole = whole_shards(resolved, out, manifest)
        reused = resolved.config.n
        if manifest is None or len(whole) < resolved.shards:
            resolved = resolved.with_combinations()
            reused = _make_missing_parts(resolved, place, whole, workers, on_progress)
            watch.stage("draw and check worlds")
            manifest = _publish(resolved, place, whole, manifest, workers, on_progress)
            watch.stage("write shards")
        clear_store(out)
        lock.clear()
    overlap = _overlap(resolved, place, manifest, workers)
    watch.stage("compare worlds")
    return _report(resolved, place, manifest, overlap, watch, reused)


def make_part(build: ResolvedBuild, world_ids: tuple[int, ...]) -> WorldPart:
    """Return the worlds of one pack with these ids, with their tasks and keys.

    Raises:
        UnsatisfiableError: A world broke a rule in every attempt; names the rule and an example.
        UsageError: A page of the first world cannot be written.
    """
    tables, refused = generate_worlds(build, world_ids)
    write_sample_pages(build, tables)
    tasks_refused: Counter[str] = Counter()
    if build.has_tasks:
        planned = plan_pages(build, tables)
        tasks, tasks_refused = draw_part_tasks(build, planned)
        tables |= tasks
    counts = {
        "refused": dict(sorted(refused.items())),
        "tasks_refused": dict(sorted(tasks_refused.items())),
    }
    pack = build.pack_of(world_ids[0]).name
    return WorldPart(build.config_hash, pack, world_ids, tables, counts)


def _make_missing_parts(
    build: ResolvedBuild,
    place: Path | str,
    whole: dict[int, Published],
    workers: Workers,
    on_progress: Callable[[BuildProgress], None],
) -> int:
    """Make the parts that are missing; return how many worlds were there already."""
    missing = missing_parts(build, build_folder(place), whole)
    done = reused = build.config.n - sum(map(len, missing))
    on_progress(BuildProgress("worlds", done, build.config.n))
    for worlds in make_parts(make_part, build, place, missing, workers):
        done += worlds
        on_progress(BuildProgress("worlds", done, build.config.n))
    return reused


def _publish(
    build: ResolvedBuild,
    place: Path | str,
    whole: dict[int, Published],
    earlier: Manifest | None,
    workers: Workers,
    on_progress: Callable[[BuildProgress], None],
) -> Manifest:
    """Write the missing shards, and then the manifest; return the manifest."""
    published = dict(whole)
    missing = [number for number in range(build.shards) if number not in whole]
    done = sum(files.shard.worlds for files in whole.values())
    work = partial(write_files, place, make_part)
    for number, files in with_shards(work, build, missing, workers):
        published[number] = files
        done += files.shard.worlds
        on_progress(BuildProgress("shards", done, build.config.n))
    in_order = [published[number] for number in range(build.shards)]
    return publish_manifest(build, build_folder(place), in_order, earlier, make_part)


def _overlap(
    build: ResolvedBuild, place: Path | str, manifest: Manifest, workers: Workers
) -> Overlap:
    """Return what worlds share. A cluster reads the shards side by side."""
    folder = build_folder(place)
    if not isinstance(workers, RayCluster) and folder == place:
        return compare_worlds(folder, manifest, build.packs)
    samples = with_shards(partial(_sample, place), build, manifest.shards, workers)
    return compare_worlds(folder, manifest, build.packs, (sample for _, sample in samples))


def _sample(place: Path | str, build: ResolvedBuild, shard: ShardEntry) -> ShardSample:
    folder = build_folder(place)
    sample = sample_shard(folder, shard, build.packs)
    if folder != place:  # a copy of what is in the store
        (folder / shard.file).unlink(missing_ok=True)
    return sample


def _report(
    build: ResolvedBuild,
    place: Path | str,
    manifest: Manifest,
    overlap: Overlap,
    watch: _Watch,
    reused: int,
) -> BuildReport:
    packs = dict.fromkeys((pack.name for pack in build.packs), 0)
    for world_id in range(build.config.n):
        packs[build.pack_of(world_id).name] += 1
    return BuildReport(
        out=place,
        worlds=manifest.counts.worlds,
        rows=manifest.counts.rows,
        seconds=watch.total(),
        refused=manifest.counts.refused,
        tasks=manifest.counts.tasks,
        levels=manifest.counts.levels,
        tasks_refused=manifest.counts.tasks_refused,
        packs=packs,
        overlap=overlap,
        bytes_on_disk=_bytes(build_folder(place)),
        stages=watch.stages,
        reused_worlds=reused,
    )


def _bytes(folder: Path) -> int:
    """Return the bytes of a dataset, on disk or in its store."""
    if (store := store_of(folder)) is not None:
        return sum(store.sizes().values())
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


class _Watch:
    """Seconds by stage."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def stage(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = now - self._last
        self._last = now

    def total(self) -> float:
        return time.perf_counter() - self._start
