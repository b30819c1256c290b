"""References: which row of another table each row refers to."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fictionworld.generators.batch import Cells, TableRows, WorldBatch, codes_of, group_rows
from fictionworld.generators.drawing import driven_score
from fictionworld.generators.elementary import exp, log, normal_cdf, normal_quantile
from fictionworld.generators.operands import day_operand, number_operand
from fictionworld.generators.rounding import place_below, rounded
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.specification import Pick
from fictionworld.streams import Bits, Bools, Floats, Ints, bits_at, uniform, word

_WEIGHT_DECIMALS = 6
_NEVER = np.iinfo(np.int64).max
_TRIES = 16


def pick_references(batch: WorldBatch, column: CompiledColumn) -> Cells:
    """Return the row that each row of the column's table refers to, by the column's `pick`."""
    pick = column.spec.pick
    if pick.copy_of is not None:
        return batch.follow(column.table, pick.copy_of)[1]
    if pick.successor is not None:
        return _successor(batch, column, pick.successor)
    if pick.roots is not None:
        return _forest(batch, column, pick.roots)
    if pick.latest is not None:
        return _latest(batch, column, pick)
    if pick.where or pick.match or pick.free_in:
        return _among(batch, column, pick)
    return Cells(_unlike(batch, column, lambda stream: _pick(batch, column, pick, stream)))


def _unlike(
    batch: WorldBatch,
    column: CompiledColumn,
    choose: Callable[[str], Ints],
    possible: Bools | bool = True,
) -> Ints:
    """Return the rows that `choose` gives, chosen again where they equal the reference `unlike`.

    Args:
        batch: The worlds.
        column: The reference.
        choose: Returns the rows chosen by a stream of random words.
        possible: Where there is a row to choose.
    """
    chosen, unlike = choose(""), column.spec.pick.unlike
    if unlike is None:
        return chosen
    _, other = batch.follow(column.table, unlike)
    for attempt in range(1, _TRIES):
        same = other.present() & (chosen == other.values) & possible
        if not same.any():
            break
        chosen = np.where(same, choose(f"try{attempt}/"), chosen)
    return chosen


def _parents(batch: WorldBatch, column: CompiledColumn) -> TableRows:
    assert column.target is not None
    return batch.rows[column.target]


def _fame(batch: WorldBatch, column: CompiledColumn, parents: TableRows, at: Ints) -> Bits:
    """Return the random words that order parents by popularity, independent of row numbers."""
    seeds = batch.structure[parents.world[at]]
    return bits_at(seeds, f"{column.table}.{column.name}/fame", parents.row[at])


def _pick(batch: WorldBatch, column: CompiledColumn, pick: Pick, stream: str) -> Ints:
    rows, parents = batch.rows[column.table], _parents(batch, column)
    rank = uniform(batch.bits(column, stream))
    if pick.driven_by:
        every = np.arange(len(rows))
        rank = normal_cdf(
            driven_score(batch, column.table, pick.driven_by, every, normal_quantile(rank))
        )
    position = _place(rank, parents.counts[rows.world], pick.skew)
    if pick.ordered is not None:
        by = parents.cells[pick.ordered].values
        order = np.lexsort([parents.row, by, parents.world])
    elif pick.skew:
        fame = _fame(batch, column, parents, np.arange(len(parents)))
        order = np.lexsort([parents.row, fame, parents.world])
    else:
        return position
    return parents.row[order[parents.start[:-1][rows.world] + position]]


def _place(rank: Floats, count: Ints, skew: float) -> Ints:
    """Return an index below `count` for a number between 0 and 1; with `skew` the first are
    favourites.
    """
    if skew:
        return _zipf(rank, count, skew)
    return place_below(rank, count)


def _zipf(rank: Floats, count: Ints, skew: float) -> Ints:
    """Return indices 0..count-1 with weights (index + 1) ** -skew."""
    most = int(count.max(initial=1))
    weights = rounded(exp(-skew * log(np.arange(1.0, most + 1))), _WEIGHT_DECIMALS)
    reached = np.cumsum(np.maximum(weights, 1))
    mark = place_below(rank, reached[count - 1])
    return np.minimum(np.searchsorted(reached, mark, side="right"), count - 1)


def _among(batch: WorldBatch, column: CompiledColumn, pick: Pick) -> Cells:
    """Return one of the rows that meet `where` and `match`; with `free_in`, none twice in a slot.

    Where there are fewer than a slot has rows, they repeat, and where there is none the
    reference is missing: the rules of the pack reject such a world.
    """
    rows, parents = batch.rows[column.table], _parents(batch, column)
    meets = np.ones(len(parents), np.bool_)
    for name, value in pick.where.items():
        meets &= parents.cells[name].equals(value)
    eligible = np.flatnonzero(meets)
    keys = [np.r_[parents.world[eligible], rows.world]]
    for name, path in pick.match.items():
        parent_cells, own_cells = (
            parents.cells[name].at(eligible),
            batch.follow(column.table, path)[1],
        )
        keys.append(_common_codes(parent_cells, own_cells))
    alike = group_rows(keys)
    of_parent, of_row = alike.of_row[: len(eligible)], alike.of_row[len(eligible) :]
    fame = _fame(batch, column, parents, eligible)
    order = np.lexsort([parents.row[eligible], fame, of_parent])
    counts = np.bincount(of_parent, minlength=len(alike.first)).astype(np.int64)
    start, count = (np.cumsum(counts) - counts)[of_row], counts[of_row]

    def at(place: Ints) -> Ints:
        if not len(eligible):
            return np.zeros(len(rows), np.int64)
        return parents.row[eligible[order[np.minimum(start + place, len(order) - 1)]]]

    def choose(stream: str) -> Ints:
        rank = uniform(batch.bits(column, stream))
        return at(_place(rank, np.maximum(count, 1), pick.skew))

    if pick.free_in:
        return Cells(at(_apart(batch, column, pick, of_row, count)), count == 0)
    return Cells(_unlike(batch, column, choose, count > 0), count == 0)


def _apart(
    batch: WorldBatch, column: CompiledColumn, pick: Pick, of_row: Ints, count: Ints
) -> Ints:
    """Return different indices for the rows of one slot; the favourites of `skew` are in more
    slots.
    """
    slot = batch.group(column.table, pick.free_in)
    group = group_rows([slot.of_row, of_row])
    width = int(count.max(initial=1))
    bits = batch.bits(column, "slot", group.first)
    places = np.arange(width, dtype=np.int64)
    # least keys first: each of weight w comes before others w times as often
    keys = -log(uniform(word(bits[:, None] ^ places.astype(np.uint64)[None, :], 0)))
    keys = keys * exp(pick.skew * log(np.arange(1.0, width + 1)))[None, :]
    whole = np.where(places[None, :] < count[group.first][:, None], rounded(keys, 9), _NEVER)
    order = np.argsort(whole, axis=1, kind="stable")
    return order[group.of_row, group.place % np.maximum(count, 1)]


def _common_codes(theirs: Cells, ours: Cells) -> Ints:
    """Return numbers that are equal where the values are; missing ones equal nothing."""
    first, second = theirs.values, ours.values
    if theirs.words is not None and ours.words is not None:
        of_theirs, of_ours = codes_of(theirs.words, ours.words)
        first, second = of_theirs[first], of_ours[second]
    return np.r_[
        np.where(theirs.present(), first, -(2**40)),
        np.where(ours.present(), second, -(2**41)),
    ]


def _latest(batch: WorldBatch, column: CompiledColumn, pick: Pick) -> Cells:
    """Return one of the latest `among` parents that are not later than `until`.

    Where no parent is early enough the earliest one is taken, and the pack's rules judge it.
    """
    rows, parents = batch.rows[column.table], _parents(batch, column)
    assert pick.latest is not None and pick.until is not None
    every, by = np.arange(len(rows)), parents.table.columns[pick.latest]
    value = parents.cells[pick.latest].values
    if by.kind == "date":
        until, _ = day_operand(batch, column.table, pick.until, every, upper=True)
    else:
        number, _ = number_operand(batch, column.table, pick.until, every)
        until = rounded(number, by.decimals)
    order = np.lexsort([parents.row, value, parents.world])
    # worlds far apart on one line: a single search finds each row's place in its own world
    base = min(value.min(initial=0), until.min(initial=0))
    span = max(value.max(initial=0), until.max(initial=0)) - base + 1
    line = parents.world[order] * span + value[order] - base
    end = np.searchsorted(line, rows.world * span + until - base, side="right")
    eligible = end - parents.start[:-1][rows.world]
    among = np.minimum(np.maximum(eligible, 1), pick.among)
    back = place_below(uniform(batch.bits(column)), among)
    position = np.maximum(eligible - 1 - back, 0)
    return Cells(parents.row[order[parents.start[:-1][rows.world] + position]])


def _forest(batch: WorldBatch, column: CompiledColumn, roots: float) -> Cells:
    """Return parents that always stand earlier in a hidden order, so that there are no cycles."""
    rows = batch.rows[column.table]
    order = np.lexsort([batch.bits(column, "order"), rows.world])
    position = np.empty(len(rows), np.int64)
    position[order] = rows.row
    chosen = place_below(uniform(batch.bits(column, "parent")), np.maximum(position, 1))
    is_root = (position == 0) | (uniform(batch.bits(column, "root")) < roots)
    parent = rows.row[order[rows.start[:-1][rows.world] + chosen]]
    return Cells(parent, is_root)


def _successor(
    batch: WorldBatch, column: CompiledColumn, paths: tuple[tuple[str, ...], ...]
) -> Cells:
    rows = batch.rows[column.table]
    values = [batch.follow(column.table, path)[1].values for path in paths[:-1]]
    group = group_rows([rows.world, *values])
    _, by = batch.follow(column.table, paths[-1])
    order = np.lexsort([rows.row, by.values, group.of_row])
    following = np.r_[order[1:], order[:1]]
    last = np.ones(len(rows), np.bool_)
    if len(rows):
        last[order] = group.of_row[following] != group.of_row[order]
        last[order[-1]] = True
    successor = np.zeros(len(rows), np.int64)
    successor[order] = rows.row[following]
    return Cells(np.where(last, 0, successor), last)
