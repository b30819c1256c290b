"""The rows of a world by their names, found in any text in one pass."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fictionworld.text.phrase_finder import PhraseFinder

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.world_rows import WorldRows
    from fictionworld.text.phrase_finder import PhraseMatch

__all__ = ["RowNames"]


class RowNames:
    """Names of rows, and which rows are called so."""

    def __init__(self, pack: CompiledPack, rows: WorldRows) -> None:
        self._pack = pack
        self._rows = rows

    def matches(self, text: str) -> list[PhraseMatch]:
        """Where a text says names, as words of their own; see `PhraseFinder.words_in`."""
        return self._finder.words_in(text)

    def in_text(self, text: str) -> list[str]:
        """The names that a text says, from left to right; of two that overlap the longer."""
        return [one.phrase for one in self.matches(text)]

    def called(self, name: str) -> list[tuple[str, int]]:
        """The rows of a name, by table and id."""
        return self._by_name[name]

    def rows(self, text: str) -> set[tuple[str, int]]:
        """The rows, by table and id, that a text names."""
        return {row for name in self.in_text(text) for row in self._by_name[name]}

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        for table in self._pack.world_tables:
            if table.name_column is not None:
                said = self._rows.cells(table.name, (table.name_column.name,))
                for row, name in zip(self._rows.ids(table.name), said, strict=True):
                    found.setdefault(str(name), []).append((table.name, row))
        return found

    @cached_property
    def _finder(self) -> PhraseFinder:
        return PhraseFinder(self._by_name)
