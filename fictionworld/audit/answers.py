"""The cells of a key as the matcher takes them: a column, a type, a value."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Answer

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Type
    from fictionworld.tasks.key import Key, KeyColumn
    from fictionworld.worlds.fact import Value

__all__ = ["answers_of_key"]

_TYPES: Final[dict[str, Type]] = {
    "integer": "number",
    "decimal": "number",
    "year": "date",
    "money": "money",
    "percent": "percent",
    "date": "date",
    "name": "name",
    "text": "name",
    "reference": "name",
    "category": "category",
    "boolean": "bool",
    "url": "url",
}


def answers_of_key(key: Key) -> list[tuple[str, list[tuple[KeyColumn, Answer]]]]:
    """The value cells of a key, row by row, with what tells the row: its key cells in words."""
    found = []
    for row in key.rows:
        named = " ".join(
            _said(value, column.decimals)
            for column, value in zip(key.columns, row, strict=True)
            if column.role == "key" and value is not None
        )
        cells = [
            (column, Answer(column.header, _TYPES[column.kind], _said(value, column.decimals)))
            for column, value in zip(key.columns, row, strict=True)
            if column.role == "value" and value is not None
        ]
        found.append((named, cells))
    return found


def _said(value: Value, decimals: int) -> str:
    """A value as a matcher takes it: `5000`, `12.5`, `2029-03-14`, `yes`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:.{decimals}f}"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
