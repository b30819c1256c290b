"""Tables and columns that a world may lack: no rows, no stated value and no rule may need them."""

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
    """Yield a mistake where rows, a stated value, an order or a rule needs a table or column that
    worlds may lack.
    """
    yield from _optional_tables(graph.pack)
    for place, reader, nodes in _needed(graph):
        # where its own table is absent, there is no reader either
        held = graph.goes_with.get(reader, frozenset()) | {reader[0]}
        found = (_optional(graph, node, held, frozenset()) for node in nodes)
        if (problem := next(filter(None, found), None)) is not None:
            yield place, problem


def _optional_tables(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each optional table whose rows others refer to, or nothing tells apart,
    or that the world is about.
    """
    for table, spec in pack.tables.items():
        if spec.optional is None:
            continue
        place = ("tables", table, "optional")
        for _, other, name, column in all_columns(pack):
            if column.ref == table and other != table:
                problem = f"got {spec.optional:g}, but {other}.{name} refers to rows of {table}"
                yield place, f"{problem}; allowed: a table that no other refers to"
        if not spec.key and all(column.role != "name" for column in spec.columns.values()):
            yield place, f"got {spec.optional:g} without a key; give key: what tells rows apart"
        if pack.slice is not None and pack.slice.of == table:
            yield place, f"got {spec.optional:g}, but the world is a slice of {table}; drop it"


def _optional(
    graph: Dependencies, node: Node, held: frozenset[str], above: frozenset[Node]
) -> str | None:
    """Return what is optional in a node, or in what it follows from by hidden columns; else None.

    Tables among `held` are there wherever the reader is.
    """
    tables = graph.goes_with.get(node, frozenset()) - held
    if tables:
        table = min(tables)
        share = graph.pack.tables[table].optional
        what = f"rows of {table}" if node[1] == ROWS else ".".join(node)
        problem = f"got {what}, which goes with {table}: a world has it with probability {share:g}"
        allowed = "allowed: what every world has"
        return f"{problem}; {allowed}; drop the optional of {table}, or read another table"
    column = columns_of(graph.pack, node[0]).get(node[1])
    if column is None or node in above:
        return None
    if column.optional is not None and column.optional < 1:
        problem = f"got {'.'.join(node)}, which a world has with probability {column.optional:g}"
        return f"{problem}; drop its optional, or read another column"
    if column.role != "hidden" or not _follows(column):
        return None
    found = (_optional(graph, need, held, above | {node}) for need in sorted(graph.needs[node]))
    return next(filter(None, found), None)


def _follows(column: ColumnSpec) -> bool:
    """Return whether the values that a column reads decide its own."""
    source = column.source
    return source is not None and (source is column.derive or operator_of(source).follows)


def _needed(graph: Dependencies) -> Iterator[tuple[Place, Node, tuple[Node, ...]]]:
    """Yield where something says what it cannot do without, the node that says it, and the nodes
    that it needs. A rule is of the rows of its table.
    """
    pack = graph.pack
    for read in graph.reads:
        nodes = follow(pack, read.table, read.path).nodes
        if not _binds(pack, read):
            nodes = tuple(node for node in nodes if _limits(read) and _gathers(graph, node))
        yield read.place, read.reader or (read.table, ROWS), nodes
    for place, table, name, column in all_columns(pack):
        node = (table, name)
        if table == SETTING:
            yield (*place, "optional"), node, (node,)
        for use in uses_of(pack, *node, column, place):
            needs = tuple(operator_of(use.source).needs(use))
            if column.draw is not None:
                needs = tuple(need for need in needs if graph.goes_with.get(need))
            if column.draw is not None or column.role != "hidden":
                yield use.place, node, needs
        if column.ref is not None:
            chosen = (*column.pick.where, *column.pick.match)
            settled = column.pick.copy_of is not None or column.pick.successor is not None
            own = (node,) if settled else ()
            yield (*place, "pick"), node, (*own, *((column.ref, other) for other in chosen))
    for table, spec in pack.tables.items():
        given = tuple((table, name) for name in given_columns(spec))
        yield ("tables", table, "rows"), (table, ROWS), given
        yield from _told_apart(graph, table)
    for number, rule in enumerate(pack.rules):
        # rows of a degree are counted where there are any; what connects must be there
        of = rule.degree.of if rule.degree is not None else rule.table
        reader = ("" if rule.connected is not None else of, ROWS)
        yield ("rules", number, rule.kind), reader, tuple(_compared(pack, rule))
    for number, fact in enumerate(pack.versions or ()):
        set_by = fact.of.partition(".")[0]
        named = (_node(fact.of), (set_by, fact.dated), (set_by, fact.later), _node(fact.in_force))
        yield ("versions", number), ("", ROWS), named


def _told_apart(graph: Dependencies, table: str) -> Iterator[tuple[Place, Node, tuple[Node, ...]]]:
    """Yield the names, keys and columns of pages of a table that go with an optional one; other
    checks refuse columns that are optional themselves.
    """
    spec = graph.pack.tables[table]
    names = [name for name, column in spec.columns.items() if column.role == "name"]
    told: list[tuple[Place, str | None]] = [
        (("tables", table, "columns", name), name) for name in dict.fromkeys((*names, *spec.key))
    ]
    for number, pages in enumerate(spec.pages):
        told.append((("tables", table, "pages", number, "by"), pages.by))
        told.append((("tables", table, "pages", number, "site"), pages.site))
    for place, name in told:
        if name is not None and graph.goes_with.get((table, name)):
            yield place, (table, ROWS), ((table, name),)


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


def _limits(read: Read) -> bool:
    """Return whether a path is read by a draw, and says more than how likely a value is."""
    return "draw" in read.place and not _CHANCE & {*read.place}


def _gathers(graph: Dependencies, node: Node) -> bool:
    """Return whether a value is gathered from rows of an optional table, such as their count.

    Without rows a count is 0, and a draw within it has another range, or none. An SQL expression
    may say what holds then.
    """
    if not graph.goes_with.get(node) or node[1] == ROWS:
        return False
    derive = column_at(graph.pack, node).derive
    return derive is not None and derive.get("sql") is None


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
