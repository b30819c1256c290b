"""What a derived column must hold, by its definition and the stored cells alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fictionworld.validators.cells import StoredCells, rescale
from fictionworld.validators.proofs.aggregates import aggregate
from fictionworld.validators.proofs.formulas import ProvenValues, sql_cells
from fictionworld.validators.proofs.groups import growth, ordinals, rank, share
from fictionworld.validators.proofs.mapped import mapped
from fictionworld.validators.proofs.spans import days, years
from fictionworld.validators.proofs.standings import standing

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import StoredBatch

__all__ = ["derived", "recompute"]


def derived(batch: StoredBatch, column: CompiledColumn) -> ProvenValues:
    """The cells that `column` must hold.

    Raises:
        KeyError: The definition reads what stored cells do not tell (see `knowable`).
    """
    derive = column.spec.derive
    assert derive is not None
    if derive.kind == "sql":
        return sql_cells(batch, column)
    return ProvenValues(_OPERATORS[derive.kind](batch, column))


def recompute(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """The cells of a hidden column that stored cells tell: derived, mapped, numbered or copied.

    Raises:
        KeyError: They do not tell it.
    """
    draw = column.spec.draw
    if column.spec.derive is not None:
        return derived(batch, column).cells
    if draw is not None and draw.map is not None:
        return mapped(batch, column)
    if draw is not None and draw.ordinal is not None:
        return ordinals(batch, column)
    if draw is not None and draw.copy_of is not None:
        return _as(column, batch.read(column.table, draw.copy_of))
    raise KeyError(f"{column.table}.{column.name} is stored nowhere and follows from nothing")


def _as(column: CompiledColumn, cells: StoredCells) -> StoredCells:
    """The same values at the column's own scale."""
    if not cells.is_number:
        return StoredCells(cells.data, cells.valid, column.kind)
    data = rescale(cells.data, cells.scale, column.decimals)
    return StoredCells(data, cells.valid, column.kind, column.decimals)


def _lookup(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    assert column.spec.derive is not None
    assert column.spec.derive.lookup is not None
    return _as(column, batch.read(column.table, column.spec.derive.lookup))


_OPERATORS: dict[str, Callable[[StoredBatch, CompiledColumn], StoredCells]] = {
    "share": share,
    "rank": rank,
    "growth": growth,
    "total": aggregate,
    "average": aggregate,
    "count": aggregate,
    "earliest": aggregate,
    "latest": aggregate,
    "days": days,
    "years": years,
    "standing": standing,
    "lookup": _lookup,
}
