"""`sql`: expressions over the rows of a table, in the sandbox of packs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import polars as pl

from fictionworld.errors import DatasetError, PackError
from fictionworld.packs.compiled import NUMBERS, CompiledColumn
from fictionworld.packs.expression import check_expression, rewrite
from fictionworld.packs.sandbox import run_with_deadline
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, ProvenValues, StoredCells, rescale
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import integers

_DEADLINE_S = 60.0
_MOST_REFUSED = 200
_ULP = 1e-9
"""A double this near to a tie, relatively, may have been rounded either way."""


@dataclass(frozen=True, slots=True)
class _Computed:
    """An expression's value for every row; missing too where it cannot be computed at all."""

    values: pl.Series
    refused: Ints
    """The rows that DuckDB could not compute it for: an overflow, a text that is no number."""


def truth(batch: StoredBatch, table: str, sql: str) -> Bools:
    """Where a boolean expression is true or missing. What cannot be computed is not true."""
    found = _ask(batch, table, sql)
    true: Bools = found.values.cast(pl.Boolean).fill_null(value=True).to_numpy().copy()
    true[found.refused] = False
    return true


def _due(batch: StoredBatch, column: CompiledColumn, sql: str) -> ProvenValues:
    """A derived column's expression as cells of its type, rounded half away from zero."""
    series = _ask(batch, column.table, sql).values
    if column.kind in NUMBERS:
        return _rounded(series, column)
    dtype = {"date": pl.Date(), "boolean": pl.Boolean()}.get(column.kind, pl.String())
    return ProvenValues(batch.encode(series.cast(dtype), column))


def _ask(batch: StoredBatch, table: str, sql: str) -> _Computed:
    key = ("sql", table, sql)
    if key not in batch.memory:
        expression = check_expression(sql)
        rows: dict[str, object] = {"row": np.arange(len(batch.rows(table)))}
        for number, path in enumerate(expression.paths):
            rows[f"p{number}"] = batch.series(table, path)
        frame = pl.DataFrame(rows)
        parts, refused = _answers(batch, frame, numbered(sql))
        batch.memory[key] = _Computed(_joined(parts), np.array(refused, dtype=np.int64))
    found: _Computed = batch.memory[key]
    return found


@lru_cache(maxsize=512)
def numbered(sql: str) -> str:
    """The expression over columns p0, p1, ... in the order of its paths; proving that the names
    alone have changed takes DuckDB two parses.
    """
    expression = check_expression(sql)
    names = {path: f"p{number}" for number, path in enumerate(expression.paths)}
    return rewrite(expression, names.__getitem__)


def _answers(
    batch: StoredBatch, frame: pl.DataFrame, sql: str
) -> tuple[list[pl.Series], list[int]]:
    """The answers for `frame`, in pieces; rows that cannot be computed are found by halving."""
    batch.connection.register("rows", frame)
    query = f'SELECT {sql} AS answer FROM rows ORDER BY "row"'
    try:
        table = run_with_deadline(batch.connection, query, _DEADLINE_S)
    except PackError as error:
        if len(frame) <= 1:
            refused = frame["row"].to_list()
            return [pl.Series("answer", [None] * len(frame), pl.Null)], refused
        if "ran longer" in str(error):
            raise DatasetError(str(error)) from None
    else:
        answers = pl.from_arrow(table)
        assert isinstance(answers, pl.DataFrame)
        return [answers["answer"]], []
    half = len(frame) // 2
    one, lost = _answers(batch, frame[:half], sql)
    if len(lost) > _MOST_REFUSED:
        raise DatasetError(f"{sql}: cannot be computed for {len(lost)} rows and more")
    other, lost_too = _answers(batch, frame[half:], sql)
    return [*one, *other], [*lost, *lost_too]


def _joined(parts: list[pl.Series]) -> pl.Series:
    """The pieces in one; those of refused rows have no type of their own."""
    dtype = next((part.dtype for part in parts if part.dtype != pl.Null), pl.Null())
    return pl.concat([part.cast(dtype) for part in parts])


def _rounded(series: pl.Series, column: CompiledColumn) -> ProvenValues:
    if series.dtype.is_float():
        return _rounded_doubles(series.to_numpy(), column)
    scale = series.dtype.scale if isinstance(series.dtype, pl.Decimal) else 0
    valid = series.is_not_null().to_numpy()
    data = rescale(integers(series.to_physical()), scale, column.decimals)
    return ProvenValues(StoredCells(data, valid, column.kind, column.decimals))


def _rounded_doubles(numbers: Ints, column: CompiledColumn) -> ProvenValues:
    """Doubles at the column's scale; the slack lets a tie that the double just missed be one."""
    valid = np.isfinite(numbers) & (np.abs(numbers) < 10.0 ** (18 - column.decimals))
    scaled = np.where(valid, numbers, 0.0) * 10.0**column.decimals
    slack = _ULP * np.maximum(1.0, np.abs(scaled))
    away, towards = (
        StoredCells(
            (np.sign(scaled) * np.floor(np.abs(scaled) + 0.5 + shift)).astype(np.int64),
            valid,
            column.kind,
            column.decimals,
        )
        for shift in (slack, -slack)
    )
    return ProvenValues(away, towards)


register(Proof(name="sql", due=_due))
