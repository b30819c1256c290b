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
from pathlib import Path

from fictionworld.building.config import BuildConfig, ResolvedBuild, resolve
from fictionworld.building.folder import claim_folder, missing_parts
from fictionworld.building.parts import (
    draw_part_tasks,
    generate_worlds,
    plan_pages,
    write_sample_pages,
)
from fictionworld.building.publication import (
    Published,
    publish_manifest,
    publish_shards,
    recorded_manifest,
    whole_shards,
)
from fictionworld.building.workers import make_parts
from fictionworld.cores import usable_cores
from fictionworld.errors import UsageError
from fictionworld.worlds.lock import BuildLock
from fictionworld.worlds.manifest import Manifest
from fictionworld.worlds.overlap import Overlap, compare_worlds
from fictionworld.worlds.part import WorldPart

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

    out: Path
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
    workers: int | None = None,
    on_progress: Callable[[BuildProgress], None] = lambda _: None,
) -> BuildReport:
    """Build the dataset `config` in the folder `out`, go on with it, or find it complete.

    Args:
        config: What to build.
        out: The dataset's folder; made where it is missing.
        workers: Worker processes, at least 1; by default one for each core.
        on_progress: Called in this process with how far the build has come.

    Raises:
        UsageError: The configuration, the folder or a pack is wrong.
        ConfigError: The folder holds another configuration.
        UnsatisfiableError: A pack cannot keep its own rules.
        StorageError: The disk refused, or another builder works in the folder.
    """
    watch = _Watch()
    out = Path(out)
    workers = min(usable_cores(), _MOST_WORKERS) if workers is None else workers
    if workers < 1:
        raise UsageError(f"--workers: got {workers}; allowed is 1 or more")
    resolved = resolve(config)

    claim_folder(resolved, out)
    with BuildLock(out) as lock:
        claim_folder(resolved, out)  # again: another builder may have come and gone meanwhile
        watch.stage("read packs and lists")
        manifest = recorded_manifest(resolved, out)
        whole = whole_shards(resolved, out, manifest)
        reused = resolved.config.n
        if manifest is None or len(whole) < resolved.shards:
            resolved = resolved.with_combinations()
            reused = _make_missing_parts(resolved, out, whole, workers, on_progress)
            watch.stage("draw and check worlds")
            manifest = _publish(resolved, out, whole, manifest, on_progress)
            watch.stage("write shards")
        lock.clear()
    overlap = compare_worlds(out, manifest, resolved.packs)
    watch.stage("compare worlds")
    return _report(resolved, out, manifest, overlap, watch, reused)


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
    out: Path,
    whole: dict[int, Published],
    workers: int,
    on_progress: Callable[[BuildProgress], None],
) -> int:
    """Make the parts that are missing; return how many worlds were there already."""
    missing = missing_parts(build, out, whole)
    done = reused = build.config.n - sum(map(len, missing))
    on_progress(BuildProgress("worlds", done, build.config.n))
    for worlds in make_parts(make_part, build, out, missing, workers):
        done += worlds
        on_progress(BuildProgress("worlds", done, build.config.n))
    return reused


def _publish(
    build: ResolvedBuild,
    out: Path,
    whole: dict[int, Published],
    earlier: Manifest | None,
    on_progress: Callable[[BuildProgress], None],
) -> Manifest:
    """Write the missing shards, and then the manifest; return the manifest."""
    published: list[Published] = []
    for entry in publish_shards(build, out, whole, make_part):
        published.append(entry)
        done = sum(files.shard.worlds for files in published)
        on_progress(BuildProgress("shards", done, build.config.n))
    return publish_manifest(build, out, published, earlier, make_part)


def _report(
    build: ResolvedBuild,
    out: Path,
    manifest: Manifest,
    overlap: Overlap,
    watch: _Watch,
    reused: int,
) -> BuildReport:
    packs = dict.fromkeys((pack.name for pack in build.packs), 0)
    for world_id in range(build.config.n):
        packs[build.pack_of(world_id).name] += 1
    return BuildReport(
        out=out,
        worlds=manifest.counts.worlds,
        rows=manifest.counts.rows,
        seconds=watch.total(),
        refused=manifest.counts.refused,
        tasks=manifest.counts.tasks,
        levels=manifest.counts.levels,
        tasks_refused=manifest.counts.tasks_refused,
        packs=packs,
        overlap=overlap,
        bytes_on_disk=sum(path.stat().st_size for path in out.iterdir() if path.is_file()),
        stages=watch.stages,
        reused_worlds=reused,
    )


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
