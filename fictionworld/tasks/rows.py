"""The one order in which the rows of an answer stand, whoever worked them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from fictionworld.tasks.specification import OutputRole
    from fictionworld.worlds.fact import Value

__all__ = ["Row", "key_cells", "sort_rows"]

Row = tuple["Value", ...]


class _Column(Protocol):
    """An `Output` or a `KeyColumn`."""

    @property
    def role(self) -> OutputRole: ...


def key_cells(row: Row, columns: Sequence[_Column]) -> Row:
    """The cells by which a row is matched: those of the columns of role `key`."""
    return tuple(cell for cell, column in zip(row, columns, strict=True) if column.role == "key")


def sort_rows(rows: Iterable[Row], columns: Sequence[_Column]) -> tuple[Row, ...]:
    """Rows by their key cells, then by the others: a total order.

    Numbers and dates ascend, text goes by code point, and a missing cell comes after all others
    of its column.
    """
    places = sorted(range(len(columns)), key=lambda place: columns[place].role != "key")

    def standing(row: Row) -> list[tuple[bool, Any]]:
        return [(row[place] is None, row[place]) for place in places]

    # (True, None) meets only its like, and equal pairs are passed over: None is never compared
    return tuple(sorted(rows, key=standing))
