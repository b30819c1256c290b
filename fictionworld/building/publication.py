"""From parts to a dataset: shards, each renamed into place, then the manifest."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.building.config import PART_WORLDS, ResolvedBuild
from fictionworld.building.parts import make_part
from fictionworld.errors import DatasetError
from fictionworld.version import __version__
from fictionworld.worlds.durable import sweep_asides
from fictionworld.worlds.manifest import (
    Counts,
    Manifest,
    ShardEntry,
    read_manifest,
    write_manifest,
)
from fictionworld.worlds.part import DamagedPartError, Part, part_path, read_part, write_part
from fictionworld.worlds.reading import open_shard, verify_shard
from fictionworld.worlds.schema import WORLD
from fictionworld.worlds.shard import SHARD_WORLDS, finished_shard, write_shard

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["publish_manifest", "publish_shards", "recorded_manifest", "whole_shards"]


def recorded_manifest(build: ResolvedBuild, out: Path) -> Manifest | None:
    """The manifest that an earlier run of this very build wrote, if it did."""
    try:
        manifest = read_manifest(out)
    except DatasetError:
        return None
    return manifest if manifest.config == build.identity() else None


def whole_shards(
    build: ResolvedBuild, out: Path, manifest: Manifest | None
) -> dict[int, ShardEntry]:
    """The shards, by number, that earlier runs published and that are still whole."""
    sweep_asides(out)
    whole = {}
    for number in range(build.shards):
        entry = finished_shard(out, number, build.config_hash)
        if entry is None and manifest is not None:
            with suppress(DatasetError):
                verify_shard(out, manifest.shards[number])
                entry = manifest.shards[number]
        if entry is not None:
            whole[number] = entry
    return whole


def publish_shards(
    build: ResolvedBuild, out: Path, whole: dict[int, ShardEntry]
) -> Iterator[ShardEntry]:
    """Publishes the shards that are not in `whole`, one after another; yields all in order.

    Raises:
        StorageError: The disk refused.
    """
    for number in range(build.shards):
        yield whole.get(number) or write_shard(
            out,
            number,
            _parts(build, out, number),
            config_hash=build.config_hash,
            packs=build.packs,
        )


def publish_manifest(
    build: ResolvedBuild, out: Path, shards: list[ShardEntry], earlier: Manifest | None
) -> Manifest:
    """Writes the manifest, which makes the dataset complete.

    `earlier` is the manifest of a dataset whose damaged shards were made anew: what it counted
    still holds, and the parts that could tell again are gone.
    """
    manifest = Manifest.of(
        package_version=__version__,
        config=build.identity(),
        counts=_counts(build, out) if earlier is None else earlier.counts,
        splits=_splits(out, shards),
        packs={pack.name: pack.source for pack in build.packs},
        shards=shards,
    )
    write_manifest(out, manifest)
    return manifest


def _parts(build: ResolvedBuild, out: Path, shard: int) -> Iterator[Part]:
    """The parts of a shard, one in memory at a time; one found damaged is made again."""
    first, end = shard * SHARD_WORLDS, min((shard + 1) * SHARD_WORLDS, build.config.n)
    for start in range(first, end, PART_WORLDS):
        path = part_path(out, start)
        try:
            yield read_part(path, build.config_hash)
        except DamagedPartError:
            part = make_part(build, start, min(PART_WORLDS, end - start))
            write_part(path, part)
            yield part


def _counts(build: ResolvedBuild, out: Path) -> Counts:
    refused: dict[str, Counter[str]] = {}
    rows = 0
    for shard in range(build.shards):
        for part in _parts(build, out, shard):
            rows += int(part.frames[WORLD.name]["row_count"].sum())
            for pack, reasons in part.counts["refused"].items():
                refused.setdefault(pack, Counter()).update(reasons)
    by_pack = {pack: dict(sorted(reasons.items())) for pack, reasons in sorted(refused.items())}
    return Counts(worlds=build.config.n, rows=rows, refused=by_pack)


def _splits(out: Path, shards: list[ShardEntry]) -> dict[str, int]:
    splits: Counter[str] = Counter({"train": 0, "eval": 0, "test": 0})
    for shard in shards:
        with open_shard(out, shard) as connection:
            query = f"SELECT split, count(*) FROM {WORLD.name} GROUP BY split"  # noqa: S608
            splits.update(dict(connection.execute(query).fetchall()))
    return dict(splits)
