"""How large a task is to be: a class is drawn first, then a task that fits it.

A class says what reading the task takes, in characters of the pages that must be read, and how
large a wide answer is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fictionworld.streams import RandomStream
from fictionworld.tasks.specification import TaskKind


@dataclass(frozen=True, slots=True)
class SizeClass:
    """What tasks of one size have in common. Both ends of ranges count."""

    name: str
    wide: float
    """The share of wide tasks that are to be of this size."""
    deep: float
    """The share of deep tasks."""
    characters: tuple[int, int]
    """Of the pages that must be read at least."""
    rows: tuple[int, int]
    """Of a wide answer."""
    columns: tuple[int, int]
    cells: tuple[int, int]

    def within(self, rows: tuple[int, int]) -> SizeClass:
        """Return a copy with `rows` cut to this range; without overlap, with this range itself."""
        low, high = max(self.rows[0], rows[0]), min(self.rows[1], rows[1])
        return replace(self, rows=(low, high) if low <= high else rows)

    def holds(self, characters: float) -> bool:
        """Return whether reading `characters` characters is of this size, both ends included."""
        return self.characters[0] <= characters <= self.characters[1]

    def suits(self, rows: int, columns: int) -> bool:
        """Return whether a wide answer of `rows` rows and `columns` columns is of this size."""
        ranges = (self.rows, rows), (self.columns, columns), (self.cells, rows * columns)
        return all(low <= number <= high for (low, high), number in ranges)


SIZE_CLASSES: Final = (
    SizeClass("small", 0.33, 0.52, (0, 16_000), (5, 30), (3, 6), (15, 150)),
    SizeClass("medium", 0.41, 0.36, (20_000, 45_000), (8, 50), (3, 8), (24, 299)),
    SizeClass("large", 0.16, 0.12, (45_000, 160_000), (20, 99), (3, 8), (100, 299)),
    SizeClass("top", 0.1, 0.0, (20_000, 300_000), (40, 120), (4, 8), (300, 1_000)),
)
ANY_SIZE: Final = SizeClass("any", 0.0, 0.0, (0, 160_000), (5, 99), (3, 8), (15, 299))
"""What a slot is given whose own size its world does not have."""


def drawn_class(kind: TaskKind, rng: RandomStream) -> SizeClass:
    """Draw the size class of a task by the shares of its kind, of wide tasks for an empty one."""
    return rng.weighted({size: size.deep if kind == "deep" else size.wide for size in SIZE_CLASSES})


@dataclass(frozen=True, slots=True)
class AnswerSize:
    """How large a wide answer is to be."""

    columns: int
    """Those of the key among them."""
    rows: tuple[int, int]
    """The least and the most, both included."""
    cells: tuple[int, int]

    @classmethod
    def drawn(cls, size: SizeClass, rng: RandomStream) -> AnswerSize:
        """Draw the size of an answer within a class: its number of columns, and the rows to fit."""
        columns = rng.between(*size.columns)
        least, most = size.rows
        return cls(
            columns,
            (max(least, -(-size.cells[0] // columns)), min(most, size.cells[1] // columns)),
            size.cells,
        )
