"""Row plans: which rows a table must have, may have, and may not have.

The rules about how many rows there are say nothing of worlds that lack an optional table
(`check.py` sees to it); there must be none.

The reference to the parent of a plan (`per`, `one_per`, `each`, `sample`) is the first of the
table's key columns that refers to it, else the first of its references that does.

`terms` are terms of office of one parent, one after another. Both days of a term belong to it.
Terms of one parent do not overlap, only the last may be open, between one's last day and the next
one's first lie `gap_days`, counted either way (the days free in between, or from day to day), and
none is shorter than `least_days`. The plan `round_robin` has its rules in `schedule.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.packs.specification import Terms
from fictionworld.packs.terms import Path, Span, Term
from fictionworld.validators.arithmetic import above, operand, value
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.relation import ABSENT, group, position, quoted, relation, rows_table
from fictionworld.validators.rule import (
    Check,
    Item,
    RowCondition,
    Unproven,
    ViolationQuery,
    if_known,
)
from fictionworld.validators.rules.keys import unique

_Sizes = Span | dict[int, float]


def plan_rules(pack: CompiledPack, table: CompiledTable) -> Iterator[Item]:
    """Yield the rules that a table's row plan implies."""
    rows, name = table.spec.rows, table.name
    if name == SETTING:
        return
    if table.spec.optional is not None:
        there = RowCondition(quoted(ABSENT), (ABSENT,))
        yield Check(f"{name}: no rows in worlds without it", name, there, due="it is absent")
    if rows.span is not None or rows.weights is not None:
        yield _size_rule(name, rows.span or rows.weights or {})
    if rows.pairs is not None and rows.count is not None:
        yield _size_rule(name, rows.count, rows.pairs)
    if rows.per is not None and rows.count is not None:
        rule, by = f"{name}: rows for each {rows.per}", _parent_reference(table, rows.per)
        yield children_rule(pack, rule, name, rows.per, by, rows.count)
    if rows.one_per is not None:
        rule, by = f"{name}: rows for each {rows.one_per}", _parent_reference(table, rows.one_per)
        yield children_rule(pack, rule, name, rows.one_per, by, {1: 1.0})
    if rows.sample is not None:
        by = _parent_reference(table, rows.sample)
        yield unique(f"{name}: at most one row for each {rows.sample}", name, ((by,),))
    if rows.each is not None and rows.years is not None:
        by = _parent_reference(table, rows.each)
        yield from _year_rules(pack, table, rows.each, by, rows.years)
    if rows.terms is not None and rows.per is not None:
        yield from _term_rules(pack, name, rows.terms, _parent_reference(table, rows.per))


def _parent_reference(table: CompiledTable, parent: str) -> str:
    """Return the column of `table` that refers to a row's parent in the table `parent`."""
    keys = [table.columns[name] for name in table.spec.key if name in table.columns]
    return next(
        column.name for column in (*keys, *table.columns.values()) if column.target == parent
    )


def _within(sizes: _Sizes) -> tuple[str, str]:
    """Return the allowed numbers of rows in words, and the end of a condition that says so."""
    if isinstance(sizes, dict):
        allowed = ", ".join(map(str, sorted(sizes)))
        return f"one of {allowed}", f"IN ({allowed})"
    low, high = int(sizes.low), int(sizes.high)
    return f"{low} to {high}", f"BETWEEN {low} AND {high}"


def _size_rule(table: str, sizes: _Sizes, parents: tuple[str, str] | None = None) -> Check:
    """Return the rule that each world has an allowed number of rows; for pairs of the rows of two
    tables, all pairs if there are fewer.
    """
    words, fits = _within(sizes)
    shown = f"rows of {table}"
    wrong = f"{_count(table)} NOT {fits}"
    if parents is not None:
        wrong += f" AND {_count(table)} != {_count(parents[0])} * {_count(parents[1])}"
    query = f'SELECT world_id, {_count(table)} AS "{shown}" FROM worlds WHERE {wrong}'
    return Check(f"{table}: {words} rows", table, ViolationQuery(query), due=f"due are {words}")


def _count(table: str) -> str:
    rows = f"{rows_table(table)} AS rows"
    return f"(SELECT count(*) FROM {rows} WHERE rows.world_id = worlds.world_id)"


def children_rule(
    pack: CompiledPack, rule: str, table: str, parent: str, by: str, sizes: _Sizes
) -> Check:
    """Return the rule that each row of `parent` has an allowed number of `table` rows that refer to
    it by `by`.
    """
    words, fits = _within(sizes)
    count = "coalesce(children.number, 0)"
    query = f"""
        WITH children AS (SELECT {quoted(position(by))} AS parent, count(*) AS number
                          FROM {relation(pack, table, (position(by),))} GROUP BY ALL)
        SELECT parents._row, {count} AS "rows of {table}"
        FROM {rows_table(parent)} AS parents LEFT JOIN children ON children.parent = parents._row
        WHERE {count} NOT {fits}
        """
    return Check(rule, table, ViolationQuery(query, parent), due=f"due are {words} by {by}")


def _year_rules(
    pack: CompiledPack, table: CompiledTable, parent: str, by: str, years: tuple[Term, Term]
) -> Iterator[Item]:
    """Yield the rules that years lie within the parent's, both ends included, and, if `keep` is 1,
    that none is left out.

    The terms of `years` are read from the parent's row. The key rule proves that no year repeats.
    """
    name, year = table.name, (table.spec.key[-1],)
    words = f"{years[0]} to {years[1]}"
    rule, due = f"{name}.{year[0]}: in {words}", f"due: {words} of its {parent}"
    if not paths_known(pack, parent, term_paths(*years)):
        yield Unproven(rule)
        return
    first = operand(pack, parent, years[0], "low", dates=False)
    last = operand(pack, parent, years[1], "high", dates=False)
    # The years of the parent, read from its row, beside each of its rows here.
    spans = f"""
        SELECT _row, {first.sql} AS first, {last.sql} AS last
        FROM {relation(pack, parent, term_paths(*years))}
        """
    own = relation(pack, name, (year, position(by)))
    joined = f"{own} AS rows JOIN ({spans}) AS spans ON spans._row = rows.{quoted(position(by))}"
    outside = f"""
        SELECT rows._row FROM {joined}
        WHERE {quoted(year)} < first OR {quoted(year)} > last
        """
    yield Check(rule, name, ViolationQuery(outside), (year, (by,)), due)
    if table.spec.rows.keep == 1:
        incomplete = f"""
            WITH children AS (SELECT {quoted(position(by))} AS parent,
                                     count(DISTINCT {quoted(year)}) AS years
                              FROM {own} GROUP BY ALL)
            SELECT spans._row, coalesce(years, 0) AS years, last - first + 1 AS due
            FROM ({spans}) AS spans LEFT JOIN children ON children.parent = spans._row
            WHERE coalesce(years, 0) < last - first + 1
            """
        rule = f"{name}: a row for each {parent} and year"
        yield Check(rule, name, ViolationQuery(incomplete, parent), due=f"due are all of {words}")


def _term_rules(pack: CompiledPack, table: str, terms: Terms, by: str) -> Iterator[Item]:
    """Yield the rules of a table whose rows are terms of office of the row that `by` refers to."""
    start, end, owner = (terms.start,), (terms.end,), (by,)
    paths, where = (start, end, owner), f"{table}.{terms.start}"
    low, high = int(terms.gap_days.low), int(terms.gap_days.high)
    first, last = quoted(start), quoted(end)
    term = f"OVER (PARTITION BY {group((owner,))} ORDER BY {first}, id, _row)"
    # Both days of a term belong to it.
    short = RowCondition(f"{last} - {first} + 1 < {terms.least_days}")
    gap = f"{first} - lag({last}) {term} NOT BETWEEN {low} AND {high + 1}"
    for word, broken in (
        (f"no term begins before the last has ended, by {by}",
         overlapping(start, end, (owner,))),
        (f"only the last term is open, by {by}",
         RowCondition(f"{last} IS NULL AND lead(_row) {term} IS NOT NULL")),
        (f"{terms.gap_days} days between terms", RowCondition(gap)),
        (f"terms of at least {terms.least_days} days", short),
    ):  # fmt: skip
        yield Check(f"{where}: {word}", table, broken, paths, f"due: {word}")
    missing = RowCondition(f"{first} IS NULL")
    yield Check(f"{where}: never missing", table, missing, (start,), "a term has a first day")
    words = f"{terms.since} to {terms.until}"
    since = operand(pack, table, terms.since, "low", dates=True)
    until = operand(pack, table, terms.until, "high", dates=True)
    days = [value(pack, table, path) for path in (start, end)]
    outside = RowCondition(
        f"{above(since, days[0])} OR {above(days[0], until)} OR {above(days[1], until)}"
    )
    read = (start, end, *term_paths(terms.since, terms.until))
    yield if_known(pack, Check(f"{where}: {words}", table, outside, read, f"due: {words}"))


def overlapping(start: Path, end: Path, within: tuple[Path, ...]) -> RowCondition:
    """Return the condition that a period begins on or before the last day of an earlier one of its
    group.

    A missing end means that the period is open; rows without a start pass.
    """
    first, last = quoted(start), quoted(end)
    earlier = (
        f"OVER (PARTITION BY {group(within)}, {first} IS NULL "
        f"ORDER BY {first}, {last} NULLS LAST, id, _row "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    )
    still_open = f"count(*) {earlier} > count({last}) {earlier}"
    return RowCondition(
        f"{first} IS NOT NULL AND ({still_open} OR {first} <= max({last}) {earlier})"
    )
