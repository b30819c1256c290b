"""The SQL expressions of a pack, evaluated by DuckDB over a whole batch at once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from fictionworld.errors import PackError
from fictionworld.generators.batch import Cells, WorldBatch
from fictionworld.generators.drawing import derives
from fictionworld.generators.frames import series_of
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.expression import check_expression, rewrite
from fictionworld.packs.sandbox import run_with_deadline, sandbox

if TYPE_CHECKING:
    import duckdb

_DEADLINE_S = 20.0


@cache
def _sandbox() -> duckdb.DuckDBPyConnection:
    """One for the process: opening one takes longer than most expressions."""
    return sandbox()


@derives("sql")
def _evaluate(batch: WorldBatch, column: CompiledColumn, spec: str) -> Cells:
    """The value of the expression, rounded half away from zero to the column's decimals."""
    expression = check_expression(spec)
    names = {path: f"c{number}" for number, path in enumerate(expression.paths)}
    columns = [
        series_of(*batch.follow(column.table, path)).alias(name) for path, name in names.items()
    ]
    size = len(batch.rows[column.table])
    frame = pl.DataFrame([pl.Series("row", np.arange(size)), *columns])
    sql = rewrite(expression, lambda path: names[path])
    if column.sql_type.startswith("DECIMAL"):
        sql = f"CAST(round(({sql}), {column.decimals}) AS DECIMAL(18,{column.decimals}))"
    else:
        sql = f"CAST(({sql}) AS {column.sql_type})"
    connection = _sandbox()
    connection.register("frame", frame)
    query = f"SELECT {sql} AS result FROM frame ORDER BY row"  # noqa: S608 - checked by packs
    table = run_with_deadline(connection, query, _DEADLINE_S)
    connection.unregister("frame")
    result = pl.from_arrow(table)
    assert isinstance(result, pl.DataFrame)
    return _cells(column, result.to_series())


def _cells(column: CompiledColumn, series: pl.Series) -> Cells:
    missing = series.is_null().to_numpy()
    if column.is_text:
        words = series.fill_null("").to_list()
        return Cells(np.arange(len(words)), missing, np.array(words, object))
    if series.dtype.is_decimal():
        # to whole numbers without a float between
        whole = (series * 10**column.decimals).cast(pl.Int64, strict=False)
    elif series.dtype in (pl.Boolean, pl.Date):
        whole = series.cast(pl.Int32).cast(pl.Int64)
    else:
        whole = series.cast(pl.Int64)
    if int(whole.null_count()) != int(missing.sum()):
        raise PackError(
            f"{column.table}.{column.name}: sql gives numbers too large for {column.sql_type}; "
            "use a larger unit"
        )
    return Cells(whole.fill_null(0).to_numpy().astype(np.int64), missing if missing.any() else None)
