"""Faults of references: dangling, swapped, circular, disconnected, out of order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    changed,
    emptied,
    repeated_value,
    turned,
)


def link_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of every stored reference, and of the graph that they make."""
    for table in pack.tables.values():
        for column in table.stored:
            if column.target is not None:
                yield from _of_reference(column)
    for rule in pack.rules:
        if rule.connected is not None:
            tables = (rule.table, *rule.connected)
            yield PlantedFault(
                "component cut off", f"{rule.table}.connected", _island(pack, tables)
            )
        loop = rule.acyclic or rule.forest
        if loop is not None:
            yield PlantedFault("cycle", f"{rule.table}.{loop}", _cycle(rule.table, loop))
        if rule.single_chain is not None:
            ref = rule.single_chain.ref
            where = f"{rule.table}.{ref}"
            yield PlantedFault("chain with two heads", where, emptied(rule.table, ref))
            yield PlantedFault("chain with a branch", where, _branch(rule.table, ref))
            yield PlantedFault("cycle", where, _closed_chain(rule.table, ref))


def _of_reference(column: CompiledColumn) -> Iterator[PlantedFault]:
    where, pick = f"{column.table}.{column.name}", column.spec.pick
    yield PlantedFault("dangling reference", where, _dangling(column))
    if pick.copy_of is not None:
        yield PlantedFault("swapped references", where, _swapped(column))
        yield PlantedFault("reference to the wrong row", where, turned(column))
    if pick.successor is not None:
        yield PlantedFault("swapped references", where, _swapped(column))
    if pick.unlike is not None:
        unlike = pick.unlike
        plant = changed(column, lambda scene, row, _: scene.at(column.table, unlike, row))
        yield PlantedFault("reference to the row it must avoid", where, plant)
    if pick.where or pick.match:
        yield PlantedFault("reference that its conditions rule out", where, _ruled_out(column))
    if pick.free_in:
        plant = repeated_value(column.table, column.name, pick.free_in)
        yield PlantedFault("taken twice in a slot", where, plant)
    if pick.latest is not None:
        yield PlantedFault("cause after effect", where, _too_late(column))
        yield PlantedFault("reference to one long outdated", where, _too_early(column))
    if pick.roots is not None and column.target == column.table:
        yield PlantedFault("cycle", f"{where} (roots)", _cycle(column.table, column.name))


def _ruled_out(column: CompiledColumn) -> Plant:
    """A row that does not meet `where` or `match`."""
    pick, target = column.spec.pick, str(column.target)

    def plant(scene: FaultContext) -> Frames | None:
        others = scene.rows(target)
        for row in scene.rows(column.table, column.name):
            due = {name: scene.at(column.table, path, row) for name, path in pick.match.items()}
            due |= pick.where
            for other in others:
                if any(scene.at(target, (name,), other) != value for name, value in due.items()):
                    return scene.put(column.table, column.name, {row: other + 1})
        return None

    return plant


def _dangling(column: CompiledColumn) -> Plant:
    def change(scene: FaultContext, _: int, __: Cell) -> Cell:
        beyond = scene.count(str(column.target)) + scene.random.randint(1, 9)
        return scene.random.choice((beyond, 0))

    return changed(column, change)


def _swapped(column: CompiledColumn) -> Plant:
    """Two rows exchange what they refer to."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for one, other in scene.pairs(column.table, column.name):
            if values[one] != values[other]:
                changes = {one: values[other], other: values[one]}
                return scene.put(column.table, column.name, changes)
        return None

    return plant


def _too_late(column: CompiledColumn) -> Plant:
    """A row refers to one that is dated past its limit: the latest of all, or one made so."""
    pick, target = column.spec.pick, str(column.target)

    def change(scene: FaultContext, row: int, _: Cell) -> Cell:
        assert pick.until is not None
        values = scene.values(target, str(pick.latest))
        limit = scene.term(column.table, pick.until, row)
        later = [at for at, value in enumerate(values) if _is_past(value, limit)]
        return scene.random.choice(later) + 1 if later else None

    return changed(column, change)


def _is_past(value: Cell, limit: Cell) -> bool:
    """Whether a date or year is later than a limit, which may be a year where it is a date."""
    if value is None or limit is None:
        return False
    if isinstance(value, date) != isinstance(limit, date):
        value, limit = getattr(value, "year", value), getattr(limit, "year", limit)
    return bool(value > limit)


def _too_early(column: CompiledColumn) -> Plant:
    """The earliest row of all, for a row that may choose among the latest of many."""
    pick, target = column.spec.pick, str(column.target)

    def plant(scene: FaultContext) -> Frames | None:
        assert pick.until is not None
        values = scene.values(target, str(pick.latest))
        dated = [at for at, value in enumerate(values) if value is not None]
        if not dated:
            return None
        oldest = min(dated, key=lambda at: values[at])
        for row in scene.rows(column.table, column.name):
            limit = scene.term(column.table, pick.until, row)
            within = [at for at in dated if limit is not None and not _is_past(values[at], limit)]
            if sum(values[at] > values[oldest] for at in within) >= pick.among:
                return scene.put(column.table, column.name, {row: oldest + 1})
        return None

    return plant


def _cycle(table: str, name: str) -> Plant:
    """Two or three rows that lead to each other."""

    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(table)[: scene.random.choice((2, 3))]
        if len(rows) < 2:
            return None
        following = [*rows[1:], rows[0]]
        return scene.put(
            table, name, {row: to + 1 for row, to in zip(rows, following, strict=True)}
        )

    return plant


def _closed_chain(table: str, name: str) -> Plant:
    """The end of a chain leads back to a row before it."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(table, name)
        for row in scene.rows(table, name):
            end = values[row] - 1
            if values[end] is None:
                return scene.put(table, name, {end: row + 1})
        return None

    return plant


def _branch(table: str, name: str) -> Plant:
    """Two rows of a chain lead to the same third."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(table, name)
        for row in scene.rows(table, name):
            onward = values[values[row] - 1]
            if onward is not None:
                return scene.put(table, name, {row: onward})
        return None

    return plant


def _island(pack: CompiledPack, tables: tuple[str, ...]) -> Plant:
    """A new row that nothing refers to, in a table that refers to none of the others."""
    alone = {
        name: [c.name for c in pack.tables[name].references if c.stored and c.target == name]
        for name in tables
        if not any(
            c.stored and c.target in tables and c.target != name
            for c in pack.tables[name].references
        )
    }

    def plant(scene: FaultContext) -> Frames | None:
        for table, own in alone.items():
            frame = scene.frames[table]
            if len(frame):
                last = frame[-1].with_columns(pl.lit(None, pl.Int32).alias(name) for name in own)
                return scene.renumbered(table, pl.concat([frame, last]))
        return None

    return plant
