"""Making a shard: one DuckDB file of up to 1,000 worlds.

The file is made under a temporary name and published whole. Before it is renamed it is read back
from disk, and every table's content hash is compared with what was written, so that data lost by a
disk or a library is detected here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import duckdb
import polars as pl
from pydantic import ValidationError

from fictionworld.errors import DatasetError, StorageError
from fictionworld.files import read_file
from fictionworld.packs.compiled import CompiledPack
from fictionworld.worlds.content import ContentHasher
from fictionworld.worlds.durable import (
    BUILD_FOLDER,
    library_error,
    publish,
    publish_bytes,
    storage_errors,
)
from fictionworld.worlds.manifest import ShardEntry, TableEntry, keys_name, shard_name
from fictionworld.worlds.reading import (
    connect_read_only,
    held_tables,
    read_table,
    tables_of,
    verify_published,
)
from fictionworld.worlds.schema import COMMON, PACK, TABLE_HASH, WORLD, StoredTable, pack_table
from fictionworld.worlds.sealed import seal, unseal

NOTES = f"{BUILD_FOLDER}/shards"
SHARD_WORLDS = 1_000
"""The most worlds that one shard holds."""

# Storage version 1.4 is read by every DuckDB since the 1.4 LTS; nothing newer is needed.
# Row groups of 2,048 rows keep a world's read short: text is decompressed from the start of its
# row group (10 ms a world at the default of 122,880 rows, 5.1 at 8,192, 4.6 at 2,048).
# Blocks of 64 kB leave less unused space than 256 kB: 1,000 worlds in 12 MB instead of 17, ten
# worlds in 1.5 instead of 6. Smaller ones cost more time to write than they save.
# No write-ahead log: the file is built anew after a crash, and a log would double the writing.
_ATTACH = (
    "STORAGE_VERSION 'v1.4.0', ROW_GROUP_SIZE 2048, BLOCK_SIZE 65536, RECOVERY_MODE no_wal_writes"
)

# One thread keeps rows in the order of insertion, memory flat, and the other cores for workers.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "temp_directory": "",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


def write_shard(
    out: Path,
    number: int,
    frames: Mapping[str, pl.DataFrame],
    *,
    config_hash: str,
    packs: Sequence[CompiledPack],
    extra: Sequence[StoredTable] = (),
) -> ShardEntry:
    """Publish shard `number` of the build in `out`, and return its entry for the manifest.

    The tables are the common ones, those of all `packs`, and `extra`; `frames` has their rows by
    SQL name, in any order of worlds: of consecutive worlds, at most `SHARD_WORLDS`. A table may be
    absent. The entry is also kept in `.build` for `finished_shard`.

    Raises:
        StorageError: The disk refused, or gave back something other than was written.
        ValueError: These are no consecutive worlds, or tables, columns or values that the shard
            cannot store. A fault of the calling code, never of a user.
    """
    world_ids = frames[WORLD.name].get_column("world_id").sort().to_list()
    if len(world_ids) > SHARD_WORLDS:
        raise ValueError(f"got {len(world_ids)} worlds; a shard has at most {SHARD_WORLDS}")
    if not world_ids or world_ids != list(range(world_ids[0], world_ids[0] + len(world_ids))):
        raise ValueError(f"got worlds {world_ids[:3]}...; a shard has consecutive ones, at least 1")
    tables = [*COMMON, *(pack_table(t) for pack in packs for t in pack.tables.values()), *extra]
    sources = [(pack.name, pack.source) for pack in packs]
    rows = {**frames, PACK.name: pl.DataFrame(sources, schema=PACK.schema, orient="row")}
    filling = _Filling(tables, rows, (world_ids[0], len(world_ids)))
    return _write(out, shard_name(number), filling, config_hash)


def write_keys(
    out: Path,
    number: int,
    worlds: tuple[int, int],
    rows: pl.DataFrame,
    *,
    config_hash: str,
    table: StoredTable,
) -> ShardEntry:
    """Publish the keys of shard `number` as a separate file, which a training host need not have.

    As `write_shard`, for this table alone; `worlds` are the shard's first one and their number.

    Raises:
        StorageError: The disk refused, or gave back something other than was written.
        ValueError: The table cannot store these rows.
    """
    return _write(
        out, keys_name(number), _Filling([table], {table.name: rows}, worlds), config_hash
    )


def _write(out: Path, file: str, filling: _Filling, config_hash: str) -> ShardEntry:
    path = out / file
    described: list[ShardEntry] = []

    def write(aside: Path) -> None:
        try:
            filling.fill(aside)
        except (duckdb.OperationalError, duckdb.InternalError, duckdb.FatalException) as error:
            raise library_error(path, str(error)) from error
        filling.read_back(aside, path)
        described.append(filling.entry(path.name, aside))

    # Made in `.build`, so that the dataset's own folder never holds anything but whole files.
    note = out / note_name(file)
    with storage_errors(note):
        note.parent.mkdir(parents=True, exist_ok=True)
    publish(path, write, aside_in=note.parent)
    entry = described[0]
    tables = {name: table.model_dump() for name, table in filling.held.items()}
    said = {"config_hash": config_hash, "entry": entry.model_dump(mode="json"), "tables": tables}
    publish_bytes(note, seal(said))
    return entry


def finished_shard(out: Path, file: str, config_hash: str) -> ShardEntry | None:
    """Return the entry of the file, if an earlier run published it and it is still whole.

    None means: write it (again). Nothing is changed.
    """
    try:
        note = unseal(read_file(out / note_name(file)))
        entry, _ = ShardEntry.model_validate(note["entry"]), note["tables"]  # not of format 3
        verify_published(out, entry)
    except (OSError, ValueError, KeyError, ValidationError, DatasetError):
        return None
    return entry if note.get("config_hash") == config_hash else None


def shard_tables(out: Path, entry: ShardEntry) -> Mapping[str, TableEntry]:
    """Return by SQL name what a published file holds: from its note, or from the file itself.

    Raises:
        DatasetError: There is no note, and the file is missing or damaged.
        StorageError: The disk refused.
    """
    try:
        note = unseal(read_file(out / note_name(entry.file)))
        if note["entry"] == entry.model_dump(mode="json"):
            tables = note["tables"].items()
            return {name: TableEntry.model_validate(table) for name, table in tables}
    except (OSError, ValueError, KeyError, ValidationError):
        pass
    return tables_of(out, entry)


def note_name(file: str) -> str:
    """Return where in a build's folder it is noted what a file holds."""
    return f"{NOTES}/{file}.json"


class _Filling:
    """The tables of one file, and what is to be in them."""

    def __init__(
        self,
        tables: Sequence[StoredTable],
        frames: Mapping[str, pl.DataFrame],
        worlds: tuple[int, int],
    ) -> None:
        self._tables = {table.name: table for table in tables}
        if len(self._tables) != len(tables):
            raise ValueError(f"got two tables of one name: {sorted(t.name for t in tables)}")
        if unknown := sorted(set(frames) - set(self._tables)):
            raise ValueError(f"got tables {unknown}; this shard has {sorted(self._tables)}")
        self._frames = frames
        self._worlds = worlds
        self._hashers = {table.name: ContentHasher(table.schema) for table in tables}

    @property
    def held(self) -> dict[str, TableEntry]:
        """Return by SQL name what was put in."""
        return {
            name: TableEntry(rows=hasher.rows, content_hash=hasher.hexdigest())
            for name, hasher in self._hashers.items()
        }

    def fill(self, aside: Path) -> None:
        """Make the file and put in all rows."""
        connection = duckdb.connect(config=_CONFIG)
        try:
            connection.execute(f"ATTACH {_quoted(aside)} AS shard ({_ATTACH})")
            connection.execute("USE shard")
            connection.begin()
            for table in self._tables.values():
                connection.execute(table.create_sql)
            for name, frame in self._frames.items():
                self._insert(connection, self._tables[name], frame)
            connection.execute(TABLE_HASH.create_sql)
            connection.executemany(
                f"INSERT INTO {TABLE_HASH.name} VALUES (?, ?, ?)",  # noqa: S608 - our own name
                [(name, table.rows, table.content_hash) for name, table in self.held.items()],
            )
            connection.commit()
            connection.execute("CHECKPOINT shard")
            connection.execute("USE memory")
            connection.execute("DETACH shard")
        finally:
            connection.close()
        if aside.with_name(f"{aside.name}.wal").exists():
            raise StorageError(f"{aside} kept a write-ahead log after its checkpoint; report this")

    def read_back(self, aside: Path, path: Path) -> None:
        """Compare every table, read from the finished file, with what was put in."""
        try:
            with connect_read_only(aside) as connection:
                for name in self._lost(connection):
                    raise StorageError(
                        f"{path} did not keep what was written into its table {name}; check the "
                        "disk, or choose another with --out, then run the same command again"
                    )
        except (DatasetError, duckdb.Error) as error:
            raise library_error(path, str(error.__cause__ or error)) from error

    def _lost(self, connection: duckdb.DuckDBPyConnection) -> Iterator[str]:
        """Yield the names of tables that are not as they were put in."""
        for name, table in self._tables.items():
            stored = ContentHasher(table.schema)
            stored.update(read_table(connection, name))
            if stored.hexdigest() != self._hashers[name].hexdigest():
                yield name
        if held_tables(connection) != self.held:
            yield TABLE_HASH.name

    def entry(self, name: str, aside: Path) -> ShardEntry:
        with aside.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return ShardEntry(
            file=name,
            first_world=self._worlds[0],
            worlds=self._worlds[1],
            size=aside.stat().st_size,
            sha256=digest,
        )

    def _insert(
        self, connection: duckdb.DuckDBPyConnection, table: StoredTable, frame: pl.DataFrame
    ) -> None:
        # Worlds stand one after another, which lets DuckDB skip all row groups but one when it
        # reads a world; rows without an id keep the order that they came in.
        rows = table.conform(frame)
        if keys := [name for name in ("world_id", "id") if name in table.columns]:
            rows = rows.sort(keys, maintain_order=True)
        self._hashers[table.name].update(rows)
        if rows.is_empty():
            return
        connection.register("incoming", rows)
        connection.execute(f'INSERT INTO "{table.name}" FROM incoming')
        connection.unregister("incoming")


def _quoted(path: Path) -> str:
    # absolute: see `connect_read_only`
    return "'" + str(path.absolute()).replace("'", "''") + "'"
