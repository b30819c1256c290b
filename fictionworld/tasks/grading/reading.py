"""What a cell's text may stand for: forms that are equal where two texts mean the same value."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

Form = int | str | bool | None
"""A value in the form in which cells of one column are compared; None is a missing value."""

LONGEST_CELL: Final = 1_000
"""Characters; a longer cell is no text or name."""

LONGEST_FIGURE: Final = 150
"""Characters; a longer cell is no number, date, year, yes or no."""


class CellReading(NamedTuple):
    """The forms that a text may mean, and where there is none, why, in plain words."""

    forms: tuple[Form, ...]
    problem: str = ""
    loose: tuple[Form, ...] = ()
    """Forms that count only where those above mean no value of the column: a person's name without
    title."""


BLANK: Final = CellReading((), "blank")
MISSING: Final = CellReading((None,))
NOTHING: Final = CellReading((), "no value of this kind")
SEVERAL: Final = CellReading((), "several values in one cell")

_MISSING: Final = frozenset(
    {
        "na", "n/a", "n.a.", "n.a", "#n/a", "n.d.", "nan", "null", "none", "nil", "tbd", "/",
        "-", "--", "---", "\u2013", "\u2014", "..", "...", "\u2026",
        "unknown", "missing", "unavailable", "undisclosed", "unpublished", "unreported",
        "not available", "not applicable", "no data", "not known", "not published",
        "not reported", "not disclosed", "not found", "no value", "no information", "not given",
        "not stated", "not specified",
    }
)  # fmt: skip
_BRACKET: Final = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")


def is_missing(plain: str) -> bool:
    """Return whether a plain text says that a value is missing: `NA`, `n/a`, `-`."""
    if len(plain) > 20:
        return False
    plain = plain.casefold().strip()
    if plain[:1] in "([" and plain[-1:] in ")]":
        plain = plain[1:-1]
    return plain in _MISSING


def reading_of_none(plain: str) -> CellReading | None:
    """Return the reading of a text that is blank or says that a value is missing; else None."""
    if not plain:
        return BLANK
    return MISSING if is_missing(plain) else None


def outside_brackets(plain: str) -> tuple[str, list[str]]:
    """Return a text without bracketed remarks, and these; all of it where all is in brackets."""
    if "(" not in plain and "[" not in plain:
        return plain, []
    outside = _BRACKET.sub(" ", plain)
    if not any(character.isalnum() for character in outside):
        return plain, []
    return outside.strip(), [
        round_remark or square_remark for round_remark, square_remark in _BRACKET.findall(plain)
    ]
