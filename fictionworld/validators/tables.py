"""Many worlds of one pack as tables of DuckDB, as `relation.py` names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.sandbox import deadline
from fictionworld.validators.arithmetic import MACROS
from fictionworld.validators.operator import Due, due_of
from fictionworld.validators.relation import (
    ABSENT,
    AS_DATE,
    absence,
    hidden_table,
    relation,
    rows_table,
    single_table,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_DEADLINE_S = 60.0

Hits = list[dict[str, Any]]
"""Lines of an answer."""


class WorldTables:
    """The rows of many worlds, registered with a sandbox, and the answers of queries over them.

    `frames` must have passed `require_shape`; `present` is `world_column` (which optional columns
    a world has), or None where all that is known is whether a column is empty throughout a world.
    """

    def __init__(
        self,
        pack: CompiledPack,
        frames: Mapping[str, pl.DataFrame],
        connection: DuckDBPyConnection,
        *,
        listed: pl.DataFrame | None = None,
        present: pl.DataFrame | None = None,
        hidden: Iterable[CompiledColumn] = (),
    ) -> None:
        self.pack, self.frames = pack, frames
        self._connection = connection
        connection.execute(MACROS)
        ids = [frames[table]["world_id"] for table in pack.tables]
        worlds = pl.concat(ids if listed is None else [*ids, listed["world_id"].cast(ids[0].dtype)])
        self.worlds: list[int] = worlds.unique().sort().to_list()
        """The ids of the worlds, lowest first."""
        self._register("worlds", pl.DataFrame({"world_id": self.worlds}, {"world_id": pl.Int64}))
        if listed is not None:
            self._register("listed worlds", listed)
        self.lacking: dict[str, frozenset[int]] = {
            name: frozenset(_lacking(table, frames[name], present, self.worlds))
            for name, table in pack.tables.items()
            if table.spec.optional is not None
        }
        """By optional table, the worlds that lack it."""
        for name in pack.tables:
            rows = _as_registered(pack, name, frames[name], present)
            if name in self.lacking:
                absent = pl.col("world_id").is_in(sorted(self.lacking[name]))
                rows = rows.with_columns(absent.alias(*ABSENT))
            self._register(rows_table(name), rows)
            self._register(single_table(name), _single(name, rows))
        for column in hidden:
            values = _recomputed(pack, column)
            self.ask(f"CREATE TEMP TABLE {hidden_table(column)} AS {values}")

    def _register(self, name: str, frame: pl.DataFrame) -> None:
        arrow = frame.to_arrow(compat_level=pl.CompatLevel.newest())
        self._connection.register(name.strip('"'), arrow)

    def ask(self, sql: str) -> Hits:
        """Return the lines that a query gives, each by the names of its columns.

        Raises:
            PackError: It took more than a minute of processor time, or DuckDB refused it.
        """
        with deadline(self._connection, sql, _DEADLINE_S):
            cursor = self._connection.execute(sql)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, line, strict=True)) for line in cursor.fetchall()]

    def row_id(self, table: str, position: int) -> int:
        """Return the id of the row at a position."""
        return int(self.frames[table]["id"][position])

    def row(self, table: str, position: int | None) -> str:
        """Return a row in words: `phone 17 (Kova Max 3)`."""
        if position is None:
            return f"no {table}"
        column = self.pack.tables[table].name_column
        frame = self.frames[table]
        name = frame[column.name][position] if column is not None and column.stored else None
        return f"{table} {frame['id'][position]}" + (f" ({name})" if name else "")


def _as_registered(
    pack: CompiledPack, table: str, frame: pl.DataFrame, present: pl.DataFrame | None
) -> pl.DataFrame:
    """Return the rows with their positions, numbers as digits, days as numbers and as dates."""
    columns = [pl.col("world_id"), pl.col("id").cast(pl.Int64)]
    for column in pack.tables[table].stored:
        cells = pl.col(column.name)
        if column.kind == "date":
            columns.append(cells.alias(column.name + AS_DATE))
        if column.is_text or column.kind == "boolean":
            columns.append(cells)
        else:
            columns.append(cells.to_physical().cast(pl.Int64))
        if column.optional:
            columns.append(_absent(column, present).alias(*absence(column)))
    return frame.select(columns).with_row_index("_row")


def _absent(column: CompiledColumn, present: pl.DataFrame | None) -> pl.Expr:
    """Return whether the world of a row lacks an optional column."""
    if present is None:
        return pl.col(column.name).is_null().all().over("world_id")
    return pl.col("world_id").is_in(_worlds_without(column, present).implode())


def _worlds_without(column: CompiledColumn, present: pl.DataFrame) -> pl.Series:
    return present.filter(
        (pl.col("table_name") == column.table)
        & (pl.col("column_name") == column.name)
        & ~pl.col("present")
    )["world_id"]


def _lacking(
    table: CompiledTable, rows: pl.DataFrame, present: pl.DataFrame | None, worlds: list[int]
) -> Iterable[int]:
    """Return the worlds that lack an optional table: those without its key, which a world with the
    table has; where that is not known, those without rows.
    """
    if present is None:
        return set(worlds).difference(rows["world_id"])
    return _worlds_without(table.columns[table.key[0]], present)


def _single(table: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Return the first row of each world and id; of the setting, the first of each world."""
    key = ["world_id"] if table == SETTING else ["world_id", "id"]
    if not rows.select(pl.struct(key).is_duplicated().any()).item():
        return rows
    return rows.sort("id", "_row").unique(key, keep="first", maintain_order=True)


def due_query(pack: CompiledPack, column: CompiledColumn, due: Due) -> str:
    """Return the query of what a column must hold: `_row` and `due`."""
    if isinstance(due, str):
        return due
    return f"SELECT _row, {due.sql} AS due FROM {relation(pack, column.table, due.reads)}"


def _recomputed(pack: CompiledPack, column: CompiledColumn) -> str:
    """Return the query of a hidden column's values; a day also as a DATE."""
    name = column.name
    day = f", TRY(DATE '1970-01-01' + CAST(due AS INTEGER)) AS \"{name}{AS_DATE}\""
    query = due_query(pack, column, due_of(pack, column))
    return f'SELECT _row, due AS "{name}"{day if column.kind == "date" else ""} FROM ({query})'
