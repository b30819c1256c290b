"""The house style of a site: how it writes dates, money, units, gaps; one for each host."""

# ruff: noqa: RUF001

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fictionworld.streams import FastStream
from fictionworld.text.dates import MONTHS, written_date
from fictionworld.text.english import singular_unit
from fictionworld.text.number_words import count_word
from fictionworld.text.units import written_money
from fictionworld.worlds.fact import Value

_DATES = ("4 June 2031", "4 June 2031", "June 4, 2031", "4 Jun 2031", "Jun 4, 2031", "2031-06-04")
_MONEY = ("€549", "€549", "EUR 549", "549 EUR")
_GAPS = ("–", "n/a", "–", "—")


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
    """Thousands are written out: `118,000` for 118 thousand."""
    million: str
    """What stands for millions in sentences: ` million`, `m`."""
    rounds: bool
    """Sentences round figures that people round, where another page has them exactly."""


def style_of(seed: int, *, prose: bool = True) -> Style:
    """Return the style that a seed gives; a site of `prose` writes dates in words."""
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
        rounds=rng.chance(0.6),
    )


def month_and_year(day: date) -> str:
    """Return the month and the year of a day: `June 2031`."""
    return f"{MONTHS[day.month - 1]} {day.year}"


def written(value: Value, kind: str, unit: str | None, style: Style, *, bare: bool = False) -> str:
    """Return a value that is no reference and not missing, as tables and lists have it.

    Args:
        value: What the cell holds.
        kind: The column's.
        unit: The column's in this world: `mAh`, `million EUR`; or none.
        style: The site's.
        bare: The words around it say the unit; currency and percent stay.
    """
    if kind in {"integer", "decimal"}:
        number = f"{value:,}"
        if bare or unit is None:
            return number
        is_single = kind == "integer" and value == 1
        return f"{number} {singular_unit(unit) if is_single else unit}"
    if kind == "money":
        return written_money(f"{value:,}", unit or "", style.money, bare=bare)
    if kind == "percent":
        return f"{value:,}%"
    if kind == "date" and isinstance(value, date):
        return written_date(value, style.dates)
    if kind == "boolean":
        return "yes" if value else "no"
    return str(value)


def in_prose(value: Value, kind: str, unit: str | None, style: Style, *, bare: bool = False) -> str:
    """Return a value for a sentence: `118,000`, `€1.7 million`, `two years`, `3.1 per cent`."""
    if kind == "percent":
        return f"{value:,}{style.percent}"
    if unit is None or bare or not isinstance(value, int | Decimal):
        return written(value, kind, unit, style, bare=bare)
    scale, _, rest = unit.partition(" ")
    if scale == "thousand" and style.in_full:
        whole = f"{_plain(value * 1000):,}"
        if kind == "money":
            return written_money(whole, rest, style.money)
        return f"{whole} {rest}".rstrip()
    if kind == "money" and scale == "million" and rest:
        if -1 < value < 1 and style.in_full:
            return written_money(f"{_plain(value * 1_000_000):,}", rest, style.money)
        return written_money(f"{_plain(value):,}", unit, style.money, million=style.million)
    if kind == "integer" and 0 < int(value) <= style.spelled and singular_unit(unit) != unit:
        return f"{count_word(int(value))} {singular_unit(unit) if value == 1 else unit}"
    return written(value, kind, unit, style)


def _plain(value: Decimal | int) -> Decimal | int:
    """Return the number without zeros at the end of its decimals: 1.7 for 1.70."""
    number = Decimal(value)
    whole = int(number)
    return whole if whole == number else number.normalize()


def number_word(value: int, style: Style) -> str:
    """Return a count as the site's sentences have it: `no`, `one`, `seven`, `14`."""
    return count_word(value, style.spelled, zero="no")


def header_unit(kind: str, unit: str | None) -> str:
    """Return the unit to add to a label in a table's header: ` (mAh)`; empty where none."""
    if unit is None or kind in {"date", "year", "reference"}:
        return ""
    return f" ({unit})"
