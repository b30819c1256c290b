"""Numbers that a text states by others: sums, shares, ranges, lengths in two units, losses.

Statements are recognised in the skeleton of a line, where every number is one mark.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final

from fictionworld.leakage.quantities.items import NUMBER_MARK, Item, Line
from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.statements import (
    STATEMENTS,
    WORKING,
    Statement,
    inverse,
    shifted,
    skeleton_pattern,
)
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.text.numbers import EXACT, MOST_DIGITS

__all__ = ["compose"]

_DIGITS: Final = re.compile(rf"{NUMBER_MARK}(?: (?:[-,.\u00b7_] )?{NUMBER_MARK}){{2,}}(?= )")
_PAIR: Final = re.compile(rf"{NUMBER_MARK} (?:(?:and|,|-) )?(?={NUMBER_MARK} )")
_INCHES: Final = re.compile(rf"{NUMBER_MARK} ['\u2032] (?:{NUMBER_MARK}(?: [\"\u2033'])?)?(?= )")
_OF: Final = re.compile(rf"{NUMBER_MARK} (?:of (?:the |all |its |a total of )?)?(?={NUMBER_MARK} )")
_RANGES: Final = (
    (
        skeleton_pattern(
            r"(?P<strict>strictly |exclusively )?between N_ and "
            r"N(?P<open> (?:, )?(?:exclusive|\( exclusive \)|both "
            r"excluded|exclusively|not inclusive))?"
        ),
        False,
    ),
    (
        skeleton_pattern(
            r"(?:more|greater|higher|larger|over|above|beyond|exceeds|"
            r"exceeding|>|past)(?: than)? N_ (?:but|and|,|yet|and also)"
            r"(?: still| is| it is)? (?:less|fewer|lower|smaller|under|"
            r"below|short of|<)(?: than)? N"
        ),
        True,
    ),
    (
        skeleton_pattern(
            r"(?:less|fewer|lower|smaller|under|below|<)(?: than)? N_ (?:but|and|,|yet)"
            r"(?: still)? (?:more|greater|higher|larger|over|above|>)(?: than)? N"
        ),
        True,
    ),
    (skeleton_pattern(r"N < (?:[^\x01 ]+ ){1,3}< N"), True),
    (
        skeleton_pattern(
            r"(?:at least|no less than|no fewer than|not less than) N_ "
            r"(?:and|but) (?:at most|no more than|not more than) N"
        ),
        False,
    ),
    (
        skeleton_pattern(
            r"(?:ranges?|ranging|anywhere|somewhere|varies|vary|"
            r"spanning|span)_ (?:from|between) N_ (?:to|and|-|\u2013|"
            r"through) N"
        ),
        False,
    ),
    (skeleton_pattern(r"N (?:-|\u2013|\u2014|to|or|\.\.|\u2026) N"), False),
    (skeleton_pattern(r"N(?: \+ / -| \u00b1| \+ / \u2212| plus or minus| give or take) N"), False),
)
_SCALES: Final = (10**3, 10**6, 10**9)
_RANGE_CUES: Final = word_set(
    "between more greater higher larger over above beyond "
    "exceeds exceeding > past less fewer lower "
    "smaller under below < least ranges range ranging anywhere "
    "somewhere varies vary spanning span - "
    "\u2013 \u2014 to or no not \u2026 . \u00b1 plus give +"
)


_COMPARED: Final = re.compile(
    r" than | short of | shy of |^(?:twice|double|triple|treble|thrice|quadruple) "
)


_NOTHING: Final = frozenset({"no", "none", "goalless", "scoreless"})
_NONE: Final = re.compile(r"(?<= )(?:no [^\x01\x02 ]{2,}(?<![siu])s|none|goalless|scoreless)(?= )")


def compose(line: Line) -> tuple[list[Quantity], set[int]]:
    """What the numbers of a line make together; and which items are the ends of rough ranges."""
    nothing = [] if _NOTHING.isdisjoint(line.words) else _nothing(line)
    if NUMBER_MARK not in line.words:
        return nothing, set()
    found = [*nothing, *_spelled_out(line), *_pairs(line), *_shares_of(line)]
    if "'" in line.words or "\u2032" in line.words:
        found += _feet(line)
    ranges, ends = _ranges(line)
    found += ranges
    for statement in STATEMENTS:
        if statement.cues.isdisjoint(line.words):
            continue
        for match in statement.pattern.finditer(line.skeleton):
            stated = _stated(line, statement, match)
            found += stated
            if stated and statement.form == "arithmetic":
                ends |= _compared(line, match)
    return found, ends


def _numbers(line: Line, start: int, end: int) -> tuple[list[Item], list[Quantity]]:
    items = line.items[line.at(start) : line.at(end - 1) + 1]
    return items, [item.number for item in items if item.number is not None]


def _stated(line: Line, statement: Statement, match: re.Match[str]) -> list[Quantity]:
    items, numbers = _numbers(line, *match.span())
    values = _plain_values(numbers, share=statement.share)
    if values is None:
        return []
    if any(len(one.normalize().as_tuple().digits) > MOST_DIGITS for one in values):
        return []
    if "-" in match[0] or "\u2013" in match[0]:
        # a minus of arithmetic has blanks on both sides; a range, a score or a telephone has none
        signs = [item for item in items if item.text in {"-", "\u2013"}]
        tight = any(not line.text[item.end : item.end + 1].isspace() for item in signs)
        if tight and not statement.share:
            return []
    before = line.at(match.start()) - 1
    if statement.form == "negative" and (
        values[0] <= 0 or (before >= 0 and line.items[before].number is not None)
    ):
        return []
    if statement.work is inverse and not (numbers[0].ordinal or "every" in match[0]):
        return []
    if statement.form == "ratio" and ":" not in match[0]:
        return []
    result = statement.work(values)
    if result is None or abs(result.adjusted()) > MOST_DIGITS:
        return []
    unit = next((one.unit for one in numbers if one.unit), "")
    if unit == "%" and len(numbers) > 1 and not all(one.unit in {"%", ""} for one in numbers):
        return []
    counted = not unit and statement.form == "arithmetic" and statement.work is not shifted
    rank = statement.form == "share" and (" of " in match[0] or " / " in match[0])
    place = Quantity(
        items[0].start,
        items[-1].end,
        (result,),
        statement.form,
        unit="" if statement.share else unit,
        share=statement.share,
        noun=numbers[-1].noun if counted else "",
    )
    if not rank:
        return [place]
    first = Quantity(items[0].start, items[-1].end, (values[0],), "place of so many", rank=True)
    return [place, first]


def _compared(line: Line, match: re.Match[str]) -> set[int]:
    """The start of a number that is named only to compare with: 5,000 in `one more than 5,000`."""
    if not _COMPARED.search(match[0]):
        return set()
    item = line.items[line.at(match.end() - 1)]
    return {item.start} if item.number is not None else set()


def _plain_values(numbers: list[Quantity], *, share: bool) -> list[Decimal] | None:
    """The first reading of each number, brought to one unit where they have several of one kind."""
    units = {one.unit for one in numbers if one.unit}
    if len(units) > 1 and not share:
        dimensions = {DIMENSIONS[unit][0] if unit in DIMENSIONS else unit for unit in units}
        if len(dimensions) > 1:
            return None
        target = DIMENSIONS[next(one.unit for one in numbers if one.unit)][1]
        return [
            EXACT.multiply(one.values[0], as_decimal(DIMENSIONS[one.unit][1] / target))
            if one.unit in DIMENSIONS
            else one.values[0]
            for one in numbers
        ]
    return [one.values[0] for one in numbers]


def _nothing(line: Line) -> list[Quantity]:
    """`no goals`, `not a single goal`: none of what is counted."""
    found = []
    for match in _NONE.finditer(line.skeleton):
        one, last = line.items[line.at(match.start())], line.items[line.at(match.end() - 1)]
        found.append(Quantity(one.start, last.end, (Decimal(0),), "none", noun=last.text))
    return found


def _spelled_out(line: Line) -> list[Quantity]:
    """`5 0 0 0`, `five-zero-zero-zero`."""
    found = []
    for match in _DIGITS.finditer(line.skeleton):
        items, numbers = _numbers(line, *match.span())
        digits = "".join(item.digit for item in items if item.number is not None)
        if len(digits) != len(numbers) or any(one.unit or one.joined for one in numbers[:-1]):
            continue
        gaps = {
            line.text[a.end : b.start].strip(" ")
            for a, b in pairwise(items)
            if a.number is not None and b.number is not None
        }
        signs = {item.text for item in items if item.number is None}
        marks = len(items) - len(numbers)
        if (
            len(gaps) <= 1
            and len(signs) <= 1
            and marks in {0, len(numbers) - 1}
            and len(digits) <= MOST_DIGITS
        ):
            found.append(
                Quantity(
                    items[0].start,
                    items[-1].end,
                    (Decimal(digits),),
                    "digit by digit",
                    unit=numbers[-1].unit,
                )
            )
    return found


def _pairs(line: Line) -> list[Quantity]:
    """`6 ft 2 in`, `12 hours and 30 minutes`, `5 thousand 200`."""
    found: list[Quantity] = []
    for match in _PAIR.finditer(line.skeleton):
        items, numbers = _numbers(line, match.start(), match.end() + 1)
        one, other = numbers[0], numbers[-1]
        a, b = one.values[0], other.values[0]
        if one.start >= other.start or b < 0:
            continue
        span = (items[0].start, items[-1].end)
        if one.unit in DIMENSIONS and other.unit in DIMENSIONS and one.unit != "%":
            kind, size = DIMENSIONS[one.unit]
            other_kind, other_size = DIMENSIONS[other.unit]
            if kind == other_kind and other_size < size and b * as_decimal(other_size / size) < 1:
                total = EXACT.add(a, EXACT.multiply(b, as_decimal(other_size / size)))
                found.append(Quantity(*span, (total,), "two units", unit=one.unit))
        elif (
            one.scaled and not one.unit and not other.scaled and b == int(b) and "," not in match[0]
        ):
            if 0 < b < 10 ** _zeros(a):
                found.append(Quantity(*span, (a + b,), "mixed words", unit=other.unit))
        elif one.scaled and other.scaled and not one.unit and 0 < b < a and "," not in match[0]:
            found.append(Quantity(*span, (a + b,), "mixed words", unit=other.unit))
    return found


def _zeros(value: Decimal) -> int:
    """How many zeros a whole number ends in."""
    whole = str(int(value))
    return len(whole) - len(whole.rstrip("0"))


def _feet(line: Line) -> list[Quantity]:
    """`6'2"` in feet."""
    found = []
    for match in _INCHES.finditer(line.skeleton):
        items, numbers = _numbers(line, *match.span())
        if any(one.values[0] > 1000 or one.values[0] < 0 for one in numbers):
            continue
        inches = numbers[1].values[0] if len(numbers) > 1 else Decimal(0)
        value = EXACT.add(numbers[0].values[0], WORKING.divide(inches, Decimal(12)))
        found.append(Quantity(items[0].start, items[-1].end, (value,), "two units", unit="ft"))
    return found


def _shares_of(line: Line) -> list[Quantity]:
    """`half of 10,000`, `10% of 50,000`, `a dozen thousand`."""
    found = []
    for match in _OF.finditer(line.skeleton):
        items, numbers = _numbers(line, match.start(), match.end() + 1)
        part, whole = numbers[0], numbers[-1]
        if part.start >= whole.start or not (part.share or part.unit in {"%", "bps", "permille"}):
            continue
        factor = part.values[0]
        if not part.share:
            factor = EXACT.multiply(factor, as_decimal(DIMENSIONS[part.unit][1] / Fraction(100)))
        value = EXACT.multiply(factor, whole.values[0])
        found.append(
            Quantity(
                items[0].start,
                items[-1].end,
                (value,),
                "arithmetic",
                unit=whole.unit,
                noun=whole.noun,
            )
        )
    return found


def _ranges(line: Line) -> tuple[list[Quantity], set[int]]:
    """Ranges, and the starts of the numbers that are their ends."""
    found: list[Quantity] = []
    ends: set[int] = set()
    if _RANGE_CUES.isdisjoint(line.words):
        return found, ends
    for pattern, open_ends in _RANGES:
        for match in pattern.finditer(line.skeleton):
            items, numbers = _numbers(line, *match.span())
            one, other = numbers[0], numbers[-1]
            low, high = one.values[0], other.values[0]
            if other.scaled and not one.scaled and low > 0:  # between 86.3 and 86.4 million
                low = next((low * f for f in _SCALES if low * f <= high < 2 * low * f), low)
            if (
                "\u00b1" in match[0]
                or "+ /" in match[0]
                or "plus or" in match[0]
                or "give or" in match[0]
            ):
                low, high = low - high, low + high
            elif "< than" in match[0] or low > high:
                low, high = high, low
            if not items or (one.unit and other.unit and one.unit != other.unit):
                continue
            text = match[0]
            ends_open = open_ends or any(
                word in text for word in ("strictly", "exclusive", "excluded", "not inclusive")
            )
            groups = match.groupdict()
            if "between" in text and "inclusive" not in text:
                ends_open = True
            if groups.get("open"):
                ends_open = True
            found.append(
                Quantity(
                    items[0].start,
                    items[-1].end,
                    (low,),
                    "range",
                    unit=other.unit or one.unit,
                    beyond=high,
                    open_ends=ends_open,
                )
            )
            if low < high and not _arithmetic_before(line, match.start()):
                ends |= {one.start, other.start}
    return found, ends


def _arithmetic_before(line: Line, start: int) -> bool:
    """Whether the words before a range make it a change or a calculation: `from 4 to 5`."""
    before = line.skeleton[max(0, start - 24) : start].split()
    return (
        bool(before)
        and before[-1] in {"from", "difference", "gap", "add", "adding"}
        and "rang" not in " ".join(before)
    )
