"""The numbers, ranks and days that would state an answer.

A number is right where it rounds to the value at the value's written decimals: that is how answers
are graded. It also states the value where it is the value in another unit, or rounded as its words
say, and off by no more than one per cent. All of this is worked out once an answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.data import word_list
from fictionworld.leakage.values.dates import Day, read_days
from fictionworld.leakage.values.number_words import in_digits
from fictionworld.leakage.values.quantities import Quantity, read_quantities
from fictionworld.leakage.values.units import PERCENT, MeasuredUnit, converted, find_column_unit
from fictionworld.leakage.views.view import View

_ROUGHLY: Final = 0.01
"""How far off a rounding may be that a reader takes for the value, as a part of it."""
_CAREFUL: Final = 100
"""Whole numbers below are so often written that nothing is taken for their rounding."""
_SHORT: Final = 1000
_TIGHT: Final = 1e-9
_WORD: Final = re.compile(r"[a-z]+")
_YEAR_WORDS: Final = word_list("of years")
_RANK_WORDS: Final = word_list("of ranks")
_PART_WORDS: Final = word_list("of shares")
_MEASURES: Final = word_list("of measures")
"""Words of columns that may hold a measure though they name no unit."""


class ValueMention(NamedTuple):
    """That a quantity, a place or a day states an answer."""

    form: str
    alone: bool


@dataclass(frozen=True, slots=True)
class NumberTarget:
    """A number, an amount of money or a percentage."""

    kind: str
    """`number`, `money`, `percent`."""
    value: float
    step: float
    """The place value of its last digit."""
    power: int
    """Of the column's word of scale: 6 where it counts millions."""
    unit: MeasuredUnit | None
    words: frozenset[str]
    """Words of the column."""
    year: bool
    """The column asks for a year."""
    alone: bool

    def match(self, said: Quantity) -> ValueMention | None:
        """Whether a number of a text states the value, in what form, and whether by itself."""
        if said.bound or (said.label and said.label not in self.words):
            return None
        return self.match_value(said, rough=said.rough)

    def match_value(self, said: Quantity, *, rough: bool) -> ValueMention | None:
        """The same, whatever the words before the number say but whether it is rough."""
        if said.ordinal:
            return None
        if self.year and (said.grouped or said.unit or said.scaled):
            return None
        factor = self._factor(said)
        if factor is None:
            return None
        exact = self.kind == "percent" and said.unit is None and not said.share
        pointed = said.pointed if self.step < 1 or self.kind == "percent" or said.unit else ()
        if said.upper is not None:
            low, high = said.values[0] * factor, said.upper * factor
            off = _ROUGHLY * abs(self.value)
            tight = abs(low - self.value) <= off and abs(high - self.value) <= off
            right = (
                max(abs(low - self.value), abs(high - self.value)) <= self.step / 2
                and self.step < 1
            )
            right = right or (high - low < self.step and low <= self.value <= high)
            return (
                ValueMention("range", False)
                if right or (tight and abs(self.value) >= _CAREFUL)
                else None
            )
        readings = [(one, said.step) for one in said.values] + [(one, 0.001) for one in pointed]
        for reading, step in readings:
            value = self._in_own_unit(reading, said, factor)
            for power in {0, self.power}:
                form = self._form(value * 10.0**-power, step * factor * 10.0**-power, said, rough)
                if form and (power or not exact or form != "rounded"):
                    return ValueMention(form, self._settles(said, form))
        return None

    def _factor(self, said: Quantity) -> float | None:
        """By what a figure is to be multiplied to be in the unit asked for; None where it is of
        another kind.
        """
        if said.share:
            return 100.0 if self.kind == "percent" else None
        if self.kind == "percent":
            if said.unit is None:  # `0.91 of them`
                return 100.0 if said.values[0] < 1 and said.step <= 0.01 and self.value > 1 else 1.0
            return said.unit.size if said.unit.dimension == "part" else None
        if said.unit is None:
            return 1.0
        if self.unit is None:
            if self.kind == "money":
                return said.unit.size if said.unit.dimension == "money" else None
            if said.unit.dimension == "part":
                return None if self.words.isdisjoint(_PART_WORDS) else 1.0
            if said.unit.dimension == "money":
                return None
            return None if self.words.isdisjoint(_MEASURES) else 1.0
        if said.unit.dimension == "temperature":
            return 1.0 if self.unit.dimension == "temperature" else None
        return converted(1.0, said.unit, self.unit)

    def _in_own_unit(self, reading: float, said: Quantity, factor: float) -> float:
        if said.unit and self.unit and said.unit.dimension == "temperature":
            return converted(reading, said.unit, self.unit) or 0.0
        return reading * factor

    def _form(self, value: float, step: float, said: Quantity, rough: bool) -> str:
        """How a figure states the value: exactly, in another unit, rounded; empty where not."""
        off = abs(value - self.value)
        same = said.unit is None or said.unit == self.unit or self.unit is None
        if off <= _TIGHT * max(1.0, abs(self.value)):
            return "digits" if same else "other unit"
        if not self.value:
            return ""  # whatever is small enough rounds to nought: 20,765 does as millions
        small = abs(self.value) < _CAREFUL and self.step >= 1
        # halves go away from zero, as they are graded: 100.5 is not 100 rounded
        away = value - self.value if self.value >= 0 else self.value - value
        if (
            -1 - _TIGHT <= away / (self.step / 2) < 1 - _TIGHT
            and (not small or not same or said.share)
            and step <= self.step * 1.01
        ):
            return "rounded" if same else "other unit"
        if off > _ROUGHLY * abs(self.value):
            return ""
        if not same or said.share:
            near = off <= max(step, self.step) / 2 * (1 + _TIGHT)
            return "other unit" if near and (not small or off < 0.006 * abs(self.value)) else ""
        if small or not (rough or said.scaled):
            return ""
        if rough and not said.scaled:
            step = max(step, _last_place(value))
        return "rounded" if off <= step * (1.0 if rough else 0.5) * (1 + _TIGHT) else ""

    def _settles(self, said: Quantity, form: str) -> bool:
        """Whether a figure settles the answer without subject or column."""
        if not self.alone or said.named or said.share or form == "rounded":
            return False
        plain = said.unit is None and not said.grouped and not said.scaled
        return not (plain and 1500 <= said.values[0] <= 2100 and said.step == 1)


def _last_place(value: float) -> float:
    """What the last digit of a figure that is no nought is worth: 100 for 5,200."""
    step = 1.0
    while value and value % (step * 10) == 0 and step < abs(value):
        step *= 10
    return step


@dataclass(frozen=True, slots=True)
class PlaceTarget:
    """A place in an order."""

    value: int


@dataclass(frozen=True, slots=True)
class DayTarget:
    """A day, a month, a quarter, a year."""

    first: date
    last: date
    yearless: bool = False
    """A day of every year: `14 March`."""

    def match(self, day: Day) -> ValueMention | None:
        """Whether a date states it: the same day, or for longer times any within."""
        if day.yearless or self.yearless:
            if self.first != self.last or day.first != day.last:
                return None
            same = (day.first.month, day.first.day) == (self.first.month, self.first.day)
            return ValueMention(day.form, alone=False) if same else None
        if self.first == self.last:
            same = day.first == self.first and day.last == self.last
            return ValueMention(day.form, alone=True) if same else None
        within = self.first <= day.first and day.last <= self.last
        return ValueMention(day.form, alone=False) if within else None


Target = NumberTarget | PlaceTarget | DayTarget


@lru_cache(1 << 16)
def targets_of(answer: Answer) -> tuple[Target, ...]:
    """What states an answer; empty where its value is none that can be read.

    A year in a column of numbers is both a number and a time.
    """
    found = [
        target for said in (answer.value, *answer.aliases) for target in _targets(answer, said)
    ]
    return tuple(dict.fromkeys(found))


def _targets(answer: Answer, said: str) -> list[Target]:
    said = said.strip()
    if answer.type == "date":
        return [*_days(said)]
    number = _number(said)
    if number is None:
        return []
    words = frozenset(_WORD.findall(answer.column.lower()))
    found: list[Target] = []
    if answer.type == "rank" or (answer.type == "number" and not words.isdisjoint(_RANK_WORDS)):
        found.append(PlaceTarget(int(number.values[0])))
    if answer.type in {"number", "money", "percent"}:
        target = _number_target(answer.type, answer.column, number, words)
        found.append(target)
        if target.year:
            year = int(target.value)
            found.append(DayTarget(date(year, 1, 1), date(year, 12, 31)))
    return found


_STORED: Final = re.compile(r"-?\d{1,40}(?:\.\d{1,9})?")


def _number(said: str) -> Quantity | None:
    """The number of an answer's value; a single point is a decimal point, a comma groups."""
    if _STORED.fullmatch(said):
        _, _, behind = said.partition(".")
        return Quantity(0, len(said), (float(said),), 10.0 ** -len(behind))
    quantities = read_quantities(in_digits(View(said)).text.lower())
    if not quantities:
        return None
    one = quantities[0]
    if one.pointed and "." in said:
        one = one._replace(values=one.pointed, step=0.001)
    if said.startswith("(") and said.endswith(")"):
        one = one._replace(values=tuple(-abs(v) for v in one.values))
    return one


def _number_target(kind: str, column: str, number: Quantity, words: frozenset[str]) -> NumberTarget:
    unit, power = find_column_unit(column)
    value, step = number.values[0], number.step
    if number.share and kind == "percent":
        value, step = value * 100, 0.1
    if number.unit is not None:
        unit = number.unit
    if number.scaled:
        power = 0
    if kind == "percent" or unit == PERCENT or (unit is None and "percent" in words):
        kind, unit = "percent", PERCENT
    elif unit is not None and unit.dimension == "money":
        kind = "money"
    elif kind == "money" and unit is not None and unit.dimension != "money":
        unit = None
    whole = step == 1 and not power
    year = (
        kind == "number" and unit is None and whole and 1000 <= value <= 2999
        and not words.isdisjoint(_YEAR_WORDS) and "per" not in words
    )  # fmt: skip
    return NumberTarget(
        kind, value, step, power, unit, words, year, not year and _is_rare(value, step, power, unit)
    )


def _is_rare(value: float, step: float, power: int, unit: MeasuredUnit | None) -> bool:
    """Whether a value is so rare that it settles the answer without subject or column."""
    digits = f"{abs(value):.6f}".replace(".", "").strip("0")
    if step >= 1 and not power:
        return (unit is not None and len(digits) == 3) if abs(value) < _SHORT else digits != "1"
    return len(digits) >= 3


_STORED_YEAR: Final = re.compile(r"[12]\d{3}")


def _days(said: str) -> list[DayTarget]:
    """The times that an answer's value names: the longest form, in all its readings."""
    if _STORED_YEAR.fullmatch(said):
        return [DayTarget(date(int(said), 1, 1), date(int(said), 12, 31))]
    try:
        one = date.fromisoformat(said) if len(said) == 10 else None
    except ValueError:
        one = None
    if one is not None:
        return [DayTarget(one, one)]
    every = read_days(in_digits(View(said)).text.lower())
    days = [day for day in every if not day.yearless] or every
    if not days:
        return []
    best = max(days, key=lambda day: (day.end - day.start, -(day.last - day.first).days))
    return [
        DayTarget(day.first, day.last, day.yearless)
        for day in days
        if (day.start, day.end) == (best.start, best.end)
    ]
