"""What a text has to say to tell an answer: the values, units and days that would be graded right.

A number is right where it rounds, half away from zero, to the value at its written decimals: that
is how answers are graded. All of this is worked out once an answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.quantities.amounts import read_line
from fictionworld.leakage.quantities.days import find_days
from fictionworld.leakage.quantities.measures import (
    DIMENSIONS,
    PHRASE,
    SCALE_WORDS,
    as_decimal,
    covers,
    is_currency,
    unit_of,
)
from fictionworld.leakage.quantities.numerals import plain_digits
from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.text.numbers import EXACT

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.quantities.quantity import Day, Quantity

__all__ = ["Bounds", "DayTarget", "NumberTarget", "RankTarget", "Target", "Told", "targets_of"]

_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]\s*$")
_IN_WORDS: Final = re.compile(r"(?:,\s*|\sin\s)([^,()]{1,24})$")
_WORD: Final = re.compile(r"[^\W\d_]+")
_YEAR_WORDS: Final = word_set(
    "year years founded established founding since opened "
    "built born launched announced licensed debut "
    "vintage inception introduced formed incorporated released "
    "created started date jahr annee ano anno "
    "season completed birth launch release"
)
_RANK_WORDS: Final = word_set("rank ranking position place placing standing seed finish")
_PART_WORDS: Final = word_set("percent percentage share rate proportion ratio pct")
_MEASURED: Final = frozenset(
    {
        "battery", "capacity", "weight", "mass", "height", "length", "width", "depth", "thickness",
        "size", "display", "screen", "storage", "memory", "ram", "speed", "power", "charging",
        "clock", "frequency", "distance", "range", "area", "volume", "duration", "time", "age",
        "life", "endurance", "temperature", "contract", "period", "term", "diagonal", "elevation",
        "altitude", "output", "energy", "consumption", "mileage", "runtime", "tenure", "warranty",
        "delay", "wait", "span", "load", "payload", "production", "yield", "tonnage",
        "record", "best", "result", "throw", "jump", "run", "value", "measurement",
    }
)  # fmt: skip
"""Words of columns that may hold a measure though they name no unit."""
_MEASURES: Final = frozenset(unit for unit, (kind, _) in DIMENSIONS.items() if kind != "part")
_CAREFUL: Final = 100
"""Whole numbers below are so often written that nothing is taken for their rounding."""
_NEAR: Final = Decimal("0.006")
"""How far off a converted small whole number may be, as a part of it."""


class Told(NamedTuple):
    """That a quantity tells an answer."""

    form: str
    alone: bool


class Bounds(NamedTuple):
    """From `low` (included) to `high` (left out): what rounds to `value` in steps of `step`."""

    low: Decimal
    high: Decimal
    value: Decimal
    step: Decimal
    converted: bool = False


def _holds(bounds: Bounds, value: Decimal) -> bool:
    if bounds.value >= 0:
        return bounds.low <= value < bounds.high
    return bounds.low < value <= bounds.high


@dataclass(frozen=True, slots=True)
class NumberTarget:
    """A number, money or a percentage."""

    value: Decimal
    decimals: int
    unit: str
    kind: str
    """`number`, `money`, `percent`."""
    words: frozenset[str]
    """Words of the column."""
    bounds: dict[str, tuple[Bounds, ...]] = field(repr=False)
    """What tells it, by the unit written."""
    alone: bool
    year: bool
    windows: tuple[tuple[str, float, float], ...] = field(repr=False)
    """Where the quantities of a scan may lie that tell it: unit, least and most."""

    def told(self, q: Quantity) -> Told | None:
        """Whether a quantity tells it, in what form, and whether by itself."""
        if q.ordinal or q.rank:
            return None
        unit = "share" if q.share else q.unit
        several = self.bounds.get(unit)
        if several is None:
            if self.unit or self.kind != "number" or unit in {"share", "%", "bps", "permille"}:
                return None
            if unit in _MEASURES and self.words.isdisjoint(_MEASURED):
                return None  # 12 GB are no goals
            several = self.bounds[""]
        if self.year and (q.grouped or q.unit or q.scaled) and q.form == "digits":
            return None
        noun = q.noun and q.noun not in self.words and folded(q.noun) not in self.words
        if noun and not q.unit and (self.unit or self.year or self.kind == "money") and not q.share:
            return None
        if q.beyond is not None:
            return self._fixed(q, several)
        pointed = self.decimals > 0 or self.kind == "percent"
        for one in several:
            for value in (*q.values, *q.pointed) if pointed or one.converted else q.values:
                if _holds(one, value) and self._close(one, value, q):
                    return self._found(q, one, value, bool(noun))
        return None

    def _close(self, one: Bounds, value: Decimal, q: Quantity) -> bool:
        """Whether a value within the bounds is meant for it, where the answer has few digits."""
        if self.decimals or abs(self.value) >= _CAREFUL or value == one.value:
            return True
        if not one.converted and not q.share and q.unit != "%":
            return False
        if q.unit in {"c", "f", "%"}:
            return True
        return abs(value - one.value) <= abs(one.value) * _NEAR

    def _found(self, q: Quantity, one: Bounds, value: Decimal, noun: bool) -> Told:
        form = q.form
        if form == "digits":
            if one.converted:
                form = "other unit"
            elif value != one.value:
                form = "rounded"
            elif q.scaled:
                form = "scaled"
        alone = self.alone and not (q.joined or q.named) and not noun and not q.share
        if form == "Roman numerals" and q.end - q.start < 5:
            alone = False
        if alone and not q.unit and not q.grouped and q.form == "digits" and 1500 <= value <= 2100:
            alone = q.decimals > 0
        return Told(form, alone)

    def _fixed(self, q: Quantity, several: tuple[Bounds, ...]) -> Told | None:
        """Whether all that a range leaves is right."""
        low, high = q.values[0], q.beyond
        assert high is not None, "a range has two ends"
        for one in several:
            if _holds(one, low) and _holds(one, high) and (self.decimals or high - low < one.step):
                return Told("range", self.alone)
            if (
                q.open_ends
                and one.value - one.step <= low < one.value < high <= one.value + one.step
            ):
                return Told("range", self.alone)
        return None


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

    def told(self, day: Day) -> Told | None:
        """Whether a date tells it: the same day, or for longer times any within."""
        if day.yearless:
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
        return [DayTarget(first, last) for first, last in _days(text)]
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
    line = read_line(f" {text.lower()} ", f" {text} ")
    quantity = next((item.number for item in line.items if item.number is not None), None)
    if quantity is not None and quantity.pointed and "." in text:
        quantity = quantity._replace(values=quantity.pointed, pointed=(), decimals=3)
    if quantity is not None and re.fullmatch(r"\(\s*[^()]+\)", text):
        quantity = quantity._replace(values=tuple(-abs(v) for v in quantity.values))
    return quantity


def _unit_of_column(column: str) -> tuple[str, int]:
    """The unit that a column names, and the power of ten of its word of scale."""
    bracket = _BRACKET.search(column)
    inner = bracket or _IN_WORDS.search(column)
    if inner is not None:
        return _unit(inner[1], all_words=True)
    if "_" in column:
        return _unit(column.rpartition("_")[2], all_words=True)
    last = column.split()[-1:] or [""]
    return _unit(last[0], all_words=False)


_PLAIN_ENOUGH: Final = word_set(
    "mah wh kwh kg km cm mm gb mb tb ghz mhz mp kw hl eur usd "
    "gbp aud cad chf sek nok dkk pln jpy cny % \u20ac $ \u00a3"
)


def _unit(text: str, *, all_words: bool) -> tuple[str, int]:
    text = text.casefold().strip()
    phrase = PHRASE.match(text)
    if phrase and (len(phrase[0]) > 1 or phrase[0] == "%"):
        name = phrase.lastgroup or ""
        return ("%" if name == "percent" else name), 0
    if text in {"c", "f"} and all_words:
        return text, 0
    unit, scale = "", 0
    words = re.findall(r"[^\W\d_]+\d?|[$\u20ac\u00a3\u00a5\u20b9%\u2030\u00b0]", text)
    money = any(is_currency(unit_of(word)) for word in words)
    for word in words:
        if word in SCALE_WORDS and (len(word) > 3 or money or word in {"mn", "bn", "mio", "mln"}):
            scale += SCALE_WORDS[word]
        elif not unit and (all_words or word in _PLAIN_ENOUGH):
            unit = unit_of(word)
    return unit, scale


def _number_target(answer: Answer, number: Quantity, words: frozenset[str]) -> NumberTarget:
    unit, scale = _unit_of_column(answer.column)
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
    bounds = _all_bounds(value, step, unit, kind, scale)
    if kind == "number" and not unit and not words.isdisjoint(_PART_WORDS):
        bounds["%"] = bounds[""]
    whole = decimals == 0 and scale == 0
    year = (
        kind == "number"
        and not unit
        and whole
        and 1000 <= value <= 2999
        and not words.isdisjoint(_YEAR_WORDS)
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


def _all_bounds(
    value: Decimal, step: Decimal, unit: str, kind: str, scale: int
) -> dict[str, tuple[Bounds, ...]]:
    half = step / 2
    plain = Bounds(value - half, value + half, value, step)
    base = [plain]
    if scale:
        low, high, middle, width = (EXACT.scaleb(one, scale) for one in plain[:4])
        base.append(Bounds(low, high, middle, width))
    found: dict[str, list[Bounds]] = {"": base, unit: list(base)}
    if kind == "percent":
        found["share"] = [_changed(plain, Fraction(1, 100))]
        if value == value.to_integral_value() or abs(value) < 100:
            exact = value / 100
            tiny = step / 10**6
            found[""] = [
                *base,
                Bounds(exact - tiny, exact + tiny, exact, step / 100, converted=True),
            ]
    if kind == "money":
        found |= _money_bounds(plain, base, unit, scale)
    if unit in {"c", "f"}:
        found["f" if unit == "c" else "c"] = [_warmth(plain, unit)]
        found["degree"] = list(base)
    if unit in DIMENSIONS:
        found |= _measure_bounds(plain, base, unit)
    return {unit_: tuple(several) for unit_, several in found.items()}


def _money_bounds(
    plain: Bounds, base: list[Bounds], unit: str, scale: int
) -> dict[str, list[Bounds]]:
    """In the same currency, by any mark that it may have."""
    anything = not is_currency(unit)
    found = {other: list(base) for other in _CURRENCY_UNITS if anything or covers(other, unit)}
    if unit in {"eur", "usd", "dollar", "aud", "cad"} and not scale:
        found["cent"] = [_changed(plain, Fraction(100))]
    return found


_BYTES: Final = {"kb": 1, "mb": 2, "gb": 3, "tb": 4}


def _measure_bounds(plain: Bounds, base: list[Bounds], unit: str) -> dict[str, list[Bounds]]:
    """In the other units of what is measured."""
    dimension, size = DIMENSIONS[unit]
    found = {
        other: [_changed(one, size / other_size) for one in base]
        for other, (kind, other_size) in DIMENSIONS.items()
        if kind == dimension and other != unit
    }
    if unit in _BYTES:
        for other in _BYTES.keys() - {unit}:
            found[other].append(_changed(plain, Fraction(1024) ** (_BYTES[unit] - _BYTES[other])))
    if dimension == "mass":
        found["gbp"] = found.get("lb", base)  # pounds of either kind
    return found


_CURRENCY_UNITS: Final = (
    "eur", "usd", "aud", "cad", "nzd", "sgd", "hkd", "dollar", "gbp", "jpy", "cny", "inr", "krw",
    "chf", "sek", "nok", "dkk", "krona", "pln", "brl", "aed", "sar",
)  # fmt: skip


def _changed(bounds: Bounds, factor: Fraction) -> Bounds:
    times = as_decimal(factor)
    low, high, value, step = (EXACT.multiply(one, times) for one in bounds[:4])
    return Bounds(low, high, value, step, converted=True)


def _warmth(bounds: Bounds, unit: str) -> Bounds:
    def change(value: Decimal) -> Decimal:
        if unit == "c":
            return value * 9 / 5 + 32
        return (value - 32) * 5 / 9

    step = bounds.step * 9 / 5 if unit == "c" else bounds.step * 5 / 9
    return Bounds(
        change(bounds.low), change(bounds.high), change(bounds.value), step, converted=True
    )


def _distinctive(value: Decimal, scale: int, unit: str) -> bool:
    """Whether a value is rare enough to settle the answer without subject or column."""
    digits = "".join(map(str, value.as_tuple().digits)).strip("0")
    if value == value.to_integral_value() and not scale:
        if abs(value) < 1000:
            return bool(unit) and len(digits) == 3
        return digits != "1"
    return len(digits) >= 3


def _days(text: str) -> list[tuple[date, date]]:
    """The times that an answer's value names: the longest form, in all its readings."""
    text = plain_digits(text.strip())
    line = read_line(text.lower(), text)
    days = [day for day in find_days(line) if not day.yearless]
    if not days:
        return []
    best = max(days, key=lambda day: (day.end - day.start, -(day.last - day.first).days))
    spans = [
        (day.first, day.last) for day in days if (day.start, day.end) == (best.start, best.end)
    ]
    return list(dict.fromkeys(spans))
