"""Faults of references: dangling, swapped, circular, cut off, out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from fictionworld.validators.faults.scene import Fault, Frames, Plant, Scene

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack

__all__ = ["link_faults"]


def link_faults(pack: CompiledPack) -> Iterator[Fault]:
    """Faults of every stored reference, and of the graph that they make."""
    for table in pack.tables.values():
        for column in table.stored:
            if column.target is not None:
                yield from _of_reference(pack, column)
    for rule in pack.rules:
        if rule.connected is not None:
            tables = (rule.table, *rule.connected)
            yield Fault("component cut off", f"{rule.table}.connected", _island(pack, tables))
        loop = rule.acyclic or rule.forest
        if loop is not None:
            yield Fault("cycle", f"{rule.table}.{loop}", _cycle(rule.table, loop))
        if rule.single_chain is not None:
            ref = rule.single_chain.ref
            where = f"{rule.table}.{ref}"
            yield Fault("chain with two heads", where, _broken_chain(rule.table, ref))
            yield Fault("chain with a branch", where, _branch(rule.table, ref))
            yield Fault("cycle", where, _closed_chain(rule.table, ref))


def _of_reference(pack: CompiledPack, column: CompiledColumn) -> Iterator[Fault]:
    where, pick = f"{column.table}.{column.name}", column.spec.pick
    yield Fault("dangling reference", where, _dangling(column))
    if pick.copy_of is not None:
        yield Fault("swapped references", where, _swapped(column))
        yield Fault("reference to the wrong row", where, _turned(column))
    if pick.successor is not None:
        yield Fault("swapped references", where, _swapped(column))
    if pick.unlike is not None:
        yield Fault("reference to the row it must avoid", where, _unavoided(column))
    if pick.latest is not None:
        yield Fault("cause after effect", where, _too_late(column))
        yield Fault("reference to one long outdated", where, _too_early(column))
    if pick.roots is not None and column.target == column.table:
        yield Fault("cycle", f"{where} (roots)", _cycle(column.table, column.name))
    del pack


def _dangling(column: CompiledColumn) -> Plant:
    def plant(scene: Scene) -> Frames | None:
        rows = scene.rows(column.table, column.name)
        if not rows:
            return None
        beyond = scene.count(str(column.target)) + scene.random.randint(1, 9)
        return scene.put(column.table, column.name, {rows[0]: scene.random.choice((beyond, 0))})

    return plant


def _swapped(column: CompiledColumn) -> Plant:
    """Two rows exchange what they refer to."""

    def plant(scene: Scene) -> Frames | None:
        values = scene.values(column.table, column.name)
        for one, other in scene.pairs(column.table, column.name):
            if values[one] != values[other]:
                changes = {one: values[other], other: values[one]}
                return scene.put(column.table, column.name, changes)
        return None

    return plant


def _turned(column: CompiledColumn) -> Plant:
    def plant(scene: Scene) -> Frames | None:
        rows, parents = scene.rows(column.table, column.name), scene.count(str(column.target))
        if not rows or parents < 2:
            return None
        old = scene.values(column.table, column.name)[rows[0]]
        return scene.put(column.table, column.name, {rows[0]: old % parents + 1})

    return plant


def _unavoided(column: CompiledColumn) -> Plant:
    def plant(scene: Scene) -> Frames | None:
        assert column.spec.pick.unlike is not None
        for row in scene.rows(column.table, column.name):
            other = scene.at(column.table, column.spec.pick.unlike, row)
            if other is not None:
                return scene.put(column.table, column.name, {row: other})
        return None

    return plant


def _by_age(scene: Scene, column: CompiledColumn) -> list[int]:
    """The ids of the rows that may be referred to, the latest first."""
    latest = str(column.spec.pick.latest)
    values = scene.values(str(column.target), latest)
    known = [row for row, value in enumerate(values) if value is not None]
    return [row + 1 for row in sorted(known, key=lambda row: values[row], reverse=True)]


def _too_late(column: CompiledColumn) -> Plant:
    """The latest row of all, for the row that may refer to the fewest."""

    def plant(scene: Scene) -> Frames | None:
        by_age, pick = _by_age(scene, column), column.spec.pick
        assert pick.until is not None
        if pick.until.path is None or not by_age:
            return None
        newest = scene.at(str(column.target), (str(pick.latest),), by_age[0] - 1)
        for row in scene.rows(column.table, column.name):
            limit = scene.at(column.table, pick.until.path, row)
            if type(limit) is type(newest) and limit < newest:
                return scene.put(column.table, column.name, {row: by_age[0]})
        return None

    return plant


def _too_early(column: CompiledColumn) -> Plant:
    """The earliest row of all, for a row that may choose among the latest of many."""

    def plant(scene: Scene) -> Frames | None:
        by_age, pick = _by_age(scene, column), column.spec.pick
        assert pick.until is not None
        if pick.until.path is None:
            return None
        values = scene.values(str(column.target), str(pick.latest))
        oldest = by_age[-1] if by_age else 0
        for row in scene.rows(column.table, column.name):
            limit = scene.at(column.table, pick.until.path, row)
            between = [
                at
                for at in by_age
                if values[oldest - 1] < values[at - 1] and values[at - 1] <= limit
            ]
            if len(between) >= pick.among:
                return scene.put(column.table, column.name, {row: oldest})
        return None

    return plant


def _cycle(table: str, name: str) -> Plant:
    """Two or three rows that lead to each other."""

    def plant(scene: Scene) -> Frames | None:
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

    def plant(scene: Scene) -> Frames | None:
        values = scene.values(table, name)
        for row in scene.rows(table, name):
            end = values[row] - 1
            if values[end] is None:
                return scene.put(table, name, {end: row + 1})
        return None

    return plant


def _broken_chain(table: str, name: str) -> Plant:
    def plant(scene: Scene) -> Frames | None:
        rows = scene.rows(table, name)
        return scene.put(table, name, {rows[0]: None}) if rows else None

    return plant


def _branch(table: str, name: str) -> Plant:
    """Two rows of a chain lead to the same third."""

    def plant(scene: Scene) -> Frames | None:
        values = scene.values(table, name)
        for row in scene.rows(table, name):
            onward = values[values[row] - 1]
            if onward is not None:
                return scene.put(table, name, {row: onward})
        return None

    return plant


def _island(pack: CompiledPack, tables: tuple[str, ...]) -> Plant:
    """A new row that nothing refers to, in a table that itself refers to none of the others."""
    alone = [
        name
        for name in tables
        if not any(c.stored and c.target in tables for c in pack.tables[name].references)
    ]

    def plant(scene: Scene) -> Frames | None:
        for table in alone:
            frame = scene.frames[table]
            if len(frame):
                return scene.renumbered(table, pl.concat([frame, frame[-1]]))
        return None

    return plant
