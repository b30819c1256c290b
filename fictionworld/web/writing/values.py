"""Values as a site writes them: exact, with thousands separators, units and currencies."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from fictionworld.text.english import singular_unit
from fictionworld.text.units import CURRENCY_SIGNS
from fictionworld.web.writing.style import written_date

if TYPE_CHECKING:
    from fictionworld.web.writing.style import Style
    from fictionworld.worlds.fact import Value

__all__ = ["bare_number", "header_unit", "in_prose", "number_word", "written"]


def bare_number(value: Value) -> str:
    """`5,200`, `-3.50`: a number with all its digits, without what it counts."""
    return f"{value:,}"


def written(value: Value, kind: str, unit: str | None, style: Style, *, bare: bool = False) -> str:
    """A value that is no reference and not missing, as tables and lists have it.

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
        one = kind == "integer" and value == 1
        return f"{number} {singular_unit(unit) if one else unit}"
    if kind == "money":
        return _money(f"{value:,}", unit or "", style, bare=bare)
    if kind == "percent":
        return f"{value:,}%"
    if kind == "date" and isinstance(value, date):
        return written_date(value, style.dates)
    if kind == "boolean":
        return "yes" if value else "no"
    return str(value)


def in_prose(value: Value, kind: str, unit: str | None, style: Style, *, bare: bool = False) -> str:
    """The same as sentences have it: `118,000`, `€1.7 million`, `two years`, `3.1 per cent`."""
    if kind == "percent":
        return f"{value:,}{style.percent}"
    if unit is None or bare or not isinstance(value, int | Decimal):
        return written(value, kind, unit, style, bare=bare)
    scale, _, rest = unit.partition(" ")
    if scale == "thousand" and style.in_full:
        whole = f"{_plain(value * 1000):,}"
        if kind == "money":
            return _money(whole, rest, style, bare=False)
        return f"{whole} {rest}".rstrip()
    if kind == "money" and scale == "million" and rest:
        if -1 < value < 1 and style.in_full:
            return _money(f"{_plain(value * 1_000_000):,}", rest, style, bare=False)
        return _money(f"{_plain(value):,}", unit, style, bare=False, short=style.million)
    if kind == "integer" and 0 < int(value) <= style.spelled and singular_unit(unit) != unit:
        return f"{WORDS[int(value)]} {singular_unit(unit) if value == 1 else unit}"
    return written(value, kind, unit, style)


def _plain(value: Decimal | int) -> Decimal | int:
    """The number without noughts behind its point: 1.70 is 1.7."""
    number = Decimal(value)
    whole = int(number)
    return whole if whole == number else number.normalize()


def number_word(value: int, style: Style) -> str:
    """A count in a sentence: `no`, `one`, `seven`, `14`, as the site has it."""
    return WORDS[value] if 0 <= value <= style.spelled else f"{value:,}"


WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def _money(number: str, unit: str, style: Style, *, bare: bool, short: str = " million") -> str:
    scale, _, currency = unit.rpartition(" ")
    if not (len(currency) == 3 and currency.isupper()):
        return number if bare or not unit else f"{number} {unit}"
    behind = f" {scale}" if scale and not bare else ""
    if behind == " million":
        behind = short
    if style.money == "549 EUR" and not bare:
        return f"{number}{behind} {currency}"
    if style.money == "€549" and currency in CURRENCY_SIGNS:
        sign = "-" if number[0] == "-" else ""
        return f"{sign}{CURRENCY_SIGNS[currency]}{number.lstrip('-')}{behind}"
    return f"{currency} {number}{behind}"


def header_unit(kind: str, unit: str | None) -> str:
    """What a table's header says of units where its cells do not: ` (mAh)`, ` (million EUR)`."""
    if unit is None or kind in {"date", "year", "reference"}:
        return ""
    return f" ({unit})"
