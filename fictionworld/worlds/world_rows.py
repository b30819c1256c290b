"""One world's rows for plain Python: columns as lists, and paths followed for a whole table.

What reads a world here imports neither polars nor numpy, which take half a second: an episode's
process does without them. Validators and generators follow paths by code of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.worlds.fact import Value

if TYPE_CHECKING:
    import polars as pl

Cell = tuple[str, int, str]
"""(table, row id, column): a fact without its world."""


V = TypeVar("V")
"""What a cell is read as: its value, or the code of `rows.py`."""


class PathReader(ABC, Generic[V]):
    """The cells of one world's rows, along paths. Rows are addressed by their place: 0, 1, 2...

    What was read or followed once is kept, since the tasks of a world ask for the same few
    columns: make one reader for all of them.
    """

    def __init__(self, pack: CompiledPack) -> None:
        self.pack = pack
        self._columns: dict[tuple[str, str], list[V | None]] = {}
        self._cells: dict[tuple[str, Path], list[V | None]] = {}
        self._places: dict[str, dict[int, int]] = {}
        self._followed: dict[tuple[str, str], list[int | None]] = {}

    def ids(self, table: str) -> list[int]:
        """Return the row ids of a table, in the order of its rows."""
        return self._column(table, "id")  # type: ignore[return-value]  # ids are whole numbers

    def cells(self, table: str, path: Path) -> list[V | None]:
        """Return the cell that `path` leads to from each row; None past a missing reference.

        Where the path ends at a reference, it is the id of the row pointed to.
        """
        cells = self._cells.get((table, path))
        if cells is None:
            cells = self._cells[table, path] = self._follow(table, path)
        return cells

    @abstractmethod
    def _read_column(self, table: str, column: str) -> list[V | None]:
        """Return the cells of a column; also of `id`, which is no column of the pack."""

    def _column(self, table: str, column: str) -> list[V | None]:
        cells = self._columns.get((table, column))
        if cells is None:
            cells = self._columns[table, column] = self._read_column(table, column)
        return cells

    def _follow(self, table: str, path: Path) -> list[V | None]:
        if path[0] == SETTING:
            return (self._column(SETTING, path[1]) or [None]) * len(self.ids(table))
        if len(path) == 1:
            return self._column(table, path[0])
        target = self._target(table, path[0])
        beyond = self.cells(target, path[1:])
        places = self._next(table, path[0], target)
        return [None if place is None else beyond[place] for place in places]

    def _target(self, table: str, column: str) -> str:
        target = self.pack.tables[table].columns[column].target
        if target is None:
            raise ValueError(f"{table}.{column} is no reference: a path ends there")
        return target

    def _next(self, table: str, column: str, target: str) -> list[int | None]:
        """Return for each row of `table` the place in `target` of the row it points to, or None."""
        places = self._followed.get((table, column))
        if places is None:
            if target not in self._places:
                self._places[target] = {row: place for place, row in enumerate(self.ids(target))}
            place_of = self._places[target].get
            places = list(map(place_of, self._column(table, column)))  # type: ignore[arg-type]
            self._followed[table, column] = places
        return places


class WorldRows(PathReader[Value]):
    """The rows of one world as values, and which facts they are."""

    def __init__(self, pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> None:
        super().__init__(pack)
        self.frames = frames
        self._trails: dict[tuple[str, Path], list[tuple[Cell, ...]]] = {}

    @cached_property
    def names(self) -> dict[tuple[str, int], str]:
        """Return the names of the rows that have one, by table and row id."""
        return {
            (table.name, row): str(name)
            for table in self.pack.world_tables
            if table.name_column is not None
            for row, name in zip(
                self.ids(table.name), self.cells(table.name, (table.name_column.name,)), strict=True
            )
        }

    def shown(self, table: str, path: Path) -> list[Value]:
        """Return the cells as an answer gives them: a row pointed to by its name.

        Raises:
            ValueError: The rows pointed to have no names.
        """
        target = self.pack.column(table, path).target
        if target is None:
            return self.cells(table, path)
        name = self.pack.tables[target].name_column
        if name is None:
            raise ValueError(f"{'.'.join(path)} leads to {target}, whose rows have no names")
        return self.cells(table, (*path, name.name))

    def trails(self, table: str, path: Path) -> list[tuple[Cell, ...]]:
        """Return for each row the facts read along `path`, its last cell included.

        Cells that are no facts (`is_fact`) are left out. A missing cell is a fact as any other:
        pages say that there is none, and until that is read it is unknown.
        """
        row_trails = self._trails.get((table, path))
        if row_trails is None:
            row_trails = self._trails[table, path] = self._track(table, path)
        return row_trails

    def is_fact(self, table: str, column: str) -> bool:
        """Return whether a cell of this column says something beyond which row it belongs to.

        A name does not, nor do the key columns of rows without names (the phone and the year of a
        sales figure): they come with naming the row. Nor does the setting, which the question
        and the system prompt tell.
        """
        if table == SETTING:
            return False
        name = self.pack.tables[table].name_column
        if name is not None:
            return column != name.name
        return column not in self.pack.tables[table].key

    def _read_column(self, table: str, column: str) -> list[Value]:
        """Return the cells of a column from the frames; subclasses read them from elsewhere."""
        if column not in self.frames[table].columns:
            raise KeyError(f"{table} has no column {column}")
        return self.frames[table].get_column(column).to_list()

    def _track(self, table: str, path: Path) -> list[tuple[Cell, ...]]:
        if path[0] == SETTING:
            return [()] * len(self.ids(table))
        column = path[0]
        row_trails: list[tuple[Cell, ...]] = [()] * len(self.ids(table))
        if self.is_fact(table, column):
            row_trails = [((table, row, column),) for row in self.ids(table)]
        if len(path) == 1:
            return row_trails
        target = self._target(table, column)
        target_trails = self.trails(target, path[1:])
        return [
            row_trail if index is None else row_trail + target_trails[index]
            for row_trail, index in zip(row_trails, self._next(table, column, target), strict=True)
        ]
