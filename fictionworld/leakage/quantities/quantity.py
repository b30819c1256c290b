"""What a text says in numbers: quantities and days, each at its place."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

__all__ = ["OTHERS_FIGURE", "Day", "Quantity", "is_year"]

OTHERS_FIGURE: Final = "what another is compared with, arithmetic"
"""The form of a number told of the one that is named right behind, and of no one else."""


class Quantity(NamedTuple):
    """One number of a text, with every reading that it may have."""

    start: int
    end: int
    """Where it stands: `text[start:end]`, with its unit, sign and word of scale."""
    values: tuple[Decimal, ...]
    """Its readings, sign and scale applied; a percentage as it is written."""
    form: str = "digits"
    unit: str = ""
    """A canonical unit or currency of `measures`, `%` among them; empty where none stands there."""
    pointed: tuple[Decimal, ...] = ()
    """Readings that take `1,298` for one and a bit: for columns with decimals alone."""
    ordinal: bool = False
    share: bool = False
    """A part of a whole: `1/8`, `three quarters`, `3 in 4`; the value is the fraction itself."""
    rank: bool = False
    """Words of place stand by it: `No. 3`, `ranked 3`, `3 of 20`."""
    scaled: bool = False
    """A word of scale was applied: `1.3 million`."""
    grouped: bool = False
    """Thousands are set apart, so that it is no year."""
    joined: bool = False
    """Part of a word: `5000X`, or a number of other things: `version 12`."""
    named: bool = False
    """A word with a capital stands right before: `Vela 5000`."""
    decimals: int = 0
    """Digits written behind the point, before scale."""
    title: str = ""
    """The word with a capital right before it, in small letters: `lock` of `Lock 43`."""
    noun: str = ""
    """What is counted, where a plural stands behind it: `5,000 visitors`."""
    label: str = ""
    """The kind of thing that it names, where it counts nothing: `page`, `entry`, `telephone`."""
    hedged: bool = False
    """Words before it say that it is rough: `about`, `nearly`."""
    beyond: Decimal | None = None
    """The upper end, where it is a range; `values` holds the lower one."""
    open_ends: bool = False
    """Whether the ends of a range are themselves left out."""


def is_year(one: Quantity) -> bool:
    """Whether a number is most likely a year, of which nothing is worked out."""
    bare = one.form == "digits" and not (one.grouped or one.unit or one.noun or one.decimals)
    return bare and 1800 <= one.values[0] <= 2199


class Day(NamedTuple):
    """One reading of a date of a text: from `first` to `last`, both included."""

    start: int
    end: int
    first: date
    last: date
    form: str = "date"
    yearless: bool = False
    """No year is named; `first` and `last` stand in the year 2000."""
