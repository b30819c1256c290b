"""The row plan `terms`: terms of office of one parent, one after another.

Both days of a term belong to it. Terms of one parent do not overlap, only the last may be open,
between one's last day and the next one's first lie `gap_days`, counted either way (the days free
in between, or from day to day), and none is shorter than `least_days`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.findings import Check, Findings, Item, Unproven, cell_findings
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operands import above, operand
from fictionworld.validators.proofs.places import runs

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack, CompiledTable
    from fictionworld.packs.specification import Terms
    from fictionworld.validators.batch import Batch
    from fictionworld.validators.cells import Bools, Ints

__all__ = ["office_checks", "overlapping"]

_OPEN = 2**40
"""Later than any day."""


def office_checks(pack: CompiledPack, table: CompiledTable, by: str) -> Iterator[Item]:
    """The rules of a table whose rows are terms of office of what `by` refers to."""
    terms = table.spec.rows.terms
    assert terms is not None
    name, days = table.name, ((terms.start,), (terms.end,))
    within = ((by,),)
    rules: list[tuple[str, Callable[[Batch], Bools]]] = [
        (f"no term begins before the last has ended, by {by}",
         lambda batch: overlapping(batch, name, days[0], days[1], within)),
        (f"only the last term is open, by {by}", lambda batch: _open_early(batch, name, terms, by)),
        (f"{terms.gap_days} days between terms", lambda batch: _gaps(batch, name, terms, by)),
        (f"terms of at least {terms.least_days} days", lambda batch: _short(batch, name, terms)),
    ]  # fmt: skip
    for word, bad in rules:

        def find(batch: Batch, bad: Callable[[Batch], Bools] = bad, word: str = word) -> Findings:
            return cell_findings(batch, name, bad(batch), (*days, (by,)), f"due: {word}")

        yield Check(f"{name}.{terms.start}: {word}", name, "plans", find)
    yield _never_missing(name, terms.start)
    yield _limit(pack, name, terms)


def _never_missing(table: str, column: str) -> Check:
    def find(batch: Batch) -> Findings:
        bad = ~batch.cells(table, column).valid
        return cell_findings(batch, table, bad, ((column,),), "a term has a first day")

    return Check(f"{table}.{column}: never missing", table, "values", find)


def _limit(pack: CompiledPack, table: str, terms: Terms) -> Item:
    rule = f"{table}.{terms.start}: {terms.since} to {terms.until}"
    paths = term_paths(terms.since, terms.until)
    if not paths_known(pack, table, paths):
        return Unproven(rule, "it reads a hidden column")

    def find(batch: Batch) -> Findings:
        since = operand(batch, table, terms.since, "low", dates=True)
        until = operand(batch, table, terms.until, "high", dates=True)
        start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
        bad = above(since, start) | above(start, until) | above(end, until)
        weighed = ((terms.start,), (terms.end,), *paths)
        return cell_findings(batch, table, bad, weighed, f"due: {terms.since} to {terms.until}")

    return Check(rule, table, "plans", find)


def _in_turn(batch: Batch, table: str, start: str, by: str) -> tuple[Ints, Bools]:
    """Rows by parent and first day, and which of them begin a parent's terms."""
    groups = batch.groups(table, ((by,),))
    days = batch.cells(table, start)
    order, new_group, _ = runs(groups.index, days.data, batch.rows(table).id)
    return order, new_group


def overlapping(
    batch: Batch,
    table: str,
    start: tuple[str, ...],
    end: tuple[str, ...],
    within: tuple[tuple[str, ...], ...],
) -> Bools:
    """Rows whose period begins on or before the last day of an earlier one of their group.

    A missing end is open; rows without a start are passed over.
    """
    first, last = batch.read(table, start), batch.read(table, end)
    here = np.flatnonzero(first.valid)
    index = batch.groups(table, within).index[here]
    ends = np.where(last.valid[here], last.data[here], _OPEN)
    order, new_group, _ = runs(index, first.data[here], ends)
    # The latest end so far in the group: groups are lifted apart, so that one sweep will do.
    lift = np.cumsum(new_group) * (4 * _OPEN)
    latest = np.maximum.accumulate(ends[order] + lift) if len(order) else ends
    bad: Bools = np.zeros(len(first), dtype=bool)
    late = (first.data[here][order][1:] + lift[1:] <= latest[:-1]) & ~new_group[1:]
    bad[here[order[1:]]] = late
    return bad


def _open_early(batch: Batch, table: str, terms: Terms, by: str) -> Bools:
    order, new_group = _in_turn(batch, table, terms.start, by)
    last = np.ones(len(order), dtype=bool)
    last[:-1] = new_group[1:]
    bad: Bools = np.zeros(len(order), dtype=bool)
    bad[order] = ~last & ~batch.cells(table, terms.end).valid[order]
    return bad


def _gaps(batch: Batch, table: str, terms: Terms, by: str) -> Bools:
    order, new_group = _in_turn(batch, table, terms.start, by)
    start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
    low, high = int(terms.gap_days.low), int(terms.gap_days.high)
    apart = start.data[order][1:] - end.data[order][:-1]
    known = start.valid[order][1:] & end.valid[order][:-1] & ~new_group[1:]
    bad: Bools = np.zeros(len(order), dtype=bool)
    bad[order[1:]] = known & ((apart < low) | (apart > high + 1))
    return bad


def _short(batch: Batch, table: str, terms: Terms) -> Bools:
    """Closed terms that, last day included, do not reach `least_days`."""
    start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
    short: Bools = end.data - start.data + 1 < terms.least_days
    return start.valid & end.valid & short
