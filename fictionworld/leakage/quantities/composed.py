"""Numbers that a text states by others: sums, shares, ranges, lengths in two units, losses.

Statements are recognised in the skeleton of a line, where every number is one mark.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.bounded import find_ranges
from fictionworld.leakage.quantities.factors import find_factors
from fictionworld.leakage.quantities.items import NUMBER_MARK, Item, Line
from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal
from fictionworld.leakage.quantities.pairs import find_clocks, find_pairs
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.statements import statements_in
from fictionworld.leakage.quantities.workings import inverse, shifted
from fictionworld.text.numbers import EXACT, MOST_DIGITS

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.forms import Statement

__all__ = ["compose"]

_DIGITS: Final = re.compile(rf"{NUMBER_MARK}(?: (?:[-,.\u00b7_] )?{NUMBER_MARK}){{2,}}(?= )")
_COMPARED: Final = re.compile(
    r" than | short of | shy of |^(?:twice|double|triple|treble|thrice|quadruple) "
)


_SEASON: Final = re.compile(r"(?:19|20|21)(\d\d)/(\d\d)")
"""`2011/12`: two years, of which nothing is worked out."""
_SPELLED: Final = 2
_ONE_IN: Final = re.compile(r"every|\b(?:sur|cada|su|von|op)\b")
_NOTHING: Final = frozenset({"no", "none", "goalless", "scoreless"})
_NONE: Final = re.compile(r"(?<= )(?:no [^\x01\x02 ]{2,}(?<![siu])s|none|goalless|scoreless)(?= )")


def compose(line: Line) -> tuple[list[Quantity], set[int]]:
    """What the numbers of a line make together; and which items are the ends of rough ranges."""
    nothing = [] if _NOTHING.isdisjoint(line.words) else _nothing(line)
    if ":" in line.words or "'" in line.words or "\u2032" in line.words:
        nothing += find_clocks(line)
    many = len(line.numbers)
    if not many:
        return nothing, set()
    found = nothing
    if many > _SPELLED:
        found += _spelled_out(line)
    found += find_pairs(line)
    found += find_factors(line)
    ranges, ends = find_ranges(line)
    found += ranges
    for statement in statements_in(line.words):
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
    season = _SEASON.fullmatch(line.text, items[0].start, items[-1].end)
    if season is not None and (int(season[1]) + 1) % 100 == int(season[2]):
        return []
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
        values[0] <= 0 or (before >= 0 and not _apart(line.items[before].number))
    ):
        return []
    if statement.work is inverse and not (numbers[0].ordinal or _ONE_IN.search(match[0])):
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


def _apart(before: Quantity | None) -> bool:
    """Whether the number before another belongs to other words: there is none, or it is a year."""
    return before is None or (
        before.form == "digits" and 1800 <= before.values[0] <= 2199 and not before.unit
    )


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
        if len(digits) != len(numbers) or (
            numbers[0].label or any(one.unit or one.joined for one in numbers[:-1])
        ):
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
