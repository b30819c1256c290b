"""Faults of whole rows: dropped, doubled, copied, moved; too many and too few."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.packs.terms import Span
from fictionworld.validators.faults.fault_context import FaultContext, Frames, Plant, PlantedFault

_NOWHERE = 2_000_000_000
"""The id of a world that is in no list."""


def row_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of rows, for every table."""
    for table in pack.tables.values():
        name = table.name
        yield PlantedFault("row dropped", name, _dropped(name))
        yield PlantedFault("row doubled", name, _doubled(name))
        yield PlantedFault("row moved to another world", name, _moved(name))
        if name == SETTING:
            yield PlantedFault("row of an unlisted world", name, _strayed(name))
            continue
        yield PlantedFault("row copied", name, _copied(name))
        yield PlantedFault("row dropped, ids closed up", name, _closed_up(name))
        yield from _count_faults(table)
    for rule in pack.rules:
        if rule.degree is not None:
            plant = _crowded(rule.degree.of, rule.table, rule.degree.by, rule.degree.between)
            yield PlantedFault("too many or too few refer to a row", f"{rule.table}.degree", plant)


def _a_row(scene: FaultContext, table: str) -> int | None:
    return scene.random.randrange(scene.count(table)) if scene.count(table) else None


def _dropped(table: str) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        row = _a_row(scene, table)
        if row is None:
            return None
        frame = scene.frames[table]
        return scene.with_rows(table, pl.concat([frame[:row], frame[row + 1 :]]))

    return plant


def _closed_up(table: str) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        frames = _dropped(table)(scene)
        return frames and scene.renumbered(table, frames[table])

    return plant


def _doubled(table: str) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        row = _a_row(scene, table)
        frame = scene.frames[table]
        return None if row is None else scene.with_rows(table, pl.concat([frame, frame[row]]))

    return plant


def _copied(table: str) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        frames = _doubled(table)(scene)
        return frames and scene.renumbered(table, frames[table])

    return plant


def _moved(table: str) -> Plant:
    return lambda scene: _in_world(scene, table, scene.elsewhere)


def _strayed(table: str) -> Plant:
    return lambda scene: _in_world(scene, table, _NOWHERE)


def _in_world(scene: FaultContext, table: str, world: int) -> Frames | None:
    row = _a_row(scene, table)
    return None if row is None else scene.put(table, "world_id", {row: world})


def _count_faults(table: CompiledTable) -> Iterator[PlantedFault]:
    rows, name = table.spec.rows, table.name
    allowed = rows.span or rows.weights or (rows.count if rows.pairs is not None else None)
    if allowed is not None:
        yield PlantedFault("too few or too many rows", name, _resized(name, _outside(allowed)))
    parent = rows.per or rows.one_per or rows.sample
    if parent is not None:
        count = rows.count if rows.per is not None and rows.count is not None else {1: 1.0}
        by = next(column.name for column in table.references if column.target == parent)
        most = max(count) if isinstance(count, dict) else int(count.high)
        yield PlantedFault("a parent with one row too many", name, _multiplied(name, by, most))
    if rows.each is not None and rows.keep == 1:
        yield PlantedFault("a year left out", name, _closed_up(name))


def _outside(allowed: Span | dict[int, float]) -> tuple[int, ...]:
    """Numbers of rows that are not allowed, the handiest first."""
    low = min(allowed) if isinstance(allowed, dict) else int(allowed.low)
    high = max(allowed) if isinstance(allowed, dict) else int(allowed.high)
    return (low - 1, high + 1) if low > 1 else (high + 1,)


def _resized(table: str, sizes: tuple[int, ...]) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        size, frame = scene.random.choice(sizes), scene.frames[table]
        if not len(frame):
            return None
        times = -(-size // len(frame))
        return scene.renumbered(table, pl.concat([frame] * times)[:size])

    return plant


def _multiplied(table: str, by: str, most: int) -> Plant:
    """Copies of one row until its parent has more than it may."""

    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(table, by)
        if not rows:
            return None
        frame = scene.frames[table]
        return scene.renumbered(table, pl.concat([frame, *[frame[rows[0]]] * most]))

    return plant


def _crowded(table: str, parent: str, by: str, between: Span) -> Plant:
    """References turned to one parent until it has too many, or away until it has too few."""

    def plant(scene: FaultContext) -> Frames | None:
        rows, parents = scene.rows(table, by), scene.count(parent)
        if not parents:
            return None
        one = scene.random.randrange(parents) + 1
        if len(rows) > between.high:
            return scene.put(table, by, dict.fromkeys(rows[: int(between.high) + 1], one))
        theirs = [row for row in rows if scene.frames[table][by][row] == one]
        if not between.low or parents < 2:
            return None
        return scene.put(table, by, dict.fromkeys(theirs, one % parents + 1))

    return plant
