"""The order of things: no circles, and nothing that anyone may say made from an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING, Node
from fictionworld.packs.dependencies import (
    chain,
    cycles,
    ways_to_askable,
)
from fictionworld.packs.resolve import ROWS, columns_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.findings import Mistake, Place
    from fictionworld.packs.specification import Pack

__all__ = ["check_circles", "check_structure"]


def check_circles(pack: Pack) -> Iterator[Mistake]:
    """No column is made from itself, however long the way."""
    for circle in cycles(pack):
        message = f"got the circle {chain(circle)}; make one of these from something else"
        yield _place(circle[0]), message


def check_structure(pack: Pack) -> Iterator[Mistake]:
    """No name, context, reference or row plan is made from an askable column.

    Context may be said anywhere, and twins share it: an answer would shine through.
    """
    for way in ways_to_askable(pack):
        (table, name), asked = way[0], way[-1]
        what = "rows" if name == ROWS else _what(pack, way[0])
        made = table if name == ROWS else name
        got = f"got {what} made from the askable {'.'.join(asked)} ({chain(way)})"
        allowed = "allowed: names, context and hidden columns"
        move = f"make {made} from these, or {asked[1]} context"
        yield _place(way[0]), f"{got}; {allowed}; {move}"


def _what(pack: Pack, node: Node) -> str:
    column = columns_of(pack, node[0])[node[1]]
    if column.ref is not None:
        return "a reference"
    return "a name" if column.role == "name" else "context"


def _place(node: Node) -> Place:
    table, name = node
    if table == SETTING:
        return ("setting",) if name == ROWS else ("setting", name)
    return ("tables", table, "rows") if name == ROWS else ("tables", table, "columns", name)
