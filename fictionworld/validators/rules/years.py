"""The row plan `each`: a row for each row of a parent and each of its years."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, StoredCells
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    Unproven,
    cell_findings,
    row_findings,
)
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operands import above, operand
from fictionworld.validators.relations import Relation, ask, integers


def year_checks(pack: CompiledPack, table: CompiledTable, by: str) -> Iterator[Item]:
    """Years lie within the parent's, both ends included; all of them are there if `keep` is 1.

    The terms of `years` are read from the parent's row. That no year comes twice is the key's rule.
    """
    rows, name = table.spec.rows, table.name
    assert rows.each is not None
    assert rows.years is not None
    parent, year = rows.each, table.spec.key[-1]
    words = f"{rows.years[0]} to {rows.years[1]}"
    if not paths_known(pack, parent, term_paths(*rows.years)):
        yield Unproven(f"{name}.{year}: in {words}", "it reads a hidden column")
        return

    def find(batch: StoredBatch) -> Findings:
        first, last = (end.take(batch.follow(name, (by,))) for end in _ends(batch, table))
        cells = batch.cells(name, year)
        bad = above(first, cells) | above(cells, last)
        return cell_findings(batch, name, bad, ((year,), (by,)), f"due: {words} of its {parent}")

    yield Check(f"{name}.{year}: in {words}", name, "plans", find)
    if rows.keep == 1:
        rule = f"{name}: a row for each {parent} and year"
        yield Check(rule, name, "plans", lambda batch: _incomplete(batch, table, by))


def _ends(batch: StoredBatch, table: CompiledTable) -> tuple[StoredCells, StoredCells]:
    """The first and the last year of each row of the parent."""
    rows = table.spec.rows
    assert rows.each is not None
    assert rows.years is not None
    first, last = rows.years
    return (
        operand(batch, rows.each, first, "low", dates=False),
        operand(batch, rows.each, last, "high", dates=False),
    )


def _incomplete(batch: StoredBatch, table: CompiledTable, by: str) -> Findings:
    """Parents with fewer different years, within their own, than there are years."""
    parent = str(table.spec.rows.each)
    first, last = _ends(batch, table)
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
    got = integers(answer["years"])
    bad: Bools = got < due

    def describe(position: int) -> FindingText:
        have, should = int(got[position]), int(due[position])
        span = f"{int(first.data[position])} to {int(last.data[position])}"
        row = batch.row(parent, position)
        return FindingText(
            rows=(batch.row_id(parent, position),),
            values=(("years", str(have)), ("due", str(should))),
            sentence=f"{row} has {table.name} rows for {have} years; due are all {should}, {span}.",
            path=(row,),
            table=parent,
        )

    return row_findings(batch, parent, bad, describe)
