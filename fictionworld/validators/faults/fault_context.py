"""One world to plant a fault in, the functions that edit its tables, and the plants that faults of
several kinds share.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Any

import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.knowable import route

_TRIED_ROWS = 40
"""Rows for which others like them are sought: pairs of rows are many."""

Cell = Any
"""One value of a frame: text, a whole number, a Decimal, a date, a truth."""
Frames = dict[str, pl.DataFrame]


@dataclass(frozen=True, slots=True)
class FaultContext:
    """A valid world to plant a fault in. It is never changed: edits return new frames."""

    pack: CompiledPack
    frames: Mapping[str, pl.DataFrame]
    """The rows of one world, ids 1..n in order."""
    random: Random
    """Seeded by the fault's name."""
    absent: frozenset[tuple[str, str]] = frozenset()
    """Optional columns that this world lacks."""
    elsewhere: int = -1
    """Another world of the same batch."""
    real_name: str | None = None
    """A name on the list of real names."""

    # looking

    def values(self, table: str, column: str) -> list[Cell]:
        """A column's values in the order of ids; None throughout where it is hidden."""
        if not self.pack.tables[table].columns[column].stored:
            return [None] * self.count(table)
        return self.frames[table][column].to_list()

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return len(self.frames[table])

    def has(self, column: CompiledColumn) -> bool:
        """Whether this world has the column at all."""
        return column.stored and (column.table, column.name) not in self.absent

    def follow(self, table: str, path: Path, row: int) -> tuple[str, str, int] | None:
        """The table, column and row that `path` ends at; None where the way breaks off."""
        if path[0] == SETTING:
            table, path, row = SETTING, path[1:], 0
        for step in path[:-1]:
            column = self.pack.tables[table].columns[step]
            to = self.frames[table][step][row] if column.stored else None
            if to is None:
                return None
            table, row = str(column.target), to - 1
        return table, path[-1], row

    def at(self, table: str, path: Path, row: int) -> Cell:
        """The value of `path` for a row; None where it is missing or hidden."""
        end = self.follow(table, path, row)
        if end is None or not self.pack.tables[end[0]].columns[end[1]].stored:
            return None
        return self.frames[end[0]][end[1]][end[2]]

    def term(self, table: str, term: Term, row: int) -> Cell:
        """The value of a term for a row, its offset applied; a year stays a year."""
        value = self.at(table, term.path, row) if term.path is not None else term.day or term.number
        if value is None or not term.offset:
            return value
        if not isinstance(value, date):
            return value + (term.offset if term.unit in {"", "y"} else 0)
        if term.unit in {"m", "y"}:
            months = (
                value.year * 12 + value.month - 1 + term.offset * (12 if term.unit == "y" else 1)
            )
            last = monthrange(months // 12, months % 12 + 1)[1]
            return date(months // 12, months % 12 + 1, min(value.day, last))
        return value + timedelta(days=term.offset * (7 if term.unit == "w" else 1))

    def alike(self, table: str, paths: tuple[Path, ...], one: int, other: int) -> bool:
        """Whether two rows are equal in all of `paths`."""
        return all(self.at(table, path, one) == self.at(table, path, other) for path in paths)

    def alike_pairs(
        self, table: str, paths: tuple[Path, ...], rows: list[int]
    ) -> Iterator[tuple[int, int]]:
        """Pairs of different rows that are equal in all of `paths`."""
        for one in rows[:_TRIED_ROWS]:
            for other in rows:
                if one != other and self.alike(table, paths, one, other):
                    yield one, other

    def rows(self, table: str, *columns: str) -> list[int]:
        """The rows where all `columns` have a value, shuffled."""
        kept = [
            row
            for row, values in enumerate(self.frames[table].select(columns or "id").iter_rows())
            if None not in values
        ]
        self.random.shuffle(kept)
        return kept

    def pairs(self, table: str, *columns: str) -> Iterator[tuple[int, int]]:
        """Rows two by two, each with its next in a shuffled order, the last with the first."""
        rows = self.rows(table, *columns)
        if len(rows) > 1:
            yield from zip(rows, [*rows[1:], rows[0]], strict=True)

    # changing

    def put(self, table: str, column: str, changes: Mapping[int, Cell]) -> Frames | None:
        """The frames with other values in some rows of one column; None if nothing is other."""
        series = self.frames[table][column]
        values = series.to_list()
        if all(values[row] == value for row, value in changes.items()):
            return None
        for row, value in changes.items():
            values[row] = value
        return self.with_columns(table, pl.Series(column, values, series.dtype, strict=False))

    def with_columns(self, table: str, *columns: pl.Series) -> Frames:
        """The frames with columns of one table replaced."""
        return {**self.frames, table: self.frames[table].with_columns(*columns)}

    def with_rows(self, table: str, frame: pl.DataFrame) -> Frames:
        """The frames with one table replaced."""
        return {**self.frames, table: frame}

    def renumbered(self, table: str, frame: pl.DataFrame) -> Frames:
        """The frames with one table replaced and its ids made to run from 1 again."""
        ids = pl.Series("id", range(1, len(frame) + 1), pl.Int32)
        return self.with_rows(table, frame.with_columns(ids))

    def put_row(self, table: str, row: int, values: Mapping[str, Cell]) -> Frames:
        """The frames with other values in some columns of one row."""
        changed = self
        for name, value in values.items():
            frames = changed.put(table, name, {row: value})
            changed = changed if frames is None else replace(changed, frames=frames)
        return dict(changed.frames)


Plant = Callable[[FaultContext], Frames | None]


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """One kind of fault, at one table, column or rule of a pack."""

    kind: str
    """What goes wrong: `dangling reference`."""
    where: str
    """The table, column or rule it goes wrong at: `phone.chip`."""
    plant: Plant
    """The spoiled frames, or None where this world gives no opportunity."""

    @property
    def name(self) -> str:
        """The fault's own name, which seeds its random numbers."""
        return f"{self.kind} at {self.where}"


def far(value: Cell, steps: int) -> Cell:
    """A value so many units up or down: whole units, or days."""
    return value + timedelta(days=steps) if isinstance(value, date) else value + steps


def changed(column: CompiledColumn, change: Callable[[FaultContext, int, Cell], Cell]) -> Plant:
    """One value changed as `change(scene, row, value)` says; None passes the row over."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for row in scene.rows(column.table, column.name):
            value = change(scene, row, values[row])
            if value is not None and value != values[row]:
                return scene.put(column.table, column.name, {row: value})
        return None

    return plant


def emptied(table: str, column: str) -> Plant:
    """One value gone."""

    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(table, column)
        return scene.put(table, column, {rows[0]: None}) if rows else None

    return plant


def unit_slip(column: CompiledColumn) -> Plant:
    """A number a thousand times what it was."""
    return changed(column, lambda _scene, _row, value: value * 1000)


def year_shift(column: CompiledColumn, years: int) -> Plant:
    """One year so many earlier or later."""
    return changed(column, lambda scene, _row, value: value + scene.random.choice((-years, years)))


def turned(column: CompiledColumn) -> Plant:
    """One reference leads to the row after the one that it led to; from the last to the first."""
    target = str(column.target)
    return changed(column, lambda scene, _row, value: value % scene.count(target) + 1)


def repeated_value(table: str, column: str, within: tuple[Path, ...]) -> Plant:
    """One row takes the value of another of its group."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(table, column)
        for one, other in scene.alike_pairs(table, within, scene.rows(table, column)):
            return scene.put(table, column, {one: values[other]})
        return None

    return plant


def parted(table: str, column: str, paths: tuple[Path, ...]) -> Plant:
    """One of two rows that are equal in `paths`, and so in the column, gets another value."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(table, column)
        for one, _ in scene.alike_pairs(table, paths, scene.rows(table, column)):
            others = [value for value in values if value not in {None, values[one]}]
            if others:
                return scene.put(table, column, {one: scene.random.choice(others)})
        return None

    return plant


def doubled(table: str, columns: tuple[str, ...]) -> Plant:
    """One row takes the values of another in all of `columns`."""

    def plant(scene: FaultContext) -> Frames | None:
        for one, other in scene.pairs(table, *columns):
            taken = {name: scene.values(table, name)[other] for name in columns}
            return scene.put_row(table, one, taken)
        return None

    return plant


def moved_source(pack: CompiledPack, table: str, path: Path) -> Plant:
    """The value at the end of a path moves far away, and what follows from it does not."""
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
