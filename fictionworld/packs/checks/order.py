"""The order of things: no circles, and answers apart from all that anyone may say."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import ROWS
from fictionworld.packs.dependencies import Dependencies, chain
from fictionworld.packs.findings import Mistake
from fictionworld.packs.resolve import column_at, place_of
from fictionworld.packs.specification import Pack
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


def check_copies(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake for each askable copy of what follows from context: twins would share it."""
    for node in sorted(graph.shared):
        column = None if node[1] == ROWS else column_at(graph.pack, node)
        if column is not None and column.role == "askable" and column.draw is not None:
            copied = ".".join(column.draw.get("copy_of") or ())
            problem = (
                f"got a copy of {copied}, which follows from what names or context are made of"
            )
            move = f"make {copied} from something drawn that nothing but answers need"
            yield place_of(node), f"{problem}, so worlds of one structure share it; {move}"


def _what(pack: Pack, node: Node) -> str:
    column = column_at(pack, node)
    if column.ref is not None:
        return "a reference"
    return "a name" if column.role == "name" else "context"
