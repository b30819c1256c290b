"""From parts to a dataset: shards, each renamed into place, then the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fictionworld.building.config import ResolvedBuild
from fictionworld.building.workers import MakePart
from fictionworld.errors import DatasetError
from fictionworld.tasks.record import KEY, TASK
from fictionworld.version import __version__
from fictionworld.worlds.manifest import (
    BuildCounts,
    Manifest,
    ShardEntry,
    keys_name,
    read_manifest,
    shard_name,
    write_manifest,
)
from fictionworld.worlds.part import (
    DamagedPartError,
    WorldPart,
    merge_parts,
    part_path,
    read_part,
    write_part,
)
from fictionworld.worlds.reading import open_shard, verify_shard
from fictionworld.worlds.schema import WORLD
from fictionworld.worlds.shard import finished_shard, write_keys, write_shard


def recorded_manifest(build: ResolvedBuild, out: Path) -> Manifest | None:
    """Return the manifest that an earlier run of this very build wrote; None if there is none."""
    try:
        manifest = read_manifest(out)
    except DatasetError:
        return None
    return manifest if manifest.config == build.identity() else None


@dataclass(frozen=True, slots=True)
class Published:
    """A shard and its keys, as files that stand in the dataset."""

    shard: ShardEntry
    keys: ShardEntry | None
    """None where the build draws no tasks."""


def whole_shards(
    build: ResolvedBuild, out: Path, manifest: Manifest | None
) -> dict[int, Published]:
    """Return by number the published shards that are still whole, their keys too."""
    whole = {}
    for number in range(build.shards):
        shard = _whole(build, out, shard_name(number), manifest.shards if manifest else ())
        keys = _whole(build, out, keys_name(number), manifest.keys if manifest else ())
        if shard is not None and (keys is not None or not build.has_tasks):
            whole[number] = Published(shard, keys)
    return whole


def _whole(
    build: ResolvedBuild, out: Path, file: str, recorded: Sequence[ShardEntry]
) -> ShardEntry | None:
    """Return the entry of a file that is there and whole, as its maker or the manifest noted it."""
    if (entry := finished_shard(out, file, build.config_hash)) is not None:
        return entry
    for entry in recorded:
        if entry.file == file:
            with suppress(DatasetError):
                verify_shard(out, entry)
                return entry
    return None


def publish_shards(
    build: ResolvedBuild, out: Path, whole: dict[int, Published], make_part: MakePart
) -> Iterator[Published]:
    """Write the shards that are not in `whole`, one after another; yield all in order.

    A part that was damaged meanwhile is made again.

    Raises:
        StorageError: The disk refused.
    """
    for number in range(build.shards):
        yield whole.get(number) or _write_files(build, out, number, make_part)


def _write_files(build: ResolvedBuild, out: Path, number: int, make_part: MakePart) -> Published:
    frames = merge_parts(_parts(build, out, number, make_part))
    keys = frames.pop(KEY.name, None)
    extra = (TASK,) if build.has_tasks else ()
    shard = write_shard(
        out, number, frames, config_hash=build.config_hash, packs=build.packs, extra=extra
    )
    if keys is None:
        return Published(shard, None)
    worlds = (shard.first_world, shard.worlds)
    return Published(
        shard, write_keys(out, number, worlds, keys, config_hash=build.config_hash, table=KEY)
    )


def publish_manifest(
    build: ResolvedBuild,
    out: Path,
    published: Sequence[Published],
    earlier: Manifest | None,
    make_part: MakePart,
) -> Manifest:
    """Write the manifest, which makes the dataset complete, and return it.

    `earlier` is the manifest of a dataset whose damaged shards were made anew: what it counted
    still holds, and the parts that it was counted from are gone.
    """
    shards = [files.shard for files in published]
    manifest = Manifest.of(
        package_version=__version__,
        config=build.identity(),
        counts=_counts(build, out, make_part) if earlier is None else earlier.counts,
        splits=_splits(out, shards),
        packs={pack.name: pack.source for pack in build.packs},
        shards=shards,
        keys=[files.keys for files in published if files.keys is not None],
    )
    if earlier is not None:
        manifest = manifest.model_copy(update={"versions": earlier.versions})
    write_manifest(out, manifest)
    return manifest


def _parts(build: ResolvedBuild, out: Path, shard: int, make_part: MakePart) -> Iterator[WorldPart]:
    """Yield the parts of a shard one after another; make a damaged one again."""
    for world_ids in build.parts_of(shard):
        path = part_path(out, world_ids[0])
        try:
            yield read_part(path, build.config_hash)
        except DamagedPartError:
            part = make_part(build, world_ids)
            write_part(path, part)
            yield part


def _counts(build: ResolvedBuild, out: Path, make_part: MakePart) -> BuildCounts:
    refused: dict[str, dict[str, Counter[str]]] = {"refused": {}, "tasks_refused": {}}
    tasks: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    rows = 0
    for shard in range(build.shards):
        for part in _parts(build, out, shard, make_part):
            rows += int(part.frames[WORLD.name]["row_count"].sum())
            if TASK.name in part.frames:
                tasks.update(part.frames[TASK.name]["kind"].to_list())
                levels.update(map(str, part.frames[TASK.name]["level"].to_list()))
            for step, counts in refused.items():
                counts.setdefault(part.pack, Counter()).update(part.counts[step])
    return BuildCounts(
        worlds=build.config.n,
        rows=rows,
        tasks=dict(sorted(tasks.items())),
        levels=dict(sorted(levels.items())),
        **{
            step: {
                pack: dict(sorted(reasons.items()))
                for pack, reasons in sorted(counts.items())
                if reasons
            }
            for step, counts in refused.items()
        },
    )


def _splits(out: Path, shards: list[ShardEntry]) -> dict[str, int]:
    splits: Counter[str] = Counter({"train": 0, "eval": 0, "test": 0})
    for shard in shards:
        with open_shard(out, shard) as connection:
            query = f"SELECT split, count(*) FROM {WORLD.name} GROUP BY split"  # noqa: S608
            splits.update(dict(connection.execute(query).fetchall()))
    return dict(splits)
