"""The worlds of a dataset, read from its shards: `WorldStore`."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

import polars as pl

from fictionworld.cores import is_forked
from fictionworld.errors import DatasetError, UsageError, nearest
from fictionworld.packs.compile import compile_stored
from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.packs.nouns import called_in
from fictionworld.worlds.fact import Fact, FactId, Value, parse_fact_id
from fictionworld.worlds.manifest import Manifest, ShardEntry, TableEntry, read_manifest
from fictionworld.worlds.reading import (
    held_tables,
    of_worlds,
    open_shard,
    read_rows,
    read_table,
    read_worlds,
)
from fictionworld.worlds.record import World
from fictionworld.worlds.schema import PACK, WORLD, WORLD_COLUMN
from fictionworld.worlds.store import is_within_reach

if TYPE_CHECKING:
    import duckdb

_STORES: Final[WeakSet[WorldStore]] = WeakSet()


@atexit.register
def _drop_connections() -> None:
    """A connection that outlives the interpreter is reported as a leak."""
    for store in _STORES:
        for key in list(store._connections):
            if key[0] == os.getpid():
                del store._connections[key]


class WorldStore:
    """The worlds of one build, as rows and frames. Frames that it returns are yours to keep.

    Any number of processes and threads may read one dataset. In a forked process frames are
    refused, since polars may hang there; records and tasks can be read.

    Args:
        path: The folder of the dataset.
        content_hash: The content that it must have; None for whatever is there.
    """

    def __init__(self, path: Path, content_hash: str | None = None) -> None:
        self.path = path
        self._expected_hash = content_hash
        # Kept by process, and never dropped: to close what a parent opened would hang a forked
        # child. Threads share a connection; each query has a cursor of its own.
        self._connections: dict[tuple[int, str], duckdb.DuckDBPyConnection] = {}
        self._records: dict[str, dict[int, World]] = {}
        self._held: dict[str, dict[str, TableEntry]] = {}
        self._packs: dict[str, CompiledPack] = {}
        _STORES.add(self)

    def __len__(self) -> int:
        return self.manifest.counts.worlds

    @cached_property
    def manifest(self) -> Manifest:
        """Return the dataset's manifest.

        Raises:
            DatasetError: It is missing or damaged, or of another dataset than when this object was
                pickled.
        """
        manifest = read_manifest(self.path)
        if self._expected_hash not in {None, manifest.content_hash}:
            raise DatasetError(
                f"{self.path} holds another dataset than when this one was opened (content "
                f"{manifest.content_hash[:12]}..., then {str(self._expected_hash)[:12]}...); "
                "open it again with fictionworld.open"
            )
        return manifest

    @property
    def content_hash(self) -> str:
        """Return one hash of all tables; equal means the same rows."""
        return self.manifest.content_hash

    @property
    def content_hashes(self) -> dict[str, str]:
        """Return the content hash of every table, by `shard/table`; equal means the same rows.

        Files of keys that are not here are left out.
        """
        keys = (entry for entry in self.manifest.keys if is_within_reach(self.path, entry))
        return {
            f"{entry.file}/{name}": table.content_hash
            for entry in (*self.manifest.shards, *keys)
            for name, table in self._tables_in(entry).items()
        }

    @property
    def world_ids(self) -> list[int]:
        """Return the ids of all worlds, in order."""
        return [
            world_id
            for shard in self.manifest.shards
            for world_id in range(shard.first_world, shard.first_world + shard.worlds)
        ]

    def worlds(self) -> pl.DataFrame:
        """Return one row a world: pack, title, strategy, as-of date, seeds, rows, split."""
        return self._stored(WORLD.name)

    def table(self, pack: str, table: str) -> pl.DataFrame:
        """Return one table of a pack over all its worlds, `world_id` and `id` leading."""
        return self._stored(self._table(self.pack(pack), table).sql_name)

    def pack(self, name: str) -> CompiledPack:
        """Return the pack of this name as the dataset stores it, from which its worlds were built.

        Raises:
            UsageError: The dataset has no pack of this name; the message lists its packs.
        """
        if name not in self.manifest.packs:
            held = list(self.manifest.packs)
            raise UsageError(
                f"got pack {name!r}; {self.path} holds {', '.join(held)}{nearest(name, held)}"
            )
        if name not in self._packs:
            self._packs[name] = self._compiled(name)
        return self._packs[name]

    def world(self, world_id: int) -> World:
        """Return the record of a world.

        Raises:
            UsageError: There is no such world; the message says which there are.
            DatasetError: Its shard is damaged.
        """
        shard = self._shard_of(world_id)
        if shard.file not in self._records:
            rows = read_rows(self._connection(shard), WORLD.name)
            self._records[shard.file] = {row["world_id"]: World(**row) for row in rows}
        return self._records[shard.file][world_id]

    def pack_of(self, world_id: int) -> CompiledPack:
        """Return the pack of a world."""
        return self.pack(self.world(world_id).pack)

    def pack_in(self, world_id: int) -> CompiledPack:
        """Return the pack of a world as the world calls its tables."""
        world = self.world(world_id)
        return called_in(self.pack(world.pack), world.structure_seed, world.split)

    def settings(self, pack: str) -> dict[int, dict[str, Value]]:
        """Return the setting of each world of a pack, by the world's id; in forked processes too.

        Raises:
            UsageError: The dataset has no such pack.
        """
        table = self.pack(pack).tables.get(SETTING)
        if table is None:
            return {}
        rows = (
            row
            for shard in self.manifest.shards
            if table.sql_name in self._tables_in(shard)
            for row in read_rows(self._connection(shard), table.sql_name)
        )
        return {row["world_id"]: row for row in rows}

    def frames(self, *world_ids: int) -> dict[str, pl.DataFrame]:
        """Return the rows of worlds of one pack: a frame for each of its tables, `setting` first.

        A world takes about 5 ms, further ones a tenth of that each. Columns that a world does not
        have are there, and empty; `columns` says which.
        """
        _refuse_if_forked()
        pack = self.pack_of(world_ids[0])
        frames = [
            read_worlds(self._connection(shard), pack, *ids)
            for shard, ids in self._by_shard(world_ids)
        ]
        return {name: pl.concat(frame[name] for frame in frames) for name in pack.tables}

    def columns(self, *world_ids: int) -> pl.DataFrame:
        """Return the labels and units of worlds' columns, and which each has (`present`)."""
        return self._rows(WORLD_COLUMN.name, *world_ids)

    def fact(self, fact_id: str | FactId) -> Fact:
        """Return one cell, by its id `17/phone/12/price`.

        Raises:
            UsageError: There is no such cell; the message says which piece of the id is wrong.
        """
        at = fact_id if isinstance(fact_id, FactId) else parse_fact_id(str(fact_id))
        pack = self.pack_of(at.world_id)
        table = self._table(pack, at.table)
        stored = [column.name for column in table.stored]
        if at.column not in stored:
            raise UsageError(
                f"got fact {at}; table {at.table} of pack {pack.name} stores "
                f"{', '.join(stored)}{nearest(at.column, stored)}"
            )
        if not self._has(at):
            raise UsageError(f"got fact {at}; world {at.world_id} has no such column")
        rows = self._rows(table.sql_name, at.world_id)
        matches = rows.filter(rows["id"] == at.row)
        if matches.is_empty():
            raise UsageError(
                f"got fact {at}; table {at.table} of world {at.world_id} has rows "
                f"1 to {rows.height}"
            )
        return Fact(*at, value=matches.item(0, at.column))

    # Internals -----------------------------------------------------------------------------------

    def _shard_of(self, world_id: int) -> ShardEntry:
        if isinstance(world_id, bool) or not isinstance(world_id, int):
            raise UsageError(f"got world {world_id!r}; a world's id is a whole number, such as 17")
        return self.manifest.shard_of(world_id)

    def _connection(self, shard: ShardEntry) -> duckdb.DuckDBPyConnection:
        """Return this process's connection to a shard; a forked child makes its own."""
        key = os.getpid(), shard.file
        if key not in self._connections:
            self._connections[key] = open_shard(self.path, shard)
        return self._connections[key]

    def _tables_in(self, file: ShardEntry) -> dict[str, TableEntry]:
        """Return by SQL name what a file holds."""
        if file.tables is not None:
            return file.tables
        if file.file not in self._held:
            self._held[file.file] = held_tables(self._connection(file))
        return self._held[file.file]

    def _stored(self, name: str) -> pl.DataFrame:
        _refuse_if_forked()
        return pl.concat(
            read_table(self._connection(shard), name) for shard in self.manifest.shards
        )

    def _rows(self, name: str, *world_ids: int) -> pl.DataFrame:
        _refuse_if_forked()
        return pl.concat(
            read_table(self._connection(shard), name, of_worlds(ids))
            for shard, ids in self._by_shard(world_ids)
        )

    def _by_shard(self, world_ids: Sequence[int]) -> list[tuple[ShardEntry, list[int]]]:
        """Return worlds by shard, both in order."""
        by_file: dict[str, tuple[ShardEntry, list[int]]] = {}
        for world_id in sorted(world_ids):
            shard = self._shard_of(world_id)
            by_file.setdefault(shard.file, (shard, []))[1].append(world_id)
        return list(by_file.values())

    def _has(self, at: FactId) -> bool:
        columns = self.columns(at.world_id)
        absent = columns.filter(
            (columns["table_name"] == at.table)
            & (columns["column_name"] == at.column)
            & ~columns["present"]
        )
        return absent.is_empty()

    def _compiled(self, name: str) -> CompiledPack:
        rows = read_rows(self._connection(self.manifest.shards[0]), PACK.name)
        source = {row["name"]: row["source"] for row in rows}.get(name)
        if source is None:
            raise DatasetError(
                f"{self.path / self.manifest.shards[0].file} lacks the pack {name!r} that the "
                "manifest names; build the dataset anew"
            )
        return compile_stored(name, source)

    def _table(self, pack: CompiledPack, name: str) -> CompiledTable:
        if name not in pack.tables:
            raise UsageError(
                f"got table {name!r}; pack {pack.name} has {', '.join(pack.tables)}"
                f"{nearest(name, pack.tables)}"
            )
        return pack.tables[name]


def _refuse_if_forked() -> None:
    """Refuse frames in a forked process: polars hangs there if the parent has used it.

    Raises:
        UsageError: This process was forked.
    """
    if is_forked():
        raise UsageError(
            "got a call for frames in a forked process, in which polars may hang; read them before "
            "the fork, or start the process by spawn or forkserver. Episodes, tasks, scores and "
            "records can be used here"
        )
