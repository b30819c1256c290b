"""Dates within a range, on certain days of the week, and terms of office."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.elementary import normal_quantile
from fictionworld.generators.operands import day_operand
from fictionworld.streams import Ints, bits_at, word

if TYPE_CHECKING:
    from fictionworld.generators.batch import WorldBatch
    from fictionworld.generators.drawing import ColumnDraw
    from fictionworld.packs.compiled import CompiledTable
    from fictionworld.packs.terms import Term

__all__ = ["draw_between", "draw_term_end"]

_WEEKDAYS = ("thu", "fri", "sat", "sun", "mon", "tue", "wed")  # 1970-01-01 was a Thursday
_FAR = 10**7


def draw_between(d: ColumnDraw) -> Cells:
    """A day between two terms, both included, on one of `weekdays` where these are given.

    Where the range holds no day, or no such weekday, the nearest day to it is taken, and the
    rules of the pack decide about the world.
    """
    assert d.draw.between is not None
    low = _bound(d, [d.draw.between[0], d.draw.at_least], upper=False)
    high = _bound(d, [d.draw.between[1], d.draw.at_most], upper=True)
    rank = d.rank()
    day = low + np.floor(rank * np.maximum(high - low + 1, 1)).astype(np.int64)
    if d.draw.weekdays is not None:
        day = _on_weekday(day, low, high, d.draw.weekdays)
    return Cells(day, None, None, normal_quantile(np.clip(rank, 1e-12, 1 - 1e-12)))


def draw_term_end(batch: WorldBatch, table: CompiledTable, column: str) -> Cells:
    """The first or the last days of a table's `terms`: one after another, the last one open.

    The time from `since` to `until` is shared out: a lead, then each term, at random; the gaps
    between terms are drawn from their span.
    """
    terms = table.spec.rows.terms
    assert terms is not None
    rows = batch.rows[table.name]
    assert rows.parents is not None, "terms stand with `per`"
    every = np.arange(len(rows))
    since, _ = day_operand(batch, table.name, terms.since, every, upper=False)
    until, _ = day_operand(batch, table.name, terms.until, every, upper=True)
    first = np.r_[True, rows.parents[1:] != rows.parents[:-1]] if len(rows) else every > 0
    group = np.cumsum(first) - 1
    sizes = np.bincount(group).astype(np.int64)
    structural = table.columns[terms.start].structural
    seeds = batch.world_seeds(structural=structural)[rows.world]
    bits = bits_at(seeds, f"{table.name}.{terms.start}/", rows.row)
    low, high = int(terms.gap_days.low), int(terms.gap_days.high)
    gap = np.where(first, 0, low + (bits >> np.uint64(40)).astype(np.int64) % (high - low + 1))
    parts = 1 + (word(bits, 0) >> np.uint64(48)).astype(np.int64)
    # the lead before the first term is one more part; the last term runs on past `until`
    lead = 1 + (word(bits, 1) >> np.uint64(48)).astype(np.int64)[first]
    whole = _sums(parts, first) + lead
    free = (until - since)[first] - _sums(gap, first) - terms.least_days * sizes
    length = terms.least_days + np.maximum(free, 0)[group] * parts // whole[group]
    offset = np.maximum(free, 0) * lead // whole
    reached = np.cumsum(length + gap)
    before = reached - (length + gap)
    start = since + offset[group] + (before - before[first][group]) + gap
    last = np.r_[first[1:], True] if len(rows) else first
    return Cells(start) if column == terms.start else Cells(start + length - 1, last)


def _sums(values: Ints, first: np.ndarray) -> Ints:
    return np.add.reduceat(values, np.flatnonzero(first)) if len(values) else values


def _bound(d: ColumnDraw, terms: list[Term | None], *, upper: bool) -> Ints:
    tightest = np.full(len(d), _FAR if upper else -_FAR, np.int64)
    for term in terms:
        if term is None:
            continue
        days, given = day_operand(d.batch, d.table, term, d.at, upper=upper)
        inside = np.minimum(days, tightest) if upper else np.maximum(days, tightest)
        tightest = np.where(given, inside, tightest)
    return tightest


def _on_weekday(day: Ints, low: Ints, high: Ints, weekdays: tuple[str, ...]) -> Ints:
    allowed = np.isin(np.arange(7), [_WEEKDAYS.index(name) for name in weekdays])
    ahead = np.array([next(k for k in range(7) if allowed[(w + k) % 7]) for w in range(7)])
    behind = np.array([next(k for k in range(7) if allowed[(w - k) % 7]) for w in range(7)])
    later = day + ahead[day % 7]
    earlier = high - behind[high % 7]
    return np.where(later <= high, later, np.maximum(earlier, np.minimum(low, later)))
