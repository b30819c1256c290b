"""Columns that a world may lack: no rows, no stated value and no rule may need them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from fictionworld.errors import PackError
from fictionworld.packs.compiled import ROWS, SETTING
from fictionworld.packs.dependencies import Dependencies
from fictionworld.packs.expression import check_expression
from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.operator import operator_of, uses_of
from fictionworld.packs.reads import Read
from fictionworld.packs.resolve import (
    all_columns,
    column_at,
    columns_of,
    follow,
    given_columns,
    place_of,
    references_of,
    sum_target,
)
from fictionworld.packs.specification import ColumnSpec, Pack, Rule
from fictionworld.packs.terms import Node

_OPTIONS = frozenset({"when", "within", "palette"})
"""Options of a draw that say which rows have a value, or among which rows values are compared."""
_CHANCE = frozenset({"driven_by", "per"})
"""Options of a draw that only move chance."""
_PICKS = frozenset({"when", "copy", "match", "successor", "free_in"})
"""Options of a reference by which the row that it leads to follows from what they read."""
_RULES = frozenset({"sum", "no_overlap", "single_chain"})
"""Kinds of rules whose paths make groups: without one, the groups are others."""


def check_absent(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake where rows, a stated value, an order or a rule needs a column that worlds
    may lack.
    """
    for place, nodes in _needed(graph):
        end = next((end for node in nodes if (end := _optional(graph, node, frozenset()))), None)
        if end is not None:
            share = column_at(graph.pack, end).optional
            problem = f"got {'.'.join(end)}, which a world has with probability {share:g}"
            yield place, f"{problem}; drop its optional, or read another column"


def _optional(graph: Dependencies, node: Node, above: frozenset[Node]) -> Node | None:
    """Return the optional column that `node` is, or follows from by hidden ones; else None."""
    column = columns_of(graph.pack, node[0]).get(node[1])
    if column is None or node in above:
        return None
    if column.optional is not None and column.optional < 1:
        return node
    if column.role != "hidden" or not _follows(column):
        return None
    needs = sorted(graph.needs[node])
    return next((end for need in needs if (end := _optional(graph, need, above | {node}))), None)


def _follows(column: ColumnSpec) -> bool:
    """Return whether the values that a column reads decide its own."""
    source = column.source
    return source is not None and (source is column.derive or operator_of(source).follows)


def _needed(graph: Dependencies) -> Iterator[tuple[Place, tuple[Node, ...]]]:
    """Yield the columns that something cannot do without, and where it says so."""
    pack = graph.pack
    for read in graph.reads:
        if _binds(pack, read):
            yield read.place, follow(pack, read.table, read.path).nodes
    for place, table, name, column in all_columns(pack):
        if table == SETTING:
            yield (*place, "optional"), ((table, name),)
        if column.derive is not None and column.role != "hidden":
            for use in uses_of(pack, table, name, column, place):
                yield use.place, tuple(operator_of(use.source).needs(use))
        if column.ref is not None:
            chosen = (*column.pick.where, *column.pick.match)
            settled = column.pick.copy_of is not None or column.pick.successor is not None
            own = ((table, name),) if settled else ()
            yield (*place, "pick"), (*own, *((column.ref, other) for other in chosen))
    for table, spec in pack.tables.items():
        yield ("tables", table, "rows"), tuple((table, name) for name in given_columns(spec))
    for number, rule in enumerate(pack.rules):
        yield ("rules", number, rule.kind), tuple(_compared(pack, rule))
    for number, fact in enumerate(pack.versions or ()):
        set_by = fact.of.partition(".")[0]
        named = (_node(fact.of), (set_by, fact.dated), (set_by, fact.later), _node(fact.in_force))
        yield ("versions", number), named


def _node(text: str) -> Node:
    """Return the column that `table.column` names."""
    table, _, column = text.partition(".")
    return table, column


def _binds(pack: Pack, read: Read) -> bool:
    """Return whether a path is one that its reader cannot do without."""
    if read.reader is None:
        return read.place[2] in _RULES
    if read.reader[1] == ROWS:
        return True
    column = column_at(pack, read.reader)
    if column.role == "hidden" or read.place[2] == "rows":
        return False
    option = read.place[len(place_of(read.reader)) + 1]
    if column.ref is not None:
        return option in _PICKS
    return option in _OPTIONS or (_follows(column) and option not in _CHANCE)


def _compared(pack: Pack, rule: Rule) -> Iterator[Node]:
    """Yield the columns, named or tested for being missing, without which a rule is broken."""
    table = rule.table
    if rule.sum is not None:
        yield table, rule.sum.column
        total = sum_target(pack, table, rule.sum)
        yield from (total,) if total is not None else ()
    if rule.no_overlap is not None:
        yield from ((table, rule.no_overlap.start), (table, rule.no_overlap.end))
    if rule.single_chain is not None:
        yield table, rule.single_chain.ref
    if rule.degree is not None:
        yield rule.degree.of, rule.degree.by
    if rule.balanced is not None:
        names = (rule.balanced.home, rule.balanced.away, rule.balanced.round)
        yield from ((table, name) for name in names)
    if rule.connected is not None:
        linked = (table, *rule.connected)
        yield from (
            (one, name) for one in linked for other in linked
            for name in references_of(pack, one, other)
        )  # fmt: skip
    if rule.sql is not None:
        with suppress(PackError):  # the checks of expressions word it
            for path in check_expression(rule.sql).tested:
                yield from follow(pack, table, path).nodes
