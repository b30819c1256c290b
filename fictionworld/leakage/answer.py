"""A protected value that a text must not state, and the verdict on a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

Type: TypeAlias = Literal[
    "number", "date", "name", "percent", "rank", "bool", "category", "money", "url"
]
TYPES: tuple[Type, ...] = get_args(Type)


@dataclass(frozen=True, slots=True)
class Answer:
    """One protected value: of which column, of which type, and how else it is written."""

    column: str
    """As readers know it, its unit perhaps in brackets: `Battery capacity (mAh)`."""
    type: Type
    value: str
    """`5000`, `5,000 mAh`, `2029-03-14`, `2029-03`, `Oren Talvik`, `12.5%`, `3`, `yes`, ..."""
    aliases: tuple[str, ...] = ()


class Hit(NamedTuple):
    """A part of a text that states an answer's value: `text[start:end]`."""

    start: int
    end: int
    form: str
    """The disguise, in a word or two: `digits`, `number words`, `rounded`, `other unit`."""
    alone: bool
    """Whether the value settles the answer by itself; if not, the subject or the column has to
    stand near: `3`, `2029`, `yes`, a colour."""


@dataclass(frozen=True, slots=True)
class LeakVerdict:
    """Whether a text states an answer, where, and for what reason."""

    leaks: bool
    spans: tuple[tuple[int, int], ...]
    """Half-open places in the original text, in order; none where nothing leaks."""
    why: str
    """One line in plain English."""
