"""Faults of derived columns: altered, off by one, stale, exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from fictionworld.packs.compiled import NUMBERS, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    changed,
    far,
    unit_slip,
)
from fictionworld.validators.knowable import recomputable
from fictionworld.validators.operator import proof_of


def derived_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of every derived column that stored cells can prove."""
    for table in pack.tables.values():
        for column in table.stored:
            derive = column.spec.derive
            if derive is None or not recomputable(pack, column):
                continue
            where = f"{table.name}.{column.name}"
            yield PlantedFault("altered derived value", where, _altered(column))
            yield PlantedFault("derived value missing", where, _missing(column))
            if column.kind in NUMBERS:
                yield PlantedFault("unit slip by 1,000", where, unit_slip(column))
                yield from _exchanged(table, column)
            yield from proof_of(derive).faults(pack, column, derive.written)


def _units(column: CompiledColumn, value: Cell, steps: int) -> Cell:
    """A value some units of its last digit away."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return f"{value}{steps}"
    if isinstance(value, Decimal):
        return value + Decimal(steps).scaleb(-column.decimals)
    return far(value, steps)


def _altered(column: CompiledColumn) -> Plant:
    def change(scene: FaultContext, _: int, value: Cell) -> Cell:
        return _units(column, value, scene.random.choice((-3, -2, 2, 3, 11)))

    return changed(column, change)


def _missing(column: CompiledColumn) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(column.table, column.name)
        # The last of several: a column that goes missing whole might be one the world has not.
        return scene.put(column.table, column.name, {rows[0]: None}) if len(rows) > 1 else None

    if column.table == "setting":
        return lambda scene: scene.put(column.table, column.name, {0: None})
    return plant


def _exchanged(table: CompiledTable, column: CompiledColumn) -> Iterator[PlantedFault]:
    """Whole columns exchanged: the next one of the same type, for every row."""
    alike = [c for c in table.stored if c.sql_type == column.sql_type and c.target is None]
    other = alike[(alike.index(column) + 1) % len(alike)]
    if other is column:
        return

    def plant(scene: FaultContext) -> Frames | None:
        frame = scene.frames[table.name]
        one, two = frame[column.name], frame[other.name]
        if one.equals(two, check_names=False) or (one.null_count() or two.null_count()) == len(one):
            return None
        return scene.with_columns(table.name, two.alias(column.name), one.alias(other.name))

    yield PlantedFault("columns exchanged", f"{table.name}.{column.name} and {other.name}", plant)
