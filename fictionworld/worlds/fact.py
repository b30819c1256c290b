"""A fact: one cell of a world, and the text that names it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from fictionworld.errors import UsageError

Value = int | Decimal | date | bool | str | None
"""What a cell can hold."""

# One text for each fact: no leading zeros, no signs, ASCII digits only.
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}", re.ASCII)


class RowId(NamedTuple):
    """The address of a row in its world."""

    table: str
    id: int

    def __str__(self) -> str:
        return f"{self.table} {self.id}"


class FactId(NamedTuple):
    """The address of a fact; as text `17/phone/12/price`."""

    world_id: int
    table: str
    """The pack's name of the table, `phone`, rather than the shard's, `smartphones__phone`."""
    row: int
    """The row's `id` in its table and world: 1, 2, 3..."""
    column: str

    def __str__(self) -> str:
        return f"{self.world_id}/{self.table}/{self.row}/{self.column}"


@dataclass(frozen=True, slots=True)
class Fact:
    """One cell: its address and its value."""

    world_id: int
    table: str
    row: int
    column: str
    value: Value

    @property
    def key(self) -> FactId:
        return FactId(self.world_id, self.table, self.row, self.column)

    @property
    def id(self) -> str:
        """Return the fact's id as text, `17/phone/12/price`; `parse_fact_id` reads it back."""
        return str(self.key)


def parse_fact_id(text: str) -> FactId:
    """Return the address that a fact id names: `17/phone/12/price`.

    Raises:
        UsageError: The text is no fact id; the message says which piece is wrong.
    """
    pieces = text.split("/")
    if len(pieces) != len(FactId._fields):
        raise UsageError(
            f"got fact id {text!r} of {len(pieces)} pieces; a fact id has four, "
            "world/table/row/column, such as 17/phone/12/price"
        )
    world, table, row, column = pieces
    for what, piece, form, allowed in (
        ("world", world, _NUMBER, "a whole number from 0"),
        ("table", table, _NAME, "a table's name: small letters, digits and _"),
        ("row", row, _NUMBER, "a whole number from 1"),
        ("column", column, _NAME, "a column's name: small letters, digits and _"),
    ):
        if form.fullmatch(piece) is None or (what == "row" and piece == "0"):
            raise UsageError(
                f"got fact id {text!r} with {what} {piece!r}; give {allowed}, "
                "as in 17/phone/12/price"
            )
    return FactId(int(world), table, int(row), column)
