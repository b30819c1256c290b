"""The tables of a shard: names, columns and types, for DuckDB and for polars alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from fictionworld.packs.compiled import CompiledTable

_POLARS: dict[str, pl.DataType] = {
    "VARCHAR": pl.String(),
    "INTEGER": pl.Int32(),
    "BIGINT": pl.Int64(),
    "UBIGINT": pl.UInt64(),
    "DATE": pl.Date(),
    "BOOLEAN": pl.Boolean(),
}
_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")


@dataclass(frozen=True)
class StoredTable:
    """One table as a shard stores it."""

    name: str
    """As SQL knows it: `smartphones__phone`."""
    columns: Mapping[str, str]
    """DuckDB types by column, in stored order."""

    @property
    def schema(self) -> dict[str, pl.DataType]:
        """Return the polars types by column, in stored order."""
        return {name: _polars_type(sql_type) for name, sql_type in self.columns.items()}

    @property
    def create_sql(self) -> str:
        """Return DDL without keys or indexes: keys are rules, checked by the validators."""
        columns = ", ".join(f'"{name}" {sql_type}' for name, sql_type in self.columns.items())
        return f'CREATE TABLE "{self.name}" ({columns})'

    def conform(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the same rows with the columns in stored order and of the stored types.

        Nothing is rounded or cut: whole numbers may change their width, and may become decimals.

        Raises:
            ValueError: A column is missing or not of this table, or its values cannot be stored
                exactly. A fault of the calling code, never of a user.
        """
        if set(frame.columns) != set(self.columns):
            raise ValueError(
                f"table {self.name} got columns {frame.columns}; it stores {list(self.columns)}"
            )
        return frame.select(
            _exactly(frame.get_column(name), dtype, self.name)
            for name, dtype in self.schema.items()
        )


WORLD = StoredTable(
    "world",
    {
        "world_id": "INTEGER",
        "pack": "VARCHAR",
        "title": "VARCHAR",
        "strategy": "VARCHAR",
        "as_of": "DATE",
        "language": "VARCHAR",
        # Seeds are unsigned, 64 bits: a type that polars, Arrow and DuckDB all carry whole.
        "structure_seed": "UBIGINT",
        "value_seed": "UBIGINT",
        "row_count": "INTEGER",
        "split": "VARCHAR",
        "attempt": "INTEGER",
    },
)
"""One row a world; `fictionworld.worlds.record.World` says what the columns mean."""

WORLD_COLUMN = StoredTable(
    "world_column",
    {
        "world_id": "INTEGER",
        "table_name": "VARCHAR",
        "column_name": "VARCHAR",
        "label": "VARCHAR",
        "unit": "VARCHAR",
        "present": "BOOLEAN",
    },
)
"""One row a world and column: what this world calls it, and whether it has it at all."""

PACK = StoredTable("pack", {"name": "VARCHAR", "source": "VARCHAR"})
"""The packs' own text, so that a dataset explains itself."""

TABLE_HASH = StoredTable(
    "table_hash", {"table_name": "VARCHAR", "rows": "BIGINT", "content_hash": "VARCHAR"}
)
"""One row for each other table of the file: its number of rows, and the hash of its content."""

COMMON = (WORLD, WORLD_COLUMN, PACK)
"""The tables of every shard, whatever its packs."""


def pack_table(table: CompiledTable) -> StoredTable:
    """Return a pack's table as a shard stores it: `world_id`, `id`, then its stored columns."""
    keys = {"world_id": "INTEGER", "id": "INTEGER"}
    columns = {column.name: column.sql_type for column in table.stored}
    return StoredTable(table.sql_name, keys | columns)


def _polars_type(sql_type: str) -> pl.DataType:
    if (decimal := _DECIMAL.fullmatch(sql_type)) is not None:
        return pl.Decimal(int(decimal[1]), int(decimal[2]))
    return _POLARS[sql_type]


def _exactly(values: pl.Series, dtype: pl.DataType, table: str) -> pl.Series:
    source_type = values.dtype
    if source_type == dtype:
        return values
    if isinstance(dtype, pl.Decimal):
        fits = source_type.is_integer() or (
            isinstance(source_type, pl.Decimal) and source_type.scale == dtype.scale
        )
    elif dtype.is_integer():
        fits = source_type.is_integer()
    else:
        fits = dtype == pl.String and source_type in (pl.Categorical, pl.Enum)
    if not fits and source_type != pl.Null:
        raise ValueError(f"{table}.{values.name} is {source_type}; it is stored as {dtype}")
    try:
        return values.cast(dtype)
    except pl.exceptions.PolarsError as error:
        raise ValueError(f"{table}.{values.name} holds values beyond {dtype}: {error}") from error
