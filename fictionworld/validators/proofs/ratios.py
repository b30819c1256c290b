"""Shares, ranks and growth, worked out again from the cells that they are about.

An implementation of the validator's own: whole numbers, sorts and sums by group, and one rounding,
half away from zero, at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.cells import Cells, Ints, add_up, divide, minus, rescale, times
from fictionworld.validators.proofs.places import places

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import Batch

__all__ = ["growth", "rank", "share"]


def share(batch: Batch, column: CompiledColumn) -> Cells:
    """100 times the value over its group's total; missing where the value is, or the total is 0."""
    spec = column.spec.derive.share if column.spec.derive else None
    assert spec is not None
    part = batch.read(column.table, spec.of)
    groups = batch.groups(column.table, spec.within)
    total = add_up(part.data, groups.index, groups.count)[groups.index]
    valid = part.valid & (total != 0).astype(bool)
    percent = divide(times(part.data, 100 * 10**column.decimals), total)
    return Cells(np.where(valid, percent, 0), valid, column.kind, column.decimals)


def rank(batch: Batch, column: CompiledColumn) -> Cells:
    """The place of the value in its group: 1, 2, 2, 4; missing where the value is."""
    spec = column.spec.derive.rank if column.spec.derive else None
    assert spec is not None
    value = batch.read(column.table, spec.of)
    groups = batch.groups(column.table, spec.within)
    # ~x turns the order round like -x, and has room for the least number too.
    better = ~value.data if spec.order == "descending" else value.data
    ranked = np.flatnonzero(value.valid)
    found = np.zeros(len(value), dtype=np.int64)
    found[ranked] = places(groups.index[ranked], better[ranked])
    return Cells(rescale(found, 0, column.decimals), value.valid, column.kind, column.decimals)


def growth(batch: Batch, column: CompiledColumn) -> Cells:
    """Percent change on the year before; missing where either year is, or the earlier is 0."""
    spec = column.spec.derive.growth if column.spec.derive else None
    assert spec is not None
    value = batch.read(column.table, spec.of)
    year = batch.read(column.table, spec.over)
    groups = batch.groups(column.table, spec.within)
    here = np.flatnonzero(value.valid & year.valid)
    before = value.take(_year_before(groups.index[here], year.data[here], here))
    known = before.valid & (before.data != 0)
    change = times(minus(value.data[here], before.data), 100 * 10**column.decimals)
    percent = np.where(known, divide(change, before.data), 0)
    data = np.zeros(len(value), dtype=percent.dtype)
    data[here] = percent
    valid = np.zeros(len(value), dtype=bool)
    valid[here] = known
    return Cells(data, valid, column.kind, column.decimals)


def _year_before(group: Ints, year: Ints, positions: Ints) -> Ints:
    """For each row, the position of the row of its group that is one year older, or -1."""
    if not len(year):
        return positions
    # A place for every year, and one before the first, which no row has.
    key = group * (int(year.max()) - int(year.min()) + 2) + (year - int(year.min()) + 1)
    order = np.argsort(key, kind="stable")
    at = np.minimum(np.searchsorted(key[order], key - 1), len(key) - 1)
    return np.where(key[order][at] == key - 1, positions[order][at], -1)
