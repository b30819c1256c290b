"""Derived columns, computed in whole numbers over all worlds at once.

The validator has its own implementation of each of these, on purpose: do not share code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.generators.batch import Cells, RowGroups, group_rows
from fictionworld.generators.expressions import evaluate
from fictionworld.generators.operands import divide_rounded, year_of
from fictionworld.generators.standings import standing_figures

if TYPE_CHECKING:
    from fictionworld.generators.batch import WorldBatch
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.packs.specification import Aggregate
    from fictionworld.streams import Ints

__all__ = ["derive_cells"]

_FEWER_IS_BETTER = {"lost", "conceded"}


def derive_cells(batch: WorldBatch, column: CompiledColumn) -> Cells:
    """The cells of a derived column."""
    derive = column.spec.derive
    assert derive is not None
    return _OPERATORS[derive.kind](batch, column)


def group_totals(values: Ints, group: RowGroups) -> Ints:
    """Exact sums of whole numbers by group."""
    totals = np.zeros(len(group.first), np.int64)
    np.add.at(totals, group.of_row, values)
    return totals


def _share(batch: WorldBatch, column: CompiledColumn) -> Cells:
    spec = column.spec.derive.share  # type: ignore[union-attr]
    assert spec is not None
    _, of = batch.follow(column.table, spec.of)
    group = batch.group(column.table, spec.within)
    total = group_totals(np.where(of.present(), of.values, 0), group)[group.of_row]
    share = divide_rounded(of.values * 100 * 10**column.decimals, np.maximum(total, 1))
    return Cells(share, ~of.present() | (total <= 0))


def _rank(batch: WorldBatch, column: CompiledColumn) -> Cells:
    spec = column.spec.derive.rank  # type: ignore[union-attr]
    assert spec is not None
    _, of = batch.follow(column.table, spec.of)
    group = batch.group(column.table, spec.within)
    key = of.values if spec.order == "ascending" else -of.values
    return Cells(competition_rank(group, [np.where(of.present(), key, 2**62)]), ~of.present())


def competition_rank(group: RowGroups, keys: list[Ints]) -> Ints:
    """Places from 1 within each group, least keys first; equal keys share a place (1, 2, 2, 4)."""
    size = len(group.of_row)
    if not size:
        return np.zeros(0, np.int64)
    order = np.lexsort([*keys[::-1], group.of_row])
    sorted_group = group.of_row[order]
    fresh = np.r_[True, sorted_group[1:] != sorted_group[:-1]]
    differs = fresh.copy()
    for key in keys:
        differs[1:] |= key[order][1:] != key[order][:-1]
    at = np.arange(size)
    start = np.maximum.accumulate(np.where(fresh, at, 0))
    leader = np.maximum.accumulate(np.where(differs, at, 0))
    rank = np.empty(size, np.int64)
    rank[order] = leader - start + 1
    return rank


def _growth(batch: WorldBatch, column: CompiledColumn) -> Cells:
    spec = column.spec.derive.growth  # type: ignore[union-attr]
    assert spec is not None
    _, of = batch.follow(column.table, spec.of)
    _, over = batch.follow(column.table, spec.over)
    group = batch.group(column.table, spec.within)
    order = np.lexsort([over.values, group.of_row])
    before, after = order[:-1], order[1:]
    follows = (
        (group.of_row[before] == group.of_row[after])
        & (over.values[after] == over.values[before] + 1)
        & of.present()[before]
        & of.present()[after]
        & (of.values[before] != 0)
    )
    before, after = before[follows], after[follows]
    growth, missing = np.zeros(len(order), np.int64), np.ones(len(order), np.bool_)
    change = of.values[after] - of.values[before]
    growth[after] = divide_rounded(change * 100 * 10**column.decimals, np.abs(of.values[before]))
    missing[after] = False
    return Cells(growth, missing)


def _children(batch: WorldBatch, table: str, child: str, by: str) -> tuple[Ints, Ints]:
    """The rows of `child` that belong to a row of `table`, and the row of `table` for each: those
    that refer to it, or to what it refers to itself by a reference of the same name.
    """
    rows, own = batch.rows[child], batch.rows[table]
    target = batch.pack.tables[child].columns[by].target
    assert target is not None
    start = batch.rows[target].start[:-1]
    here = np.flatnonzero(rows.cells[by].present())
    meeting = start[rows.world[here]] + rows.cells[by].values[here]
    if target == table:
        return here, meeting
    mine = np.flatnonzero(own.cells[by].present())
    ours = start[own.world[mine]] + own.cells[by].values[mine]
    sizes = np.bincount(meeting, minlength=len(batch.rows[target]))
    counts = sizes[ours]
    first = (np.cumsum(sizes) - sizes)[ours] - (np.cumsum(counts) - counts)
    at = np.arange(counts.sum()) + np.repeat(first, counts)
    return here[np.argsort(meeting, kind="stable")][at], np.repeat(mine, counts)


def _aggregate(
    batch: WorldBatch, column: CompiledColumn, spec: Aggregate
) -> tuple[CompiledColumn | None, Ints, Ints]:
    """The child's column, the owners of its present cells, and these cells."""
    child, _, name = spec.of.partition(".")
    references = batch.pack.tables[child].references
    by = spec.by or next(r.name for r in references if r.target == column.table)
    at, owner = _children(batch, column.table, child, by)
    if not name:
        return None, owner, np.ones(len(owner), np.int64)
    cells = batch.rows[child].cells[name].at(at)
    counted = cells.present()
    of = batch.pack.tables[child].columns[name]
    return of, owner[counted], cells.values[counted]


def _count(batch: WorldBatch, column: CompiledColumn) -> Cells:
    _, owner, _ = _aggregate(batch, column, column.spec.derive.count)  # type: ignore[arg-type, union-attr]
    return Cells(np.bincount(owner, minlength=len(batch.rows[column.table])).astype(np.int64))


def _total(batch: WorldBatch, column: CompiledColumn) -> Cells:
    of, owner, values = _aggregate(batch, column, column.spec.derive.total)  # type: ignore[arg-type, union-attr]
    total = np.zeros(len(batch.rows[column.table]), np.int64)
    np.add.at(total, owner, values)
    return Cells(_rescale(total, of, column))


def _average(batch: WorldBatch, column: CompiledColumn) -> Cells:
    of, owner, values = _aggregate(batch, column, column.spec.derive.average)  # type: ignore[arg-type, union-attr]
    size = len(batch.rows[column.table])
    total = np.zeros(size, np.int64)
    np.add.at(total, owner, values)
    count = np.bincount(owner, minlength=size).astype(np.int64)
    unit = 10 ** (of.decimals if of is not None else 0)
    average = divide_rounded(total * 10**column.decimals, np.maximum(count, 1) * unit)
    return Cells(average, count == 0)


def _extreme(batch: WorldBatch, column: CompiledColumn) -> Cells:
    derive = column.spec.derive
    assert derive is not None
    spec = derive.earliest or derive.latest
    assert spec is not None
    of, owner, values = _aggregate(batch, column, spec)
    values = _rescale(values, of, column)
    size = len(batch.rows[column.table])
    far = np.iinfo(np.int64).max if derive.earliest else np.iinfo(np.int64).min
    extreme = np.full(size, far, np.int64)
    (np.minimum if derive.earliest else np.maximum).at(extreme, owner, values)
    return Cells(np.where(extreme == far, 0, extreme), extreme == far)


def _rescale(values: Ints, of: CompiledColumn | None, column: CompiledColumn) -> Ints:
    shift = column.decimals - (of.decimals if of is not None else 0)
    if shift >= 0:
        return values * 10**shift
    return divide_rounded(values, np.full(len(values), 10**-shift, np.int64))


def _dates(batch: WorldBatch, column: CompiledColumn) -> tuple[Cells, Cells]:
    derive = column.spec.derive
    assert derive is not None
    paths = derive.days or derive.years
    assert paths is not None
    (_, first), (_, second) = (batch.follow(column.table, path) for path in paths)
    return first, second


def _days(batch: WorldBatch, column: CompiledColumn) -> Cells:
    first, second = _dates(batch, column)
    return Cells(second.values - first.values, ~(first.present() & second.present()))


def _years(batch: WorldBatch, column: CompiledColumn) -> Cells:
    first, second = _dates(batch, column)
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


def _standing(batch: WorldBatch, column: CompiledColumn) -> Cells:
    derive = column.spec.derive
    assert derive is not None and derive.standing is not None
    figures = standing_figures(batch, batch.pack.tables[column.table])
    standings, rows = batch.pack.tables[column.table].spec.standings, batch.rows[column.table]
    assert standings is not None
    named = rows.cells[standings.of].present()  # a row that names no team has no figures
    if derive.standing != "rank":
        return Cells(figures[derive.standing], ~named)
    keys = [
        figures[name] if name in _FEWER_IS_BETTER else -figures[name]
        for name in standings.ties
        if name != "rank"
    ]
    return Cells(competition_rank(group_rows([rows.world, named.astype(np.int64)]), keys), ~named)


def _lookup(batch: WorldBatch, column: CompiledColumn) -> Cells:
    derive = column.spec.derive
    assert derive is not None and derive.lookup is not None
    return batch.follow(column.table, derive.lookup)[1]


_OPERATORS = {
    "share": _share,
    "rank": _rank,
    "growth": _growth,
    "count": _count,
    "total": _total,
    "average": _average,
    "earliest": _extreme,
    "latest": _extreme,
    "days": _days,
    "years": _years,
    "standing": _standing,
    "lookup": _lookup,
    "sql": evaluate,
}
