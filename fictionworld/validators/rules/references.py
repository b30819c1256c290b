"""References: they lead to a row of their world, and keep the conditions they were chosen under."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path, parse_term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, StoredCells, differs
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    RowTest,
    cell_check,
    if_known,
    row_findings,
)
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operands import above, means_date, operand
from fictionworld.validators.relations import Relation, ask, integers, marked
from fictionworld.validators.rules.blanks import condition
from fictionworld.validators.rules.draws import repeated, tied

_tied = partial(tied, stage="references")


def reference_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules of one stored reference."""
    table, name, pick = column.table, column.name, column.spec.pick
    where = f"{table}.{name}"
    yield Check(f"{where}: reference", table, "references", _dangling(column), ((name,),))
    if pick.copy_of is not None:
        word = f"the same as {'.'.join(pick.copy_of)}"
        bad = _not_the_same(column, pick.copy_of)
        yield _tied(pack, column, word, bad, (pick.copy_of,))
    if pick.unlike is not None:
        word = f"never {'.'.join(pick.unlike)}"
        yield _tied(pack, column, word, _not_unlike(column, pick.unlike), (pick.unlike,))
    if pick.successor is not None:
        word = f"the next by {' and '.join('.'.join(path) for path in pick.successor)}"
        yield _tied(pack, column, word, _not_next(column, pick.successor), pick.successor)
    yield from _condition_checks(pack, column)
    if pick.latest is not None and pick.until is not None:
        yield from _latest_checks(pack, column)


def _dangling(column: CompiledColumn) -> Callable[[StoredBatch], Findings]:
    table, name, target = column.table, column.name, column.target

    def find(batch: StoredBatch) -> Findings:
        cells = batch.cells(table, name)
        bad = cells.valid & (batch.follow(table, (name,)) < 0)

        def describe(position: int) -> FindingText:
            target_id = int(cells.data[position])
            return FindingText(
                rows=(batch.row_id(table, position),),
                values=((name, str(target_id)),),
                sentence=f"{batch.row(table, position)}: {name} is {target_id}, "
                f"and the world has no {target} {target_id}.",
                path=(batch.row(table, position), f"{name} -> no {target} {target_id}"),
            )

        return row_findings(batch, table, bad, describe)

    return find


def _not_the_same(column: CompiledColumn, source: Path) -> RowTest:
    """Return the test for copied references that differ. With `missing` or `when` one may be
    missing.
    """
    pick = column.spec.pick

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        wrong = differs(cells, batch.read(column.table, source))
        return wrong & cells.valid if pick.missing or pick.when else wrong

    return bad


def _not_unlike(column: CompiledColumn, other: Path) -> RowTest:
    def bad(batch: StoredBatch) -> Bools:
        cells, others = batch.cells(column.table, column.name), batch.read(column.table, other)
        same: Bools = cells.valid & others.valid & (cells.data == others.data)
        return same

    return bad


def _not_next(column: CompiledColumn, paths: tuple[Path, ...]) -> RowTest:
    """Return the test for successors that are not the next row by the last path, among rows equal
    in the other paths; rows equal in the last path too follow each other by id.
    """

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        successor, by, group = (
            rows.value((column.name,)),
            rows.value(paths[-1]),
            rows.group(paths[:-1]),
        )
        following = f"lead(t.id) OVER (PARTITION BY {group} ORDER BY {by}, t.id, t._row)"
        sql = f"""
            SELECT _row FROM (SELECT t._row, {successor} AS got, {following} AS due FROM {rows})
            WHERE got IS DISTINCT FROM due
            """
        return marked(batch, column.table, sql)

    return bad


def _condition_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules that a reference's target meets its conditions, and that no slot has it
    twice.
    """
    pick, name = column.spec.pick, column.name
    for other, value in pick.where.items():
        word, path = f"one whose {other} is {value}", (name, other)
        yield _tied(pack, column, word, _not_where(column, other, value), (path,))
    for other, own in pick.match.items():
        word = f"one whose {other} is that of {'.'.join(own)}"
        bad = _unlike_in(column, (name, other), own)
        yield _tied(pack, column, word, bad, ((name, other), own))
    if pick.free_in:
        word = f"never the same twice in {', '.join('.'.join(slot) for slot in pick.free_in)}"
        yield _tied(pack, column, word, repeated(column, pick.free_in), pick.free_in)


def _not_where(column: CompiledColumn, other: str, value: str | int | bool) -> RowTest:
    def bad(batch: StoredBatch) -> Bools:
        filled = batch.cells(column.table, column.name).valid
        return filled & ~condition(batch, column.table, {(column.name, other): value})

    return bad


def _unlike_in(column: CompiledColumn, theirs: Path, ours: Path) -> RowTest:
    """Return the test for rows whose target has another value than the row itself."""

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        target, target_value, own_value = (
            rows.value(path) for path in ((column.name,), theirs, ours)
        )
        sql = (
            f"SELECT t._row FROM {rows} "
            f"WHERE {target} IS NOT NULL AND ({target_value} = {own_value}) IS NOT TRUE"
        )
        return marked(batch, column.table, sql)

    return bad


def _latest_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    pick, table, name = column.spec.pick, column.table, column.name
    assert pick.latest is not None
    assert pick.until is not None
    paths = ((name,), (name, pick.latest), *term_paths(pick.until))
    for word, bad in (
        (f"its {pick.latest} is at most {pick.until}", _too_late(column)),
        (f"among the {pick.among} latest by {pick.latest}", _too_early(column)),
    ):
        check = cell_check(table, f"{table}.{name}: {word}", bad, paths, word, "references")
        yield if_known(pack, paths, check)


def _bounds(batch: StoredBatch, column: CompiledColumn) -> tuple[StoredCells, StoredCells]:
    """Return the parents' `latest` values, by parent, and the limit for each row's choice."""
    pick = column.spec.pick
    assert pick.latest is not None
    assert pick.until is not None
    latest = parse_term(pick.latest)
    dates = means_date(batch.pack, str(column.target), latest)
    dates |= means_date(batch.pack, column.table, pick.until)
    values = operand(batch, str(column.target), latest, "low", dates=dates)
    limit = operand(batch, column.table, pick.until, "high", dates=dates)
    scale = max(values.scale, limit.scale)
    return values.at_scale(scale), limit.at_scale(scale)


def _too_late(column: CompiledColumn) -> RowTest:
    """Return the test for rows whose target comes after the limit, or that have none though one
    exists.
    """

    def bad(batch: StoredBatch) -> Bools:
        latest, limit = _bounds(batch, column)
        chosen = latest.take(batch.follow(column.table, (column.name,)))
        late = above(chosen, limit)
        pick = column.spec.pick
        lacking = ~batch.cells(column.table, column.name).valid
        if pick.missing or not lacking.any():
            return late
        lacking &= condition(batch, column.table, pick.when)
        no_lower_bound = limit.where(np.zeros(len(limit), dtype=bool))
        return late | (lacking & (_between(batch, column, latest, no_lower_bound, limit) > 0))

    return bad


def _too_early(column: CompiledColumn) -> RowTest:
    """Return the test for rows where `among` or more parents within the limit come after the
    target.
    """

    def bad(batch: StoredBatch) -> Bools:
        latest, limit = _bounds(batch, column)
        chosen = latest.take(batch.follow(column.table, (column.name,)))
        crowd: Bools = _between(batch, column, latest, chosen, limit) >= column.spec.pick.among
        return chosen.valid & crowd

    return bad


def _between(
    batch: StoredBatch,
    column: CompiledColumn,
    latest: StoredCells,
    after: StoredCells,
    upto: StoredCells,
) -> Ints:
    """Return, for each row, how many parents of its world come after `after`, where it is present,
    and not after `upto`.
    """
    parents = batch.rows(str(column.target)).world
    answer = ask(
        batch,
        """
        SELECT count(*) FILTER (parents.value <= upto AND coalesce(parents.value > after, true))
               AS number
        FROM ends LEFT JOIN parents USING (world) GROUP BY ends.row ORDER BY ends.row
        """,
        parents=pl.DataFrame({"world": parents, "value": _series(latest)}),
        ends=pl.DataFrame(
            {
                "world": batch.rows(column.table).world,
                "after": _series(after),
                "upto": _series(upto),
            }
        ).with_row_index("row"),
    )
    return integers(answer["number"])


def _series(cells: StoredCells) -> pl.Series:
    whole = np.clip(cells.data, -(2**62), 2**62).astype(np.int64)
    return pl.Series(whole).set(pl.Series(~cells.valid), None)
