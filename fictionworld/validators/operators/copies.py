"""The value that a path leads to: `copy`, `lookup`."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import NUMBERS, CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.arithmetic import rounded, value
from fictionworld.validators.operator import Proof, RowValue, register
from fictionworld.validators.relation import quoted
from fictionworld.validators.rule import Item, RowCondition, column_rule


def _due(pack: CompiledPack, column: CompiledColumn, path: Path) -> RowValue:
    if column.kind in NUMBERS:
        return RowValue(rounded(value(pack, column.table, path), column.decimals), (path,))
    return RowValue(quoted(path), (path,))


def _rules(pack: CompiledPack, column: CompiledColumn, path: Path) -> Iterator[Item]:
    own, due = quoted((column.name,)), _due(pack, column, path).sql
    broken = RowCondition(f"{own} IS NOT NULL AND {own} IS DISTINCT FROM {due}")
    yield column_rule(pack, column, f"the same as {'.'.join(path)}", broken, (path,))


register(
    Proof(name="copy_of", due=_due, rules=_rules, blank_with_sources=True),
    Proof(name="lookup", due=_due),
)
