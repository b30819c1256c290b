"""Values relative to the rows of a group: distinct numbers, shares, ranks, growth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.groups import Growth, Ordinal, Rank, Share
from fictionworld.packs.terms import Path, Span
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, StoredCells, rescale
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operands import operand
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, cells_of, integers
from fictionworld.validators.rules.draws import path_words, repeated, tied


def _share(batch: StoredBatch, column: CompiledColumn, spec: Share) -> StoredCells:
    """Return 100 times the value over its group's total; missing where the value is, or where the
    total is not above 0.
    """
    rows = Relation(batch, column.table)
    part, group = rows.digits(spec.of), rows.group(spec.within)
    answer = ask(
        batch,
        f"""
        SELECT CASE WHEN total > 0 THEN quotient({100 * 10**column.decimals} * part, total) END due
        FROM (SELECT t._row, {part} AS part, sum({part}) OVER (PARTITION BY {group}) AS total
              FROM {rows})
        ORDER BY _row
        """,
    )
    return cells_of(column, answer["due"])


def _rank(batch: StoredBatch, column: CompiledColumn, spec: Rank) -> StoredCells:
    """Return the rank of the value in its group: 1, 2, 2, 4; missing where the value is."""
    rows = Relation(batch, column.table)
    value, group = rows.value(spec.of), rows.group(spec.within)
    order = "ASC" if spec.order == "ascending" else "DESC"
    answer = ask(
        batch,
        f"""
        SELECT CASE WHEN {value} IS NOT NULL THEN
               rank() OVER (PARTITION BY {group} ORDER BY {value} {order} NULLS LAST) END AS due
        FROM {rows} ORDER BY t._row
        """,
    )
    return cells_of(column, answer["due"])


def _growth(batch: StoredBatch, column: CompiledColumn, spec: Growth) -> StoredCells:
    """Return the change from the year before, in percent of that year's absolute value, so that its
    sign is the change's. Missing where either value is, or where the earlier is 0.
    """
    rows = Relation(batch, column.table)
    value, group = rows.digits(spec.of), rows.group(spec.within)
    year = f"CAST({rows.value(spec.over)} AS HUGEINT)"
    answer = ask(
        batch,
        f"""
        SELECT quotient({100 * 10**column.decimals} * (now - before), abs(before)) AS due
        FROM (SELECT t._row, {value} AS now, CASE WHEN {year} IS NOT NULL THEN
                     min_by({value}, t._row) OVER (PARTITION BY {group} ORDER BY {year}
                     RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING) END AS before
              FROM {rows})
        ORDER BY _row
        """,
    )
    return cells_of(column, answer["due"])


def turns(batch: StoredBatch, table: str, within: tuple[Path, ...], *order: Path) -> Ints:
    """Return each row's number in its group by `order` and then by id, from 0."""
    rows = Relation(batch, table)
    keys = ", ".join([*map(rows.value, order), "t.id", "t._row"])
    window = f"PARTITION BY {rows.group(within)} ORDER BY {keys}"
    sql = f"SELECT row_number() OVER ({window}) - 1 AS turn FROM {rows} ORDER BY t._row"
    return integers(ask(batch, sql)["turn"])


def _ordinals(batch: StoredBatch, column: CompiledColumn, spec: Ordinal) -> StoredCells:
    """Return the running numbers that an `ordinal` column must hold; rows equal in the order are
    numbered by id.
    """
    start = operand(batch, column.table, spec.start, "low", dates=False)
    position = turns(batch, column.table, spec.within, spec.order)
    data = np.where(start.valid, position + rescale(start.data, start.scale, 0), 0)
    return StoredCells(rescale(data, 0, column.decimals), start.valid, column.kind, column.decimals)


def _apart(pack: CompiledPack, column: CompiledColumn, _: Span) -> Iterator[Item]:
    within = column.spec.draw.within if column.spec.draw is not None else ()
    word = f"no two equal within {path_words(within)}"
    yield tied(pack, column, word, repeated(column, within), within)


def _in_turn(pack: CompiledPack, column: CompiledColumn, spec: Ordinal) -> Iterator[Item]:
    def bad(batch: StoredBatch) -> Bools:
        cells, due = batch.cells(column.table, column.name), _ordinals(batch, column, spec)
        unequal: Bools = cells.data != due.data
        return cells.valid & due.valid & unequal

    word = f"counts from {spec.start} by {'.'.join(spec.order)}"
    paths = (spec.order, *term_paths(spec.start), *spec.within)
    yield tied(pack, column, word, bad, paths)


register(
    Proof(name="distinct", checks=_apart),
    Proof(name="ordinal", due=_ordinals, checks=_in_turn),
    Proof(name="share", due=_share),
    Proof(name="rank", due=_rank),
    Proof(name="growth", due=_growth),
)
