"""What an agent knows: the facts that it read of a world, and values of other worlds.

`Known` is the set of facts read and of rows seen. `KnownRows` shows it to whatever computes over a
world (`rederive`, `select`): a cell that was not read looks like a missing one. `TrainingValues` is
what an agent may remember that was trained on the train worlds of the pack.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

import polars as pl

from fictionworld.episodes.source import Source
from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.reach import names_its_rows
from fictionworld.tasks.specification import Condition, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import Cell, WorldRows

_NAMING = frozenset({"is", "one_of"})
_WORLDS: Final = 60
"""Worlds remembered: further ones add few values."""

NamedRow = tuple[str, int]
"""(table, row id)."""


class Known:
    """Facts read and rows seen, in a world.

    A row that was seen is known by its name, or, where rows have none, by its key: the phone and
    the year of a sales figure. The rows that the key or a reference that was read leads to are then
    seen too.
    """

    def __init__(self, world_rows: WorldRows) -> None:
        self.world_rows = world_rows
        self.facts: set[Cell] = set()
        self.rows: dict[str, set[int]] = {table: set() for table in world_rows.pack.tables}
        self._misread: dict[Cell, int] = {}
        self._believed: dict[Cell, Value] = {}
        self._values: dict[tuple[str, str], dict[int, Value]] = {}

    def note_row(self, table: str, row: int) -> None:
        """Note that a row was seen, and the rows that its key names."""
        if row in self.rows[table]:
            return
        self.rows[table].add(row)
        for column in self.world_rows.pack.tables[table].references:
            if not self.world_rows.is_fact(table, column.name):
                self._note_target((table, row, column.name))

    def learn(self, cell: Cell, says: int | None = None) -> None:
        """Note that a fact was read.

        Args:
            cell: The fact.
            says: The row whose value was read there, where it is not the fact's own: an agent
                that believes it is misled.
        """
        table, row, column = cell
        if says is not None:
            self._misread[cell] = says
        elif cell in self.facts:
            return
        self.note_row(table, row)
        if self.world_rows.is_fact(table, column) and cell not in self.facts:
            self.facts.add(cell)
            self._note_target(cell)
            for name, source in self.world_rows.pack.tables[table].restates.items():
                if source == column and says is None:
                    self.learn((table, row, name))

    def believe(self, cell: Cell, value: Value) -> None:
        """Take a value for a fact that was not read: a guess, which may be wrong."""
        if cell not in self.facts:
            self._believed[cell] = value
            self.learn(cell)

    def value(self, cell: Cell) -> Value:
        """Return the value read at `cell`: the world's, unless the reader was misled or guessed."""
        table, row, column = cell
        if cell in self._believed:
            return self._believed[cell]
        assert cell in self.facts or not self.world_rows.is_fact(table, column), (
            f"{cell} was not read"
        )
        row = self._misread.get(cell, row)
        values = self._values.get((table, column))
        if values is None:
            pairs = zip(
                self.world_rows.ids(table), self.world_rows.cells(table, (column,)), strict=True
            )
            values = self._values[table, column] = dict(pairs)
        return values[row]

    def row_called(self, table: str, row: int) -> tuple[str, ...]:
        """Return the name of a row that was seen, or the words of its key."""
        compiled = self.world_rows.pack.tables[table]
        name = compiled.name_column
        if name is not None:
            return (str(self.value((table, row, name.name))),)
        words: list[str] = []
        for column in compiled.key:
            value = self.value((table, row, column))
            target = compiled.columns[column].target
            if target is not None and isinstance(value, int):
                words += self.row_called(target, value)
            elif value is not None:
                words.append(str(value))
        return tuple(words)

    def _note_target(self, cell: Cell) -> None:
        """Note the row that a cell refers to, if it refers to one."""
        target = self.world_rows.pack.tables[cell[0]].columns[cell[2]].target
        if target is not None:
            value = self.value(cell)
            if isinstance(value, int):
                self.note_row(target, value)


class KnownRows(WorldRows):
    """The world as far as it is known: rows seen, cells read; any other cell is None.

    It is a view of the moment: what is learned later need not be in it.
    """

    def __init__(self, known: Known) -> None:
        super().__init__(known.world_rows.pack, {})
        self._known = known
        self._ids: dict[str, list[int]] = {}

    def ids(self, table: str) -> list[int]:
        if table not in self._ids:
            row_ids = self._known.world_rows.ids(table)
            seen = self._known.rows[table]
            self._ids[table] = [row for row in row_ids if row in seen or table == SETTING]
        return self._ids[table]

    def _read_column(self, table: str, column: str) -> list[Value]:
        free = not self.is_fact(table, column)
        facts, knowledge = self._known.facts, self._known
        return [
            knowledge.value((table, row, column)) if free or (table, row, column) in facts else None
            for row in self.ids(table)
        ]


def note_question(specification: Specification, known: Known) -> None:
    """Note the rows that the question names: the brand of `phones from Kestrel`, a whole key."""
    tests = (*specification.where, *specification.either)
    _note_references(specification.table, tests, known)
    for membership in specification.members:
        _note_references(membership.table, membership.where, known)
    if names_its_rows(specification, known.world_rows.pack):
        _note_base(specification, known)


def _note_references(table: str, where: tuple[Condition, ...], known: Known) -> None:
    for condition in where:
        target = known.world_rows.pack.column(table, condition.path).target
        for value in condition.values:
            if target is not None and isinstance(value, int):
                known.note_row(target, value)


def _note_base(specification: Specification, known: Known) -> None:
    """Note the rows whose name, or whole key, the conditions spell out."""
    table, rows = specification.table, known.world_rows
    tests = [
        (rows.cells(table, condition.path), condition.values)
        for condition in specification.where
        if len(condition.path) == 1
        and condition.operator in _NAMING
        and not rows.is_fact(table, condition.path[0])
    ]
    for index, row in enumerate(rows.ids(table)):
        if all(cells[index] in values for cells, values in tests):
            known.note_row(table, row)


class TrainingValues:
    """The values of columns in the train worlds of a dataset."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def of(self, world: World, table: str, column: str) -> Counter[Value]:
        """Count the values of a column in the other train worlds of the pack of `world`.

        Days are moved to the as-of date of `world`.
        """
        counts: Counter[Value] = Counter()
        for other_id, frames in _worlds(self._source, world.pack).items():
            if other_id != world.world_id:
                values = frames[table][column].drop_nulls()
                if values.dtype == pl.Date:
                    values += world.as_of - self._source.world(other_id).as_of
                counts.update(values.to_list())
        return counts


@lru_cache(maxsize=8)
def _worlds(source: Source, pack: str) -> dict[int, dict[str, pl.DataFrame]]:
    """Return the tables of the first train worlds of a pack, by world id."""
    worlds = source.worlds()
    of_pack = worlds.filter((worlds["pack"] == pack) & (worlds["split"] == "train"))
    world_ids = sorted(of_pack["world_id"].to_list())[:_WORLDS]
    return {world_id: source.frames(world_id) for world_id in world_ids}
