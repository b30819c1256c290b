"""`along`: steps from row to row, all rows of one depth at once."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, WorldBatch, places
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import normal_cdf
from fictionworld.generators.operands import round_half_away, scaled
from fictionworld.generators.rounding import bounds
from fictionworld.packs.operators.along import Along
from fictionworld.streams import Bools, Floats, Ints

_FAR = 4e17


@draws("along")
def _along(d: ColumnDraw, spec: Along) -> Cells:
    """First rows start between two terms; each other row is a step from the one before it."""
    before = _before(d.batch, d.table, spec)
    score = d.score()
    low, high = (d.number(term) for term in spec.start)
    unit = 10.0**d.column.decimals
    floor, ceiling = (np.clip(bound * unit, -_FAR, _FAR) for bound in bounds(d))
    floor, ceiling = (
        np.ceil(floor - 1e-6).astype(np.int64),
        np.floor(ceiling + 1e-6).astype(np.int64),
    )
    levels = (
        np.array([]) if spec.levels is None else scaled(np.array(spec.levels), d.column.decimals)
    )
    first, last = np.ceil(low * unit - 1e-6), np.floor(high * unit + 1e-6)
    if spec.levels is not None:
        first = np.searchsorted(levels, first, side="left").astype(np.float64)
        last = np.searchsorted(levels, last, side="right") - 1.0
        floor, ceiling = np.zeros(len(d), np.int64), np.full(len(d), len(levels) - 1, np.int64)
    start = first + np.floor(normal_cdf(score) * np.maximum(last - first + 1, 1))
    value = np.clip(start.astype(np.int64), floor, ceiling)
    back = _going_back(d, before, spec.back)
    step = _steps(d, spec, unit)
    ancestors = before
    while (ancestors >= 0).any():
        remaining = np.flatnonzero(ancestors >= 0)
        # of the rows with so many before them, those with no more; `check_pack` refuses circles
        ready = remaining[before[ancestors[remaining]] < 0]
        stepped = _moved(value[before[ready]], step[ready], back[ready], ratio=spec.ratio)
        value[ready] = np.clip(stepped, floor[ready], ceiling[ready])
        ancestors = np.where(ancestors >= 0, before[ancestors], -1)
    return Cells(levels[value] if spec.levels is not None else value, score=score)


def _steps(d: ColumnDraw, spec: Along, unit: float) -> Floats:
    """Return the size of each row's step: ratios, or whole numbers of levels or last digits."""
    low, high = spec.step
    rank = d.uniform("step")
    if spec.ratio:
        return low + (high - low) * rank
    if spec.levels is None:
        low, high = np.rint(low * unit), np.rint(high * unit)
    return low + np.floor(rank * (high - low + 1))


def _moved(value: Ints, step: Floats, back: Bools, *, ratio: bool) -> Ints:
    if ratio:
        return round_half_away(np.where(back, value / (1.0 + step), value * (1.0 + step)))
    return value + np.where(back, -step, step).astype(np.int64)


def _going_back(d: ColumnDraw, before: Ints, share: float) -> Bools:
    """Return the rows whose step goes back: a fixed share of each world's steps, at random."""
    back = np.zeros(len(d), np.bool_)
    stepping = np.flatnonzero(before >= 0)
    world = d.batch.rows[d.table].world[stepping]
    counts = np.bincount(world, minlength=len(d.batch))
    position = places(world, d.bits("back")[stepping])
    back[stepping] = position < np.floor(share * counts + 1e-9)[world]
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
