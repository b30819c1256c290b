"""From parts to a dataset: shards, each renamed into place, then the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fictionworld.building.config import ResolvedBuild
from fictionworld.building.counts import PartCounts
from fictionworld.building.folder import bring_notes
from fictionworld.building.workers import MakePart
from fictionworld.errors import DatasetError
from fictionworld.tasks.record import KEY, TASK
from fictionworld.worlds.durable import storage_errors
from fictionworld.worlds.manifest import (
    FORMAT_VERSION,
    MANIFEST,
    BuildCounts,
    Manifest,
    ShardEntry,
    content_hash_of,
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
from fictionworld.worlds.reading import verify_published
from fictionworld.worlds.shard import (
    finished_shard,
    note_name,
    shard_tables,
    write_keys,
    write_shard,
)
from fictionworld.worlds.store import Place, bring, build_folder, hand_over, object_name


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
    counts: PartCounts | None = None
    """What is in it; None where an earlier run wrote it."""


def whole_shards(
    build: ResolvedBuild, out: Path, manifest: Manifest | None
) -> dict[int, Published]:
    """Return by number the published shards that are still whole, their keys too.

    Of an older format all are, or none: a dataset is of one format.
    """
    whole = {}
    for number in range(build.shards):
        shard = _whole(build, out, shard_name(number), manifest.shards if manifest else ())
        keys = _whole(build, out, keys_name(number), manifest.keys if manifest else ())
        if shard is not None and (keys is not None or not build.has_tasks):
            whole[number] = Published(shard, keys)
    older = manifest is not None and manifest.format_version != FORMAT_VERSION
    return {} if older and len(whole) < build.shards else whole


def _whole(
    build: ResolvedBuild, out: Path, file: str, recorded: Sequence[ShardEntry]
) -> ShardEntry | None:
    """Return the entry of a file that is there and whole, as its maker or the manifest noted it."""
    if (entry := finished_shard(out, file, build.config_hash)) is not None:
        return entry
    for entry in recorded:
        if entry.file == file:
            with suppress(DatasetError):
                verify_published(out, entry)
                return entry
    return None


def write_files(place: Place, make_part: MakePart, build: ResolvedBuild, number: int) -> Published:
    """Write a shard and its keys from its parts, and return them; a missing part is made.

    Raises:
        StorageError: The disk, or the store, refused.
    """
    out = build_folder(place)
    counts = PartCounts()

    def counted() -> Iterator[WorldPart]:
        for part in _parts(build, out, number, make_part):
            counts.add_part(part)
            yield part

    frames = merge_parts(counted())
    keys = frames.pop(KEY.name, None)
    extra = (TASK,) if build.has_tasks else ()
    shard = write_shard(
        out, number, frames, config_hash=build.config_hash, packs=build.packs, extra=extra
    )
    _hand_over(out, shard)
    if keys is None:
        return Published(shard, None, counts)
    worlds = (shard.first_world, shard.worlds)
    written = write_keys(out, number, worlds, keys, config_hash=build.config_hash, table=KEY)
    _hand_over(out, written)
    return Published(shard, written, counts)


def _hand_over(out: Path, entry: ShardEntry) -> None:
    """Put a file of worlds into the store of a folder that has one, and then its note."""
    hand_over(out, entry.file, object_name(entry))
    hand_over(out, note_name(entry.file))


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
    bring_notes(out)
    shards = [files.shard for files in published]
    counts, splits = (
        _counts(build, out, published, make_part)
        if earlier is None
        else (earlier.counts, earlier.splits)
    )
    keys = [files.keys for files in published if files.keys is not None]
    manifest = Manifest.of(
        config=build.identity(),
        counts=counts,
        splits=splits,
        packs={pack.name: pack.source for pack in build.packs},
        shards=shards,
        keys=keys,
        # names of keys come before those of shards; one file's tables at a time in memory
        content_hash=content_hash_of(
            (entry.file, shard_tables(out, entry)) for entry in (*keys, *shards)
        ),
    )
    if earlier is not None:
        manifest = manifest.model_copy(update={"versions": earlier.versions})
    write_manifest(out, manifest)
    hand_over(out, MANIFEST)
    return manifest


def _parts(build: ResolvedBuild, out: Path, shard: int, make_part: MakePart) -> Iterator[WorldPart]:
    """Yield the parts of a shard one after another; make a damaged one again."""
    for world_ids in build.parts_of(shard):
        path = part_path(out, world_ids[0])
        stored = bring(out, str(path.relative_to(out)))
        try:
            yield read_part(path, build.config_hash)
        except DamagedPartError:
            part = make_part(build, world_ids)
            write_part(path, part)
            yield part
        if stored:
            with storage_errors(path):
                path.unlink()


def _counts(
    build: ResolvedBuild, out: Path, published: Sequence[Published], make_part: MakePart
) -> tuple[BuildCounts, dict[str, int]]:
    """Return what the build made, and how many worlds each split has."""
    total = PartCounts(splits=Counter({"train": 0, "eval": 0, "test": 0}))
    for number, files in enumerate(published):
        if files.counts is not None:
            total.add(files.counts)
            continue
        for part in _parts(build, out, number, make_part):  # an earlier run wrote the shard
            total.add_part(part)
    return total.build_counts(), dict(total.splits)
