"""The small words of the pack notation: spans (`8..14`), paths (`phone.brand`) and terms.

A *path* starts at a column of the row at hand and follows references: `phone.brand.position` is
the position of the brand of the phone of this row. `setting.x` is column `x` of the world's one
setting row, and `as_of` is short for `setting.as_of`. A *term* is a number, a date, or a path
with an optional offset: `as_of - 3y`, `launched + 14d`, `setting.year - 1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, WithJsonSchema

_NAME = r"[a-z][a-z0-9_]*"
PATH = re.compile(rf"{_NAME}(?:\.{_NAME})*")
_TERM = re.compile(rf"({_NAME}(?:\.{_NAME})*)(?:\s*([+-])\s*(\d+)\s*([dwmy]?))?")
_SPAN = re.compile(r"(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)")

_Path = tuple[str, ...]

Node = tuple[str, str]
"""(table, column), or (table, `compiled.ROWS`) for the rows of a table as such."""


class _Span(NamedTuple):
    """A range, both ends included."""

    low: Decimal
    high: Decimal

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


class _Term(NamedTuple):
    """One operand. Exactly one of `number`, `day`, `path` is set; `offset` goes with a path."""

    number: Decimal | None = None
    day: date | None = None
    path: _Path | None = None
    offset: int = 0
    unit: Literal["", "d", "w", "m", "y"] = ""

    def __str__(self) -> str:
        if self.path is None:
            return str(self.number if self.day is None else self.day)
        shift = f" {'-' if self.offset < 0 else '+'} {abs(self.offset)}{self.unit}"
        return ".".join(self.path) + (shift if self.offset else "")


def parse_span(got: object) -> _Span:
    """Return the span of `8..14`, or of one number `8` for both ends."""
    if isinstance(got, _Span):
        return got
    if isinstance(got, int | float | Decimal) and not isinstance(got, bool):
        return _Span(Decimal(str(got)), Decimal(str(got)))
    match = _SPAN.fullmatch(got.strip()) if isinstance(got, str) else None
    if match is None:
        raise ValueError(f"got {got!r}; a span is written low..high, such as 8..14")
    span = _Span(Decimal(match[1]), Decimal(match[2]))
    if span.low > span.high:
        raise ValueError(f"got {got!r}; the low end of a span comes first")
    return span


def parse_path(got: object) -> _Path:
    """Return the steps of `phone.brand`; `as_of` stands for `setting.as_of`."""
    if type(got) is tuple:  # parsed already; a list of a file has a class of its own
        return got
    if not isinstance(got, str) or PATH.fullmatch(got.strip()) is None:
        raise ValueError(f"got {got!r}; a path is column names joined by dots, such as phone.brand")
    steps = tuple(got.strip().split("."))
    return ("setting", "as_of") if steps == ("as_of",) else steps


def parse_term(got: object) -> _Term:
    """Return the term of a number, a date, or a path with an offset such as `as_of - 3y`."""
    if isinstance(got, _Term):
        return got
    if isinstance(got, bool):
        raise ValueError(f"got {got!r}; a term is a number, a date or a path")
    if isinstance(got, int | float | Decimal):
        return _Term(number=Decimal(str(got)))
    if isinstance(got, date):
        return _Term(day=got)
    match = _TERM.fullmatch(got.strip()) if isinstance(got, str) else None
    if match is None:
        raise ValueError(
            f"got {got!r}; a term is a number, a date, or a path with an offset such as as_of - 3y"
        )
    offset = int(match[3] or 0) * (-1 if match[2] == "-" else 1)
    unit: Any = match[4] or ""
    return _Term(path=parse_path(match[1]), offset=offset, unit=unit)


_DAYS_OF_A_YEAR = {"d": 365, "w": 52, "m": 11}
"""How far, by unit, the first day of a year may be put off and still lie within it."""


def above(low: _Term | None, high: _Term | None, *, of_year: bool = False) -> bool:
    """Return whether the low term is certain to be above the high one.

    Of a year (`of_year`) the low term is its first day and the high one its last.
    """
    if low is None or high is None:
        return False
    if low.number is not None and high.number is not None:
        return low.number > high.number
    if low.day is not None and high.day is not None:
        return low.day > high.day
    same = low.path is not None and low.path == high.path and low.unit == high.unit
    slack = _DAYS_OF_A_YEAR.get(low.unit, 0) if of_year else 0
    return same and low.offset > high.offset + slack


def terms_in(value: Any) -> Iterator[_Term]:  # noqa: ANN401 - any record of the notation
    """Yield the terms that a value holds, however deep."""
    if isinstance(value, _Term):
        yield value
    elif isinstance(value, BaseModel):
        for _, inner in value:
            yield from terms_in(inner)
    elif isinstance(value, tuple | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from terms_in(inner)


Span = Annotated[
    _Span,
    BeforeValidator(parse_span),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "pattern": _SPAN.pattern}]}),
]
Path = Annotated[
    _Path,
    BeforeValidator(parse_path),
    WithJsonSchema({"type": "string", "pattern": f"^{PATH.pattern}$"}),
]
Term = Annotated[
    _Term,
    BeforeValidator(parse_term),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number"},
                {"type": "string", "format": "date"},
                {"type": "string", "pattern": f"^{_TERM.pattern}$"},
            ]
        }
    ),
]
