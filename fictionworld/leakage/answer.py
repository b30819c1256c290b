"""A protected value as a reader knows it: its column, its type, its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Type: TypeAlias = Literal[
    "number", "date", "name", "percent", "rank", "bool", "category", "money", "url"
]
TYPES: tuple[Type, ...] = get_args(Type)


@dataclass(frozen=True, slots=True)
class Answer:
    """One value that a text must not state."""

    column: str
    """As readers know it, its unit perhaps in brackets: `Battery capacity (mAh)`."""
    type: Type
    value: str
    """`5000`, `2029-03-14`, `Oren Talvik`, `12.5%`, `3`, `yes`."""
    labels: tuple[str, ...] = ()
    """What else sites call the column."""
