"""Row plans: which rows a table must have, may have, and may not have.

The reference to the parent of a plan (`per`, `one_per`, `each`, `sample`) is the first of the
table's key columns that refers to it, else the first of its references that does.

`terms` are terms of office of one parent, one after another. Both days of a term belong to it.
Terms of one parent do not overlap, only the last may be open, between one's last day and the next
one's first lie `gap_days`, counted either way (the days free in between, or from day to day), and
none is shorter than `least_days`. The plan `round_robin` has its rules in `schedule.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.packs.specification import Terms
from fictionworld.packs.terms import Path, Span, Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, StoredCells
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    RowTest,
    Unproven,
    cell_check,
    if_known,
    row_findings,
)
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operands import above, operand
from fictionworld.validators.relations import Relation, ask, integers, marked
from fictionworld.validators.rules.keys import unique

_Fits = Callable[[Ints], Bools]


def plan_checks(pack: CompiledPack, table: CompiledTable) -> Iterator[Item]:
    """Yield the rules that a table's row plan implies."""
    rows, name = table.spec.rows, table.name
    if name == SETTING:
        return
    if rows.span is not None or rows.weights is not None:
        yield _size_check(name, rows.span or rows.weights or {})
    if rows.pairs is not None and rows.count is not None:
        yield _size_check(name, rows.count, rows.pairs)
    if rows.per is not None and rows.count is not None:
        rule, by = f"{name}: rows for each {rows.per}", _parent_reference(table, rows.per)
        yield children_check(rule, name, rows.per, by, *within_span(rows.count))
    if rows.one_per is not None:
        rule, by = f"{name}: rows for each {rows.one_per}", _parent_reference(table, rows.one_per)
        yield children_check(rule, name, rows.one_per, by, "1", lambda counts: counts == 1)
    if rows.sample is not None:
        by = _parent_reference(table, rows.sample)
        yield unique(f"{name}: at most one row for each {rows.sample}", name, ((by,),))
    if rows.each is not None and rows.years is not None:
        by = _parent_reference(table, rows.each)
        yield from _year_checks(pack, table, rows.each, by, rows.years)
    if rows.terms is not None and rows.per is not None:
        yield from _term_checks(pack, name, rows.terms, _parent_reference(table, rows.per))


def _parent_reference(table: CompiledTable, parent: str) -> str:
    """Return the column of `table` that refers to a row's parent in the table `parent`."""
    keys = [table.columns[name] for name in table.spec.key if name in table.columns]
    return next(
        column.name for column in (*keys, *table.columns.values()) if column.target == parent
    )


def within_span(allowed: Span | dict[int, float]) -> tuple[str, _Fits]:
    """Return the allowed numbers of rows in words, and as a test."""
    if isinstance(allowed, dict):
        sizes = sorted(allowed)
        return f"one of {', '.join(map(str, sizes))}", lambda counts: np.isin(counts, sizes)
    low, high = int(allowed.low), int(allowed.high)
    return f"{low} to {high}", lambda counts: (counts >= low) & (counts <= high)


def _size_check(
    table: str, allowed: Span | dict[int, float], parents: tuple[str, str] | None = None
) -> Check:
    """Return the rule that each world has an allowed number of rows; for pairs of the rows of two
    tables, all pairs if there are fewer.
    """
    words, fits = within_span(allowed)

    def find(batch: StoredBatch) -> Findings:
        counts = batch.rows(table).count
        good = fits(counts)
        if parents is not None:
            good |= counts == batch.rows(parents[0]).count * batch.rows(parents[1]).count
        worlds = np.flatnonzero(~good)

        def describe(k: int) -> FindingText:
            count = str(int(counts[worlds[k]]))
            sentence = f"The world has {count} rows of {table}; due are {words}."
            return FindingText((), (("rows", count),), sentence)

        return Findings(worlds, describe)

    return Check(f"{table}: {words} rows", table, "plans", find)


def children_check(rule: str, table: str, parent: str, by: str, words: str, fits: _Fits) -> Check:
    """Return the rule that each row of `parent` has a fitting number of `table` rows that refer to
    it by `by`.
    """

    def find(batch: StoredBatch) -> Findings:
        owner = batch.follow(table, (by,))
        counts = np.bincount(owner[owner >= 0], minlength=len(batch.rows(parent)))
        bad = ~fits(counts)

        def describe(position: int) -> FindingText:
            children = np.flatnonzero(owner == position)[:12]
            shown = tuple(batch.row(table, int(row)) for row in children)
            count = str(int(counts[position]))
            return FindingText(
                rows=(batch.row_id(parent, position),),
                values=((f"rows of {table}", count),),
                sentence=f"{batch.row(parent, position)} has {count} rows of {table} "
                f"by {by}; due are {words}.",
                path=(batch.row(parent, position), *(f"<- {by} of {row}" for row in shown)),
                table=parent,
            )

        return row_findings(batch, parent, bad, describe)

    return Check(rule, table, "plans", find)


def _year_checks(
    pack: CompiledPack, table: CompiledTable, parent: str, by: str, years: tuple[Term, Term]
) -> Iterator[Item]:
    """Yield the rules that years lie within the parent's, both ends included, and, if `keep` is 1,
    that none is left out.

    The terms of `years` are read from the parent's row. The key rule proves that no year repeats.
    """
    name, year = table.name, table.spec.key[-1]
    words = f"{years[0]} to {years[1]}"
    rule, says = f"{name}.{year}: in {words}", f"due: {words} of its {parent}"
    if not paths_known(pack, parent, term_paths(*years)):
        yield Unproven(rule)
        return

    def ends(batch: StoredBatch) -> tuple[StoredCells, StoredCells]:
        """Return the first and the last year of each row of the parent."""
        first = operand(batch, parent, years[0], "low", dates=False)
        return first, operand(batch, parent, years[1], "high", dates=False)

    def outside(batch: StoredBatch) -> Bools:
        first, last = (end.take(batch.follow(name, (by,))) for end in ends(batch))
        cells = batch.cells(name, year)
        return above(first, cells) | above(cells, last)

    yield cell_check(name, rule, outside, ((year,), (by,)), says, "plans")
    if table.spec.rows.keep == 1:
        rule = f"{name}: a row for each {parent} and year"
        yield Check(
            rule, name, "plans", lambda batch: _incomplete(batch, table, parent, by, *ends(batch))
        )


def _incomplete(
    batch: StoredBatch,
    table: CompiledTable,
    parent: str,
    by: str,
    first: StoredCells,
    last: StoredCells,
) -> Findings:
    """Return the parents with fewer different years, within their own span, than it has years."""
    due = np.maximum(last.data - first.data + 1, 0) * (first.valid & last.valid)
    parents, rows = Relation(batch, parent), Relation(batch, table.name, "o")
    answer = ask(
        batch,
        f"""
        WITH got AS (SELECT {rows.position(by)} AS parent,
                            count(DISTINCT {rows.value((table.spec.key[-1],))}) AS years
                     FROM {rows} GROUP BY ALL)
        SELECT coalesce(got.years, 0) AS years
        FROM {parents} LEFT JOIN got ON got.parent = t._row
        ORDER BY t._row
        """,
    )
    found_years = integers(answer["years"])
    bad: Bools = found_years < due

    def describe(position: int) -> FindingText:
        year_count, due_count = int(found_years[position]), int(due[position])
        span = f"{int(first.data[position])} to {int(last.data[position])}"
        row = batch.row(parent, position)
        return FindingText(
            rows=(batch.row_id(parent, position),),
            values=(("years", str(year_count)), ("due", str(due_count))),
            sentence=f"{row} has {table.name} rows for {year_count} years; "
            f"due are all {due_count}, {span}.",
            path=(row,),
            table=parent,
        )

    return row_findings(batch, parent, bad, describe)


def _term_checks(pack: CompiledPack, table: str, terms: Terms, by: str) -> Iterator[Item]:
    """Yield the rules of a table whose rows are terms of office of the row that `by` refers to."""
    start, end, owner = (terms.start,), (terms.end,), (by,)
    rules: list[tuple[str, RowTest]] = [
        (f"no term begins before the last has ended, by {by}",
         lambda batch: overlapping(batch, table, start, end, (owner,))),
        (f"only the last term is open, by {by}",
         lambda batch: _open_early(batch, table, terms, by)),
        (f"{terms.gap_days} days between terms", lambda batch: _gaps(batch, table, terms, by)),
        (f"terms of at least {terms.least_days} days", lambda batch: _short(batch, table, terms)),
    ]  # fmt: skip
    where = f"{table}.{terms.start}"
    for word, bad in rules:
        paths = (start, end, owner)
        yield cell_check(table, f"{where}: {word}", bad, paths, f"due: {word}", "plans")

    def missing(batch: StoredBatch) -> Bools:
        return ~batch.cells(table, terms.start).valid

    says = "a term has a first day"
    yield cell_check(table, f"{where}: never missing", missing, (start,), says)
    yield _limit(pack, table, terms)


def _limit(pack: CompiledPack, table: str, terms: Terms) -> Item:
    """Return the rule that terms begin and end between `since` and `until`."""
    words = f"{terms.since} to {terms.until}"
    paths = ((terms.start,), (terms.end,), *term_paths(terms.since, terms.until))

    def outside(batch: StoredBatch) -> Bools:
        since = operand(batch, table, terms.since, "low", dates=True)
        until = operand(batch, table, terms.until, "high", dates=True)
        start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
        return above(since, start) | above(start, until) | above(end, until)

    rule = f"{table}.{terms.start}: {words}"
    return if_known(pack, paths, cell_check(table, rule, outside, paths, f"due: {words}", "plans"))


def overlapping(
    batch: StoredBatch, table: str, start: Path, end: Path, within: tuple[Path, ...]
) -> Bools:
    """Return the rows whose period begins on or before the last day of an earlier one of their
    group.

    A missing end means that the period is open; rows without a start pass.
    """
    rows = Relation(batch, table)
    first, last, group = rows.value(start), rows.value(end), rows.group(within)
    sql = f"""
        SELECT t._row, count(*) OVER earlier - count({last}) OVER earlier AS still_open,
               {first} AS first, max({last}) OVER earlier AS latest
        FROM {rows} WHERE {first} IS NOT NULL
        WINDOW earlier AS (PARTITION BY {group} ORDER BY {first}, {last} NULLS LAST, t.id, t._row
                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
        """
    return marked(batch, table, f"SELECT _row FROM ({sql}) WHERE still_open > 0 OR first <= latest")


def _neighbours(batch: StoredBatch, table: str, terms: Terms, by: str, wrong: str) -> Bools:
    """Return the rows for which the SQL condition `wrong` holds, given the terms of the same parent
    before and after.
    """
    rows = Relation(batch, table)
    start, end, group = rows.value((terms.start,)), rows.value((terms.end,)), rows.group(((by,),))
    sql = f"""
        SELECT t._row, {start} AS first, {end} AS last, lead(t._row) OVER term AS following,
               lag({end}) OVER term AS ended
        FROM {rows} WINDOW term AS (PARTITION BY {group} ORDER BY {start}, t.id, t._row)
        """
    return marked(batch, table, f"SELECT _row FROM ({sql}) WHERE {wrong}")


def _open_early(batch: StoredBatch, table: str, terms: Terms, by: str) -> Bools:
    return _neighbours(batch, table, terms, by, "last IS NULL AND following IS NOT NULL")


def _gaps(batch: StoredBatch, table: str, terms: Terms, by: str) -> Bools:
    low, high = int(terms.gap_days.low), int(terms.gap_days.high)
    wrong = f"first - ended NOT BETWEEN {low} AND {high + 1}"
    return _neighbours(batch, table, terms, by, wrong)


def _short(batch: StoredBatch, table: str, terms: Terms) -> Bools:
    """Return the closed terms shorter than `least_days`, both days included."""
    start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
    short: Bools = end.data - start.data + 1 < terms.least_days
    return start.valid & end.valid & short
