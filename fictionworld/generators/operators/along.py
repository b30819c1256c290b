"""`along`: steps from row to row, all rows of one depth at once."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, WorldBatch, places
from fictionworld.generators.bounds import bounds
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import normal_cdf
from fictionworld.generators.rounding import ceiled, floored, place_below, rounded
from fictionworld.packs.operators.along import Along
from fictionworld.streams import Bools, Floats, Ints

_FAR = 4e17


@draws("along")
def _along(d: ColumnDraw, spec: Along) -> Cells:
    """First rows start between two terms; each other row is a step from the one before it."""
    before = _before(d.batch, d.table, spec)
    score = d.score()
    low, high = (d.number(term) for term in spec.start)
    decimals = d.column.decimals
    far = _FAR / 10**decimals
    at_least, at_most = (np.clip(bound, -far, far) for bound in bounds(d))
    floor, ceiling = ceiled(at_least, decimals), floored(at_most, decimals)
    levels = rounded(np.array(spec.levels or ()), decimals)
    first, last = ceiled(low, decimals), floored(high, decimals)
    if spec.levels is not None:
        first = np.searchsorted(levels, first, side="left")
        last = np.searchsorted(levels, last, side="right") - 1
        floor, ceiling = np.zeros(len(d), np.int64), np.full(len(d), len(levels) - 1, np.int64)
    start = first + place_below(normal_cdf(score), np.maximum(last - first + 1, 1))
    value = np.clip(start, floor, ceiling)
    back = _going_back(d, before, spec.back)
    step = _steps(d, spec)
    ancestors = before
    while (ancestors >= 0).any():
        remaining = np.flatnonzero(ancestors >= 0)
        # of the rows with so many before them, those with no more; `check_pack` refuses circles
        ready = remaining[before[ancestors[remaining]] < 0]
        stepped = _moved(value[before[ready]], step[ready], back[ready], ratio=spec.ratio)
        value[ready] = np.clip(stepped, floor[ready], ceiling[ready])
        ancestors = np.where(ancestors >= 0, before[ancestors], -1)
    return Cells(levels[value] if spec.levels is not None else value, score=score)


def _steps(d: ColumnDraw, spec: Along) -> Floats | Ints:
    """Return the size of each row's step: ratios, or whole numbers of levels or last digits."""
    low, high = spec.step
    rank = d.uniform("step")
    if spec.ratio:
        return low + (high - low) * rank
    decimals = d.column.decimals if spec.levels is None else 0
    least, most = rounded(np.array(spec.step), decimals).tolist()
    return least + place_below(rank, most - least + 1)


def _moved(value: Ints, step: Floats | Ints, back: Bools, *, ratio: bool) -> Ints:
    if ratio:
        return rounded(np.where(back, value / (1.0 + step), value * (1.0 + step)))
    return value + np.where(back, -step, step).astype(np.int64)


def _going_back(d: ColumnDraw, before: Ints, share: float) -> Bools:
    """Return the rows whose step goes back: a fixed share of each world's steps, at random."""
    back = np.zeros(len(d), np.bool_)
    stepping = np.flatnonzero(before >= 0)
    world = d.batch.rows[d.table].world[stepping]
    counts = np.bincount(world, minlength=len(d.batch))
    position = places(world, d.bits("back")[stepping])
    back[stepping] = position < floored(share * counts.astype(np.float64))[world]
    return back


def _before(batch: WorldBatch, table: str, spec: Along) -> Ints:
    """Return the position of the row before each row; -1 for first rows."""
    rows = batch.rows[table]
    every = np.arange(len(rows))
    if spec.up is not None:
        return batch.jump(table, spec.up, every)[1]
    before = np.full(len(rows), -1, np.int64)
    if spec.down is not None:
        after = batch.jump(table, spec.down, every)[1]
        before[after[after >= 0]] = every[after >= 0]
        return before
    assert spec.order is not None
    group = batch.group(table, spec.within)
    order = np.lexsort([rows.row, batch.follow(table, spec.order)[1].values, group.of_row])
    same = group.of_row[order[1:]] == group.of_row[order[:-1]]
    before[order[1:][same]] = order[:-1][same]
    return before
