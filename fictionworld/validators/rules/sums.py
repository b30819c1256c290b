"""Declared sums and agreeing ranks: rules about groups of rows."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.packs.compiled import SETTING
from fictionworld.packs.terms import parse_term
from fictionworld.validators.cells import Bools, Cells, Ints, add_up, aligned, minus, times
from fictionworld.validators.findings import (
    Check,
    Findings,
    Item,
    Told,
    Unproven,
    cell_findings,
    no_findings,
)
from fictionworld.validators.knowable import is_known, paths_known, term_paths
from fictionworld.validators.operands import operand
from fictionworld.validators.proofs.places import runs

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.packs.specification import AgreeRule, SumRule
    from fictionworld.packs.terms import Term
    from fictionworld.validators.batch import Batch

__all__ = ["agree_check", "sum_check"]

_Path = tuple[str, ...]


def sum_check(pack: CompiledPack, table: str, rule: str, spec: SumRule) -> Item:
    """In every group that has a value, the values sum to the target, give or take `tolerance`.

    Where the target is a column of another table, that table's row for a group is the one that
    agrees with it in the columns of `within`, by name; or the row that the last of `within`
    refers to.
    """
    other, total = _other_table(pack, _term(spec))
    elsewhere = other != ""
    here = () if elsewhere else term_paths(_term(spec))
    paths = ((spec.column,), *spec.within, *here)
    if not paths_known(pack, table, paths) or (elsewhere and not is_known(pack, other, (total,))):
        return Unproven(rule, "it reads a hidden column")

    def find(batch: Batch) -> Findings:
        due = _target_elsewhere(batch, table, spec, other, total) if elsewhere else None
        target = due or operand(batch, table, _term(spec), "high", dates=False)
        return _sum_findings(batch, table, spec, target)

    return Check(rule, table, "derived", find)


def _term(spec: SumRule) -> Term:
    return parse_term(spec.to) if isinstance(spec.to, str) else spec.to


def _other_table(pack: CompiledPack, term: Term) -> tuple[str, str]:
    """The table and column that hold the totals; nothing where a number or the setting does."""
    match term.path:
        case (table, column) if table in pack.tables and table != SETTING:
            return table, column
    return "", ""


def _target_elsewhere(batch: Batch, table: str, spec: SumRule, other: str, total: str) -> Cells:
    """For each row of `table`, the total that its group is to reach."""
    *_, last = spec.within
    last_column = batch.pack.column(table, last)
    if last_column.target == other:
        return batch.cells(other, total).take(batch.follow(table, last))
    names = [(path[-1],) for path in spec.within]
    ours = [batch.read(table, path) for path in spec.within]
    theirs = [batch.read(other, name) for name in names]
    both = [
        Cells(np.append(a, b), np.append(left.valid, right.valid), left.kind)
        for left, right in zip(ours, theirs, strict=True)
        for a, b, _ in (aligned(left, right),)
    ]
    world = np.append(batch.rows(table).world, batch.rows(other).world)
    index = batch.grouped(world, both).index
    mine, yours = index[: len(ours[0])], index[len(ours[0]) :]
    at = np.full(int(index.max(initial=0)) + 1, -1, dtype=np.int64)
    at[yours[::-1]] = np.arange(len(yours))[::-1]
    return batch.cells(other, total).take(at[mine])


def _sum_findings(batch: Batch, table: str, spec: SumRule, target: Cells) -> Findings:
    cells = batch.cells(table, spec.column)
    groups = batch.groups(table, spec.within)
    if not len(cells):
        return no_findings()
    sums = add_up(cells.data, groups.index, groups.count)
    filled = np.bincount(groups.index[cells.valid], minlength=groups.count) > 0
    first = np.full(groups.count, -1, dtype=np.int64)
    first[groups.index[::-1]] = np.arange(len(cells))[::-1]
    got = Cells(sums, filled, cells.kind, cells.scale)
    bad = _off(got, target.take(first), Decimal(str(spec.tolerance)))
    broken = np.flatnonzero(bad)

    def tell(k: int) -> Told:
        position = int(first[broken[k]])
        mine = Decimal(int(sums[broken[k]])).scaleb(-cells.scale)
        due = Decimal(int(target.data[position])).scaleb(-target.scale)
        shown = np.flatnonzero(groups.index == broken[k])[:20]
        values = tuple((".".join(p), batch.value(table, p, position)) for p in spec.within)
        place = ", ".join(f"{name} {value}" for name, value in values) or "the world"
        wanted = (
            f"{due:f}" if target.valid[position] else f"what {spec.to} says, and it says nothing"
        )
        return Told(
            rows=tuple(batch.row_id(table, int(row)) for row in shown),
            values=((f"sum of {spec.column}", f"{mine:f}"), ("due", wanted), *values),
            sentence=f"For {place}, {spec.column} sums to {mine:f}; due is {wanted}.",
            path=tuple(batch.row(table, int(row)) for row in shown[:6]),
        )

    return Findings(batch.rows(table).world[first[broken]], tell)


def _off(got: Cells, due: Cells, tolerance: Decimal) -> Bools:
    """Where a sum is further from its target than the tolerance, or has none."""
    ours, theirs, scale = aligned(got, due)
    digits = max(0, -int(tolerance.as_tuple().exponent))
    more = max(digits - scale, 0)
    slack = int(tolerance.scaleb(scale + more))
    apart: Ints = np.abs(times(minus(ours, theirs), 10**more))
    far: Bools = (apart > slack).astype(bool)
    return got.valid & (far | ~due.valid)


def agree_check(pack: CompiledPack, table: str, rule: str, spec: AgreeRule) -> Item:
    """In each group a better value has no worse place, and the best place is 1; rows that lack
    either are passed over.
    """
    paths = ((spec.rank,), spec.of, *spec.within)
    if not paths_known(pack, table, paths):
        return Unproven(rule, "it reads a hidden column")

    def find(batch: Batch) -> Findings:
        bad = _disagreeing(batch, table, spec)
        says = "a better value has a worse place, or no place is 1"
        return cell_findings(batch, table, bad, paths, says)

    return Check(rule, table, "derived", find)


def _disagreeing(batch: Batch, table: str, spec: AgreeRule) -> Bools:
    rank, value = batch.cells(table, spec.rank), batch.read(table, spec.of)
    here = np.flatnonzero(rank.valid & value.valid)
    better = ~value.data if spec.order == "descending" else value.data
    index = batch.groups(table, spec.within).index[here]
    # Best first, and the lowest place first among equals: then places never fall.
    order, new_group, _ = runs(index, better[here], rank.data[here])
    places = rank.data[here][order]
    wrong = np.zeros(len(order), dtype=bool)
    wrong[1:] = (places[1:] < places[:-1]) & ~new_group[1:]
    wrong |= new_group & (places != 10**rank.scale)
    bad: Bools = np.zeros(len(rank), dtype=bool)
    bad[here[order]] = wrong
    return bad
