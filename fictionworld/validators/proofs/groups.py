"""Shares, ranks, growth and running numbers: what a row is among the rows of its group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.cells import StoredCells, rescale
from fictionworld.validators.operands import operand
from fictionworld.validators.relations import Relation, ask, cells_of, integers

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import StoredBatch
    from fictionworld.validators.cells import Ints

__all__ = ["growth", "ordinals", "rank", "share", "turns"]

_Path = tuple[str, ...]


def share(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """100 times the value over its group's total; missing where the value is, or where the total
    is not above 0.
    """
    spec = column.spec.derive.share if column.spec.derive else None
    assert spec is not None
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


def rank(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """The place of the value in its group: 1, 2, 2, 4; missing where the value is."""
    spec = column.spec.derive.rank if column.spec.derive else None
    assert spec is not None
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


def growth(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """The change on the year before, in percent of that year's size: its sign is that of the
    change. Missing where either value is, or where the earlier is 0.
    """
    spec = column.spec.derive.growth if column.spec.derive else None
    assert spec is not None
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


def turns(batch: StoredBatch, table: str, within: tuple[_Path, ...], *order: _Path) -> Ints:
    """Each row's number in its group by `order` and then by id, from 0."""
    rows = Relation(batch, table)
    keys = ", ".join([*map(rows.value, order), "t.id", "t._row"])
    window = f"PARTITION BY {rows.group(within)} ORDER BY {keys}"
    sql = f"SELECT row_number() OVER ({window}) - 1 AS turn FROM {rows} ORDER BY t._row"
    return integers(ask(batch, sql)["turn"])


def ordinals(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """The running numbers that an `ordinal` column must hold; rows equal in the order are
    numbered by id.
    """
    draw = column.spec.draw
    assert draw is not None
    assert draw.ordinal is not None
    start = operand(batch, column.table, draw.ordinal.start, "low", dates=False)
    place = turns(batch, column.table, draw.ordinal.within, draw.ordinal.order)
    data = np.where(start.valid, place + rescale(start.data, start.scale, 0), 0)
    return StoredCells(rescale(data, 0, column.decimals), start.valid, column.kind, column.decimals)
