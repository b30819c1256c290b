"""How large a task is to be: a class is drawn first, then a task that fits it.

There is a class for each level. It says about what reading the task takes, in characters of the
pages that must be read, and how large a wide answer is. Whether a task is of the level is measured
on it (`tasks/level.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fictionworld.streams import RandomStream
from fictionworld.tasks.level import LONG_HOPS, Level
from fictionworld.tasks.specification import TaskKind


@dataclass(frozen=True, slots=True)
class SizeClass:
    """What tasks of one size have in common. Both ends of ranges count."""

    level: Level | None
    """The level that its tasks are to have; None for any."""
    wide: float
    """The share of wide tasks, and of empty ones, that are to be of this size."""
    deep: float
    """The share of deep tasks."""
    characters: tuple[int, int]
    """Of the pages that must be read at least."""
    rows: tuple[int, int]
    """Of a wide answer."""
    columns: tuple[int, int]
    cells: tuple[int, int]
    least_hops: int = 0
    """The fewest look-ups that depend on each other."""

    @property
    def name(self) -> str:
        """Return the level as text, or `any`."""
        return "any" if self.level is None else str(self.level)

    def share(self, kind: TaskKind) -> float:
        """Return the share of tasks of this kind that are to be of this size."""
        return self.deep if kind == "deep" else self.wide

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
    SizeClass(1, 0.03, 0.65, (0, 9_000), (5, 20), (3, 5), (15, 75)),
    SizeClass(2, 0.18, 0.05, (0, 20_000), (5, 30), (3, 6), (15, 150)),
    SizeClass(3, 0.16, 0.01, (14_000, 45_000), (8, 50), (3, 8), (24, 299)),
    SizeClass(4, 0.01, 0.01, (40_000, 160_000), (20, 120), (3, 8), (80, 1_000)),
    SizeClass(5, 0.62, 0.28, (75_000, 250_000), (5, 12), (3, 4), (15, 40), LONG_HOPS),
)
ANY_SIZE: Final = SizeClass(None, 0.0, 0.0, (0, 160_000), (5, 99), (3, 8), (15, 299))
"""What a slot is given whose own size its world does not have."""


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
