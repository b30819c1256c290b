"""A publication in small, as a build does it: parts, shards, manifest, under the lock.

`drive.py` runs `publish(out)` while calls fail, and `examine(out)` afterwards.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.errors import DatasetError, FictionworldError
from fictionworld.worlds.lock import BuildLock
from fictionworld.worlds.manifest import (
    BuildCounts,
    Manifest,
    ShardEntry,
    config_hash,
    content_hash_of,
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
from fictionworld.worlds.reading import held_tables, open_shard, read_table, verify_shard
from fictionworld.worlds.shard import finished_shard, shard_tables, write_shard
from tests.faults.synthetic import synthetic_pack, synthetic_part

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKS = (synthetic_pack("alpha"),)
PART, PARTS_A_SHARD, SHARDS = 2, 2, 2
WORLDS = PART * PARTS_A_SHARD * SHARDS
CONFIG = {"n": WORLDS, "seed": 0, "packs": [pack.name for pack in PACKS]}
HASH = config_hash(CONFIG)


def publish(out: Path) -> int:
    """Build the dataset in `out`, or go on with it; the exit status of a command."""
    try:
        _publish(out)
    except FictionworldError as error:
        sys.stderr.write(f"error: {error}\n")
        return error.exit_code
    return 0


def _publish(out: Path) -> None:
    with BuildLock(out) as lock:
        if not _complete(out):
            _make_parts(out)
            shards = [_shard(out, number) for number in range(SHARDS)]
            write_manifest(out, _manifest(out, shards))
        lock.clear()


def _complete(out: Path) -> bool:
    try:
        manifest = read_manifest(out)
        for shard in manifest.shards:
            verify_shard(out, shard)
    except DatasetError:
        return False
    return manifest.config == CONFIG


def _make_parts(out: Path) -> None:
    for number in range(SHARDS * PARTS_A_SHARD):
        _part(out, number * PART)


def _part(out: Path, first: int) -> WorldPart:
    path = part_path(out, first)
    try:
        return read_part(path, HASH)
    except DamagedPartError:
        write_part(path, synthetic_part(PACKS, first, PART, HASH))
    return read_part(path, HASH)


def _shard(out: Path, number: int) -> ShardEntry:
    entry = finished_shard(out, shard_name(number), HASH)
    if entry is None:
        entry = write_shard(
            out, number, merge_parts(_parts(out, number)), config_hash=HASH, packs=PACKS
        )
    return entry


def _parts(out: Path, number: int) -> Iterator[WorldPart]:
    for place in range(PARTS_A_SHARD):
        yield _part(out, (number * PARTS_A_SHARD + place) * PART)


def _manifest(out: Path, shards: list[ShardEntry]) -> Manifest:
    rows = sum(
        table.rows
        for shard in shards
        for name, table in shard_tables(out, shard).items()
        if "__" in name and not name.endswith("__setting")
    )
    return Manifest.of(
        config=CONFIG,
        counts=BuildCounts(worlds=WORLDS, rows=rows, refused={}),
        splits={"train": WORLDS},
        packs={pack.name: pack.source for pack in PACKS},
        shards=shards,
        content_hash=content_hash_of((shard.file, shard_tables(out, shard)) for shard in shards),
    )


def examine(out: Path) -> str:
    """The content hash of the dataset in `out`, every row read; '' where there is none yet.

    Raises:
        DatasetError: There is a manifest, and what it describes is not whole: a broken promise.
    """
    try:
        manifest = read_manifest(out)
    except DatasetError as error:
        if (out / "manifest.json").exists():
            raise AssertionError(f"a manifest that cannot be read: {error}") from error
        return ""
    for shard in manifest.shards:
        with open_shard(out, shard) as connection:
            for name, table in held_tables(connection).items():
                assert read_table(connection, name).height == table.rows, name
    return manifest.content_hash


if __name__ == "__main__":
    status = publish(Path(sys.argv[1]))
    sys.stdout.write(examine(Path(sys.argv[1])))
    sys.exit(status)
