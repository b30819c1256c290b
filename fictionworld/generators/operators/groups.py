"""What a row is among the rows of its group: numbers drawn apart, shares, ranks, growth.

In whole numbers over all worlds at once. The validator has its own implementation of each of
these, on purpose: do not share code.
"""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, RowGroups, WorldBatch, places
from fictionworld.generators.drawing import ColumnDraw, derives, distinct_places, draws, group_of
from fictionworld.generators.elementary import normal_quantile
from fictionworld.generators.rounding import divide_rounded, rounded
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.operators.groups import Growth, Ordinal, Rank, Share
from fictionworld.packs.terms import Span
from fictionworld.streams import Ints


@draws("distinct")
def _distinct(d: ColumnDraw, span: Span) -> Cells:
    """Whole numbers of a span, no two equal in a group; a group too large starts over."""
    group = group_of(d)
    low, count = int(span.low), int(span.high - span.low) + 1
    value = low + distinct_places(group, d.bits(), count)
    return Cells(value, score=normal_quantile((value - low + 0.5) / count))


@draws("ordinal")
def _ordinal(d: ColumnDraw, ordinal: Ordinal) -> Cells:
    """Running numbers within a group, in the order of a column, from a start."""
    group = d.batch.group(d.table, ordinal.within)
    _, order = d.batch.follow(d.table, ordinal.order)
    number = places(group.of_row, order.values)
    return Cells(number + rounded(d.number(ordinal.start)))


@derives("share")
def _share(batch: WorldBatch, column: CompiledColumn, spec: Share) -> Cells:
    _, of = batch.follow(column.table, spec.of)
    group = batch.group(column.table, spec.within)
    total = group.totals(np.where(of.present(), of.values, 0))[group.of_row]
    share = divide_rounded(of.values * 100 * 10**column.decimals, np.maximum(total, 1))
    return Cells(share, ~of.present() | (total <= 0))


@derives("rank")
def _rank(batch: WorldBatch, column: CompiledColumn, spec: Rank) -> Cells:
    _, of = batch.follow(column.table, spec.of)
    group = batch.group(column.table, spec.within)
    key = of.values if spec.order == "ascending" else -of.values
    return Cells(competition_rank(group, [np.where(of.present(), key, 2**62)]), ~of.present())


def competition_rank(group: RowGroups, keys: list[Ints]) -> Ints:
    """Return ranks from 1 within each group, least keys first; equal keys share one: 1, 2, 2, 4."""
    size = len(group.of_row)
    if not size:
        return np.zeros(0, np.int64)
    order = np.lexsort([*keys[::-1], group.of_row])
    sorted_group = group.of_row[order]
    group_starts = np.r_[True, sorted_group[1:] != sorted_group[:-1]]
    differs = group_starts.copy()
    for key in keys:
        differs[1:] |= key[order][1:] != key[order][:-1]
    positions = np.arange(size)
    start = np.maximum.accumulate(np.where(group_starts, positions, 0))
    leader = np.maximum.accumulate(np.where(differs, positions, 0))
    rank = np.empty(size, np.int64)
    rank[order] = leader - start + 1
    return rank


@derives("growth")
def _growth(batch: WorldBatch, column: CompiledColumn, spec: Growth) -> Cells:
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
