"""All rules of a pack: those it declares, and those its types, keys, draws and plans imply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operator import operator_of
from fictionworld.validators.knowable import is_known, recomputable
from fictionworld.validators.operator import due_of, proof_of
from fictionworld.validators.relation import absence, quoted, relation
from fictionworld.validators.rule import Check, Item, RowCondition, Unproven, ViolationQuery
from fictionworld.validators.rules.blanks import blank_rules
from fictionworld.validators.rules.declared import declared_rules
from fictionworld.validators.rules.draws import draw_rules
from fictionworld.validators.rules.graphs import loop_rule
from fictionworld.validators.rules.keys import key_rules
from fictionworld.validators.rules.patterns import text_rules
from fictionworld.validators.rules.plans import plan_rules
from fictionworld.validators.rules.references import reference_rules
from fictionworld.validators.rules.schedule import round_robin_rules
from fictionworld.validators.rules.shape import shape_rules


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one pack, in the order in which they are reported."""

    rules: tuple[Check, ...]
    unproven: tuple[Unproven, ...]
    """Rules that read hidden columns, which stored cells cannot prove."""
    hidden: tuple[CompiledColumn, ...]
    """The hidden columns that can be computed again, each after those that it reads."""


_CATALOGUES: dict[tuple[str, str], RuleSet] = {}


def catalogue(pack: CompiledPack) -> RuleSet:
    """Return the rules of `pack`, computed once for each pack text."""
    key = (pack.name, pack.source)
    if key not in _CATALOGUES or not pack.source:
        items = list(_items(pack))
        _CATALOGUES[key] = RuleSet(
            tuple(_named_apart(item for item in items if isinstance(item, Check))),
            tuple(dict.fromkeys(item for item in items if isinstance(item, Unproven))),
            tuple(_hidden(pack)),
        )
    return _CATALOGUES[key]


def _hidden(pack: CompiledPack) -> Iterator[CompiledColumn]:
    for table, name in pack.order:
        column = pack.tables[table].columns.get(name)
        if column is not None and not column.stored and is_known(pack, table, (name,)):
            yield column


def _items(pack: CompiledPack) -> Iterator[Item]:
    yield from shape_rules(pack)
    for table in pack.tables.values():
        for column in table.stored:
            if column.target is not None:
                yield from reference_rules(pack, column)
                if column.spec.pick.roots is not None:
                    rule = f"{table.name}.{column.name}: no circle"
                    yield loop_rule(pack, table.name, column.name, rule, rooted=False)
            yield from blank_rules(pack, column)
            yield from text_rules(pack, column)
            yield from draw_rules(pack, column)
            yield from _derived_rules(pack, column)
        yield from plan_rules(pack, table)
        if table.spec.rows.round_robin is not None:
            yield from round_robin_rules(pack, table)
    yield from key_rules(pack)
    yield from declared_rules(pack)


def _derived_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rule that a stored derived column has the value that its definition gives.

    If the definition reads a hidden column that nothing stored determines, it is `Unproven`.
    """
    derive = column.spec.derive
    if derive is None:
        return
    words = operator_of(derive).words(derive.written)
    name, own = f"{column.table}.{column.name}: is {words}", (column.name,)
    if not recomputable(pack, column):
        yield Unproven(name, "its definition reads a hidden column")
        return
    due = due_of(pack, column)
    reads = (absence(column),) if column.optional else ()
    present = f" AND NOT {quoted(reads[0])}" if reads else ""
    broken: RowCondition | ViolationQuery
    if isinstance(due, str):
        rows = relation(pack, column.table, (own, *reads))
        wrong = f"{quoted(own)} IS DISTINCT FROM due{present}"
        broken = ViolationQuery(
            f"SELECT _row, due FROM {rows} JOIN ({due}) USING (_row) WHERE {wrong}"
        )
    else:
        wrong = f"{quoted(own)} IS DISTINCT FROM {due.sql}{present}"
        broken = RowCondition(wrong, (*due.reads, *reads), {"due": due.sql})
    yield Check(name, column.table, broken, (own,), f"it is {words}", {"due": column})
    yield from proof_of(derive).rules(pack, column, derive.written)


def _named_apart(rules: Iterable[Check]) -> Iterator[Check]:
    """Yield the rules; a name that was there before gets a number behind it."""
    seen: Counter[str] = Counter()
    for rule in rules:
        seen[rule.name] += 1
        number = seen[rule.name]
        yield rule if number == 1 else replace(rule, name=f"{rule.name} ({number})")
