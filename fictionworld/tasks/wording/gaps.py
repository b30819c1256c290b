"""Which cells of a pack may be missing in a row, so that a question must say how to give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.tasks.specification import Path

__all__ = ["may_be_missing"]


def may_be_missing(pack: CompiledPack, table: str, path: Path) -> bool:
    """Whether some row may have no value at the end of a path."""
    if path[0] == SETTING:
        table, path = SETTING, path[1:]
    for step in path:
        column = pack.tables[table].columns[step]
        if _gappy(pack, column):
            return True
        table = column.target or table
    return False


def _gappy(pack: CompiledPack, column: CompiledColumn) -> bool:
    spec = column.spec
    terms = pack.tables[column.table].spec.rows.terms
    if terms is not None and terms.end == column.name:
        return True
    if spec.ref is not None:
        pick = spec.pick
        return bool(pick.missing or pick.when or pick.roots is not None or pick.successor)
    if spec.draw is not None:
        return bool(spec.draw.missing or spec.draw.when)
    derive = spec.derive
    if derive is None:
        return False
    lookup = derive.get("lookup")
    operands = derive.get("days") or derive.get("years") or (lookup and [lookup])
    if operands:
        return any(may_be_missing(pack, column.table, path) for path in operands)
    # an expression, or a figure over no rows, may have no value
    return derive.kind not in {"count", "total", "standing", "share", "rank"}
