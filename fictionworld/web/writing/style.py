"""The house style of a site: how it writes dates, money, units, gaps; one for each host."""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.streams import FastStream
from fictionworld.text.dates import MONTHS

if TYPE_CHECKING:
    from datetime import date

__all__ = ["Style", "style_of", "written_date"]

_DATES = ("4 June 2031", "4 June 2031", "June 4, 2031", "4 Jun 2031", "Jun 4, 2031", "2031-06-04")
_MONEY = ("€549", "€549", "EUR 549", "549 EUR")
_GAPS = ("–", "n/a", "not published", "—")


@dataclass(frozen=True, slots=True)
class Style:
    """How one site writes."""

    dates: str
    """A sample: `4 June 2031`, `2031-06-04`."""
    money: str
    """A sample: `€549`, `EUR 549`, `549 EUR`."""
    gap: str
    """What stands in a table where a value is not published."""
    units_in_header: bool
    """Tables say units once, in the header, rather than in every cell."""
    bullet: str
    plain_heads: bool
    """Sections are headed by a line in bold rather than by a Markdown heading."""
    spelled: int
    """Counts up to this are written in words."""
    percent: str
    """What follows a number in sentences: `%`, ` percent`, ` per cent`."""
    in_full: bool
    """Thousands are written with their noughts: `118,000` for 118 thousand."""
    million: str
    """What stands for millions in sentences: ` million`, `m`."""


def style_of(seed: int, *, prose: bool = True) -> Style:
    """The style that a seed gives; a site of `prose` writes dates in words."""
    rng = FastStream(seed)
    dates = rng.pick(_DATES[:-1] if prose else _DATES)
    return Style(
        dates=dates,
        money=rng.pick(_MONEY),
        gap=rng.pick(_GAPS),
        units_in_header=rng.chance(0.6),
        bullet=rng.pick("-*"),
        plain_heads=rng.chance(0.12),
        spelled=rng.pick((9, 10, 10, 12)),
        percent=rng.pick(("%", "%", "%", " percent", " per cent")),
        in_full=rng.chance(0.75),
        million=rng.pick((" million", " million", "m")),
    )


def written_date(day: date, sample: str) -> str:
    """A date as the sample has it."""
    month = MONTHS[day.month - 1]
    match sample:
        case "4 June 2031":
            return f"{day.day} {month} {day.year}"
        case "June 4, 2031":
            return f"{month} {day.day}, {day.year}"
        case "4 Jun 2031":
            return f"{day.day} {month[:3]} {day.year}"
        case "Jun 4, 2031":
            return f"{month[:3]} {day.day}, {day.year}"
        case _:
            return day.isoformat()


def month_and_year(day: date) -> str:
    """`June 2031`."""
    return f"{MONTHS[day.month - 1]} {day.year}"
