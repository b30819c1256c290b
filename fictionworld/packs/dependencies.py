"""What each column of a pack is made from, and the order in which a world can be filled.

A node is (table, column), or (table, "*rows") for the rows of a table as such, which come before
all of its columns. The setting is a table too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from heapq import heapify, heappop, heappush

from fictionworld.errors import PackError
from fictionworld.packs.compiled import ROWS, SETTING
from fictionworld.packs.expression import check_expression
from fictionworld.packs.operator import operator_of, uses_of
from fictionworld.packs.reads import Read, all_reads
from fictionworld.packs.resolve import column_at, columns_of, follow, given_columns, parents_of
from fictionworld.packs.specification import ColumnSpec, Pack, RowPlan
from fictionworld.packs.terms import Node


def nodes_of(pack: Pack) -> tuple[Node, ...]:
    """Return all nodes as the file has them: the setting, then each table's rows and columns."""
    return tuple(
        (table, name)
        for table in (SETTING, *pack.tables)
        for name in (ROWS, *columns_of(pack, table))
    )


class Dependencies:
    """What each node of a pack is made from, and what follows; each computed at first use.

    Tolerant of a pack that is wrong, but for `order` and what needs it.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    @cached_property
    def reads(self) -> tuple[Read, ...]:
        """Return all paths of the pack, in the order of the file."""
        return tuple(all_reads(self.pack))

    @cached_property
    def needs(self) -> dict[Node, frozenset[Node]]:
        """Return for each node the nodes that it is made from directly, in the order of the file.

        A path that passes references needs each reference on its way; paths to nowhere are left
        out.
        """
        pack = self.pack
        needs: dict[Node, set[Node]] = {node: set() for node in nodes_of(pack)}
        for read in self.reads:
            if read.reader is not None:
                needs[read.reader].update(follow(pack, read.table, read.path).nodes)
        for table in (SETTING, *pack.tables):
            for name, column in columns_of(pack, table).items():
                needs[table, name] |= {(table, ROWS), *_column_needs(pack, (table, name), column)}
        for table, spec in pack.tables.items():
            needs[table, ROWS].update((parent, ROWS) for parent in parents_of(spec.rows))
            if spec.rows.terms is not None:
                # what terms of office stand between is known before their rows, the rows' own aside
                ends = {(table, spec.rows.terms.start), (table, spec.rows.terms.end)}
                bounds = {need for end in ends & set(needs) for need in needs[end]}
                needs[table, ROWS].update(need for need in bounds if need[0] == SETTING)
        return {node: frozenset(needed & set(needs)) for node, needed in needs.items()}

    @cached_property
    def order(self) -> tuple[Node, ...]:
        """Return all nodes, each after those it is made from, otherwise in the order of the file.

        Raises:
            PackError: Columns are made from each other in a circle.
        """
        if self.cycles:
            raise PackError("; ".join(f"got the circle {chain(circle)}" for circle in self.cycles))
        return self._sorted

    @cached_property
    def _sorted(self) -> tuple[Node, ...]:
        """Return `order`; without the nodes that need a circle, where there is one."""
        nodes = tuple(self.needs)
        position = {node: number for number, node in enumerate(nodes)}
        waiting = {node: len(needed) for node, needed in self.needs.items()}
        users: dict[Node, list[Node]] = {node: [] for node in nodes}
        for node, needed in self.needs.items():
            for need in needed:
                users[need].append(node)
        ready = [position[node] for node in nodes if not waiting[node]]
        heapify(ready)
        order: list[Node] = []
        while ready:
            node = nodes[heappop(ready)]
            order.append(node)
            for user in users[node]:
                waiting[user] -= 1
                if not waiting[user]:
                    heappush(ready, position[user])
        return tuple(order)

    @cached_property
    def cycles(self) -> list[tuple[Node, ...]]:
        """Return a shortest circle for each group of nodes that need each other.

        The first and the last node of a circle are equal.
        """
        if len(self._sorted) == len(self.needs):
            return []
        above = {node: _reached(node, self.needs) for node in self.needs}
        circles: list[tuple[Node, ...]] = []
        done: set[Node] = set()
        for node in self.needs:
            if node in above[node] and node not in done:
                done |= {other for other in above[node] if node in above[other]}
                circle = _shortest(node, {node}, self.needs)
                assert circle is not None
                circles.append(circle)
        return circles

    @cached_property
    def structural(self) -> frozenset[Node]:
        """Return the nodes that twins share: structure, and the hidden columns that it needs."""
        structural: set[Node] = set()
        open_ = [node for node in self.needs if self._is_structure(node)]
        while open_:
            node = open_.pop()
            if node not in structural:
                structural.add(node)
                open_ += [need for need in self.needs[node] if self._role(need) != "askable"]
        return frozenset(structural)

    @cached_property
    def shared(self) -> frozenset[Node]:
        """Return `structural`, and what is derived or copied from it alone: twins share it too."""
        shared = set(self.structural)
        for node in self._sorted:
            column = None if node[1] == ROWS else column_at(self.pack, node)
            if column is None or column.ref is not None or not self.needs[node] <= shared:
                continue
            if column.draw is None or (
                column.draw.get("copy_of") is not None and not column.draw.missing
            ):
                shared.add(node)
        return frozenset(shared)

    @cached_property
    def nullable(self) -> frozenset[Node]:
        """Return the columns that may be missing in a row, by how the pack says values come to be.

        Division by zero in an SQL expression or a share of nothing is not foreseen here.
        """
        nullable: set[Node] = set()
        for node in self.order:
            if node[1] == ROWS:
                continue
            column = column_at(self.pack, node)
            passed = _passes_gaps(column) and self.needs[node] & nullable
            if passed or _has_gaps(self.pack, node, column):
                nullable.add(node)
        return frozenset(nullable)

    @cached_property
    def goes_with(self) -> dict[Node, frozenset[str]]:
        """Return for each node the optional tables without which a world lacks it.

        These are its own table, and for a derived column those whose rows it gathers, directly or
        by other columns. The nodes of a circle are left out.
        """
        tables: dict[Node, frozenset[str]] = {}
        for node in self._sorted:
            table, name = node
            own = table != SETTING and self.pack.tables[table].optional is not None
            tables[node] = frozenset((table,) if own else ())
            if name != ROWS and column_at(self.pack, node).derive is not None:
                tables[node] = tables[node].union(*(tables[need] for need in self.needs[node]))
        return tables

    def ways_to_askable(self) -> Iterator[tuple[Node, ...]]:
        """Yield for each node that is structure a shortest way by hidden columns to an askable one.

        No such way may exist: a fact that anyone may state would reveal an answer.
        """
        needs = self.needs
        asked = {node for node in needs if self._role(node) == "askable"}
        hidden = {node: needed for node, needed in needs.items() if self._role(node) == "hidden"}
        for node, needed in needs.items():
            if self._is_structure(node):
                way = _shortest(node, asked - {node}, {**hidden, node: needed})
                if way is not None:
                    yield way

    def sized_last(self) -> tuple[tuple[Node, ...], tuple[str, ...]]:
        """Return `order` with the rows of the tables sized last put together, and these tables.

        A table is sized last if its number of rows is free within a span and no other table's rows
        depend on it. Nodes that need none of them come first, so that at their turn the sizes of
        all other tables are known.
        """
        wanted = [name for name, table in self.pack.tables.items() if _is_free(table.rows)]
        above = {node: _reached(node, self.needs) for node in self.order if node[1] == ROWS}
        last = [
            name
            for name in wanted
            if not any((name, ROWS) in needed for node, needed in above.items() if node[0] != name)
        ]
        sized = {(name, ROWS) for name in last}
        held: set[Node] = set(sized)
        early, late = [], []
        for node in self.order:
            if node in sized:
                continue
            if self.needs[node] & held:
                held.add(node)
                late.append(node)
            else:
                early.append(node)
        return (*early, *((name, ROWS) for name in last), *late), tuple(last)

    def _is_structure(self, node: Node) -> bool:
        """Return whether a node is structure itself: rows, a name, context, a stored reference."""
        return node[1] == ROWS or self._role(node) in {"name", "context"}

    def _role(self, node: Node) -> str:
        return "rows" if node[1] == ROWS else column_at(self.pack, node).role


def chain(nodes: Iterable[Node]) -> str:
    """Return nodes as people read them: `phone.share -> phone.units -> phone.share`."""
    return " -> ".join(
        f"rows of {table}" if name == ROWS else f"{table}.{name}" for table, name in nodes
    )


def _has_gaps(pack: Pack, node: Node, column: ColumnSpec) -> bool:
    """Return whether rows may be without a value whatever the column is made from."""
    if column.ref is not None:
        pick = column.pick
        return bool(pick.missing or pick.when or pick.roots is not None or pick.successor)
    if column.draw is not None and (column.draw.missing or column.draw.when):
        return True
    if column.source is not None and operator_of(column.source).gaps == "own":
        return True
    if column.derive is not None and (sql := column.derive.get("sql")) is not None:
        with suppress(PackError):  # the checks word it
            return check_expression(sql).says_null
    terms = pack.tables[node[0]].rows.terms if node[0] in pack.tables else None
    return terms is not None and terms.end == node[1]


def _passes_gaps(column: ColumnSpec) -> bool:
    """Return whether a row lacks the value if a value that the column is made from is missing."""
    return column.source is not None and operator_of(column.source).gaps != "never"


def _reached(node: Node, needs: Mapping[Node, frozenset[Node]]) -> set[Node]:
    reached: set[Node] = set()
    open_ = [node]
    while open_:
        for need in needs[open_.pop()]:
            if need not in reached:
                reached.add(need)
                open_.append(need)
    return reached


def _shortest(
    start: Node, ends: set[Node], needs: Mapping[Node, frozenset[Node]]
) -> tuple[Node, ...] | None:
    """Return a shortest way of at least one step from `start` to one of `ends`; ties by name."""
    before: dict[Node, Node] = {}
    open_ = deque([start])
    while open_:
        node = open_.popleft()
        for need in sorted(needs.get(node, ())):
            if need in ends:
                way = [need, node]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return tuple(reversed(way))
            if need not in before and need != start:
                before[need] = node
                open_.append(need)
    return None


def _column_needs(pack: Pack, node: Node, column: ColumnSpec) -> Iterator[Node]:
    """Yield the nodes that a column needs besides the paths that it spells out."""
    table, name = node
    if column.ref is not None:
        yield column.ref, ROWS
        pick = column.pick
        for read in (pick.latest, pick.ordered, *pick.where, *pick.match):
            if read is not None:
                yield column.ref, read
    given = given_columns(pack.tables[table]) if table in pack.tables else {}
    if given.get(name) == "reference":
        yield from ((parent, ROWS) for parent in parents_of(pack.tables[table].rows))
    for use in uses_of(pack, table, name, column):
        yield from operator_of(use.source).needs(use)


def _is_free(rows: RowPlan) -> bool:
    if rows.kind in {"pairs", "sample"}:
        return rows.count is not None and not isinstance(rows.count, dict)
    return rows.kind == "span"
