"""From the whole numbers of a batch to the frames that are stored."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import polars as pl
import pyarrow as pa

from fictionworld.generators.batch import Cells, WorldBatch
from fictionworld.generators.operands import year_of
from fictionworld.generators.rounding import place_below
from fictionworld.packs.compiled import SETTING, CompiledColumn
from fictionworld.packs.terms import parse_path
from fictionworld.streams import Bools, Ints, Strings, uniform

_SLOT = re.compile(r"\{([a-z0-9_.]+)\}")


def series_of(column: CompiledColumn, cells: Cells) -> pl.Series:
    """Return a column's cells as stored: text, Int32/Int64, Date, Boolean or Decimal(18, s)."""
    if cells.words is not None:
        values = pl.Series(cells.words.tolist(), dtype=pl.String).gather(cells.values)
    elif column.sql_type.startswith("DECIMAL"):
        values = _decimals(cells.values, column.decimals)
    elif column.kind == "date":
        values = pl.Series(cells.values.astype(np.int32)).cast(pl.Date)
    elif column.kind == "boolean":
        values = pl.Series(cells.values.astype(np.bool_))
    elif column.kind == "reference":
        values = pl.Series((cells.values + 1).astype(np.int32))
    elif column.kind == "year":
        values = pl.Series(cells.values.astype(np.int32))
    else:
        values = pl.Series(cells.values)
    if cells.missing is not None and cells.missing.any():
        keep = pl.Series(~cells.missing)
        values = pl.select(pl.when(keep).then(values)).to_series()
    return values.alias(column.name)


def _decimals(values: Ints, decimals: int) -> pl.Series:
    # Arrow's decimal128 is the number times 10**s in 16 bytes, low half first
    halves = np.empty((len(values), 2), np.int64)
    halves[:, 0], halves[:, 1] = values, values >> 63
    buffers = [None, pa.py_buffer(halves.tobytes())]
    array = pa.Decimal128Array.from_buffers(pa.decimal128(18, decimals), len(values), buffers)
    series = pl.from_arrow(array)
    assert isinstance(series, pl.Series)
    return series


def present_worlds(batch: WorldBatch, column: CompiledColumn) -> Bools:
    """Return which worlds have this column."""
    present = np.ones(len(batch), np.bool_)
    if column.spec.optional is not None:
        bits = batch.world_bits(f"{column.table}.{column.name}/optional")
        present = uniform(bits) < column.spec.optional
    for table in sorted(column.goes_with):
        present = present & batch.has_table(table)
    return present


def table_frame(batch: WorldBatch, table: str) -> pl.DataFrame:
    """Return `world_id`, `id` from 1, and the stored columns of a table, world by world."""
    rows = batch.rows[table]
    columns = [
        pl.Series("world_id", batch.world_ids[rows.world]),
        pl.Series("id", (rows.row + 1).astype(np.int32)),
    ]
    for column in batch.pack.tables[table].stored:
        cells = rows.cells[column.name]
        present = present_worlds(batch, column)
        if not present.all():
            cells = cells.without(~present[rows.world])
        columns.append(series_of(column, cells))
    return pl.DataFrame(columns)


def column_frame(batch: WorldBatch) -> pl.DataFrame:
    """Return the rows of `world_column`: each world's label and unit of a column, and whether it
    has it.
    """
    columns = [stored for table in batch.pack.tables.values() for stored in table.stored]
    labels, units, present = [], [], []
    for column in columns:
        bits = batch.world_bits(f"{column.table}.{column.name}/label")
        labels.append(
            np.array(column.labels, object)[place_below(uniform(bits), len(column.labels))]
        )
        units.append(_units(batch, column))
        present.append(present_worlds(batch, column))
    # world by world, and in each the columns in their order
    return pl.DataFrame(
        {
            "world_id": np.repeat(batch.world_ids, len(columns)),
            "table_name": [column.table for column in columns] * len(batch),
            "column_name": [column.name for column in columns] * len(batch),
            "label": pl.Series(np.stack(labels, 1).ravel().tolist(), dtype=pl.String),
            "unit": pl.Series(np.stack(units, 1).ravel().tolist(), dtype=pl.String),
            "present": np.stack(present, 1).ravel(),
        }
    )


def _units(batch: WorldBatch, column: CompiledColumn) -> Strings:
    """Return the unit of a column in each world, None for none; for money, it ends in the world's
    currency.
    """
    unit = column.spec.unit
    if column.kind == "money" and "currency" in batch.rows[SETTING].cells:
        currency = batch.rows[SETTING].cells["currency"]
        assert currency.words is not None
        names = currency.words[currency.values]
        return f"{unit} " + names if unit else names
    return np.full(len(batch), unit or ("%" if column.kind == "percent" else None), object)


def texts_of(column: CompiledColumn, cells: Cells) -> Strings:
    """Return cells as they are written in a text: words as they are, numbers in digits, dates as
    years.
    """
    if cells.words is not None:
        return cells.words[cells.values] if len(cells.words) else np.full(0, "", object)
    values = year_of(cells.values) if column.kind == "date" else cells.values
    return values.astype(str).astype(object)


def filled_pattern(pattern: str, count: int, text_of: Callable[[str], Strings]) -> Strings:
    """Return a pattern for `count` rows, each slot filled with the texts that `text_of` gives for
    it.
    """
    texts = np.full(count, "", object)
    for number, piece in enumerate(_SLOT.split(pattern)):
        texts = texts + (text_of(piece) if number % 2 else piece)
    return texts


def world_frame(batch: WorldBatch) -> pl.DataFrame:
    """Return one row for each world; see `FilledWorlds.worlds`."""
    pack = batch.pack.spec
    counts = np.zeros(len(batch), np.int64)
    for table in batch.pack.world_tables:
        counts += batch.rows[table.name].counts
    as_of = batch.rows[SETTING].cells["as_of"].values
    titles = filled_pattern(
        pack.title, len(batch), lambda slot: texts_of(*batch.follow(SETTING, parse_path(slot)))
    )
    return pl.DataFrame(
        {
            "world_id": batch.world_ids,
            "pack": [batch.pack.name] * len(batch),
            "title": titles.tolist(),
            "strategy": [pack.strategy] * len(batch),
            "as_of": pl.Series(as_of.astype(np.int32)).cast(pl.Date),
            "language": ["en"] * len(batch),
            "structure_seed": batch.structure,
            "value_seed": batch.value,
            "row_count": counts.astype(np.int32),
        },
        schema_overrides={"pack": pl.String, "title": pl.String},
    )
