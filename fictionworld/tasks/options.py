"""What tasks a build is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from fictionworld.errors import UsageError
from fictionworld.tasks.level import LEVELS, Level, levels_of

MOST_TASKS = 40


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """How many tasks a world gets, of which kinds, and how hard. Both ends of ranges count."""

    per_world: int = 6
    """The most tasks of a world, 0 to 40; a world that has fewer to give gets fewer."""
    wide: float = 0.66
    deep: float = 0.32
    empty: float = 0.02
    """Shares of kinds, adding up to 1; `empty` at most 0.03."""
    rows: tuple[int, int] = (5, 120)
    """Rows of a wide answer."""
    hops: tuple[int, int] = (2, 6)
    """Look-ups that depend on each other, in deep tasks."""
    levels: tuple[Level, ...] = LEVELS
    """The levels that tasks may have."""

    def __post_init__(self) -> None:
        if not 0 <= self.per_world <= MOST_TASKS:
            raise UsageError(
                f"--tasks-per-world: got {self.per_world}; allowed is 0 to {MOST_TASKS}"
            )
        shares = (self.wide, self.deep, self.empty)
        if min(shares) < 0 or abs(sum(shares) - 1) > 1e-6 or self.empty > 0.03:
            raise UsageError(
                f"--task-kinds: got wide={self.wide:g},deep={self.deep:g},empty={self.empty:g}; "
                "the shares add up to 1, and empty is at most 0.03: a model that is often right to "
                "answer nothing learns to answer nothing"
            )
        object.__setattr__(self, "levels", levels_of(self.levels))
        for flag, (low, high), (least, most) in (
            ("--task-rows", self.rows, (5, 120)),
            ("--task-hops", self.hops, (2, 6)),
        ):
            if not least <= low <= high <= most:
                raise UsageError(
                    f"{flag}: got {low}-{high}; allowed is LOW-HIGH within {least}-{most}"
                )
