"""What drawing looks up again and again of the columns of one world, kept when first looked up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.tasks.specification import Path
from fictionworld.worlds.rows import Code, WorldColumns

_FEWEST_VALUES = 6


def guesses(everywhere: Iterable[Code]) -> set[Code]:
    """Return what one would guess for a cell of a column: the commonest value and the middle one.

    Of an even number of numbers both middle ones are returned. A value that is the commonest only
    because it comes first, among values that all come once, is no guess.
    """
    values = [value for value in everywhere if value is not None]
    guessed: set[Code] = set(_middle(values))
    guessed |= {value for value, count in Counter(values).most_common(1) if count > 1}
    return guessed


def _middle(values: Iterable[Code]) -> list[int]:
    numbers = sorted(value for value in values if isinstance(value, int))
    return numbers[(len(numbers) - 1) // 2 : len(numbers) // 2 + 1]


def in_order(codes: Iterable[Code]) -> list[int]:
    """Return the codes of a column of numbers, sorted."""
    return sorted([value for value in codes if value is not None])  # type: ignore[misc]


class Lookups:
    """The columns of one world: how often their values come, their order, what one would guess."""

    def __init__(self, columns: WorldColumns) -> None:
        self.columns = columns
        self._counts: dict[tuple[str, Path], Counter[Code]] = {}
        self._numbers: dict[tuple[str, Path], list[int]] = {}
        self._guesses: dict[tuple[str, str], set[Code]] = {}
        self._varied: dict[tuple[str, str], bool] = {}

    def counts(self, table: str, path: Path) -> Counter[Code]:
        """Return how often each value comes at the end of a path from the rows of a table."""
        if (counts := self._counts.get((table, path))) is None:
            counts = Counter(self.columns.cells(table, path))
            counts.pop(None, None)
            self._counts[table, path] = counts
        return counts

    def numbers(self, table: str, path: Path) -> Sequence[int]:
        """Return the numbers at the end of a path from the rows of a table, sorted."""
        if (numbers := self._numbers.get((table, path))) is None:
            numbers = self._numbers[table, path] = in_order(self.columns.cells(table, path))
        return numbers

    def guesses(self, column: CompiledColumn) -> set[Code]:
        """Return what one would guess for a cell of a column of the world."""
        key = column.table, column.name
        if (guessed := self._guesses.get(key)) is None:
            values = self.columns.cells(column.table, (column.name,))
            guessed = self._guesses[key] = guesses(values)
        return guessed

    def is_varied(self, column: CompiledColumn) -> bool:
        """Return whether a column has many values, none of which is common."""
        key = column.table, column.name
        if (varied := self._varied.get(key)) is None:
            counts = self.counts(column.table, (column.name,))
            common = max(counts.values(), default=0) * 5 > counts.total()
            varied = self._varied[key] = len(counts) >= _FEWEST_VALUES and not common
        return varied
