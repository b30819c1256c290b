"""Totals shared out in whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.generators.batch import Cells, group_rows
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.streams import bits_at, uniform

if TYPE_CHECKING:
    from fictionworld.packs.operators.share_out import ShareOut

_WEIGHT_UNIT = 1000


@draws("share_out")
def _share_out(d: ColumnDraw, spec: ShareOut) -> Cells:
    """Each unit of a total goes to one row of its group, by weight: goals to scorers.

    The weights are the product of the categories' multipliers and of a row's own form, which is
    between a quarter and seven quarters. A group whose weights are all zero gets nothing, and the
    rule that its sum equals the total sets the world aside.
    """
    rows = d.batch.rows[d.table]
    weight = 0.25 + 1.5 * d.uniform("form")
    for path, effect in spec.weights.items():
        _, cells = d.follow(path)
        if isinstance(effect, dict):
            for label, factor in effect.items():
                weight = np.where(cells.equals(label), weight * factor, weight)
    whole = np.rint(weight * _WEIGHT_UNIT).astype(np.int64)

    totals_table, totals_column = spec.total.split(".")
    totals = d.batch.rows[totals_table]
    _, owner = d.follow((spec.by,))
    group = group_rows([rows.world, owner.values])
    # rows sorted by group: whole cumulative weights are exact, and start anew below each group
    order = np.lexsort([np.arange(len(d)), group.of_row])
    reached = np.cumsum(whole[order])
    sizes = group.sizes
    ends = np.cumsum(sizes)
    top = reached[ends - 1] if len(ends) else ends
    base = np.r_[0, top[:-1]]

    amount = np.zeros(len(sizes), np.int64)
    of_total = totals.cells[spec.by].values
    target = d.batch.pack.tables[totals_table].columns[spec.by].target
    assert target is not None
    parent_start = d.batch.rows[target].start[:-1]
    group_of_parent = np.full(len(d.batch.rows[target]), -1, np.int64)
    first = group.first
    group_of_parent[parent_start[rows.world[first]] + owner.values[first]] = np.arange(len(first))
    hit = group_of_parent[parent_start[totals.world] + of_total]
    amount[hit[hit >= 0]] = totals.cells[totals_column].values[hit >= 0]
    amount[top == base] = 0

    unit_group = np.repeat(np.arange(len(sizes)), amount)
    unit = np.arange(len(unit_group)) - np.repeat(np.cumsum(amount) - amount, amount)
    at = first[unit_group]
    seeds = d.batch.world_seeds(structural=d.column.structural)[rows.world[at]]
    name = f"{d.table}.{d.column.name}/{d.stream}unit"
    bits = bits_at(seeds, name, rows.row[at] * 100_003 + unit)
    mark = base[unit_group] + np.floor(uniform(bits) * (top - base)[unit_group]).astype(np.int64)
    taker = order[np.searchsorted(reached, mark, side="right")]
    return Cells(np.bincount(taker, minlength=len(d)).astype(np.int64))
