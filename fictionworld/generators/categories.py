"""Categories, truth values and dealt or distinct values within groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.generators.batch import Cells, group_rows
from fictionworld.generators.elementary import normal_quantile
from fictionworld.generators.operands import scaled
from fictionworld.streams import Bits, Ints, word

if TYPE_CHECKING:
    from fictionworld.generators.batch import RowGroups
    from fictionworld.generators.drawing import ColumnDraw

__all__ = ["draw_choice", "draw_deal", "draw_distinct", "draw_map", "draw_ordinal",
           "draw_true_share", "group_of", "permutations", "weighted_place"]  # fmt: skip

_WEIGHT_UNIT = 1_000_000


def draw_choice(d: ColumnDraw) -> Cells:
    """One of the labels, by weight; with `driven_by`, low scores take the first ones."""
    choice = d.draw.choice
    assert choice is not None
    weights = choice if isinstance(choice, dict) else dict.fromkeys(choice, 1.0)
    score = d.score() if d.draw.driven_by else normal_quantile(d.uniform())
    place = weighted_place(list(weights.values()), d.rank())
    return _labels(d, list(weights), place, score)


def draw_map(d: ColumnDraw) -> Cells:
    """The value that belongs to another column's value; missing where the map has none."""
    assert d.draw.map is not None
    ((path, values),) = d.draw.map.items()
    _, cells = d.follow(path)
    place = np.full(len(d), -1, np.int64)
    for number, key in enumerate(values):
        place[cells.equals(key)] = number
    return _labels(d, list(values.values()), np.maximum(place, 0)).without(place < 0)


def draw_deal(d: ColumnDraw) -> Cells:
    """Labels dealt in turn to the rows of each group."""
    assert d.draw.deal is not None
    return _labels(d, list(d.draw.deal), group_of(d).place % len(d.draw.deal))


def draw_true_share(d: ColumnDraw) -> Cells:
    """True in this share of the rows."""
    assert d.draw.true_share is not None
    return Cells((d.uniform() < d.draw.true_share).astype(np.int64))


def draw_distinct(d: ColumnDraw) -> Cells:
    """Whole numbers of a span, no two equal in a group; a group too large starts over."""
    span = d.draw.distinct
    assert span is not None
    group = group_of(d)
    low, count = int(span.low), int(span.high - span.low) + 1
    order = permutations(d.bits()[group.first], np.full(len(group.first), count), count)
    value = low + order[group.of_row, group.place % count]
    return Cells(value, score=normal_quantile((value - low + 0.5) / count))


def draw_ordinal(d: ColumnDraw) -> Cells:
    """Running numbers within a group, in the order of a column, from a start."""
    ordinal = d.draw.ordinal
    assert ordinal is not None
    group = d.batch.group(d.table, ordinal.within)
    _, order = d.batch.follow(d.table, ordinal.order)
    number = np.empty(len(d), np.int64)
    ranked = np.lexsort([order.values, group.of_row])
    starts = np.cumsum(group.sizes) - group.sizes
    number[ranked] = np.arange(len(d)) - starts[group.of_row[ranked]]
    return Cells(number + np.rint(d.number(ordinal.start)).astype(np.int64))


def weighted_place(weights: list[float], rank: np.ndarray) -> Ints:
    """The place in a list of weights that a number between 0 and 1 falls on."""
    # whole weights: their sums are exact, and so the same on every machine
    whole = np.array([max(1, round(weight * _WEIGHT_UNIT)) for weight in weights], np.int64)
    reached = np.cumsum(whole)
    return np.searchsorted(reached, np.floor(rank * reached[-1]), side="right").astype(np.int64)


def permutations(bits: Bits, sizes: Ints, most: int) -> Ints:
    """For each row of `bits`, a random order of 0..size-1 (then the rest), of width `most`."""
    keys = word(bits[:, None] ^ np.arange(most, dtype=np.uint64)[None, :], 0) >> np.uint64(1)
    keys[np.arange(most)[None, :] >= sizes[:, None]] = np.uint64(2**64 - 1)
    return np.argsort(keys, axis=1, kind="stable")


def group_of(d: ColumnDraw) -> RowGroups:
    """The rows of a draw by its `within`, or by world where it has none."""
    if d.draw.within:
        return d.batch.group(d.table, d.draw.within)
    return group_rows([d.batch.rows[d.table].world])


def _labels(
    d: ColumnDraw, labels: list[str | int] | list[str] | list[str | int | float], place: Ints,
    score: np.ndarray | None = None,
) -> Cells:  # fmt: skip
    if d.column.is_text:
        return Cells(place, None, np.array([str(label) for label in labels], object), score)
    numbers = np.array([float(label) for label in labels])
    return Cells(scaled(numbers, d.column.decimals)[place], None, None, score)
