"""What somebody knows who has read some facts of a world, and nothing else of it.

`Known` is the set of facts read and of rows heard of; `KnownRows` shows it to whatever computes
over a world (`rederive`, `select`), where a cell that was not read looks like a missing one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.world_rows import Cell, WorldRows

if TYPE_CHECKING:
    from fictionworld.worlds.fact import Value

__all__ = ["Known", "KnownRows", "NamedRow"]

NamedRow = tuple[str, int]
"""(table, row id)."""


class Known:
    """Facts read, and rows heard of, in the world behind `truth`.

    Whoever hears of a row has its name, or, where rows have none, its key: the phone and the year
    of a sales figure, and so hears of that phone too. Whoever reads a reference hears of the row it
    leads to.
    """

    def __init__(self, truth: WorldRows) -> None:
        self.truth = truth
        self.facts: set[Cell] = set()
        self.rows: dict[str, set[int]] = {table: set() for table in truth.pack.tables}
        self._misread: dict[Cell, int] = {}
        self._believed: dict[Cell, Value] = {}
        self._values: dict[tuple[str, str], dict[int, Value]] = {}

    def hear_of(self, table: str, row: int) -> bool:
        """Note a row, and those that its key names; whether it is news."""
        if row in self.rows[table]:
            return False
        self.rows[table].add(row)
        for column in self.truth.pack.tables[table].references:
            if not self.truth.is_fact(table, column.name):
                self._hear_of_target((table, row, column.name))
        return True

    def learn(self, cell: Cell, says: int | None = None) -> bool:
        """Note a fact; whether it is news.

        Args:
            cell: The fact.
            says: The row whose value was read there, where it is not the fact's own: whoever takes
                that for true is misled.
        """
        table, row, column = cell
        if says is not None:
            self._misread[cell] = says
        self.hear_of(table, row)
        if not self.truth.is_fact(table, column) or cell in self.facts:
            return False
        self.facts.add(cell)
        if self.truth.pack.tables[table].columns[column].target is not None:
            self._hear_of_target(cell)
        return True

    def believe(self, cell: Cell, value: Value) -> None:
        """Take a value for a fact that was not read: a guess, which may be wrong."""
        if cell not in self.facts:
            self._believed[cell] = value
            self.learn(cell)

    def value(self, cell: Cell) -> Value:
        """What was read at `cell`: what the world says, unless the reader was misled or guessed."""
        table, row, column = cell
        if cell in self._believed:
            return self._believed[cell]
        assert cell in self.facts or not self.truth.is_fact(table, column), f"{cell} was not read"
        row = self._misread.get(cell, row)
        values = self._values.get((table, column))
        if values is None:
            pairs = zip(self.truth.ids(table), self.truth.cells(table, (column,)), strict=True)
            values = self._values[table, column] = dict(pairs)
        return values[row]

    def row_called(self, table: str, row: int) -> tuple[str, ...]:
        """What a row heard of is called: its name, or the words of its key."""
        compiled = self.truth.pack.tables[table]
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

    def _hear_of_target(self, cell: Cell) -> None:
        target = self.truth.pack.tables[cell[0]].columns[cell[2]].target
        value = self.value(cell)
        if target is not None and isinstance(value, int):
            self.hear_of(target, value)


class KnownRows(WorldRows):
    """The world as far as it is known: rows heard of, cells read; any other cell is None.

    It is made for one look: what is learned after it was made need not be in it.
    """

    def __init__(self, known: Known) -> None:
        super().__init__(known.truth.pack, {})
        self._known = known

    def ids(self, table: str) -> list[int]:
        if table not in self._ids:
            truth = self._known.truth.ids(table)
            heard = self._known.rows[table]
            self._ids[table] = [row for row in truth if row in heard or table == SETTING]
        return self._ids[table]

    def _column(self, table: str, column: str) -> list[Value]:
        found = self._columns.get((table, column))
        if found is None:
            free = not self.is_fact(table, column)
            facts, known = self._known.facts, self._known
            found = [
                known.value((table, row, column)) if free or (table, row, column) in facts else None
                for row in self.ids(table)
            ]
            self._columns[table, column] = found
        return found
