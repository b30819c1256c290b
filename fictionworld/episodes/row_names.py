"""The rows of a world by what they are called, found in any text in one pass."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.world_rows import WorldRows

__all__ = ["RowNames"]


class RowNames:
    """Names of rows, and which rows are called so."""

    def __init__(self, pack: CompiledPack, rows: WorldRows) -> None:
        self._pack = pack
        self._rows = rows

    def in_text(self, text: str) -> list[str]:
        """The names that a text says as words of their own, as it says them, from left to right.

        Of two that begin at one place the longer: `Nova 12 Pro` is not `Nova 12`.
        """
        whole = [
            (start, -end)
            for _, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True)
            if not (start and _is_of_word(text[start - 1]))
            and not (end < len(text) and _is_of_word(text[end]))
        ]
        found: list[str] = []
        at = 0
        for start, before_end in sorted(whole):
            if start >= at:
                at = -before_end
                found.append(text[start:at])
        return found

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
    def _automaton(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - of a library in Rust
        from ahocorasick_rs import AhoCorasick  # noqa: PLC0415 - not for who reads only traces

        return AhoCorasick([name for name in self._by_name if name])


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
