"""`share_out`: totals shared out among rows, within bounds."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, RowGroups, count_up, group_rows, places
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import exp
from fictionworld.generators.rounding import floored, fraction_order, place_below, rounded
from fictionworld.packs.operators.share_out import ShareOut
from fictionworld.packs.terms import Term
from fictionworld.streams import Floats, Ints, bits_at, uniform

_WEIGHT_DECIMALS = 3
_MOST_WEIGHT = 2**31 - 1
_USUAL_SPREAD = 0.5
_NO_CAP = 10**12


@draws("share_out")
def _share_out(d: ColumnDraw, spec: ShareOut) -> Cells:
    """Parts of the total that each row's reference leads to.

    A group whose weights are all zero, or whose bounds leave no way, gets less or more, and the
    rule that its sum equals the total sets the world aside.
    """
    _, owner = d.follow((spec.by,))
    group = group_rows([d.batch.rows[d.table].world, owner.values])
    amount = _amounts(d, spec, owner.values, group)
    bounded = spec.cap is not None or spec.least is not None
    if bounded or spec.spread is not None or d.draw.driven_by:
        score = d.score()
        spread = spec.spread if spec.spread is not None else _USUAL_SPREAD
        weight = _weights(d, spec, exp(spread * score))
        return Cells(_filled(d, spec, group, amount, weight), score=score)
    weight = _weights(d, spec, 0.25 + 1.5 * d.uniform("form"))
    return Cells(_dealt(d, group, amount, weight))


def _weights(d: ColumnDraw, spec: ShareOut, weight: Floats) -> Ints:
    """Return a row's own weight times the multipliers of its categories, in whole numbers."""
    for path, effect in spec.weights.items():
        _, cells = d.follow(path)
        if isinstance(effect, dict):
            for label, factor in effect.items():
                weight = np.where(cells.equals(label), weight * factor, weight)
    return np.minimum(rounded(weight, _WEIGHT_DECIMALS), _MOST_WEIGHT)


def _amounts(d: ColumnDraw, spec: ShareOut, owner: Ints, group: RowGroups) -> Ints:
    """Return the total of each group, in units of the column's last digit."""
    totals_table, totals_column = spec.total.split(".")
    totals, rows = d.batch.rows[totals_table], d.batch.rows[d.table]
    target = d.batch.pack.tables[d.table].columns[spec.by].target
    assert target is not None
    parents = d.batch.rows[target]
    start = parents.start[:-1]
    group_of_parent = np.full(len(parents), -1, np.int64)
    first = group.first
    group_of_parent[start[rows.world[first]] + owner[first]] = np.arange(len(first))
    of_total = np.arange(len(totals))
    if target != totals_table:
        of_total = start[totals.world] + totals.cells[spec.by].values
    cells = totals.cells[totals_column]
    groups = np.where(cells.present(), group_of_parent[of_total], -1)
    finer = d.column.decimals - d.batch.pack.tables[totals_table].columns[totals_column].decimals
    amount = np.zeros(len(first), np.int64)
    amount[groups[groups >= 0]] = cells.values[groups >= 0] * 10**finer
    return amount


def _dealt(d: ColumnDraw, group: RowGroups, amount: Ints, weight: Ints) -> Ints:
    """Return each row's number of units; each unit of a total goes to a row of its group, by
    weight.
    """
    rows, first = d.batch.rows[d.table], group.first
    # rows sorted by group: whole cumulative weights are exact, and start anew below each group
    order = np.lexsort([np.arange(len(d)), group.of_row])
    reached = np.cumsum(weight[order])
    sizes = group.sizes
    ends = np.cumsum(sizes)
    top = reached[ends - 1] if len(ends) else ends
    base = np.r_[0, top[:-1]]
    amount = np.where(top == base, 0, amount)
    unit_group = np.repeat(np.arange(len(sizes)), amount)
    unit = count_up(amount)
    at = first[unit_group]
    seeds = d.batch.world_seeds(structural=d.column.structural)[rows.world[at]]
    name = f"{d.table}.{d.column.name}/{d.stream}unit"
    bits = bits_at(seeds, name, rows.row[at] * 100_003 + unit)
    mark = base[unit_group] + place_below(uniform(bits), (top - base)[unit_group])
    taker = order[np.searchsorted(reached, mark, side="right")]
    return np.bincount(taker, minlength=len(d)).astype(np.int64)


def _filled(d: ColumnDraw, spec: ShareOut, group: RowGroups, amount: Ints, weight: Ints) -> Ints:
    """Return parts by weight, none above its cap: what a row cannot take is shared among the
    others.

    There is a level such that each row takes level times weight, or its cap where this is less.
    """
    least = _bound(d, spec.least, 0)
    cap = np.maximum(_bound(d, spec.cap, _NO_CAP) - least, 0)
    of_row = group.of_row
    free = np.maximum(amount - group.totals(least), 0)
    cap = np.where(weight > 0, np.minimum(cap, free[of_row]), 0)
    # those who reach their caps first: few places for their weight
    order = np.lexsort([np.arange(len(d)), *fraction_order(cap, np.maximum(weight, 1)), of_row])
    base = (np.cumsum(group.sizes) - group.sizes)[of_row[order]]
    left = free[of_row[order]] - _running(cap[order], base)
    weights_left = group.totals(weight)[of_row[order]] - _running(weight[order], base)
    # a row is full if its weight's part of what is left, at its turn, is at least its cap,
    # and so are all before it: the ratio only grows
    full = np.empty(len(d), np.bool_)
    full[order] = left * weight[order] >= cap[order] * weights_left
    open_weight = np.maximum(group.totals(np.where(full, 0, weight)), 1)[of_row]
    still = np.maximum(free - group.totals(np.where(full, cap, 0)), 0)[of_row]
    taken = np.where(full, cap, still * weight // open_weight)
    rest = np.where(full, 0, still * weight % open_weight)
    # the units that rounding down left over go to the largest remainders
    missing = free - group.totals(taken)
    extra = (places(of_row, -rest, d.bits("rest")) < missing[of_row]) & (rest > 0)
    return least + taken + extra


def _bound(d: ColumnDraw, term: Term | None, otherwise: int) -> Ints:
    """Return a bound in units of the last digit; a row without one gets `otherwise`."""
    if term is None:
        return np.full(len(d), otherwise, np.int64)
    value, present = d.operand(term)
    units = floored(value, d.column.decimals)
    return np.where(present, np.clip(units, 0, _NO_CAP), otherwise)


def _running(values: Ints, base: Ints) -> Ints:
    """Return the sum of the values before each row in its group, which begins at `base`."""
    before = np.cumsum(values) - values
    return before - before[base] if len(values) else before
