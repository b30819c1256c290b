"""Figures over the rows of another table: total, average, count, earliest, latest."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, WorldBatch, count_up
from fictionworld.generators.drawing import derives
from fictionworld.generators.rounding import divide_rounded, rescaled
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.operators.aggregates import Aggregate
from fictionworld.streams import Ints


def _children(batch: WorldBatch, table: str, child: str, by: str) -> tuple[Ints, Ints]:
    """Return the rows of `child` that belong to a row of `table`, and that row for each. A child
    belongs to the row that it refers to, or to each row with a reference of the same name to the
    same target.
    """
    rows, own = batch.rows[child], batch.rows[table]
    target = batch.pack.tables[child].columns[by].target
    assert target is not None
    start = batch.rows[target].start[:-1]
    children = np.flatnonzero(rows.cells[by].present())
    targets = start[rows.world[children]] + rows.cells[by].values[children]
    if target == table:
        return children, targets
    owners = np.flatnonzero(own.cells[by].present())
    owner_targets = start[own.world[owners]] + own.cells[by].values[owners]
    sizes = np.bincount(targets, minlength=len(batch.rows[target]))
    counts = sizes[owner_targets]
    indices = np.repeat((np.cumsum(sizes) - sizes)[owner_targets], counts) + count_up(counts)
    return children[np.argsort(targets, kind="stable")][indices], np.repeat(owners, counts)


def _aggregate(
    batch: WorldBatch, column: CompiledColumn, spec: Aggregate
) -> tuple[int, Ints, Ints]:
    """Return the decimals of the child's column, its present cells' owners, and these cells."""
    child, _, name = spec.of.partition(".")
    columns = batch.pack.tables[child].columns.values()
    by = spec.by or next(
        reference.name for reference in columns if reference.target == column.table
    )
    at, owner = _children(batch, column.table, child, by)
    if not name:
        return 0, owner, np.ones(len(owner), np.int64)
    cells = batch.rows[child].cells[name].at(at)
    present = cells.present()
    decimals = batch.pack.tables[child].columns[name].decimals
    return decimals, owner[present], cells.values[present]


@derives("count")
def _count(batch: WorldBatch, column: CompiledColumn, spec: Aggregate) -> Cells:
    _, owner, _ = _aggregate(batch, column, spec)
    return Cells(np.bincount(owner, minlength=len(batch.rows[column.table])).astype(np.int64))


@derives("total")
def _total(batch: WorldBatch, column: CompiledColumn, spec: Aggregate) -> Cells:
    decimals, owner, values = _aggregate(batch, column, spec)
    total = np.zeros(len(batch.rows[column.table]), np.int64)
    np.add.at(total, owner, values)
    return Cells(rescaled(total, decimals, column.decimals))


@derives("average")
def _average(batch: WorldBatch, column: CompiledColumn, spec: Aggregate) -> Cells:
    decimals, owner, values = _aggregate(batch, column, spec)
    size = len(batch.rows[column.table])
    total = np.zeros(size, np.int64)
    np.add.at(total, owner, values)
    count = np.bincount(owner, minlength=size).astype(np.int64)
    average = divide_rounded(total * 10**column.decimals, np.maximum(count, 1) * 10**decimals)
    return Cells(average, count == 0)


@derives("earliest")
def _earliest(batch: WorldBatch, column: CompiledColumn, spec: Aggregate) -> Cells:
    return _extreme(batch, column, spec, earliest=True)


@derives("latest")
def _latest(batch: WorldBatch, column: CompiledColumn, spec: Aggregate) -> Cells:
    return _extreme(batch, column, spec, earliest=False)


def _extreme(
    batch: WorldBatch, column: CompiledColumn, spec: Aggregate, *, earliest: bool
) -> Cells:
    decimals, owner, values = _aggregate(batch, column, spec)
    values = rescaled(values, decimals, column.decimals)
    size = len(batch.rows[column.table])
    far = np.iinfo(np.int64).max if earliest else np.iinfo(np.int64).min
    extreme = np.full(size, far, np.int64)
    (np.minimum if earliest else np.maximum).at(extreme, owner, values)
    return Cells(np.where(extreme == far, 0, extreme), extreme == far)
