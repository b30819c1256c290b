"""Measures in two units, or by a clock: `6 ft 2 in`, `eighteen stone eight`, `1 h 35`, `2:03.4`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from fictionworld.leakage.quantities.items import NUMBER_MARK, Item, Line
from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.leakage.quantities.workings import WORKING
from fictionworld.text.numbers import EXACT

__all__ = ["find_clocks", "find_pairs"]

_PAIR: Final = re.compile(rf"{NUMBER_MARK} (?:(?:and|,|-) )?(?={NUMBER_MARK} )")
_INCHES: Final = re.compile(rf"{NUMBER_MARK} ['\u2032] (?:{NUMBER_MARK}(?: [\"\u2033'])?)?(?= )")
_CLOCK: Final = re.compile(
    r"(?<![\d:.,])(?P<one>\d{1,3}):(?P<two>[0-5]\d)(?::(?P<three>[0-5]\d))?"
    r"(?P<part>[.,]\d{1,3})?(?![\d:])(?:\s?(?P<unit>h|hrs?|hours?|std|min|mins|minutes?)\b)?"
)
_MAY_BE_CLOCK: Final = re.compile(r"[:'\u2032]\s?[0-5]\d")
_STOPWATCH: Final = re.compile(
    r"(?<![\d'\u2032])(?P<one>\d{1,3})['\u2032]\s?(?P<two>[0-5]\d)(?:[\"\u2033]|'')(?P<part>\d{1,2})?"
)
_SMALLER: Final = {"ft": ("in", 12), "st": ("lb", 14), "hour": ("minute", 60), "m": ("cm", 100),
                   "minute": ("second", 60), "lb": ("oz", 16)}  # fmt: skip
"""The unit that a bare number behind another means, and how many of it make one."""
_GOES_ON: Final = word_set(
    "in of long tall high deep wide and or to with on at the is was for from by per when but as if"
    " while after before it he she they this that only each all her his its"
)
"""Words that are no noun that the number before could count."""


def find_pairs(line: Line) -> list[Quantity]:
    """All measures of a line that two numbers tell together."""
    found = _pairs(line) if len(line.numbers) > 1 else []
    if "'" in line.words or "\u2032" in line.words:
        found += _feet(line)
    return found


def _pairs(line: Line) -> list[Quantity]:
    found: list[Quantity] = []
    for match in _PAIR.finditer(line.skeleton):
        at, last = line.at(match.start()), line.at(match.end())
        one, other = line.items[at].number, line.items[last].number
        if one is None or other is None or one.start >= other.start or other.values[0] < 0:
            continue
        a, b = one.values[0], other.values[0]
        span = (one.start, other.end)
        if one.unit in DIMENSIONS and other.unit in DIMENSIONS and one.unit != "%":
            kind, size = DIMENSIONS[one.unit]
            other_kind, other_size = DIMENSIONS[other.unit]
            if other.unit == "gbp" and one.unit == "st":
                other_kind, other_size = DIMENSIONS["lb"]
            if kind == other_kind and other_size < size and b * as_decimal(other_size / size) < 1:
                total = EXACT.add(a, EXACT.multiply(b, as_decimal(other_size / size)))
                found.append(Quantity(*span, (total,), "two units", unit=one.unit))
        elif one.unit in _SMALLER and _bare(line, last, match[0]):
            many = _SMALLER[one.unit][1]
            if b < many and (one.unit != "m" or (b >= 10 and b == int(b))):
                total = EXACT.add(a, WORKING.divide(b, Decimal(many)))
                found.append(Quantity(*span, (total,), "two units", unit=one.unit))
        elif "," not in match[0] and one.scaled and not one.unit:
            small = not other.scaled and b == int(b) and 0 < b < 10 ** _zeros(a)
            if small or (other.scaled and 0 < b < a):
                found.append(Quantity(*span, (a + b,), "mixed words", unit=other.unit))
    return found


def _bare(line: Line, last: int, between: str) -> bool:
    """Whether the number at an item stands right behind a unit and counts nothing itself."""
    items = line.items
    other = items[last].number
    if other is None or other.unit or other.noun or other.scaled or other.ordinal or other.share:
        return False
    if between.strip() != NUMBER_MARK and "-" not in between:
        return False
    following: Item | None = items[last + 1] if last + 1 < len(items) else None
    return (
        following is None
        or following.number is not None
        or not following.text.isalpha()
        or following.text in _GOES_ON
    )


def _zeros(value: Decimal) -> int:
    """How many zeros a whole number ends in."""
    whole = str(int(value))
    return len(whole) - len(whole.rstrip("0"))


def _feet(line: Line) -> list[Quantity]:
    """`6'2"` in feet."""
    found = []
    for match in _INCHES.finditer(line.skeleton):
        items = line.items[line.at(match.start()) : line.at(match.end() - 1) + 1]
        numbers = [item.number for item in items if item.number is not None]
        if any(one.values[0] > 1000 or one.values[0] < 0 for one in numbers):
            continue
        inches = numbers[1].values[0] if len(numbers) > 1 else Decimal(0)
        value = EXACT.add(numbers[0].values[0], WORKING.divide(inches, Decimal(12)))
        found.append(Quantity(items[0].start, items[-1].end, (value,), "two units", unit="ft"))
    return found


def find_clocks(line: Line) -> list[Quantity]:
    """Times that were taken: `1:35:20`, `2:03.4`, `1:35 h`; never the time of a day, `14:30`."""
    found: list[Quantity] = []
    if _MAY_BE_CLOCK.search(line.text) is None:
        return found
    for match in (*_CLOCK.finditer(line.text), *_STOPWATCH.finditer(line.text)):
        groups = match.groupdict()
        one, two = Decimal(match["one"]), Decimal(match["two"])
        part = Decimal("0." + (match["part"] or "0").strip(".,"))
        unit = groups.get("unit") or ""
        if groups.get("three"):
            seconds = 3600 * one + 60 * two + Decimal(groups["three"]) + part
        elif unit[:1] in {"h", "s"}:
            seconds = 3600 * one + 60 * two
        elif unit or match["part"] or ":" not in match[0]:
            seconds = 60 * one + two + part
        else:
            continue
        found.append(Quantity(*match.span(), (seconds,), "clock", unit="second"))
    return found
