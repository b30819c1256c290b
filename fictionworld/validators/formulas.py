"""SQL expressions over whole tables, in the pack's sandbox.

Each table's expressions are answered together by one query over the paths that they read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from fictionworld.packs.expression import check_expression, rewrite, run_with_deadline, sandbox
from fictionworld.validators.cells import Bools, Cells, Ints, differs, rescale

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import Batch

__all__ = ["Answer", "answer", "sql_cells", "truth"]

_DEADLINE_S = 60.0
_ULP = 1e-9
"""A double this near to a tie, relatively, may have been rounded either way."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a definition gives for every row, and what it may as well have given."""

    cells: Cells
    also: Cells | None = None
    """The other neighbour, where a quotient that DuckDB computed in doubles lies on a tie."""

    def disagrees(self, stored: Cells) -> Bools:
        """Where `stored` is neither of the two."""
        wrong: Bools = differs(self.cells, stored)
        return wrong if self.also is None else wrong & differs(self.also, stored)


def answer(batch: Batch, table: str, sql: str) -> pl.Series:
    """The value of `sql` for every row of `table`, as DuckDB types it.

    Raises:
        DatasetError: DuckDB cannot compute it over these rows.
    """
    answers: dict[tuple[str, str], pl.Series] = batch.memory.setdefault("sql", {})
    if (table, sql) not in answers:
        answers[table, sql] = _ask(batch, table, sql)
    return answers[table, sql]


def _ask(batch: Batch, table: str, sql: str) -> pl.Series:
    expression = check_expression(sql)
    names = {path: f"p{k}" for k, path in enumerate(expression.paths)}
    frame = pl.DataFrame(
        {"p": np.arange(len(batch.rows(table)))}
        | {name: batch.series(table, path) for path, name in names.items()}
    )
    query = f"SELECT {rewrite(expression, names.__getitem__)} AS answer FROM rows ORDER BY p"  # noqa: S608
    with sandbox() as connection:
        connection.register("rows", frame)
        found = run_with_deadline(connection, query, _DEADLINE_S)
    return pl.DataFrame(pl.from_arrow(found))["answer"]


def truth(batch: Batch, table: str, sql: str) -> Bools:
    """Where a boolean expression is false; missing counts as kept."""
    return answer(batch, table, sql).cast(pl.Boolean).fill_null(value=True).to_numpy()


def sql_cells(batch: Batch, column: CompiledColumn) -> Answer:
    """A derived column's expression as cells of its type, rounded half away from zero."""
    derive = column.spec.derive
    assert derive is not None
    assert derive.sql is not None
    series = answer(batch, column.table, derive.sql)
    if column.kind in {"integer", "year", "decimal", "money", "percent"}:
        return _rounded(series, column)
    if column.is_text:
        return Answer(batch.encode(series.cast(pl.String), column))
    return Answer(batch.encode(series.cast(pl.Date if column.kind == "date" else pl.Boolean), column))


def _rounded(series: pl.Series, column: CompiledColumn) -> Answer:
    if series.dtype.is_float():
        return _rounded_doubles(series.to_numpy(), column)
    scale = getattr(series.dtype, "scale", 0) or 0
    valid = series.is_not_null().to_numpy()
    digits = series.to_physical().cast(pl.Int64).fill_null(0).to_numpy()
    return Answer(Cells(rescale(digits, scale, column.decimals), valid, column.kind, column.decimals))


def _rounded_doubles(numbers: Ints, column: CompiledColumn) -> Answer:
    valid = np.isfinite(numbers)
    scaled = np.where(valid, numbers, 0.0) * 10.0**column.decimals
    slack = _ULP * np.maximum(1.0, np.abs(scaled))
    away, towards = (
        Cells(
            (np.sign(scaled) * np.floor(np.abs(scaled) + 0.5 + shift)).astype(np.int64),
            valid,
            column.kind,
            column.decimals,
        )
        for shift in (slack, -slack)
    )
    return Answer(away, towards)
