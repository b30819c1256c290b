"""Whether every derived column is proved by something besides its own definition.

A definition that generator and validator read alike can be wrong in both. So a pack has, for each
derived column, a rule that says something of it without quoting the definition: shares sum to
100, a better figure has no worse rank, an age lies between 16 and 36.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fictionworld.packs.expression import check_expression
from fictionworld.validators.knowable import route, term_paths

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack, Node
    from fictionworld.packs.specification import Rule

__all__ = ["unproven_columns"]

_AND = re.compile(r"\bAND\b", re.IGNORECASE)


def unproven_columns(pack: CompiledPack) -> tuple[Node, ...]:
    """The stored derived columns, as (table, column), that no declared rule speaks of, or only
    rules that quote their definition.
    """
    return tuple(
        (column.table, column.name)
        for table in pack.tables.values()
        for column in table.stored
        if column.spec.derive is not None and not any(_proves(pack, r, column) for r in pack.rules)
    )


def _proves(pack: CompiledPack, rule: Rule, column: CompiledColumn) -> bool:
    definition = column.spec.derive.get("sql") if column.spec.derive is not None else None
    if rule.sum is not None and str(rule.sum.to) == f"{column.table}.{column.name}":
        return True
    if rule.sql is None:
        return any(_is(pack, rule.table, path, column) for path in _read(rule))
    # Of conditions joined by AND, each stands for itself: one that does not quote is enough.
    for part in _AND.split(rule.sql):
        if definition is not None and _bare(definition) in _bare(part):
            continue
        words = set(re.findall(r"[a-z_][a-z0-9_.]*", part))
        paths = check_expression(rule.sql).paths
        if any(".".join(p) in words and _is(pack, rule.table, p, column) for p in paths):
            return True
    return False


def _bare(sql: str) -> str:
    return "".join(sql.split()).lower()


def _is(pack: CompiledPack, table: str, path: tuple[str, ...], column: CompiledColumn) -> bool:
    end = route(pack, table, path).column
    return (end.table, end.name) == (column.table, column.name)


def _read(rule: Rule) -> Iterator[tuple[str, ...]]:
    """The paths whose values a declared rule weighs."""
    if rule.range is not None:
        yield (rule.range.column,)
        yield from term_paths(rule.range.low, rule.range.high)
    if rule.pattern is not None:
        yield (rule.pattern.column,)
    if rule.order is not None:
        yield from term_paths(*rule.order)
    if rule.sum is not None:
        yield (rule.sum.column,)
    if rule.rank_agrees is not None:
        yield from ((rule.rank_agrees.rank,), rule.rank_agrees.of)
    if rule.no_overlap is not None:
        yield from ((rule.no_overlap.start,), (rule.no_overlap.end,))
    if rule.depends is not None:
        yield rule.depends.right
    yield from rule.unique or ()
