"""Which tables fill a world up to its size, and the order in which that can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.packs.resolve import ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fictionworld.packs.compiled import Node
    from fictionworld.packs.specification import Pack, RowPlan

__all__ = ["size_last"]


def size_last(
    pack: Pack, order: Sequence[Node], needs: Mapping[Node, frozenset[Node]]
) -> tuple[tuple[Node, ...], tuple[str, ...]]:
    """`order` with the rows of the last tables together, and these tables.

    A table is sized last if its number of rows is free within a span and no other table's rows
    depend on it. Nodes that need none of them come first, so that at their turn the sizes of all
    other tables are known.
    """
    wanted = [name for name, table in pack.tables.items() if _is_free(table.rows)]
    above = {node: _all_needs(node, needs) for node in order if node[1] == ROWS}
    last = [
        name
        for name in wanted
        if not any((name, ROWS) in needed for node, needed in above.items() if node[0] != name)
    ]
    sized = {(name, ROWS) for name in last}
    held: set[Node] = set(sized)
    early, late = [], []
    for node in order:
        if node in sized:
            continue
        if needs[node] & held:
            held.add(node)
            late.append(node)
        else:
            early.append(node)
    return (*early, *((name, ROWS) for name in last), *late), tuple(last)


def _is_free(rows: RowPlan) -> bool:
    if rows.kind in {"pairs", "sample"}:
        return rows.count is not None and not isinstance(rows.count, dict)
    return rows.kind == "span"


def _all_needs(node: Node, needs: Mapping[Node, frozenset[Node]]) -> set[Node]:
    found: set[Node] = set()
    open_ = [node]
    while open_:
        for needed in needs[open_.pop()]:
            if needed not in found:
                found.add(needed)
                open_.append(needed)
    return found
