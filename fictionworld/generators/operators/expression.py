"""The SQL expressions of a pack, evaluated by DuckDB over a whole batch at once."""

from __future__ import annotations

from contextlib import closing
from math import gcd

import numpy as np
import polars as pl

from fictionworld.errors import PackError
from fictionworld.generators.batch import Cells, WorldBatch
from fictionworld.generators.drawing import derives
from fictionworld.generators.frames import series_of
from fictionworld.generators.rounding import divide_rounded
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.expression import check_expression, exact_sql
from fictionworld.packs.sandbox import run_with_deadline, sandbox
from fictionworld.streams import Ints

_DEADLINE_S = 20.0
_HALF_OF_INT64 = 2**61
_MOST_DIGITS = 10**18
"""What DECIMAL(18) does not hold any more."""


@derives("sql")
def _evaluate(batch: WorldBatch, column: CompiledColumn, spec: str) -> Cells:
    """The value of the expression, rounded half away from zero to the column's decimals."""
    expression = check_expression(spec)
    ends = [batch.follow(column.table, path) for path in expression.paths]
    exact = exact_sql(expression, [end.sql_type for end, _ in ends])
    is_number = exact.kind == "number"
    frame = pl.DataFrame(
        {
            "row": np.arange(len(batch.rows[column.table])),
            **{f"c{number}": _digits(series_of(*end)) for number, end in enumerate(ends)},
        }
    )
    sql = exact.sql if is_number else f"CAST({exact.sql} AS {column.sql_type})"
    query = f"SELECT {sql} AS result, {exact.denominator} AS below FROM frame ORDER BY row"  # noqa: S608 - checked by packs
    with closing(sandbox()) as connection:
        connection.register("frame", frame)
        table = run_with_deadline(connection, query, _DEADLINE_S)
    results = pl.from_arrow(table)
    assert isinstance(results, pl.DataFrame)
    series = results["result"]
    missing = series.is_null().to_numpy()
    if is_number:
        denominators = (
            _whole(results["below"]) if isinstance(exact.denominator, str) else exact.denominator
        )
        values = _rounded(column, _whole(series), denominators)
    elif column.is_text:
        words = series.fill_null("").to_list()
        return Cells(np.arange(len(words)), missing, np.array(words, object))
    else:  # a truth, a date, or nothing at all
        values = series.to_physical().cast(pl.Int64).fill_null(0).to_numpy()
    return Cells(values, missing if missing.any() else None)


def _digits(series: pl.Series) -> pl.Series:
    """Return a column as expressions read it: numbers as whole numbers."""
    return series.to_physical().cast(pl.Int64) if series.dtype.is_numeric() else series


def _whole(series: pl.Series) -> Ints:
    """Return whole numbers of up to 128 bits, 0 where one is missing; Python integers where 64 bits
    do not hold them.
    """
    filled = series.to_physical().fill_null(0)
    narrow = filled.cast(pl.Int64, strict=False)
    return np.array(filled.to_list(), object) if narrow.null_count() else narrow.to_numpy()


def _rounded(column: CompiledColumn, above: Ints, below: Ints | int) -> Ints:
    """Return the quotients in units of the column's last digit."""
    scale = 10**column.decimals
    if isinstance(below, int):
        shared = gcd(scale, below)
        scale, below = scale // shared, below // shared
    bottom = np.full(len(above), below, object) if isinstance(below, int) else below
    largest = max(map(int, (above.max(), -above.min(), bottom.max()))) if len(above) else 0
    if largest * scale >= _HALF_OF_INT64:
        above, bottom = above.astype(object), bottom.astype(object)
    else:
        bottom = bottom.astype(np.int64)
    digits = divide_rounded(above * scale, np.maximum(bottom, 1))
    if len(digits) and max(int(digits.max()), -int(digits.min())) >= _MOST_DIGITS:
        raise PackError(
            f"{column.table}.{column.name}: sql gives numbers too large for {column.sql_type}; "
            "use a larger unit"
        )
    return digits.astype(np.int64)
