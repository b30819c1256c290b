"""Random changes of one cell: another value of the same type, as plausible as the rest.

For a reference another row of its world; for a text the value of another row, of another world
where this world has no other; for numbers and dates one from the range that the column spans.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
)

if TYPE_CHECKING:
    import polars as pl

Ranges = Mapping[tuple[str, str], tuple[Cell, ...]]
"""Over all worlds, by column: the least and the greatest number or date, or some of the texts."""

_SOME = 50
_ONE_CELL = "one cell changed"


def ranges_of(pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> Ranges:
    """What the columns of these worlds span."""
    return {
        (column.table, column.name): _range(column, frames[column.table][column.name])
        for table in pack.tables.values()
        for column in table.stored
        if column.target is None and column.kind != "boolean"
    }


def _range(column: CompiledColumn, values: pl.Series) -> tuple[Cell, ...]:
    if column.is_text:
        return tuple(values.drop_nulls().unique().sort()[:_SOME])
    return values.min(), values.max()


def change_faults(pack: CompiledPack, ranges: Ranges) -> tuple[PlantedFault, ...]:
    """One fault for each stored column: a random other value in a random row."""
    return tuple(
        PlantedFault(_ONE_CELL, f"{column.table}.{column.name}", _changed(column, ranges))
        for table in pack.tables.values()
        for column in table.stored
    )


def _changed(column: CompiledColumn, ranges: Ranges) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(column.table, column.name)
        values = scene.values(column.table, column.name)
        for row in rows[:20]:
            value = _another(scene, column, values, values[row], ranges)
            if value is not None and value != values[row]:
                return scene.put(column.table, column.name, {row: value})
        return None

    return plant


def _another(
    scene: FaultContext, column: CompiledColumn, values: list[Cell], old: Cell, ranges: Ranges
) -> Cell:
    if column.target is not None:
        return scene.random.randint(1, max(scene.count(column.target), 1))
    if column.kind == "boolean":
        return not old
    if column.is_text:
        others = [value for value in values if value not in {None, old}]
        others = others or [v for v in ranges[column.table, column.name] if v != old]
        return scene.random.choice(others) if others else None
    low, high = ranges[column.table, column.name]
    if column.kind == "date":
        return type(old).fromordinal(scene.random.randint(low.toordinal(), high.toordinal()))
    if isinstance(old, Decimal):
        scale = column.decimals
        digits = scene.random.randint(int(low.scaleb(scale)), int(high.scaleb(scale)))
        return Decimal(digits).scaleb(-scale)
    return scene.random.randint(low, high)
