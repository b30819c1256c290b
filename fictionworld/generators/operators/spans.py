"""The time between two dates: days, years."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, WorldBatch
from fictionworld.generators.drawing import derives
from fictionworld.generators.operands import year_of
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.terms import Path

_Pair = tuple[Path, Path]


@derives("days")
def _days(batch: WorldBatch, column: CompiledColumn, spec: _Pair) -> Cells:
    first, second = (batch.follow(column.table, path)[1] for path in spec)
    return Cells(second.values - first.values, ~(first.present() & second.present()))


@derives("years")
def _years(batch: WorldBatch, column: CompiledColumn, spec: _Pair) -> Cells:
    first, second = (batch.follow(column.table, path)[1] for path in spec)
    months_a, months_b = (
        cells.values.astype("datetime64[D]").astype("datetime64[M]") for cells in (first, second)
    )
    day_a, day_b = (
        cells.values - month.astype("datetime64[D]").astype(np.int64)
        for cells, month in ((first, months_a), (second, months_b))
    )
    year_a, year_b = year_of(first.values), year_of(second.values)
    month_a, month_b = months_a.astype(np.int64) % 12, months_b.astype(np.int64) % 12
    before = (month_b < month_a) | ((month_b == month_a) & (day_b < day_a))
    return Cells(year_b - year_a - before, ~(first.present() & second.present()))
