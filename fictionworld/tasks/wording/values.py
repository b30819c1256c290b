"""Values and limits in words: `5,200 mAh`, `€549`, `on or after 4 June 2031`."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from fictionworld.text.dates import MONTHS
from fictionworld.text.english import joined
from fictionworld.text.units import CURRENCY_SIGNS

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.tasks.specification import Condition
    from fictionworld.tasks.wording.voice import Manner, Voice
    from fictionworld.worlds.fact import Value

__all__ = ["both_ends", "limit", "said", "said_date", "when"]

_NUMBERS = frozenset({"integer", "decimal", "money", "percent"})
_WORD_UNITS = frozenset(
    {"days", "years", "hours", "points", "units", "months", "weeks", "minutes", "metres"}
)


_LARGER = {"thousand": "million", "million": "billion"}
"""1 million USD, not 1,000 thousand."""


def said_date(day: date, manner: Manner) -> str:
    """`4 June 2031`, or `June 4, 2031`."""
    month = MONTHS[day.month - 1]
    if manner.month_first:
        return f"{month} {day.day}, {day.year}"
    return f"{day.day} {month} {day.year}"


def said(value: Value, column: CompiledColumn, unit: str | None, manner: Manner) -> str:
    """A value with its unit."""
    if isinstance(value, bool) or value is None:
        return "no" if not value else "yes"
    if isinstance(value, date):
        return said_date(value, manner)
    if isinstance(value, str) or column.kind not in _NUMBERS:
        return str(value)
    scale = (unit or "").partition(" ")[0]
    if scale in _LARGER and isinstance(value, int | Decimal) and not -1000 < value < 1000:
        value, unit = Decimal(value) / 1000, (unit or "").replace(scale, _LARGER[scale], 1)
    number = _number(value, plain_money=column.kind == "money" and not _scale(unit))
    return _with_unit(number, column, unit, manner)


def _singular(unit: str) -> str:
    """The unit of one: `1 day`, `1 inch`."""
    if unit == "inches":
        return "inch"
    return unit.removesuffix("s") if unit in _WORD_UNITS else unit


def _number(value: int | Decimal, *, plain_money: bool) -> str:
    whole = value == int(value)
    if whole:
        return f"{int(value):,}"
    if plain_money:
        return f"{value:,}"
    return f"{Decimal(value).normalize():,f}"


def _scale(unit: str | None) -> str:
    """`million` of `million EUR`."""
    return (unit or "").rpartition(" ")[0]


def _with_unit(number: str, column: CompiledColumn, unit: str | None, manner: Manner) -> str:
    if unit is None:
        return number
    if column.kind == "percent" and unit == "%":
        return f"{number}%"
    if column.kind == "money":
        scale, _, currency = unit.rpartition(" ")
        if re.fullmatch("[A-Z]{3}", currency):
            behind = f" {scale}" if scale else ""
            if manner.money == "549 EUR":
                return f"{number}{behind} {currency}"
            if manner.money == "€549" and currency in CURRENCY_SIGNS:
                mark = CURRENCY_SIGNS[currency]
                return f"-{mark}{number[1:]}{behind}" if number < "." else f"{mark}{number}{behind}"
            return f"{currency} {number}{behind}"
    return f"{number} {_singular(unit) if number == '1' else unit}"


def limit(
    condition: Condition, column: CompiledColumn, unit: str | None, voice: Voice, *, last: bool
) -> str:
    """What a number, date or year is held to: `at least 5,200 mAh`, `5,200 mAh or more`.

    Args:
        condition: The test.
        column: What it tests.
        unit: The column's unit in this world.
        voice: Chooses among the ways to say it.
        last: Nothing stands behind it in its phrase, so that `or more` may.
    """
    texts = [said(value, column, unit, voice.manner) for value in condition.values]
    name = f"limit/{'.'.join(condition.path)}"
    bounds = column.spec.spoken.bounds
    timed = column.kind in {"date", "year"}
    counted = "(s)" in "".join(column.spec.spoken.where)
    if counted and condition.operator in {"is", "at_most"} and condition.values[0] == 0:
        return "no"
    if bounds and condition.operator == "at_most" and condition.values[0] == 1:
        return texts[0]
    match condition.operator:
        case "is":
            exact = column.kind in _NUMBERS and (counted or unit is not None)
            return f"exactly {texts[0]}" if exact else texts[0]
        case "is_not":
            return f"anything other than {texts[0]}"
        case "one_of":
            return joined(texts, "or")
        case "between":
            return _between(texts, unit, voice, name)
        case "at_least":
            if bounds or timed:
                return f"{texts[0]} {bounds[1] if bounds else 'or later'}"
            ways = (f"at least {texts[0]}", f"no less than {texts[0]}")
            behind = f"{texts[0]} or more"
        case "at_most":
            if bounds or timed:
                return f"{texts[0]} {bounds[0] if bounds else 'or earlier'}"
            if condition.values[0] == 0:
                return f"{texts[0]} or less"
            ways = (f"at most {texts[0]}", f"no more than {texts[0]}")
            behind = f"{texts[0]} or less"
    if counted or unit in {"units", "points"}:
        # what is counted: fewer rather than less
        ways = (ways[0], ways[0] if condition.operator == "at_least" else ways[1])
        behind = ways[0]
    return voice.pick(name, (*ways, behind) if last and column.kind != "percent" else ways)


def _between(texts: list[str], unit: str | None, voice: Voice, name: str) -> str:
    low, high = texts
    if unit and low.endswith(f" {unit}") and high.endswith(f" {unit}"):
        low = low.removesuffix(f" {unit}")
    return voice.pick(name, (f"between {low} and {high}", f"{low} to {high}"))


def both_ends(condition: Condition, voice: Voice, *, last: bool) -> str:
    """That both limits of a range count, to stand behind its clause.

    Args:
        condition: The range.
        voice: Chooses among the ways to say it.
        last: The limits end the clause.
    """
    days = condition.values
    if _whole_year(days):
        return ""
    options = (" (both included)", " inclusive") if last else (" (both included)",)
    return voice.pick(f"ends/{'.'.join(condition.path)}", options)


def _whole_year(days: tuple[Value, ...]) -> bool:
    low, high = days[0], days[-1]
    return (
        isinstance(low, date)
        and isinstance(high, date)
        and low.year == high.year
        and (low.month, low.day, high.month, high.day) == (1, 1, 12, 31)
    )


def when(condition: Condition, voice: Voice) -> str:
    """When something happened, with its preposition: `on or after 4 June 2031`, `in 2029`."""
    days = condition.values
    options: tuple[str, ...]
    name = f"when/{'.'.join(condition.path)}"
    if isinstance(days[0], date):
        return _on_days([day for day in days if isinstance(day, date)], condition, voice, name)
    years = [str(year) for year in days]
    match condition.operator:
        case "is":
            return f"in {years[0]}"
        case "is_not":
            return f"in any year other than {years[0]}"
        case "one_of":
            return f"in {joined(years, 'or')}"
        case "at_least":
            options = (f"in {years[0]} or later", f"in or after {years[0]}",
                       f"no earlier than {years[0]}")  # fmt: skip
        case "at_most":
            options = (f"in {years[0]} or earlier", f"in or before {years[0]}",
                       f"no later than {years[0]}")  # fmt: skip
        case "between":
            low, high = years
            options = (f"from {low} to {high}", f"between {low} and {high}")
    return voice.pick(name, options)


def _on_days(days: list[date], condition: Condition, voice: Voice, name: str) -> str:
    texts = [said_date(day, voice.manner) for day in days]
    options: tuple[str, ...]
    match condition.operator:
        case "is":
            return f"on {texts[0]}"
        case "is_not":
            return f"on any day other than {texts[0]}"
        case "one_of":
            return f"on {joined(texts, 'or')}"
        case "at_least":
            options = (f"on or after {texts[0]}", f"no earlier than {texts[0]}",
                       f"on {texts[0]} or later")  # fmt: skip
        case "at_most":
            options = (f"on or before {texts[0]}", f"no later than {texts[0]}",
                       f"on {texts[0]} or earlier")  # fmt: skip
        case "between":
            if _whole_year(condition.values):
                return f"in {days[0].year}"
            options = (f"between {texts[0]} and {texts[1]}", f"from {texts[0]} to {texts[1]}")
    return voice.pick(name, options)
