"""`sql`: expressions over the rows of a table, in the sandbox of packs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from fictionworld.errors import DatasetError, PackError
from fictionworld.packs.compiled import NUMBERS, CompiledColumn, CompiledPack
from fictionworld.packs.expression import ExactSql, check_expression, exact_sql
from fictionworld.packs.sandbox import run_with_deadline
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, StoredCells, divide, times
from fictionworld.validators.knowable import route
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import integers

_DEADLINE_S = 60.0
_MOST_REFUSED = 200


@dataclass(frozen=True, slots=True)
class _Computed:
    """An expression's value for every row; missing too where it cannot be computed at all."""

    values: pl.Series
    """Of numbers, the numerators."""
    below: Ints | int
    """Of numbers, the denominators."""
    refused: Ints
    """The rows that DuckDB could not compute it for: an overflow, a text that is no number."""


def truth(batch: StoredBatch, table: str, sql: str) -> Bools:
    """Return where a boolean expression is true or missing; false where it cannot be computed."""
    computed = _ask(batch, table, sql)
    true: Bools = computed.values.cast(pl.Boolean).fill_null(value=True).to_numpy().copy()
    true[computed.refused] = False
    return true


def _due(batch: StoredBatch, column: CompiledColumn, sql: str) -> StoredCells:
    """Return a derived column's expression as cells of its type, rounded half away from zero."""
    computed = _ask(batch, column.table, sql)
    if column.kind not in NUMBERS:
        dtype = {"date": pl.Date(), "boolean": pl.Boolean()}.get(column.kind, pl.String())
        return batch.encode(computed.values.cast(dtype), column)
    above = times(integers(computed.values.to_physical()), 10**column.decimals)
    valid = computed.values.is_not_null().to_numpy()
    return StoredCells(divide(above, computed.below), valid, column.kind, column.decimals)


def _ask(batch: StoredBatch, table: str, sql: str) -> _Computed:
    key = ("sql", table, sql)
    if key not in batch.memory:
        expression = check_expression(sql)
        rows: dict[str, object] = {"row": np.arange(len(batch.rows(table)))}
        for number, path in enumerate(expression.paths):
            rows[f"c{number}"] = as_read(batch.series(table, path))
        exact = exact_in(batch.pack, table, sql)
        query = (
            f'SELECT {exact.sql} AS answer, {exact.denominator} AS below FROM rows ORDER BY "row"'
        )
        parts, refused = _answers(batch, pl.DataFrame(rows), query)
        values, below = (_joined([part[name] for part in parts]) for name in ("answer", "below"))
        batch.memory[key] = _Computed(
            values,
            integers(below.to_physical())
            if isinstance(exact.denominator, str)
            else exact.denominator,
            np.array(refused, dtype=np.int64),
        )
    computed: _Computed = batch.memory[key]
    return computed


def as_read(series: pl.Series) -> pl.Series:
    """Return a column as the SQL of expressions reads it: numbers as whole numbers."""
    return series.to_physical().cast(pl.Int64) if series.dtype.is_numeric() else series


def exact_in(pack: CompiledPack, table: str, sql: str) -> ExactSql:
    """Return the expression over columns c0, c1, ... in the order of its paths."""
    expression = check_expression(sql)
    return exact_sql(
        expression, [route(pack, table, path).column.sql_type for path in expression.paths]
    )


def _answers(
    batch: StoredBatch, frame: pl.DataFrame, query: str
) -> tuple[list[pl.DataFrame], list[int]]:
    """Return the answers for `frame`, in pieces, and the rows that cannot be computed, found by
    halving.
    """
    batch.connection.register("rows", frame)
    try:
        table = run_with_deadline(batch.connection, query, _DEADLINE_S)
    except PackError as error:
        if len(frame) <= 1:
            nothing = pl.DataFrame({"answer": [None] * len(frame), "below": [None] * len(frame)})
            return [nothing], frame["row"].to_list()
        if "ran longer" in str(error):
            raise DatasetError(str(error)) from None
    else:
        answers = pl.from_arrow(table)
        assert isinstance(answers, pl.DataFrame)
        return [answers], []
    half = len(frame) // 2
    first, refused = _answers(batch, frame[:half], query)
    if len(refused) > _MOST_REFUSED:
        raise DatasetError(f"{query}: cannot be computed for {len(refused)} rows and more")
    second, also_refused = _answers(batch, frame[half:], query)
    return [*first, *second], [*refused, *also_refused]


def _joined(parts: list[pl.Series]) -> pl.Series:
    """Return the pieces as one series; those of refused rows have no type of their own."""
    dtype = next((part.dtype for part in parts if part.dtype != pl.Null), pl.Null())
    return pl.concat([part.cast(dtype) for part in parts])


register(Proof(name="sql", due=_due))
