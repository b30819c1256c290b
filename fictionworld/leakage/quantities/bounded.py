"""Ranges: `between N and N`, `longer than N but short of N`."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.forms import skeleton_pattern
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    import re

    from fictionworld.leakage.quantities.items import Line

__all__ = ["find_ranges"]

_OVER: Final = (
    r"(?:more|greater|higher|larger|bigger|longer|taller|wider|deeper|heavier|faster|older|over|above|"
    r"beyond|past|exceeds|exceeding|exceeded|tops|topped|topping|passes|passed|clears|"
    r"cleared|upwards of|>)"
)
_UNDER: Final = (
    r"(?:less|fewer|lower|smaller|shorter|lighter|slower|younger|narrower|shallower|under|below|"
    r"short|shy|<|(?:not|never) (?:quite )?(?:reach|reaching|exceed|pass|top|make|get to))"
)
_W: Final = r"(?: [^\x01\x02 .;]+)"
_AND: Final = word_set(", but and yet though while")
_RANGES: Final = (
    (
        skeleton_pattern(
            r"(?P<strict>strictly |exclusively )?between N_ and N(?P<open> (?:, )?(?:exclusive"
            r"|\( exclusive \)|both excluded|exclusively|not inclusive))?"
        ),
        False,
        word_set("between"),
    ),
    (
        skeleton_pattern(
            rf"{_OVER}(?: than)?(?: the)? N_ ?(?:,|but|and|yet|though|while)"
            rf"{_W}{{0,4}} {_UNDER}(?: than| of)? N"
        ),
        True,
        _AND,
    ),
    (
        skeleton_pattern(
            rf"{_UNDER}(?: than)?(?: the)? N_ ?(?:,|but|and|yet|though|while)"
            rf"{_W}{{0,4}} {_OVER}(?: than)? N"
        ),
        True,
        _AND,
    ),
    (
        skeleton_pattern(
            rf"(?:never|nobody|nothing|not|neither|no one){_W}{{0,9}} {_UNDER}(?: than)? N_ "
            rf"(?:or|nor) {_OVER}(?: than)? N"
        ),
        False,
        word_set("or nor"),
    ),
    (skeleton_pattern(r"N < (?:[^\x01 ]+ ){1,3}< N"), True, word_set("<")),
    (
        skeleton_pattern(
            r"(?:at least|no less than|no fewer than|not less than) N_ "
            r"(?:and|but) (?:at most|no more than|not more than) N"
        ),
        False,
        word_set("least less fewer"),
    ),
    (
        skeleton_pattern(
            r"(?:ranges?|ranging|anywhere|somewhere|varies|vary|spanning|span)_ (?:from|between)"
            r" N_ (?:to|and|-|\u2013|through) N"
        ),
        False,
        word_set("range ranges ranging anywhere somewhere varies vary spanning span"),
    ),
    (
        skeleton_pattern(r"N (?:-|\u2013|\u2014|to|or|\.\.|\u2026) N"),
        False,
        word_set("- \u2013 \u2014 to or . \u2026"),
    ),
    (
        skeleton_pattern(r"N(?: \+ / -| \u00b1| \+ / \u2212| plus or minus| give or take) N"),
        False,
        word_set("+ \u00b1 or"),
    ),
)
"""A form of two numbers, whether its ends are left out, and words of which one stands in it."""
_SCALES: Final = (10**3, 10**6, 10**9)


def find_ranges(line: Line) -> tuple[list[Quantity], set[int]]:
    """Ranges, and the starts of the numbers that are their ends."""
    found: list[Quantity] = []
    ends: set[int] = set()
    for pattern, open_ends, cues in _RANGES if len(line.numbers) > 1 else ():
        if cues.isdisjoint(line.words):
            continue
        for match in pattern.finditer(line.skeleton):
            one, other = _numbers(line, match)
            if one.unit and other.unit and one.unit != other.unit:
                continue
            if one.named or one.label:
                continue  # of Vela 3 to 240
            low, high = _ends(match[0], one, other)
            text = match[0]
            ends_open = open_ends or any(
                word in text for word in ("strictly", "exclusive", "excluded", "not inclusive")
            )
            if ("between" in text and "inclusive" not in text) or match.groupdict().get("open"):
                ends_open = True
            found.append(_range(line, match, low, high, other.unit or one.unit, ends_open))
            if low < high and not _arithmetic_before(line, match.start()):
                ends |= {one.start, other.start}
    return found, ends


def _numbers(line: Line, match: re.Match[str]) -> tuple[Quantity, Quantity]:
    """The first and the last number of a form."""
    items = line.items[line.at(match.start()) : line.at(match.end() - 1) + 1]
    numbers = [item.number for item in items if item.number is not None]
    return numbers[0], numbers[-1]


def _range(
    line: Line, match: re.Match[str], low: Decimal, high: Decimal, unit: str, ends_open: bool
) -> Quantity:
    start = line.items[line.at(match.start())].start
    end = line.items[line.at(match.end() - 1)].end
    return Quantity(start, end, (low,), "range", unit=unit, beyond=high, open_ends=ends_open)


def _ends(text: str, one: Quantity, other: Quantity) -> tuple[Decimal, Decimal]:
    low, high = one.values[0], other.values[0]
    if other.scaled and not one.scaled and low > 0:  # between 86.3 and 86.4 million
        low = next((low * f for f in _SCALES if low * f <= high < 2 * low * f), low)
    if "\u00b1" in text or "+ /" in text or "plus or" in text or "give or" in text:
        return low - high, low + high
    return (high, low) if "< than" in text or low > high else (low, high)


def _arithmetic_before(line: Line, start: int) -> bool:
    """Whether the words before a range make it a change or a calculation: `from 4 to 5`."""
    before = line.skeleton[max(0, start - 24) : start].split()
    return (
        bool(before)
        and before[-1] in {"from", "difference", "gap", "add", "adding"}
        and "rang" not in " ".join(before)
    )
