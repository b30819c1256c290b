"""Reading a shard: its hash is verified once, then reading a world takes milliseconds.

A file's hash is checked before DuckDB opens it, since a damaged file can crash the library that
reads it. That takes about a millisecond a megabyte, once in a process for each shard.

The readers below use a cursor of their own: many threads may share one connection, and a result
that was not read to its end does not block another.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any

import duckdb
import polars as pl

from fictionworld.errors import DatasetError, StorageError, first_line
from fictionworld.files import real_path, storage_error
from fictionworld.packs.compiled import CompiledPack
from fictionworld.worlds.manifest import ShardEntry, TableEntry
from fictionworld.worlds.rows import in_order
from fictionworld.worlds.schema import TABLE_HASH, WORLD, StoredTable, pack_table
from fictionworld.worlds.store import bring, object_name, store_of

_AGAIN = "delete it and run the build again: it is made anew"

_Config = dict[str, str | bool | int | float | list[str]]

ISOLATED: _Config = {
    # More threads make reading one world slower, and a server has many connections.
    "threads": 1,
    # Nothing in a dataset may reach out of it: no files, no network, no extensions, no variables.
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "temp_directory": "",
}
"""Settings for files of unknown origin: DuckDB reads the file and nothing else."""

_CONFIG: _Config = {
    **ISOLATED,
    # All connections to a shard share one database: what one of them set, all would read by.
    "lock_configuration": True,
    # Planning takes longer than reading a world's few hundred rows: these passes change no result
    # and save it nothing (0.3 ms of 4.8).
    "disabled_optimizers": "statistics_propagation,compressed_materialization,"
    "late_materialization,join_filter_pushdown,common_subplan",
    # Polars keeps text as views; handed over as views it is not copied.
    "produce_arrow_string_view": True,
    "arrow_output_version": "1.4",
}

_LOGS = (".wal", ".wal.checkpoint", ".wal.recovery")

_FILTERS = Lock()
"""Filters of warnings are global to a process: one thread at a time may set them."""

_Known = tuple[str, str, int, int, int, int]

_VERIFIED: set[_Known] = set()
"""Files verified by this process: path, hash, and what shows that a file has changed."""


def open_shard(folder: Path, entry: ShardEntry) -> duckdb.DuckDBPyConnection:
    """Return a read-only connection to a shard after comparing it with the manifest.

    Any number of processes and connections may read one shard. The connection reaches nothing
    outside the shard; frames can be registered with it. Close it when done.

    Raises:
        DatasetError: The file is missing, damaged, or not the one that the manifest names.
        StorageError: The disk refused, or the file is in use; see `connect_read_only`.
    """
    key = _same_bytes(folder, entry)
    connection = connect_read_only(folder / entry.file)
    if key not in _VERIFIED:
        try:
            _same_tables(connection, folder / entry.file, entry)
        except BaseException:
            connection.close()
            raise
        _VERIFIED.add(key)
    return connection


def connect_read_only(path: Path) -> duckdb.DuckDBPyConnection:
    """Return a read-only connection to any DuckDB file, on trust; `open_shard` checks first.

    Raises:
        DatasetError: The file is missing or no DuckDB file.
        StorageError: Another connection holds it: one of this process with other settings, or
            one of another process that may write.
    """
    try:
        # Absolute: DuckDB reads `~x` as a home, `:memory:x` as no file, `sqlite:x` as a format.
        return duckdb.connect(str(path.absolute()), read_only=True, config=_CONFIG)
    except duckdb.Error as error:
        reason = first_line(error)
        if isinstance(error, duckdb.ConnectionException) or "lock" in reason:
            raise StorageError(
                f"{path} is in use: {reason}; close that connection first"
            ) from error
        raise DatasetError(f"{path} cannot be opened: {reason}; {_AGAIN}") from error


def verify_shard(folder: Path, entry: ShardEntry) -> None:
    """Pass if the shard is, byte for byte, the file that the manifest describes.

    Checked once in a process, and again when the file's size, times or inode change.

    Raises:
        DatasetError: It is not; the message names the file and the repair.
        StorageError: The disk refused.
    """
    if _same_bytes(folder, entry) not in _VERIFIED:
        open_shard(folder, entry).close()


def tables_of(folder: Path, entry: ShardEntry) -> dict[str, TableEntry]:
    """Return by SQL name what a file of a dataset holds, of any format.

    Raises:
        DatasetError: As `open_shard`.
        StorageError: As `open_shard`.
    """
    if entry.tables is not None:
        return entry.tables
    with open_shard(folder, entry) as connection:
        return held_tables(connection)


def held_tables(connection: duckdb.DuckDBPyConnection) -> dict[str, TableEntry]:
    """Return by SQL name what an open file holds, tables without rows too; in a fork as well.

    A file of format 3 does not say it: there it is the `tables` of its entry.
    """
    return {
        row["table_name"]: TableEntry(rows=row["rows"], content_hash=row["content_hash"])
        for row in read_rows(connection, TABLE_HASH.name)
    }


def read_table(connection: duckdb.DuckDBPyConnection, name: str, where: str = "") -> pl.DataFrame:
    """Return rows of one table of a shard, by SQL name, in stored order; `where` chooses some."""
    with connection.cursor() as cursor:
        # DuckDB gives rows that a list of worlds chooses in another order than they are stored in
        order = "ORDER BY rowid" if where else ""
        return _frame(cursor.sql(f'FROM "{name}" {where} {order}'))


def verify_published(folder: Path, entry: ShardEntry) -> None:
    """Pass if a file that was published is whole: as `verify_shard`, or in the store of the folder.

    A store keeps what it took whole, under a name that says its hash: nothing is copied.

    Raises:
        DatasetError: It is not.
        StorageError: The disk, or the store, refused.
    """
    if (store := store_of(folder)) is None:
        verify_shard(folder, entry)
    elif not store.holds(entry):
        raise DatasetError(f"{store.address} lacks {object_name(entry)}; run the build again")


def read_rows(
    connection: duckdb.DuckDBPyConnection, name: str, where: str = "", *given: object
) -> list[dict[str, Any]]:
    """Return rows of a table as plain Python: in a forked child polars may hang.

    `where` is a clause that chooses rows, whose parameters are `given`.
    """
    with connection.cursor() as cursor:
        result = cursor.execute(f'FROM "{name}" {where}', given)
        columns = [column[0] for column in result.description]
        return [dict(zip(columns, row, strict=True)) for row in result.fetchall()]


def read_worlds(
    connection: duckdb.DuckDBPyConnection, pack: CompiledPack, *world_ids: int
) -> dict[str, pl.DataFrame]:
    """Return worlds of one pack: the pack's tables by their names in the pack, `setting` first.

    Columns are those of the shard, `world_id` and `id` leading; rows are in order of both.

    Raises:
        DatasetError: The shard has no such world of this pack.
    """
    # One query for all tables, side by side: planning and handing over a query takes longer than
    # finding a world's rows, so seven queries would take twice the time. Shorter tables are
    # filled up with rows of NULL, which no stored row is, since each has its id.
    tables = {table.name: pack_table(table) for table in pack.tables.values()}
    query = "FROM " + " POSITIONAL JOIN ".join(
        f'(FROM "{table.name}" {of_worlds(world_ids)}) AS "{name}"({_numbered(number, table)})'
        for number, (name, table) in enumerate(tables.items())
    )
    with connection.cursor() as cursor, _FILTERS, warnings.catch_warnings():
        # A relation would plan the query twice, a millisecond a world; the copy of some hundred
        # rows that DuckDB warns of here costs nothing beside that.
        warnings.filterwarnings("ignore", "Arrow output on a DB-API result", UserWarning)
        wide = iter(_frame(cursor.execute(query)).get_columns())
    worlds = {}
    for name, table in tables.items():
        columns = [next(wide).alias(column) for column in table.columns]
        rows = columns[1].len() - columns[1].null_count()
        worlds[name] = in_order(pl.DataFrame(columns).head(rows))
    missing = set(world_ids).difference(next(iter(worlds.values()))["world_id"].to_list())
    if missing:
        raise DatasetError(
            f"world {min(missing)} of pack {pack.name} is not in this shard; the table "
            f"{WORLD.name} lists the worlds and their packs"
        )
    return worlds


def of_worlds(world_ids: Iterable[int]) -> str:
    """Return the SQL clause that chooses the rows of these worlds."""
    return f"WHERE world_id IN ({', '.join(str(int(world_id)) for world_id in world_ids)})"


def _frame(relation: duckdb.DuckDBPyRelation | duckdb.DuckDBPyConnection) -> pl.DataFrame:
    # By way of a reader: polars never lets go of a relation that it is given whole, and DuckDB
    # complains of that on stderr when the process ends.
    return pl.DataFrame(relation.to_arrow_reader())


def _numbered(number: int, table: StoredTable) -> str:
    """Return names for a table's columns that no other table of the query has."""
    return ", ".join(f'"{number}.{index}"' for index in range(len(table.columns)))


def _same_bytes(folder: Path, entry: ShardEntry) -> _Known:
    """Verify the bytes of a file, and return its entry in `_VERIFIED`."""
    path = folder / entry.file
    try:
        state = path.stat()
        if path.is_symlink() and not real_path(path).is_relative_to(real_path(folder)):
            raise DatasetError(f"{path} is a link out of the dataset; copy the file into {folder}")
        _alone(path)
        version = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
        key = (str(path.absolute()), entry.sha256, *version)
        if key in _VERIFIED:
            return key
        if state.st_size != entry.size:
            raise DatasetError(
                f"{path} has {state.st_size} bytes, where the manifest says {entry.size}: it is "
                f"cut, or of another build; {_AGAIN}"
            )
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        if bring(folder, entry.file, object_name(entry)):
            return _same_bytes(folder, entry)
        raise DatasetError(f"{path} is missing; run the build again: it is made anew") from None
    except IsADirectoryError:
        raise DatasetError(f"{path} is a folder; {_AGAIN}") from None
    except OSError as error:
        raise storage_error(path, error, "read") from error
    if digest != entry.sha256:
        raise DatasetError(
            f"{path} is damaged, or of another build: its SHA-256 is {digest[:16]}..., where the "
            f"manifest says {entry.sha256[:16]}...; {_AGAIN}"
        )
    return key


def _alone(path: Path) -> None:
    """Refuse a write-ahead log beside the file: DuckDB would apply it when reading."""
    for file in {path, real_path(path)}:
        for log in (file.with_name(file.name + ending) for ending in _LOGS):
            if log.exists() or log.is_symlink():
                raise DatasetError(
                    f"{log} holds changes to {path.name} that another program made and no build "
                    "did; remove it, and to change worlds work on a copy of the file"
                )


def _same_tables(connection: duckdb.DuckDBPyConnection, path: Path, entry: ShardEntry) -> None:
    """Check the tables too: a file that fits the manifest may still be of another program."""
    query = "SELECT table_name FROM duckdb_tables() WHERE NOT temporary"
    names = {name for (name,) in connection.sql(query).fetchall()}
    if entry.tables is None and TABLE_HASH.name not in names:
        raise DatasetError(
            f"{path} has tables {sorted(names)}, and none {TABLE_HASH.name} that says so; {_AGAIN}"
        )
    listed = set(held_tables(connection) if entry.tables is None else entry.tables)
    if names - {TABLE_HASH.name} != listed:
        raise DatasetError(
            f"{path} has tables {sorted(names)}, where it must have {sorted(listed)}; {_AGAIN}"
        )
