"""Totals, averages, counts, earliest and latest over the rows that refer to a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.cells import Cells, Ints, add_up, divide, rescale, times
from fictionworld.validators.knowable import link

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.packs.specification import Aggregate
    from fictionworld.validators.batch import Batch

__all__ = ["aggregate", "owners"]


def aggregate(batch: Batch, column: CompiledColumn) -> Cells:
    """The figure that `column` is declared to be, for each row of its table.

    `count` of a table counts rows; of `table.column`, those with a value. Totals of nothing are 0;
    the others are missing where there is nothing to look at.
    """
    derive = column.spec.derive
    assert derive is not None
    spec: Aggregate = getattr(derive, derive.kind)
    child, _, read = spec.of.partition(".")
    owner, count = owners(batch, column.table, spec)
    values = batch.cells(child, read) if read else None
    seen = owner >= 0 if values is None else (owner >= 0) & values.valid
    numbers = np.bincount(owner[seen], minlength=count)
    if derive.kind == "count" or values is None:
        figures, scale, valid = numbers, 0, np.ones(count, dtype=bool)
    else:
        figures, scale = _figures(derive.kind, values, owner, seen, numbers, column.decimals)
        valid = numbers > 0 if derive.kind != "total" else np.ones(count, dtype=bool)
    figures = rescale(figures, scale, column.decimals)
    whole = Cells(np.where(valid, figures, 0), valid, column.kind, column.decimals)
    mine = whole.take(_home(batch, column.table, spec))
    if derive.kind in {"count", "total"}:  # of a row that refers to nothing: 0 of nothing
        return Cells(mine.data, np.ones(len(mine), dtype=bool), mine.kind, mine.scale)
    return mine


def _figures(
    kind: str, values: Cells, owner: Ints, seen: Ints, numbers: Ints, decimals: int
) -> tuple[Ints, int]:
    """The figures for each owner, and the scale that they are at."""
    mine, count = owner[seen], len(numbers)
    if kind in {"total", "average"}:
        sums = add_up(values.data[seen], mine, count)
        if kind == "total":
            return sums, values.scale
        more = max(decimals - values.scale, 0)
        fewer = max(values.scale - decimals, 0)
        return divide(times(sums, 10**more), times(numbers, 10**fewer)), decimals
    ends = np.full(count, 2**62 if kind == "earliest" else -(2**62), dtype=np.int64)
    (np.minimum if kind == "earliest" else np.maximum).at(ends, mine, values.data[seen])
    return np.where(numbers > 0, ends, 0), values.scale


def owners(batch: Batch, table: str, spec: Aggregate) -> tuple[Ints, int]:
    """For each row of the aggregate's table, the position of the row it counts towards (-1: none),
    and how many such positions there are.

    That row is one of `table`, or, where both tables hold a reference of the same name, one of the
    table that both refer to.
    """
    child = spec.of.partition(".")[0]
    theirs, _ = link(batch.pack, table, spec)
    target = str(batch.pack.tables[child].columns[theirs].target)
    return batch.follow(child, (theirs,)), len(batch.rows(target))


def _home(batch: Batch, table: str, spec: Aggregate) -> Ints:
    _, ours = link(batch.pack, table, spec)
    return batch.follow(table, () if ours is None else (ours,))
