"""The row plan `terms`: terms of office of one parent, one after another.

Both days of a term belong to it. Terms of one parent do not overlap, only the last may be open,
between one's last day and the next one's first lie `gap_days`, counted either way (the days free
in between, or from day to day), and none is shorter than `least_days`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.packs.specification import Terms
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Check, Findings, Item, Unproven, cell_findings
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operands import above, operand
from fictionworld.validators.relations import Relation, marked

_Path = tuple[str, ...]


def office_checks(pack: CompiledPack, table: CompiledTable, by: str) -> Iterator[Item]:
    """The rules of a table whose rows are terms of office of what `by` refers to."""
    terms = table.spec.rows.terms
    assert terms is not None
    name, days = table.name, ((terms.start,), (terms.end,))
    within = ((by,),)
    rules: list[tuple[str, Callable[[StoredBatch], Bools]]] = [
        (f"no term begins before the last has ended, by {by}",
         lambda batch: overlapping(batch, name, days[0], days[1], within)),
        (f"only the last term is open, by {by}", lambda batch: _open_early(batch, name, terms, by)),
        (f"{terms.gap_days} days between terms", lambda batch: _gaps(batch, name, terms, by)),
        (f"terms of at least {terms.least_days} days", lambda batch: _short(batch, name, terms)),
    ]  # fmt: skip
    for word, bad in rules:

        def find(
            batch: StoredBatch, bad: Callable[[StoredBatch], Bools] = bad, word: str = word
        ) -> Findings:
            return cell_findings(batch, name, bad(batch), (*days, (by,)), f"due: {word}")

        yield Check(f"{name}.{terms.start}: {word}", name, "plans", find)
    yield _never_missing(name, terms.start)
    yield _limit(pack, name, terms)


def _never_missing(table: str, column: str) -> Check:
    def find(batch: StoredBatch) -> Findings:
        bad = ~batch.cells(table, column).valid
        return cell_findings(batch, table, bad, ((column,),), "a term has a first day")

    return Check(f"{table}.{column}: never missing", table, "values", find)


def _limit(pack: CompiledPack, table: str, terms: Terms) -> Item:
    rule = f"{table}.{terms.start}: {terms.since} to {terms.until}"
    paths = term_paths(terms.since, terms.until)
    if not paths_known(pack, table, paths):
        return Unproven(rule, "it reads a hidden column")

    def find(batch: StoredBatch) -> Findings:
        since = operand(batch, table, terms.since, "low", dates=True)
        until = operand(batch, table, terms.until, "high", dates=True)
        start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
        bad = above(since, start) | above(start, until) | above(end, until)
        weighed = ((terms.start,), (terms.end,), *paths)
        return cell_findings(batch, table, bad, weighed, f"due: {terms.since} to {terms.until}")

    return Check(rule, table, "plans", find)


def overlapping(
    batch: StoredBatch, table: str, start: _Path, end: _Path, within: tuple[_Path, ...]
) -> Bools:
    """Rows whose period begins on or before the last day of an earlier one of their group.

    A missing end is open; rows without a start are passed over.
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
    """Terms that, each beside its neighbours of the same parent, are `wrong`."""
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
    """Closed terms that, last day included, do not reach `least_days`."""
    start, end = batch.cells(table, terms.start), batch.cells(table, terms.end)
    short: Bools = end.data - start.data + 1 < terms.least_days
    return start.valid & end.valid & short
