"""What reads the dates of a line: the items that it stands on, and the days found so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fictionworld.leakage.quantities.items import MONTHS
from fictionworld.leakage.quantities.quantity import Day
from fictionworld.leakage.quantities.spans import Span, full_year
from fictionworld.leakage.quantities.spelled import folded

if TYPE_CHECKING:
    import re

    from fictionworld.leakage.quantities.items import Item, Line

__all__ = ["DayFinder"]


class DayFinder:
    """The days of a line while they are being found."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.found: list[Day] = []

    def add(
        self, start: int, end: int, spans: Iterable[Span], form: str, *, yearless: bool = False
    ) -> bool:
        """Keep what a place tells; whether it told anything."""
        some = False
        for first, last in spans:
            self.found.append(Day(start, end, first, last, form, yearless))
            some = True
        return some

    def items(self, match: re.Match[str]) -> list[Item]:
        """The items of a match in the skeleton."""
        return self.line.items[self.line.at(match.start()) : self.line.at(match.end() - 1) + 1]

    def month_of(self, item: Item) -> int:
        """The month that an item names."""
        return MONTHS[folded(self.line.text[item.start : item.end])]

    def year_of(self, item: Item, *, metres: bool = False) -> int | None:
        """The year that a number says: of four digits, or of two behind an apostrophe.

        Args:
            item: The number.
            metres: Whether an `m` behind it may stand for the Lithuanian year.
        """
        q = item.number
        if (
            q is None
            or (q.unit and not (metres and q.unit == "m"))
            or q.scaled
            or q.ordinal
            or q.grouped
            or q.joined
            or q.decimals
            or len(q.values) != 1
        ):
            return None
        value = q.values[0]
        if value != int(value):
            return None
        year = int(value)
        if 1000 <= year <= 2999:
            return year
        if (
            0 <= year < 100
            and item.start
            and self.line.text[item.start - 1] in "'\u2019"
            and item.end - item.start == 2
        ):
            return full_year(year)
        return None

    @staticmethod
    def day_of(item: Item) -> int | None:
        """The day of a month that a number may be."""
        q = item.number
        if (
            q is None
            or q.scaled
            or q.decimals
            or (q.unit and q.unit != "day")
            or len(q.values) != 1
        ):
            return None
        value = q.values[0]
        return int(value) if value == int(value) and 1 <= value <= 31 else None
