"""Running numbers: the n-th row of its group by some order, counted from a start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.cells import Cells, Ints, rescale
from fictionworld.validators.operands import operand
from fictionworld.validators.proofs.places import runs

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import Batch

__all__ = ["ordinals", "turns"]


def turns(batch: Batch, table: str, within: tuple[tuple[str, ...], ...], *keys: Ints) -> Ints:
    """Each row's number in its group by `keys` and then by id, from 0."""
    order, new_group, _ = runs(batch.groups(table, within).index, *keys, batch.rows(table).id)
    at = np.arange(len(order))
    found = np.zeros(len(order), dtype=np.int64)
    if len(order):
        found[order] = at - np.maximum.accumulate(np.where(new_group, at, 0))
    return found


def ordinals(batch: Batch, column: CompiledColumn) -> Cells:
    """The running numbers that an `ordinal` column must hold; rows equal in the order are
    numbered by id.
    """
    draw = column.spec.draw
    assert draw is not None
    assert draw.ordinal is not None
    order = batch.read(column.table, draw.ordinal.order)
    start = operand(batch, column.table, draw.ordinal.start, "low", dates=False)
    place = turns(batch, column.table, draw.ordinal.within, order.data)
    first = rescale(start.data, start.scale, 0)
    data = np.where(start.valid, place + first, 0)
    return Cells(rescale(data, 0, column.decimals), start.valid, column.kind, column.decimals)
