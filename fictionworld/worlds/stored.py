"""Stored worlds as frames: one pack of one shard at a time, from the files alone.

So memory does not grow with the number of worlds. A shard's bytes are compared with the manifest
before anything of it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
import polars as pl

from fictionworld.errors import DatasetError, first_line
from fictionworld.files import read_json, storage_error
from fictionworld.packs.compile import compile_stored
from fictionworld.packs.compiled import CompiledPack
from fictionworld.worlds.durable import BUILD_FOLDER
from fictionworld.worlds.manifest import (
    BESIDE,
    MANIFEST,
    Manifest,
    ShardEntry,
    content_hash_of,
    read_manifest,
)
from fictionworld.worlds.reading import open_shard, read_table, tables_of, verify_shard
from fictionworld.worlds.schema import PACK, WORLD, WORLD_COLUMN
from fictionworld.worlds.store import NOTE, is_within_reach


@dataclass(frozen=True, slots=True)
class StoredWorlds:
    """The worlds of one pack in one shard, as `check_worlds` takes them."""

    file: str
    pack: CompiledPack
    frames: Mapping[str, pl.DataFrame]
    worlds: pl.DataFrame
    present: pl.DataFrame

    def limited(self, most: int) -> StoredWorlds:
        """Return the first `most` of these worlds."""
        return self.only(self.worlds["world_id"].sort()[:most])

    def only(self, world_ids: pl.Series) -> StoredWorlds:
        """Return the worlds with these ids."""
        chosen = pl.col("world_id").is_in(world_ids.implode())
        frames = {name: frame.filter(chosen) for name, frame in self.frames.items()}
        worlds, present = self.worlds.filter(chosen), self.present.filter(chosen)
        return replace(self, frames=frames, worlds=worlds, present=present)

    def each(self) -> Iterator[tuple[int, dict[str, pl.DataFrame]]]:
        """Yield the rows of each world by table, in the order of worlds."""
        ids = self.worlds["world_id"].sort()
        frames = {  # so they lie in a shard; DuckDB does not promise it
            name: frame
            if frame["world_id"].is_sorted()
            else frame.sort("world_id", maintain_order=True)
            for name, frame in self.frames.items()
        }
        starts, ends = (
            {
                name: frame["world_id"].search_sorted(ids, side).to_list()
                for name, frame in frames.items()
            }
            for side in ("left", "right")
        )
        for index, world_id in enumerate(ids.to_list()):
            yield (
                world_id,
                {
                    name: frame.slice(starts[name][index], ends[name][index] - starts[name][index])
                    for name, frame in frames.items()
                },
            )


def stored_worlds(folder: str | Path) -> Iterator[StoredWorlds]:
    """Yield the worlds of every pack of every shard of a dataset in turn.

    Raises:
        DatasetError: The manifest or a shard is missing, damaged, or another than it says; a shard
            lacks a table, or lists worlds of a pack that it does not hold.
    """
    folder, packs = Path(folder), dict[str, CompiledPack]()
    for entry in read_manifest(folder).shards:
        connection = open_shard(folder, entry)
        try:
            yield from _of_shard(connection, folder / entry.file, entry, packs)
        finally:
            connection.close()


def verify_files(folder: str | Path) -> tuple[str, ...]:
    """Verify every file of a dataset and return the names of those that are not part of it.

    The files of keys may be absent. `.cache`, which checks itself, is not opened.

    Raises:
        DatasetError: A file is missing, damaged, another than the manifest says, or has changes
            of another program beside it.
        StorageError: The disk refused.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    try:
        names = {path.name for path in folder.iterdir()}
    except OSError as error:
        raise storage_error(folder, error, "read") from error
    keys = [entry for entry in manifest.keys if is_within_reach(folder, entry)]
    for entry in (*manifest.shards, *keys):
        verify_shard(folder, entry)
    if len(keys) == len(manifest.keys):
        _same_content(folder, manifest)
    for name in sorted(names.intersection(BESIDE)):
        if name.endswith(".json"):
            _require_json(folder / name)
    files = {entry.file for entry in (*manifest.shards, *manifest.keys)}
    return tuple(sorted(names - files - {MANIFEST, BUILD_FOLDER, NOTE, *BESIDE}))


def _same_content(folder: Path, manifest: Manifest) -> None:
    files = (*manifest.keys, *manifest.shards)  # in order of name
    content = content_hash_of((entry.file, tables_of(folder, entry)) for entry in files)
    if content != manifest.content_hash:
        raise DatasetError(
            f"{folder / MANIFEST} has content_hash {manifest.content_hash[:16]}..., where the "
            f"tables of its files give {content[:16]}...; build the dataset anew"
        )


def _require_json(path: Path) -> None:
    try:
        read_json(path)
    except ValueError as error:
        reason = first_line(error)
        raise DatasetError(f"{path} is damaged ({reason}); remove it, and make it again") from error


def _of_shard(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    entry: ShardEntry,
    packs: dict[str, CompiledPack],
) -> Iterator[StoredWorlds]:
    worlds, present = (_read(connection, path, table.name) for table in (WORLD, WORLD_COLUMN))
    for name, text in _read(connection, path, PACK.name).iter_rows():
        if name not in packs:
            packs[name] = compile_stored(name, text)
    for name in sorted(set(worlds["pack"])):
        if name not in packs:
            raise DatasetError(f"{path} lists worlds of the pack {name}, which it does not hold")
        pack = packs[name]
        of_pack = worlds.filter(pl.col("pack") == name)
        ids = of_pack["world_id"].implode()
        yield StoredWorlds(
            file=entry.file,
            pack=pack,
            frames={
                table.name: _read(connection, path, table.sql_name)
                for table in pack.tables.values()
            },
            worlds=of_pack,
            present=present.filter(pl.col("world_id").is_in(ids)),
        )


def _read(connection: duckdb.DuckDBPyConnection, path: Path, table: str) -> pl.DataFrame:
    try:
        return read_table(connection, table)
    except duckdb.Error as error:
        reason = first_line(error)
        raise DatasetError(f"{path}: the table {table} cannot be read: {reason}") from error
