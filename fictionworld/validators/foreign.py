"""A world made by hand: a DuckDB file, or a folder of CSV files, and the pack that describes it.

One table a file (`phone.csv`) or a table of that name, or `<pack>__phone`; one row of `setting`.
The columns are the pack's, hidden ones left out, in any order. `world_id` may be left out: then all
rows are of world 0; so may `id`: then rows are numbered 1..n in the order of the file. In CSV files
an empty field is a missing value, dates are written 2031-05-17, booleans true and false, decimals
with a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl

from fictionworld.errors import DatasetError, first_line, nearest
from fictionworld.files import read_file
from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.worlds.reading import ISOLATED
from fictionworld.worlds.schema import pack_table

_SHOWN = 3
"""Number of examples of values of another type."""
_TRUTHS = {"true": True, "false": False}


def load_world(pack: CompiledPack, path: str | Path) -> dict[str, pl.DataFrame]:
    """Return the rows of one or several hand-made worlds, by table, in the types of the pack.

    Nothing is rounded or guessed: a value that is not of the declared type is an error.

    Raises:
        DatasetError: The file or folder is not there or cannot be read; a table or column is
            missing or unknown; a value is of another type. One line for each finding.
    """
    path = Path(path)
    if path.is_dir():
        raw = _read_folder(pack, path)
    elif path.is_file():
        raw = _read_duckdb(pack, path)
    else:
        raise DatasetError(
            f"got {path}, which is not there; give a DuckDB file or a folder of CSVs"
        )
    type_errors: list[str] = []
    frames = {
        table.name: _typed(table, raw[table.name], type_errors)
        for table in pack.tables.values()
        if table.name in raw
    }
    type_errors[:0] = [
        f"{name}: the table is missing; got {', '.join(sorted(raw)) or 'none'}"
        for name in pack.tables
        if name not in raw
    ]
    if type_errors:
        raise DatasetError(
            f"{path} is no world of the pack {pack.name}:\n  " + "\n  ".join(type_errors)
        )
    return frames


def _read_folder(pack: CompiledPack, path: Path) -> dict[str, pl.DataFrame]:
    """Return every CSV file as a frame of texts."""
    raw = {}
    for file in sorted(path.glob("*.csv")):
        name = file.stem.removeprefix(f"{pack.name}__")
        if name not in pack.tables:
            hint = nearest(name, pack.tables)
            raise DatasetError(f"{file} is no table of the pack {pack.name}{hint}; remove it")
        try:
            raw[name] = pl.read_csv(read_file(file), infer_schema=False)
        except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as error:
            reason = first_line(error)
            raise DatasetError(f"{file} cannot be read as CSV in UTF-8: {reason}") from error
    return raw


def _read_duckdb(pack: CompiledPack, path: Path) -> dict[str, pl.DataFrame]:
    """Return the pack's tables of a DuckDB file, in the types that they have there."""
    try:
        with duckdb.connect(str(path.absolute()), read_only=True, config=ISOLATED) as connection:
            names = {str(row[0]) for row in connection.sql("SHOW TABLES").fetchall()}
            raw = {}
            for table in pack.tables.values():
                name = next(
                    (candidate for candidate in (table.name, table.sql_name) if candidate in names),
                    None,
                )
                if name is not None:
                    frame = pl.from_arrow(connection.sql(f'FROM "{name}"').to_arrow_table())
                    assert isinstance(frame, pl.DataFrame)
                    raw[table.name] = frame
            return raw
    except duckdb.Error as error:
        reason = first_line(error)
        raise DatasetError(f"{path} cannot be read as a DuckDB file: {reason}") from error


def _typed(table: CompiledTable, raw: pl.DataFrame, wrong: list[str]) -> pl.DataFrame:
    """Return the frame with the pack's columns in their types; errors are added to `wrong`."""
    if "world_id" not in raw.columns:
        raw = raw.with_columns(world_id=pl.lit(0, pl.Int32))
    if "id" not in raw.columns:
        raw = raw.with_columns(id=pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("world_id"))
    schema = pack_table(table).schema
    wrong += _unknown(table, raw, schema)
    columns = []
    for name, dtype in schema.items():
        if name not in raw.columns:
            wrong.append(f"{table.name}.{name}: the column is missing; it is {dtype}")
            continue
        column, errors = _cast(table.name, raw[name], dtype)
        wrong += errors
        columns.append(column)
    return pl.DataFrame(columns)


def _unknown(
    table: CompiledTable, raw: pl.DataFrame, schema: dict[str, pl.DataType]
) -> Iterator[str]:
    for name in raw.columns:
        if name in table.columns and name not in schema:
            yield f"{table.name}.{name}: a hidden column is not stored; remove it"
        elif name not in schema:
            yield f"{table.name}.{name}: the pack has no such column{nearest(name, schema)}"


def _cast(table: str, raw: pl.Series, dtype: pl.DataType) -> tuple[pl.Series, list[str]]:
    """Return a column in its type, and an error that lists the values not of that type, by row."""
    texts = raw.cast(pl.String) if raw.dtype != pl.String else raw
    if isinstance(dtype, pl.Boolean):
        lower = texts.str.to_lowercase()
        typed = lower.replace_strict(_TRUTHS, default=None, return_dtype=pl.Boolean)
    elif isinstance(dtype, pl.Date):
        typed = texts.str.slice(0, 10).str.to_date("%Y-%m-%d", strict=False)
    elif isinstance(dtype, pl.String):
        typed = texts
    else:
        typed = _number(texts, dtype)
    rows = (raw.is_not_null() & typed.is_null()).arg_true().to_list()
    shown = ", ".join(f"{raw[row]!r} in row {row + 1}" for row in rows[:_SHOWN])
    more = f" and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
    errors = [f"{table}.{raw.name}: got {shown}{more}; it is {_words(dtype)}"] if rows else []
    return typed.cast(dtype).alias(raw.name), errors


def _number(texts: pl.Series, dtype: pl.DataType) -> pl.Series:
    """Return texts as whole numbers or decimals; missing where a text is none, or has too many
    digits.
    """
    scale = dtype.scale if isinstance(dtype, pl.Decimal) else 0
    # Zeros behind the point say nothing: 12.0 is a whole number, 1.50 has one decimal.
    form = rf"^[+-]?\d+(?:\.\d{{0,{scale}}}0*)?$"
    fits = texts.str.strip_chars().str.contains(form).fill_null(value=False)
    numerals = texts.str.strip_chars().set(~fits, None)
    number = numerals.cast(pl.Decimal(38, scale), strict=False)
    return number.cast(dtype, strict=False)


def _words(dtype: pl.DataType) -> str:
    if isinstance(dtype, pl.Decimal):
        return f"a number with at most {dtype.scale} decimals"
    if dtype.is_integer():
        return "a whole number"
    return {pl.Date: "a date such as 2031-05-17", pl.Boolean: "true or false"}.get(
        type(dtype), "text"
    )
