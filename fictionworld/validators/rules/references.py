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
    """The rules of one stored reference."""
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
            got = int(cells.data[position])
            return FindingText(
                rows=(batch.row_id(table, position),),
                values=((name, str(got)),),
                sentence=f"{batch.row(table, position)}: {name} is {got}, "
                f"and the world has no {target} {got}.",
                path=(batch.row(table, position), f"{name} -> no {target} {got}"),
            )

        return row_findings(batch, table, bad, describe)

    return find


def _not_the_same(column: CompiledColumn, source: Path) -> RowTest:
    """Where a copied reference is another one. With `missing` or `when` it may be missing."""
    pick = column.spec.pick

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        wrong = differs(cells, batch.read(column.table, source))
        return wrong & cells.valid if pick.missing or pick.when else wrong

    return bad


def _not_unlike(column: CompiledColumn, other: Path) -> RowTest:
    def bad(batch: StoredBatch) -> Bools:
        ours, theirs = batch.cells(column.table, column.name), batch.read(column.table, other)
        same: Bools = ours.valid & theirs.valid & (ours.data == theirs.data)
        return same

    return bad


def _not_next(column: CompiledColumn, paths: tuple[Path, ...]) -> RowTest:
    """Where a successor is not the next row by the last path among those equal in the others;
    rows equal in the last path too follow each other by id.
    """

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        got, by, group = rows.value((column.name,)), rows.value(paths[-1]), rows.group(paths[:-1])
        following = f"lead(t.id) OVER (PARTITION BY {group} ORDER BY {by}, t.id, t._row)"
        sql = f"""
            SELECT _row FROM (SELECT t._row, {got} AS got, {following} AS due FROM {rows})
            WHERE got IS DISTINCT FROM due
            """
        return marked(batch, column.table, sql)

    return bad


def _condition_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """What the row referred to must be like, and that no slot has it twice."""
    pick, name = column.spec.pick, column.name
    for other, value in pick.where.items():
        word, path = f"one whose {other} is {value}", (name, other)
        yield _tied(pack, column, word, _not_where(column, other, value), (path,))
    for other, ours in pick.match.items():
        word = f"one whose {other} is that of {'.'.join(ours)}"
        bad = _unlike_in(column, (name, other), ours)
        yield _tied(pack, column, word, bad, ((name, other), ours))
    if pick.free_in:
        word = f"never the same twice in {', '.join('.'.join(p) for p in pick.free_in)}"
        yield _tied(pack, column, word, repeated(column, pick.free_in), pick.free_in)


def _not_where(column: CompiledColumn, other: str, value: str | int | bool) -> RowTest:
    def bad(batch: StoredBatch) -> Bools:
        given = batch.cells(column.table, column.name).valid
        return given & ~condition(batch, column.table, {(column.name, other): value})

    return bad


def _unlike_in(column: CompiledColumn, theirs: Path, ours: Path) -> RowTest:
    """Where a row is referred to whose value is not this row's."""

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        to, one, other = (rows.value(path) for path in ((column.name,), theirs, ours))
        sql = f"SELECT t._row FROM {rows} WHERE {to} IS NOT NULL AND ({one} = {other}) IS NOT TRUE"
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
    """The parents' `latest` values, by parent, and the limit that each row chooses under."""
    pick = column.spec.pick
    assert pick.latest is not None
    assert pick.until is not None
    latest = parse_term(pick.latest)
    dates = means_date(batch.pack, str(column.target), latest)
    dates |= means_date(batch.pack, column.table, pick.until)
    ours = operand(batch, str(column.target), latest, "low", dates=dates)
    limit = operand(batch, column.table, pick.until, "high", dates=dates)
    scale = max(ours.scale, limit.scale)
    return ours.at_scale(scale), limit.at_scale(scale)


def _too_late(column: CompiledColumn) -> RowTest:
    """Where the row referred to comes after the limit; or none is named though one would do."""

    def bad(batch: StoredBatch) -> Bools:
        latest, limit = _bounds(batch, column)
        chosen = latest.take(batch.follow(column.table, (column.name,)))
        late = above(chosen, limit)
        pick = column.spec.pick
        lacking = ~batch.cells(column.table, column.name).valid
        if pick.missing or not lacking.any():
            return late
        lacking &= condition(batch, column.table, pick.when)
        nobody = limit.where(np.zeros(len(limit), dtype=bool))
        return late | (lacking & (_between(batch, column, latest, nobody, limit) > 0))

    return bad


def _too_early(column: CompiledColumn) -> RowTest:
    """Where `among` or more of the parents within the limit come after the one referred to."""

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
    """For each row, how many parents of its world come after one value, where there is one, and
    not after the other.
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
