"""From parts to a dataset: shards, each renamed into place, then the manifest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld import __version__
from fictionworld.building.config import PART_WORLDS, ResolvedBuild
from fictionworld.building.parts import make_part
from fictionworld.errors import DatasetError
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

__all__ = ["publish_manifest", "publish_shards", "published"]


def published(build: ResolvedBuild, out: Path) -> Manifest | None:
    """The manifest of a dataset that is already there and whole; None where work is left."""
    sweep_asides(out)
    try:
        manifest = read_manifest(out)
        if manifest.config != build.identity():
            return None
        for shard in manifest.shards:
            verify_shard(out, shard)
    except DatasetError:
        return None
    return manifest


def publish_shards(build: ResolvedBuild, out: Path) -> Iterator[ShardEntry]:
    """Publishes the shards that are not there yet, one after another; yields all in order.

    Raises:
        StorageError: The disk refused.
    """
    for number in range(-(-build.config.n // SHARD_WORLDS)):
        entry = finished_shard(out, number, build.config_hash)
        if entry is None:
            parts = _parts(build, out, number)
            entry = write_shard(out, number, build.config_hash, build.packs, parts)
        yield entry


def publish_manifest(build: ResolvedBuild, out: Path, shards: list[ShardEntry]) -> Manifest:
    """Writes the manifest, which makes the dataset complete."""
    refused, rows = _counts(build, out)
    manifest = Manifest.of(
        package_version=__version__,
        config=build.identity(),
        counts=Counts(worlds=build.config.n, rows=rows, refused=refused),
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


def _counts(build: ResolvedBuild, out: Path) -> tuple[dict[str, dict[str, int]], int]:
    refused: dict[str, Counter[str]] = {}
    rows = 0
    for shard in range(-(-build.config.n // SHARD_WORLDS)):
        for part in _parts(build, out, shard):
            rows += int(part.frames[WORLD.name]["row_count"].sum())
            for pack, reasons in part.counts["refused"].items():
                refused.setdefault(pack, Counter()).update(reasons)
    return {pack: dict(sorted(reasons.items())) for pack, reasons in sorted(refused.items())}, rows


def _splits(out: Path, shards: list[ShardEntry]) -> dict[str, int]:
    splits: Counter[str] = Counter({"train": 0, "eval": 0, "test": 0})
    for shard in shards:
        with open_shard(out, shard) as connection:
            query = f"SELECT split, count(*) FROM {WORLD.name} GROUP BY split"  # noqa: S608
            splits.update(dict(connection.execute(query).fetchall()))
    return dict(splits)
