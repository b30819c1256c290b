"""The order of rows by name, A to Z, where a table may be cut into parts by it.

It may where a name tells nothing of the groups that questions ask for. Names of people and of shops
are drawn by themselves; phones are called after their series, and in their order the phones of a
brand would stand in one part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack, CompiledTable
    from fictionworld.web.chance import Ints
    from fictionworld.web.lines import WebBatch

__all__ = ["heading_of", "ranks"]


def heading_of(pack: CompiledPack, table: CompiledTable, by: str | None) -> str | None:
    """The column by whose names rows of `table` may be dealt to parts; None where there is none.

    Its name; of rows without names, the one reference in its key, besides the column `by` that all
    rows of a page share.
    """
    name = table.name_column
    if name is not None:
        return name.name if _stands_alone(table) else None
    left = [column for column in table.key if column != by]
    if len(left) != 1:
        return None
    target = table.columns[left[0]].target
    return left[0] if target is not None and _stands_alone(pack.tables[target]) else None


def _stands_alone(table: CompiledTable) -> bool:
    """Whether the names of its rows follow from nothing else that is told of them."""
    name = table.name_column
    draw = None if name is None else name.spec.draw
    return draw is not None and draw.kind in {"pool", "brands"}


def ranks(batch: WebBatch, table: str, heading: str) -> Ints:
    """For each line of `table` its place by what `heading` names; -1 where it names nothing."""
    lines = batch.lines[table]
    target = lines.table.columns[heading].target
    if target is None:
        return lines.alphabetical
    named, found = batch.targets(table, heading), batch.lines[target].alphabetical
    return np.where(named >= 0, found[named], -1) if len(found) else np.full(len(named), -1)
