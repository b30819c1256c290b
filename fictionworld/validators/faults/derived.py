"""Faults of derived columns: altered, off by one, stale, exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from fictionworld.validators.faults.scene import Cell, FaultContext, Frames, Plant, PlantedFault
from fictionworld.validators.faults.values import far
from fictionworld.validators.knowable import link, recomputable, route

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable

__all__ = ["derived_faults"]

_FIGURES = {"integer", "decimal", "money", "percent", "year"}


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
            if derive.rank is not None or derive.standing == "rank":
                yield PlantedFault("rank off by one", where, _off_by_one(column))
            if column.kind in _FIGURES:
                yield PlantedFault("unit slip by 1,000", where, _slipped(column))
                yield from _exchanged(table, column)
            yield from _stale(pack, column)
        if table.spec.standings is not None:
            yield PlantedFault("match result swapped", table.name, _swapped_result(table))


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
    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for row in scene.rows(column.table, column.name):
            value = _units(column, values[row], scene.random.choice((-3, -2, 2, 3, 11)))
            return scene.put(column.table, column.name, {row: value})
        return None

    return plant


def _missing(column: CompiledColumn) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(column.table, column.name)
        # The last of several: a column that goes missing whole might be one the world has not.
        return scene.put(column.table, column.name, {rows[0]: None}) if len(rows) > 1 else None

    if column.table == "setting":
        return lambda scene: scene.put(column.table, column.name, {0: None})
    return plant


def _off_by_one(column: CompiledColumn) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for row in scene.rows(column.table, column.name):
            step = scene.random.choice((-1, 1)) if values[row] > 1 else 1
            return scene.put(column.table, column.name, {row: values[row] + step})
        return None

    return plant


def _slipped(column: CompiledColumn) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for row in scene.rows(column.table, column.name):
            if values[row]:
                return scene.put(column.table, column.name, {row: values[row] * 1000})
        return None

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


def _stale(pack: CompiledPack, column: CompiledColumn) -> Iterator[PlantedFault]:
    """The source of a figure changes and the figure does not."""
    derive, where = column.spec.derive, f"{column.table}.{column.name}"
    assert derive is not None
    figure = derive.total or derive.average or derive.count or derive.earliest or derive.latest
    if figure is not None:
        child, _, read = figure.of.partition(".")
        if read:
            yield PlantedFault("stale total", where, _moved_source(pack, child, (read,)))
        if derive.count is not None:
            yield PlantedFault("stale total", where, _lost_child(pack, column, child))
    grouped = derive.share or derive.growth
    if grouped is not None:
        yield PlantedFault("stale share", where, _moved_part(pack, column, grouped.of))
    span = derive.days or derive.years
    if span is not None:
        yield PlantedFault("stale span", where, _moved_source(pack, column.table, span[0]))


def _moved_source(pack: CompiledPack, table: str, path: tuple[str, ...]) -> Plant:
    end = route(pack, table, path).column

    def plant(scene: FaultContext) -> Frames | None:
        for row in scene.rows(table):
            spot = scene.follow(table, path, row)
            value = scene.at(table, path, row)
            if spot is not None and value is not None:
                far_off = far(value, 4_000) if isinstance(value, date) else value * 3 + 50
                return scene.put(end.table, end.name, {spot[2]: far_off})
        return None

    return plant


def _moved_part(pack: CompiledPack, column: CompiledColumn, path: tuple[str, ...]) -> Plant:
    """The value moves that a share or a growth is of, where that is not alone in its group."""
    end = route(pack, column.table, path).column

    def plant(scene: FaultContext) -> Frames | None:
        for row in scene.rows(column.table, column.name):
            spot, value = scene.follow(column.table, path, row), scene.at(column.table, path, row)
            alone = scene.values(column.table, column.name)[row] == 100
            if spot is not None and value is not None and not alone:
                return scene.put(end.table, end.name, {spot[2]: value * 3 + 50})
        return None

    return plant


def _lost_child(pack: CompiledPack, column: CompiledColumn, child: str) -> Plant:
    """A row counted here now counts there."""
    derive = column.spec.derive
    assert derive is not None
    assert derive.count is not None
    by, _ = link(pack, column.table, derive.count)
    target = str(pack.tables[child].columns[by].target)

    def plant(scene: FaultContext) -> Frames | None:
        rows, parents = scene.rows(child, by), scene.count(target)
        if not rows or parents < 2:
            return None
        return scene.put(child, by, {rows[0]: scene.values(child, by)[rows[0]] % parents + 1})

    return plant


def _swapped_result(table: CompiledTable) -> Plant:
    """Hosts and guests of one match exchange their goals."""
    spec = table.spec.standings
    assert spec is not None

    def plant(scene: FaultContext) -> Frames | None:
        ours = scene.values(spec.matches, spec.home_scored)
        theirs = scene.values(spec.matches, spec.away_scored)
        for row in scene.rows(spec.matches, spec.home_scored, spec.away_scored):
            if ours[row] != theirs[row]:
                first = scene.put(spec.matches, spec.home_scored, {row: theirs[row]})
                return scene.also(first).put(spec.matches, spec.away_scored, {row: ours[row]})
        return None

    return plant
