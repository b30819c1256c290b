"""The key of a task: the table that is the right answer. Secret; it never travels with a question.

A key lists columns and rows of typed values. What an answer may write instead of a value (another
form of a number or a date, a name in another order) is decided by code from the column's kind:
`grading/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.packs.compiled import Kind
    from fictionworld.tasks.specification import OutputRole
    from fictionworld.worlds.fact import Value

__all__ = ["Key", "KeyColumn"]


@dataclass(frozen=True, slots=True)
class KeyColumn:
    """One column of the right answer."""

    header: str
    """As the question names it: `Battery capacity (mAh)`."""
    role: OutputRole
    """Rows are matched by the columns of role `key`; `place` is a rank 1..k that the question's own
    order gives; all others are `value`."""
    kind: Kind
    decimals: int
    """Digits behind the point that the question asks for."""
    unit: str | None = None
    """`mAh`, `million EUR`, `%`."""
    synonyms: tuple[str, ...] = ()
    """Other headers that mean this column."""


@dataclass(frozen=True, slots=True)
class Key:
    """The right answer to one task."""

    task_id: str
    columns: tuple[KeyColumn, ...]
    rows: tuple[tuple[Value, ...], ...]
    """Typed values, None where the world has none; sorted; no two rows with equal key cells. No
    row at all for an empty task."""

    @property
    def required(self) -> tuple[str, ...]:
        """All headers."""
        return tuple(column.header for column in self.columns)

    @property
    def key_columns(self) -> tuple[str, ...]:
        """The headers by which rows are matched."""
        return tuple(column.header for column in self.columns if column.role == "key")
