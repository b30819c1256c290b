"""Row plans: which rows a table must have, may have, and may not have.

The reference to the parent of a plan (`per`, `one_per`, `each`, `sample`) is the first of the
table's key columns that refers to it, else the first of its references that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.packs.terms import Span
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints
from fictionworld.validators.findings import Check, Findings, FindingText, Item, row_findings
from fictionworld.validators.rules.keys import unique
from fictionworld.validators.rules.office import office_checks
from fictionworld.validators.rules.years import year_checks

_Fits = Callable[[Ints], Bools]


def plan_checks(pack: CompiledPack, table: CompiledTable) -> Iterator[Item]:
    """The rules that a table's row plan implies."""
    rows, name = table.spec.rows, table.name
    if name == SETTING:
        return
    if rows.span is not None or rows.weights is not None:
        yield _size(name, *within_span(rows.span or rows.weights or {}))
    if rows.pairs is not None and rows.count is not None:
        yield _pairs_size(name, rows.pairs, rows.count)
    if rows.per is not None and rows.count is not None:
        by = parent_reference(table, rows.per)
        yield children_checks(_rule(name, rows.per), name, rows.per, by, *within_span(rows.count))
    if rows.one_per is not None:
        by = parent_reference(table, rows.one_per)
        yield children_checks(_rule(name, rows.one_per), name, rows.one_per, by, "1", _exactly_one)
    if rows.sample is not None:
        by = parent_reference(table, rows.sample)
        yield unique(f"{name}: at most one row for each {rows.sample}", name, ((by,),))
    if rows.each is not None:
        yield from year_checks(pack, table, parent_reference(table, rows.each))
    if rows.terms is not None and rows.per is not None:
        yield from office_checks(pack, table, parent_reference(table, rows.per))


def parent_reference(table: CompiledTable, parent: str) -> str:
    """The column of `table` that names the row of `parent` that its row stands for."""
    keys = [table.columns[name] for name in table.spec.key if name in table.columns]
    return next(
        column.name for column in (*keys, *table.columns.values()) if column.target == parent
    )


def _rule(table: str, parent: str) -> str:
    return f"{table}: rows for each {parent}"


def _exactly_one(counts: Ints) -> Bools:
    one: Bools = counts == 1
    return one


def within_span(allowed: Span | dict[int, float]) -> tuple[str, _Fits]:
    """The allowed numbers of rows in words, and as a test."""
    if isinstance(allowed, dict):
        sizes = sorted(allowed)
        return f"one of {', '.join(map(str, sizes))}", lambda counts: np.isin(counts, sizes)
    low, high = int(allowed.low), int(allowed.high)
    return f"{low} to {high}", lambda counts: (counts >= low) & (counts <= high)


def _size(table: str, words: str, fits: _Fits) -> Check:
    def find(batch: StoredBatch) -> Findings:
        return _world_counts(batch, table, words, fits(batch.rows(table).count))

    return Check(f"{table}: {words} rows", table, "plans", find)


def _pairs_size(table: str, parents: tuple[str, str], count: Span | dict[int, float]) -> Check:
    """As many pairs as declared, or all pairs if there are fewer."""
    words, fits = within_span(count)

    def find(batch: StoredBatch) -> Findings:
        here = batch.rows(table).count
        every = batch.rows(parents[0]).count * batch.rows(parents[1]).count
        return _world_counts(batch, table, words, fits(here) | (here == every))

    return Check(f"{table}: {words} rows", table, "plans", find)


def _world_counts(batch: StoredBatch, table: str, words: str, good: Bools) -> Findings:
    worlds = np.flatnonzero(~good)

    def describe(k: int) -> FindingText:
        got = str(int(batch.rows(table).count[worlds[k]]))
        sentence = f"The world has {got} rows of {table}; due are {words}."
        return FindingText((), (("rows", got),), sentence)

    return Findings(worlds, describe)


def children_checks(rule: str, table: str, parent: str, by: str, words: str, fits: _Fits) -> Check:
    """Each row of `parent` has so many rows of `table` that refer to it by `by`."""

    def find(batch: StoredBatch) -> Findings:
        owner = batch.follow(table, (by,))
        counts = np.bincount(owner[owner >= 0], minlength=len(batch.rows(parent)))
        bad = ~fits(counts)

        def describe(position: int) -> FindingText:
            theirs = np.flatnonzero(owner == position)[:12]
            shown = tuple(batch.row(table, int(row)) for row in theirs)
            got = str(int(counts[position]))
            return FindingText(
                rows=(batch.row_id(parent, position),),
                values=((f"rows of {table}", got),),
                sentence=f"{batch.row(parent, position)} has {got} rows of {table} "
                f"by {by}; due are {words}.",
                path=(batch.row(parent, position), *(f"<- {by} of {row}" for row in shown)),
                table=parent,
            )

        return row_findings(batch, parent, bad, describe)

    return Check(rule, table, "plans", find)
