"""The named rows of a world and their protected cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.worlds.fact import Value

Row = tuple[str, int]
"""(table, row id)."""


class ProtectedSubjects:
    """Named rows, and their protected cells."""

    def __init__(self, handle: WorldHandle) -> None:
        self.pack = handle.pack
        self._rows = handle.rows
        self._row_names = handle.names
        self.names: dict[Row, str] = handle.rows.names

    def in_text(self, text: str) -> list[Row]:
        """The rows that a text names, each once, in order; of two names that overlap the longer."""
        names = self._row_names.in_text(text)
        return list(dict.fromkeys(row for name in names for row in self._row_names.called(name)))

    def masked(self, text: str) -> str:
        """A text with `<name>` for each name of a row."""
        pieces: list[str] = []
        at = 0
        for _, start, end in self._row_names.matches(text):
            pieces += (text[at:start], "<name>")
            at = end
        return "".join((*pieces, text[at:]))

    def rows(self, table: str) -> list[Row]:
        """The rows of a table, in order."""
        return [(table, row) for row in self._rows.ids(table)]

    def protected(self, row: Row) -> Iterator[tuple[CompiledColumn, Value]]:
        """The askable cells of a row that hold something; a reference by its name."""
        table = self.pack.tables[row[0]]
        place = self._place(row)
        for column in table.stored:
            if column.role == "askable":
                value = self._shown(row[0], column.name)[place]
                if value is not None:
                    yield column, value

    def value(self, row: Row, column: str) -> Value:
        """One cell, a reference by its name."""
        return self._shown(row[0], column)[self._place(row)]

    def _shown(self, table: str, column: str) -> list[Value]:
        target = self.pack.tables[table].columns[column].target
        if target is not None and self.pack.tables[target].name_column is None:
            return self._rows.cells(table, (column,))
        return self._rows.shown(table, (column,))

    def _place(self, row: Row) -> int:
        return self._places[row[0]][row[1]]

    @cached_property
    def _places(self) -> dict[str, dict[int, int]]:
        return {
            table.name: {row: place for place, row in enumerate(self._rows.ids(table.name))}
            for table in self.pack.world_tables
        }
