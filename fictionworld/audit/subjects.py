"""The rows of a world by what they are called: found in any text, in one pass."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fictionworld.worlds.fact import FactId

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.tasks.world_rows import WorldRows
    from fictionworld.worlds.fact import Value

__all__ = ["Row", "ProtectedSubjects"]

Row = tuple[str, int]
"""(table, row id)."""


class ProtectedSubjects:
    """Named rows, and their protected cells."""

    def __init__(self, pack: CompiledPack, rows: WorldRows) -> None:
        self.pack = pack
        self._rows = rows
        self.names: dict[Row, str] = {}
        self._by_name: dict[str, list[Row]] = {}
        for table in pack.world_tables:
            if table.name_column is not None:
                said = rows.cells(table.name, (table.name_column.name,))
                for row, name in zip(rows.ids(table.name), said, strict=True):
                    self.names[table.name, row] = str(name)
                    self._by_name.setdefault(str(name), []).append((table.name, row))

    def in_text(self, text: str) -> list[Row]:
        """The rows that a text names, each once, in order; of two names in one place the longer."""
        found: dict[Row, None] = {}
        for place, start, end in self._automaton.find_matches_as_indexes(text):
            if not _joins(text, start) and not _joins(text, end):
                found |= dict.fromkeys(self._by_name[self._listed[place]])
        return list(found)

    def masked(self, text: str) -> str:
        """A text with `<name>` for each name of a row."""
        pieces: list[str] = []
        at = 0
        for _, start, end in self._automaton.find_matches_as_indexes(text):
            if not _joins(text, start) and not _joins(text, end):
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

    def fact(self, world_id: int, row: Row, column: str) -> FactId:
        """The address of a cell."""
        return FactId(world_id, row[0], row[1], column)

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

    @cached_property
    def _listed(self) -> list[str]:
        return [name for name in self._by_name if name]

    @cached_property
    def _automaton(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - of a library in Rust
        from ahocorasick_rs import AhoCorasick, MatchKind  # noqa: PLC0415 - not for traces alone

        return AhoCorasick(self._listed, matchkind=MatchKind.LeftmostLongest)


def _joins(text: str, place: int) -> bool:
    """Whether letters or digits stand on both sides of a place."""
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()
