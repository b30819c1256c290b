"""What a text has to say to tell an answer: the values, units and days that would be graded right.

A number is right where it rounds, half away from zero, to the value at its written decimals: that
is how answers are graded. All of this is worked out once an answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.amounts import read_line
from fictionworld.leakage.quantities.bounds import Bounds, all_bounds
from fictionworld.leakage.quantities.column_unit import unit_of_column
from fictionworld.leakage.quantities.days import find_days
from fictionworld.leakage.quantities.measures import is_currency
from fictionworld.leakage.quantities.number_target import CAREFUL, NumberTarget, Told
from fictionworld.leakage.quantities.numerals import plain_digits, read_numeral
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.text.numbers import EXACT

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.quantities.quantity import Day

__all__ = [
    "CAREFUL",
    "DayTarget",
    "NumberTarget",
    "RankTarget",
    "Target",
    "Told",
    "targets_of",
]

_WORD: Final = re.compile(r"[^\W\d_]+")
_YEAR_WORDS: Final = word_set(
    "year years founded established founding since opened "
    "built born launched announced licensed debut "
    "vintage inception introduced formed incorporated released "
    "created started date jahr annee ano anno "
    "season completed birth launch release"
)
_RATE: Final = re.compile(r"(?:\b(?:per|a|each|every)\s|/\s?)(?:year|season)\b", re.IGNORECASE)
"""`Births per year`: no year is asked for."""
_RANK_WORDS: Final = word_set("rank ranking position place placing standing seed finish")
_PART_WORDS: Final = word_set("percent percentage share rate proportion ratio pct")
_STORED_NUMBER: Final = re.compile(r"(?P<figures>\d{1,12}(?:\.\d{1,6})?)(?P<unit>%?)")
_STORED_DAY: Final = re.compile(r"[12]\d{3}-\d\d-\d\d")
_STORED_YEAR: Final = re.compile(r"[12]\d{3}")


@dataclass(frozen=True, slots=True)
class RankTarget:
    """A place in an order."""

    value: Decimal
    words: frozenset[str]

    def told(self, q: Quantity) -> Told | None:
        """Whether a quantity tells it. A place is never so rare that it settles anything alone."""
        if self.value not in q.values:
            return None
        if q.ordinal and not q.unit:
            return Told("ordinal", alone=False)
        return Told(q.form, alone=False) if q.rank else None


@dataclass(frozen=True, slots=True)
class DayTarget:
    """A day, a month, a quarter, a year."""

    first: date
    last: date
    yearless: bool = False
    """A day of every year: `14 March`."""

    def told(self, day: Day) -> Told | None:
        """Whether a date tells it: the same day, or for longer times any within."""
        if day.yearless or self.yearless:
            if self.first != self.last or day.first != day.last:
                return None
            same = (day.first.month, day.first.day) == (self.first.month, self.first.day)
            return Told(day.form, alone=False) if same else None
        if self.first == self.last:
            return (
                Told(day.form, alone=True)
                if day.first == self.first and day.last == self.last
                else None
            )
        within = self.first <= day.first and day.last <= self.last
        return Told(day.form, alone=False) if within else None


Target = NumberTarget | RankTarget | DayTarget


@lru_cache(1 << 16)
def targets_of(answer: Answer) -> tuple[Target, ...]:
    """What tells an answer; empty where its value is none that can be read.

    A year in a column of numbers is both a number and a time.
    """
    found: list[Target] = []
    for text in (answer.value, *answer.aliases):
        for target in _targets(answer, text):
            if target not in found:
                found.append(target)
    return tuple(found)


def _targets(answer: Answer, text: str) -> list[Target]:
    if answer.type == "date":
        return _days(text)
    words = frozenset(_WORD.findall(answer.column.casefold().replace("_", " ")))
    number = _number(text)
    if number is None:
        return []
    found: list[Target] = []
    whole = number.values[0] == int(number.values[0])
    if answer.type == "rank" or (
        answer.type == "number" and whole and not words.isdisjoint(_RANK_WORDS)
    ):
        found.append(RankTarget(number.values[0], words))
    if answer.type in {"number", "money", "percent"}:
        target = _number_target(answer, number, words)
        found.append(target)
        if target.year:
            year = int(target.value)
            found.append(DayTarget(date(year, 1, 1), date(year, 12, 31)))
    return found


def _number(text: str) -> Quantity | None:
    """The number of an answer's value; a single point is a decimal point, a comma groups."""
    text = plain_digits(text.strip())
    quantity = _stored_number(text)
    if quantity is None:
        line = read_line(f" {text.lower()} ", f" {text} ")
        quantity = next((item.number for item in line.items if item.number is not None), None)
    if quantity is not None and quantity.pointed and "." in text:
        quantity = quantity._replace(values=quantity.pointed, pointed=(), decimals=3)
    if quantity is not None and re.fullmatch(r"\(\s*[^()]+\)", text):
        quantity = quantity._replace(values=tuple(-abs(v) for v in quantity.values))
    return quantity


def _stored_number(text: str) -> Quantity | None:
    """The number of a value as worlds store it, which is quickly read; None for any other."""
    found = _STORED_NUMBER.fullmatch(text)
    numeral = read_numeral(found["figures"]) if found is not None else None
    if found is None or numeral is None:
        return None
    return Quantity(
        0, len(text), numeral.values, numeral.form, found["unit"], numeral.pointed,
        grouped=numeral.grouped, decimals=numeral.decimals,
    )  # fmt: skip


def _number_target(answer: Answer, number: Quantity, words: frozenset[str]) -> NumberTarget:
    unit, scale = unit_of_column(answer.column)
    value, decimals = number.values[0], number.decimals
    if number.unit:
        unit = number.unit
    if number.share and answer.type == "percent":
        value, decimals = value * 100, 1
    if number.scaled:
        # `1.3 million` is right to a tenth of a million
        power = _power(number, value)
        value, scale = EXACT.scaleb(value, -power), power
    kind: str = answer.type
    if (
        answer.type == "percent"
        or unit == "%"
        or (not unit and not words.isdisjoint({"percent", "percentage"}))
    ):
        kind, unit = "percent", "%"
    if is_currency(unit):
        kind = "money"
    step = Decimal(1).scaleb(-decimals)
    bounds = all_bounds(value, step, unit, kind, scale)
    if kind == "number" and not unit and not words.isdisjoint(_PART_WORDS):
        bounds["%"] = bounds[""]
    whole = decimals == 0 and scale == 0
    year = (
        kind == "number"
        and not unit
        and whole
        and 1000 <= value <= 2999
        and not words.isdisjoint(_YEAR_WORDS)
        and _RATE.search(answer.column) is None
    )
    return NumberTarget(
        value, decimals, unit, kind, words, bounds,
        not year and _distinctive(value, scale, unit), year,
        _windows(bounds),
    )  # fmt: skip


def _windows(bounds: dict[str, tuple[Bounds, ...]]) -> tuple[tuple[str, float, float], ...]:
    found = []
    for unit, several in bounds.items():
        for one in several:
            low, high = float(one.low), float(one.high)
            found.append((unit, low - abs(low) * 1e-9 - 1e-12, high + abs(high) * 1e-9 + 1e-12))
    return tuple(found)


def _power(number: Quantity, value: Decimal) -> int:
    digits = len(str(abs(int(value))))
    for power in (12, 9, 6, 3, 2):
        if (
            digits > power - number.decimals
            and EXACT.scaleb(value, number.decimals - power) % 1 == 0
        ):
            return power
    return 0


def _distinctive(value: Decimal, scale: int, unit: str) -> bool:
    """Whether a value is rare enough to settle the answer without subject or column."""
    digits = "".join(map(str, value.as_tuple().digits)).strip("0")
    if value == value.to_integral_value() and not scale:
        if abs(value) < 1000:
            return bool(unit) and len(digits) == 3
        return digits != "1"
    return len(digits) >= 3


def _days(text: str) -> list[Target]:
    """The times that an answer's value names: the longest form, in all its readings."""
    text = plain_digits(text.strip())
    stored = _stored_time(text)
    if stored is not None:
        return [stored]
    line = read_line(text.lower(), text)
    every = find_days(line)
    days = [day for day in every if not day.yearless] or every
    if not days:
        return []
    best = max(days, key=lambda day: (day.end - day.start, -(day.last - day.first).days))
    spans = [
        DayTarget(day.first, day.last, day.yearless)
        for day in days
        if (day.start, day.end) == (best.start, best.end)
    ]
    return list(dict.fromkeys(spans))


def _stored_time(text: str) -> DayTarget | None:
    """The day or the year of a value as worlds store it; None for any other."""
    if _STORED_YEAR.fullmatch(text):
        return DayTarget(date(int(text), 1, 1), date(int(text), 12, 31))
    try:
        day = date.fromisoformat(text) if _STORED_DAY.fullmatch(text) else None
    except ValueError:
        return None
    return None if day is None else DayTarget(day, day)
