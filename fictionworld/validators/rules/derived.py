"""Derived columns: what is stored is what the definition gives, computed again.

What reads a hidden column that follows from nothing stored cannot be proven; the report says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.packs.operator import operator_of
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    Stage,
    Unproven,
    row_findings,
)
from fictionworld.validators.knowable import recomputable
from fictionworld.validators.operator import derived, proof_of

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.validators.batch import StoredBatch

__all__ = ["derived_checks"]


def derived_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """The rule that a stored derived column follows from what is stored."""
    derive = column.spec.derive
    if derive is None:
        return
    rule = f"{column.table}.{column.name}: is {operator_of(derive).words(derive.written)}"
    if not recomputable(pack, column):
        yield Unproven(rule, "its definition reads a hidden column")
        return
    stage: Stage = "sql" if derive.kind == "sql" else "derived"
    yield Check(rule, column.table, stage, lambda batch: _find(batch, column, rule))
    yield from proof_of(derive).checks(pack, column, derive.written)


def _find(batch: StoredBatch, column: CompiledColumn, rule: str) -> Findings:
    table, name = column.table, column.name
    answer = derived(batch, column)
    bad = answer.disagrees(batch.cells(table, name))
    bad &= batch.present(table, name)[batch.rows(table).world]

    def describe(position: int) -> FindingText:
        wanted = batch.text_of(answer.cells.take(np.array([position])), column)
        got = batch.value(table, (name,), position)
        return FindingText(
            rows=(batch.row_id(table, position),),
            values=((name, got), ("due", wanted)),
            sentence=f"{batch.row(table, position)}: {name} is {got}; due is {wanted}, "
            f"{rule.partition(': is ')[2]}.",
            path=batch.steps(table, (name,), position),
        )

    return row_findings(batch, table, bad, describe)
