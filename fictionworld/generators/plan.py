"""Row plans: which rows each table has, and the columns that a plan gives.

Round robins are laid out by the circle method.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fictionworld.generators.batch import Cells, TableRows, WorldBatch, count_up
from fictionworld.generators.drawing import weighted_place
from fictionworld.generators.elementary import exp, log
from fictionworld.generators.operands import day_operand, number_operand
from fictionworld.generators.rounding import place_below, rounded
from fictionworld.packs.compiled import SETTING, CompiledTable
from fictionworld.packs.resolve import given_columns
from fictionworld.packs.terms import Span
from fictionworld.streams import Bits, Bools, Floats, Ints, bits_at, mix, uniform, word


def plan_rows(batch: WorldBatch, table: CompiledTable) -> None:
    """Give a table its rows in every world that has it, and the columns that its plan names."""
    _PLANS[table.spec.rows.kind](batch, table)
    if table.spec.optional is not None:
        batch.rows[table.name] = batch.rows[table.name].within(batch.has_table(table.name))


def plan_elastic(batch: WorldBatch, tables: list[CompiledTable]) -> None:
    """Give the last tables their rows, such that each world's total falls in the row range.

    The total of a world is drawn from the possible part of the row range, and the tables' spans are
    filled up to it by the same fraction. A world that cannot reach the range stays outside it, and
    the build sets it aside. Tables of a fixed size come first, as there may be fewer pairs.
    """
    for table in tables:
        if (span := _span(table)).low == span.high:
            _lay(batch, table, int(span.low) * batch.has_table(table.name))
    tables = [table for table in tables if table.name not in batch.rows]
    ends = [_ends(batch, table) for table in tables]
    low, high = np.sum(ends, axis=0) if ends else np.zeros((2, len(batch)), np.int64)
    others = np.zeros(len(batch), np.int64)
    for rows in batch.rows.values():
        if rows.table.name != SETTING:
            others += rows.counts
    least = np.clip(batch.row_range[0] - others, low, high)
    most = np.clip(batch.row_range[1] - others, low, high)
    rank = uniform(batch.world_bits("rows/total"))
    wanted = least + place_below(rank, most - least + 1)
    left, room = wanted - low, high - low
    for table, (least, most) in zip(tables, ends, strict=True):
        width = most - least
        extra = (left * width + room // 2) // np.maximum(room, 1)
        extra = np.clip(extra, left - (room - width), np.minimum(left, width))
        left, room = left - extra, room - width
        _lay(batch, table, least + extra)


def _lay(batch: WorldBatch, table: CompiledTable, counts: Ints) -> None:
    kind = table.spec.rows.kind
    if kind == "pairs":
        _pairs(batch, table, counts)
    elif kind == "sample":
        _sample(batch, table, counts)
    else:
        batch.rows[table.name] = TableRows(table, _starts(counts))


def _ends(batch: WorldBatch, table: CompiledTable) -> tuple[Ints, Ints]:
    """Return the fewest and the most rows of a table in each world: none where it is absent."""
    span, there = _span(table), batch.has_table(table.name)
    return int(span.low) * there, int(span.high) * there


def _span(table: CompiledTable) -> Span:
    rows = table.spec.rows
    span = rows.count if rows.span is None else rows.span
    assert span is not None and not isinstance(span, dict)
    return span


def _starts(counts: Ints) -> Ints:
    return np.r_[0, np.cumsum(counts)]


def _counts(bits: Bits, wanted: Span | dict[int, float]) -> Ints:
    if isinstance(wanted, dict):
        sizes = np.array(list(wanted), np.int64)
        return sizes[weighted_place(list(wanted.values()), uniform(bits))]
    low, high = int(wanted.low), int(wanted.high)
    return low + place_below(uniform(bits), high - low + 1)


def _row_bits(batch: WorldBatch, table: CompiledTable, parent: TableRows) -> Bits:
    return bits_at(batch.structure[parent.world], f"{table.name}/rows", parent.row)


def _sized(batch: WorldBatch, table: CompiledTable) -> None:
    wanted = table.spec.rows.weights or _span(table)
    _lay(batch, table, _counts(batch.world_bits(f"{table.name}/rows"), wanted))


def _per(batch: WorldBatch, table: CompiledTable) -> None:
    spec = table.spec.rows
    assert spec.per is not None and spec.count is not None
    parent = batch.rows[spec.per]
    counts = _counts(_row_bits(batch, table, parent), spec.count)
    _from_parents(batch, table, spec.per, np.repeat(np.arange(len(parent)), counts))


def _one_per(batch: WorldBatch, table: CompiledTable) -> None:
    parent = table.spec.rows.one_per
    assert parent is not None
    if parent == table.name:  # the setting: one row a world
        batch.rows[table.name] = TableRows(table, np.arange(len(batch) + 1))
        return
    _from_parents(batch, table, parent, np.arange(len(batch.rows[parent])))


def _sample(batch: WorldBatch, table: CompiledTable, counts: Ints | None = None) -> None:
    spec = table.spec.rows
    assert spec.sample is not None
    parent = batch.rows[spec.sample]
    bits = _row_bits(batch, table, parent)
    if counts is None and spec.count is not None:
        counts = _counts(batch.world_bits(f"{table.name}/rows"), spec.count)
    if counts is None:
        taken = uniform(bits) < spec.share
    else:
        order = np.lexsort([parent.row, bits, parent.world])
        taken = np.zeros(len(parent), np.bool_)
        taken[order] = parent.row < counts[parent.world]
    _from_parents(batch, table, spec.sample, np.flatnonzero(taken))


def _each(batch: WorldBatch, table: CompiledTable) -> None:
    spec = table.spec.rows
    assert spec.each is not None and spec.years is not None
    parent = batch.rows[spec.each]
    every = np.arange(len(parent))
    first, last = (rounded(number_operand(batch, spec.each, term, every)[0]) for term in spec.years)
    counts = np.maximum(last - first + 1, 0)
    owner = np.repeat(every, counts)
    year = first[owner] + count_up(counts)
    seeds = batch.structure[parent.world[owner]]
    bits = bits_at(seeds, f"{table.name}/rows", parent.row[owner] * 10_007 + year)
    chosen = uniform(bits) < spec.keep
    _from_parents(batch, table, spec.each, owner[chosen])
    batch.rows[table.name].cells[table.spec.key[1]] = Cells(year[chosen])


def _pairs(batch: WorldBatch, table: CompiledTable, counts: Ints | None = None) -> None:
    spec = table.spec.rows
    assert spec.pairs is not None and spec.count is not None
    left, right = (batch.rows[name] for name in spec.pairs)
    if counts is None:
        counts = _counts(batch.world_bits(f"{table.name}/rows"), spec.count)
    sizes = left.counts * right.counts
    world = np.repeat(np.arange(len(batch)), sizes)
    cell = count_up(sizes)
    a, b = cell // right.counts[world], cell % right.counts[world]
    # the smallest keys of a world are its pairs: light keys for the favourites of each side
    bits = bits_at(batch.structure[world], f"{table.name}/rows", a * 1_000_003 + b)
    key = uniform(bits) / (
        _fame(batch, table, "left", a, world, spec.skew)
        * _fame(batch, table, "right", b, world, spec.skew)
    )
    order = np.lexsort([cell, rounded(key, 15), world])
    chosen = np.sort(order[cell < counts[world]])
    batch.rows[table.name] = rows = TableRows(table, _starts(np.minimum(counts, sizes)))
    rows.cells[table.spec.key[0]] = Cells(a[chosen])
    rows.cells[table.spec.key[1]] = Cells(b[chosen])


def _fame(
    batch: WorldBatch, table: CompiledTable, side: str, row: Ints, world: Ints, skew: float
) -> Floats:
    """Return a weight from 1 to about 30, the same for all pairs of one row."""
    bits = bits_at(batch.structure[world], f"{table.name}/rows/{side}", row)
    return exp(-skew * log(uniform(mix(bits))))


def _round_robin(batch: WorldBatch, table: CompiledTable) -> None:
    spec = table.spec.rows
    assert spec.round_robin is not None
    teams = batch.rows[spec.round_robin]
    order_bits = bits_at(batch.structure[teams.world], f"{table.name}/rows", teams.row)
    shuffled = np.lexsort([order_bits, teams.world])
    counts = teams.counts
    games = counts * (counts - 1) // (1 if spec.legs == 2 else 2)
    batch.rows[table.name] = rows = TableRows(table, _starts(games))
    home, away, round_ = (np.zeros(len(rows), np.int64) for _ in range(3))
    for size in np.unique(counts):
        plan = round_robin(int(size), spec.legs)
        worlds = np.flatnonzero(counts == size)
        games_at = rows.start[worlds][:, None] + np.arange(len(plan))[None, :]
        team = teams.row[shuffled[teams.start[worlds][:, None] + np.arange(size)[None, :]]]
        home[games_at], away[games_at] = team[:, plan[:, 1]], team[:, plan[:, 2]]
        round_[games_at] = plan[:, 0][None, :]
    rows.cells[table.spec.key[0]] = Cells(home)
    rows.cells[table.spec.key[1]] = Cells(away)
    if spec.round is not None:
        rows.cells[spec.round] = Cells(round_)


def _from_parents(batch: WorldBatch, table: CompiledTable, parent: str, owner: Ints) -> None:
    """Lay out rows for rows of a parent, in their order, with the reference to it."""
    world = batch.rows[parent].world[owner]
    counts = np.bincount(world, minlength=len(batch)).astype(np.int64)
    batch.rows[table.name] = rows = TableRows(table, _starts(counts), parents=owner)
    columns = given_columns(table.spec).items()
    reference = next(name for name, kind in columns if kind == "reference")
    rows.cells[reference] = Cells(batch.rows[parent].row[owner])


def draw_term_end(batch: WorldBatch, table: CompiledTable, column: str) -> Cells:
    """Return the first or last days of a table's `terms`: one after another, the last one open.

    The time from `since` to `until` is divided at random into a lead and the terms; the gaps
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


def _sums(values: Ints, first: Bools) -> Ints:
    return np.add.reduceat(values, np.flatnonzero(first)) if len(values) else values


@lru_cache(maxsize=64)
def round_robin(teams: int, legs: int) -> Ints:
    """Return the games of `teams` teams: rows of (round from 1, home, away), by round.

    Every two teams meet `legs` times, nobody plays twice in a round, and with one leg the home
    games of any two teams differ by at most one; with two legs the second half mirrors the first.

    >>> round_robin(4, 1).tolist()
    [[1, 0, 3], [1, 1, 2], [2, 3, 2], [2, 0, 1], [3, 1, 3], [3, 2, 0]]
    """
    if teams < 2:
        return np.zeros((0, 3), np.int64)
    even = teams + teams % 2  # an odd league has a dummy team: who meets it has a bye
    games = []
    for round_ in range(even - 1):
        circle = [(round_ * (even // 2) + k) % (even - 1) for k in range(even - 1)]
        pairs = [(circle[0], even - 1)] + [(circle[k], circle[-k]) for k in range(1, even // 2)]
        if round_ % 2 == 1:
            pairs[0] = (pairs[0][1], pairs[0][0])
        games += [(round_ + 1, home, away) for home, away in pairs if max(home, away) < teams]
    if legs == 2:
        games += [(round_ + even - 1, away, home) for round_, home, away in games]
    return np.array(games, np.int64)


_PLANS = {
    "span": _sized,
    "weights": _sized,
    "per": _per,
    "one_per": _one_per,
    "sample": _sample,
    "each": _each,
    "pairs": _pairs,
    "round_robin": _round_robin,
}
