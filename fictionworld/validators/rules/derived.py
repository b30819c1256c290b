"""Derived columns: what is stored is what the definition gives, worked out again.

What reads a hidden column that nothing tells cannot be worked out; the report says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

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
from fictionworld.validators.proofs.derivations import derived

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.packs.specification import Aggregate, Derive
    from fictionworld.validators.batch import StoredBatch

__all__ = ["derivation_words", "derived_checks"]


def derived_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """The rule that a stored derived column follows from what is stored."""
    derive = column.spec.derive
    if derive is None:
        return
    rule = f"{column.table}.{column.name}: is {derivation_words(derive)}"
    if not recomputable(pack, column):
        yield Unproven(rule, "its definition reads a hidden column")
        return
    stage: Stage = "sql" if derive.kind == "sql" else "derived"
    yield Check(rule, column.table, stage, lambda batch: _find(batch, column, rule))


def derivation_words(derive: Derive) -> str:
    """A definition in a few words: `the share of units within year`."""
    grouped = derive.share or derive.rank or derive.growth
    aggregate: Aggregate | None = getattr(derive, derive.kind) if derive.kind in _OVER else None
    if grouped is not None:
        within = ", ".join(".".join(path) for path in grouped.within) or "the world"
        return f"the {derive.kind} of {'.'.join(grouped.of)} within {within}"
    if aggregate is not None:
        return f"the {derive.kind} of {aggregate.of}"
    if derive.standing is not None:
        return f"{derive.standing} by the results"
    if derive.lookup is not None:
        return ".".join(derive.lookup)
    span = derive.days or derive.years
    if span is not None:
        return f"the {derive.kind} from {'.'.join(span[0])} to {'.'.join(span[1])}"
    return str(derive.sql)


_OVER = {"total", "average", "count", "earliest", "latest"}


def _find(batch: StoredBatch, column: CompiledColumn, rule: str) -> Findings:
    table, name = column.table, column.name
    answer = derived(batch, column)
    bad = answer.disagrees(batch.cells(table, name))
    bad &= batch.present(table, name)[batch.rows(table).world]

    def tell(position: int) -> FindingText:
        wanted = batch.told(answer.cells.take(np.array([position])), column)
        got = batch.value(table, (name,), position)
        return FindingText(
            rows=(batch.row_id(table, position),),
            values=((name, got), ("due", wanted)),
            sentence=f"{batch.row(table, position)}: {name} is {got}; due is {wanted}, "
            f"{rule.partition(': is ')[2]}.",
            path=batch.steps(table, (name,), position),
        )

    return row_findings(batch, table, bad, tell)
