"""The order of things: no circles, and nothing that anyone may say made from an answer."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import ROWS
from fictionworld.packs.dependencies import Dependencies, chain
from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.resolve import column_at, columns_of, follow, place_of
from fictionworld.packs.specification import ColumnSpec, Pack
from fictionworld.packs.terms import Node


def check_circles(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake for each circle of columns that are made from each other."""
    for circle in graph.cycles:
        message = f"got the circle {chain(circle)}; make one of these from something else"
        yield place_of(circle[0]), message


def check_structure(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake for each name, context, reference or row plan made from an askable column.

    Context may be said anywhere, and twins share it: it would reveal an answer.
    """
    for way in graph.ways_to_askable():
        (table, name), asked = way[0], way[-1]
        what = "rows" if name == ROWS else _what(graph.pack, way[0])
        target = table if name == ROWS else name
        problem = f"got {what} made from the askable {'.'.join(asked)} ({chain(way)})"
        allowed = "allowed: names, context and hidden columns"
        move = f"make {target} from these, or {asked[1]} context"
        yield place_of(way[0]), f"{problem}; {allowed}; {move}"


def check_absent(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake where a stated value or an order follows from a column worlds may lack."""
    pack = graph.pack
    reads: dict[Node, list[tuple[Place, tuple[Node, ...]]]] = {}
    for read in graph.reads:
        if read.reader is not None and read.reader[1] != ROWS:
            nodes = follow(pack, read.table, read.path).nodes
            reads.setdefault(read.reader, []).append((read.place, nodes))

    def optional(node: Node, above: frozenset[Node]) -> Node | None:
        """Return the optional column that `node` is, or follows from by hidden ones; else None."""
        column = columns_of(pack, node[0]).get(node[1])
        if column is None or node in above:
            return None
        if column.optional is not None and column.optional < 1:
            return node
        if column.role != "hidden" or column.derive is None:
            return None
        before = (source for _, nodes in reads.get(node, ()) for source in nodes)
        return next((end for source in before if (end := optional(source, above | {node}))), None)

    for (table, name), own_reads in reads.items():
        if not _settles(column_at(pack, (table, name))):
            continue
        for place, nodes in own_reads:
            ends = [end for node in nodes if (end := optional(node, frozenset()))]
            for end in ends[:1]:
                share = column_at(pack, end).optional
                problem = f"got {'.'.join(end)}, which a world has with probability {share:g}"
                yield place, f"{problem}; drop its optional, or read another column"


def _settles(column: ColumnSpec) -> bool:
    """Return whether the values that a column reads decide its value or its order."""
    ordinal = column.draw is not None and column.draw.kind == "ordinal"
    derived = column.derive is not None and column.role != "hidden"
    return derived or ordinal or column.pick.successor is not None


def _what(pack: Pack, node: Node) -> str:
    column = column_at(pack, node)
    if column.ref is not None:
        return "a reference"
    return "a name" if column.role == "name" else "context"
