"""All rules of a pack: those it declares, and those its types, keys, draws and plans imply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operator import operator_of
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import differs
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
from fictionworld.validators.rules.blanks import blank_checks
from fictionworld.validators.rules.declared import declared_checks
from fictionworld.validators.rules.draws import draw_checks
from fictionworld.validators.rules.graphs import loop_check
from fictionworld.validators.rules.keys import key_checks
from fictionworld.validators.rules.patterns import text_checks
from fictionworld.validators.rules.plans import plan_checks
from fictionworld.validators.rules.references import reference_checks
from fictionworld.validators.rules.schedule import round_robin_checks
from fictionworld.validators.rules.shape import shape_checks


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one pack, in the order in which they are tried."""

    checks: tuple[Check, ...]
    unproven: tuple[Unproven, ...]
    """Rules that read hidden columns, which stored cells cannot prove."""


_CATALOGUES: dict[tuple[str, str], RuleSet] = {}


def catalogue(pack: CompiledPack) -> RuleSet:
    """Return the rules of `pack`, computed once for each pack text."""
    key = (pack.name, pack.source)
    if key not in _CATALOGUES or not pack.source:
        items = list(_items(pack))
        _CATALOGUES[key] = RuleSet(
            tuple(_named_apart([item for item in items if isinstance(item, Check)])),
            tuple(dict.fromkeys(item for item in items if isinstance(item, Unproven))),
        )
    return _CATALOGUES[key]


def _items(pack: CompiledPack) -> Iterator[Item]:
    yield from shape_checks(pack)
    for table in pack.tables.values():
        for column in table.stored:
            if column.target is not None:
                yield from reference_checks(pack, column)
                if column.spec.pick.roots is not None:
                    rule = f"{table.name}.{column.name}: no circle"
                    yield loop_check(table.name, column.name, rule, rooted=False)
            yield from blank_checks(pack, column)
            yield from text_checks(pack, column)
            yield from draw_checks(pack, column)
            yield from _derived_checks(pack, column)
        yield from plan_checks(pack, table)
        if table.spec.rows.round_robin is not None:
            yield from round_robin_checks(table)
    yield from key_checks(pack)
    yield from declared_checks(pack)


def _derived_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rule that a stored derived column has the value that its definition gives.

    If the definition reads a hidden column that nothing stored determines, it is `Unproven`.
    """
    derive = column.spec.derive
    if derive is None:
        return
    rule = f"{column.table}.{column.name}: is {operator_of(derive).words(derive.written)}"
    if not recomputable(pack, column):
        yield Unproven(rule, "its definition reads a hidden column")
        return
    stage: Stage = "sql" if derive.kind == "sql" else "derived"
    yield Check(
        rule,
        column.table,
        stage,
        lambda batch: _derived_findings(batch, column, rule),
        ((column.name,),),
    )
    yield from proof_of(derive).checks(pack, column, derive.written)


def _derived_findings(batch: StoredBatch, column: CompiledColumn, rule: str) -> Findings:
    table, name = column.table, column.name
    due = derived(batch, column)
    bad = differs(due, batch.cells(table, name))
    bad &= batch.present(table, name)[batch.rows(table).world]

    def describe(position: int) -> FindingText:
        due_text = batch.text_of(due.take(np.array([position])), column)
        text = batch.value(table, (name,), position)
        return FindingText(
            rows=(batch.row_id(table, position),),
            values=((name, text), ("due", due_text)),
            sentence=f"{batch.row(table, position)}: {name} is {text}; due is {due_text}, "
            f"{rule.partition(': is ')[2]}.",
            path=batch.steps(table, (name,), position),
        )

    return row_findings(batch, table, bad, describe)


def _named_apart(checks: list[Check]) -> Iterator[Check]:
    """Yield the checks; a name that was there before gets a number behind it."""
    seen: Counter[str] = Counter()
    for check in checks:
        seen[check.rule] += 1
        number = seen[check.rule]
        yield check if number == 1 else replace(check, rule=f"{check.rule} ({number})")
