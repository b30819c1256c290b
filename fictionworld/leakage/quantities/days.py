"""Dates in a text, as closed intervals of days, in any of the forms that people write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.date_shapes import days_in_digits
from fictionworld.leakage.quantities.feasts import find_feasts
from fictionworld.leakage.quantities.finder import DayFinder
from fictionworld.leakage.quantities.items import MONTH_MARK, NUMBER_MARK, Item, Line
from fictionworld.leakage.quantities.labelled_dates import find_labelled_dates
from fictionworld.leakage.quantities.months import ONLY_WITH_YEAR
from fictionworld.leakage.quantities.offsets import find_offsets
from fictionworld.leakage.quantities.phrases import find_phrases
from fictionworld.leakage.quantities.reported_days import find_days_of_month, find_reported
from fictionworld.leakage.quantities.spans import (
    YEARLESS,
    Span,
    day_span,
    full_year,
    month_span,
    year_span,
)
from fictionworld.leakage.quantities.stretches import find_stretches
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.quantity import Day

__all__ = ["dated_items", "find_days"]

_LINK: Final = (
    r"(?: (?:of|de|del|di|do|den|the|,|\.|'|\u2019|-|/|in|year|st|month|day|d|am|im|en|a|la|dne"
    r"|fomhair|f\u00f3mhair|lena|g|\u0433)){0,4}"
)
_N: Final = NUMBER_MARK
_M: Final = MONTH_MARK
_NAMED: Final = (
    (re.compile(rf"{_N}{_LINK} {_M}{_LINK} {_N}(?= )"), "dmy"),
    (re.compile(rf"{_N}(?: \.)? (?:gada|yil|y\u0131l) {_N}(?: \.)? {_M}(?= )"), "ydm"),
    (
        re.compile(
            rf"{_M}(?: [.,-])?(?: the)? {_N}(?: (?:,|of|in|\.|-|'|\u2019)){{0,2}} {_N}(?= )"
        ),
        "mdy",
    ),
    (
        re.compile(rf"{_N}(?: (?:,|-|/|\.|' s|m)){{0,2}} {_M}(?: \.)?(?: -)?(?: the)? {_N}(?= )"),
        "ymd",
    ),
    (re.compile(rf"(?:{_M} (?:-|\u2013|to|through|and|/) ){_M}{_LINK} {_N}(?= )"), "mmy"),
    (re.compile(rf"{_M}{_LINK} {_N}(?= )"), "my"),
    (re.compile(rf"{_N}(?: (?:,|-|/|\.|' s|m|gada)){{0,2}} {_M}(?= )"), "ym"),
)
_PARTS: Final = {
    "early": (1, 10),
    "mid": (11, 20),
    "late": (21, 31),
    "middle": (11, 20),
    "beginning": (1, 10),
    "end": (21, 31),
    "start": (1, 10),
}


_FIELDS: Final = word_set("year yr yyyy jahr ann\u00e9e a\u00f1o anno ano rok")


class _Finder(DayFinder):
    """The dates that stand in one place."""

    def named(self) -> set[int]:
        """Dates with a named month; the items that they take up."""
        taken: set[int] = set()
        for pattern, order in _NAMED:
            for match in pattern.finditer(self.line.skeleton):
                one = self.line.at(match.start())
                items = self.items(match)
                numbers = [item for item in items if item.number is not None]
                months = [self.month_of(item) for item in items if item.text == MONTH_MARK]
                if any(one + k in taken for k, item in enumerate(items) if item.text == MONTH_MARK):
                    continue
                spans = self._read(order, numbers, months)
                if spans is None:
                    continue
                start, part = self._part(one)
                if part and order in {"my", "ym"}:
                    spans = [_within(span, part) for span in spans]
                if order == "my" and self.year_of(items[-1]) is None:
                    self._without_year(one)
                if self.add(min(start, items[0].start), items[-1].end, iter(spans), "named month"):
                    taken |= {one + k for k in range(len(items))}
        for at, item in enumerate(self.line.items):
            if item.text == MONTH_MARK and at not in taken:
                self._without_year(at)
        return taken

    def _read(self, order: str, numbers: list[Item], months: list[int]) -> list[Span] | None:
        years = [self.year_of(item, metres=order in {"ymd", "ym"}) for item in numbers]
        days = [self.day_of(item) for item in numbers]
        month = months[0]
        if order == "dmy" and days[0]:
            # `14 mar 29` reads as a year too, `3 out of 20` does not
            between = self.line.text[numbers[0].end : numbers[1].start].split()
            short = not any(word in ONLY_WITH_YEAR for word in between)
            year = years[1] or (
                full_year(days[1])
                if short and days[1] and numbers[1].end - numbers[1].start == 2
                else 0
            )
            return list(day_span(year, month, days[0])) or None
        if order == "mdy" and days[0] and years[1]:
            return list(day_span(years[1], month, days[0])) or None
        if order == "ydm" and years[0] and days[1]:
            return list(day_span(years[0], month, days[1])) or None
        if order == "ymd" and years[0] and days[1]:
            return list(day_span(years[0], month, days[1])) or None
        if order == "mmy" and years[0] and month < months[1]:
            return list(month_span(years[0], month, months[1])) or None
        if order in {"my", "ym"} and years[0]:
            return list(month_span(years[0], month)) or None
        if order == "my" and days[0] and self.line.text[numbers[0].start - 1] == "-":
            return list(month_span(full_year(days[0]), month))  # Mar-29
        return None

    def _part(self, at: int) -> tuple[int, tuple[int, int] | None]:
        """`early`, `mid`, `late` before an item."""
        items = self.line.items
        for back in (1, 2, 3):
            if at - back < 0:
                break
            word = items[at - back].text
            if word in _PARTS:
                return items[at - back].start, _PARTS[word]
            if word not in {"-", "of", "the", "in"}:
                break
        return items[at].start, None

    def _without_year(self, at: int) -> None:
        items = self.line.items
        if self.line.text[items[at].start : items[at].end] in ONLY_WITH_YEAR:
            return
        month = self.month_of(items[at])
        for other in (at - 1, at - 2, at - 3, at + 1, at + 2):
            if not 0 <= other < len(items):
                continue
            between = items[min(at, other) + 1 : max(at, other)]
            if any(item.text not in {"of", "the", "de", "di", ".", "-"} for item in between):
                continue
            day = self.day_of(items[other])
            if day is None:
                continue
            start, end = (
                min(items[at].start, items[other].start),
                max(items[at].end, items[other].end),
            )
            self.add(start, end, day_span(YEARLESS, month, day), "no year", yearless=True)
            return

    def years(self, taken: set[int]) -> None:
        for at, item in enumerate(self.line.items):
            if item.number is None or at in taken:
                continue
            year = self.year_of(item)
            if year is not None:
                q = item.number
                start, part = self._part(at)
                behind = self.line.text[item.end : item.end + 2]
                if behind[:1] == "s" or (behind[:2] in {"'s", "\u2019s"} and year % 10 == 0):
                    continue  # a decade
                self.add(
                    start if part else item.start,
                    item.end,
                    year_span(year),
                    q.form if q.form != "digits" else "year",
                )

    def ends(self) -> None:
        """The other end of a stretch in one month: `3\u201311 July 2032`, `July 3 to 11`."""
        text = self.line.text
        for day in [d for d in self.found if d.first == d.last and d.form in _OF_A_MONTH]:
            match = _FIRST.search(text, max(0, day.start - 18), day.start)
            if match is not None:
                start, end = match.start(1), day.end
            elif (match := _LAST.match(text, day.end)) is not None:
                start, end = day.start, match.end(1)
            else:
                continue
            other = int(match[1])
            if 1 <= other < day.first.day if end == day.end else day.first.day < other <= _LONGEST:
                span = day_span(day.first.year, day.first.month, other)
                self.add(start, end, span, day.form, yearless=day.yearless)


_OF_A_MONTH: Final = frozenset({"named month", "no year"})
_LONGEST: Final = 31
_TO: Final = r"\s?(?:[-\u2013\u2014/&]|to|until|till|through|and|bis|au|al)\s?"
_FIRST: Final = re.compile(
    rf"(?<!between )(?<![\d.,:/-])(\d{{1,2}})(?:st|nd|rd|th|\.)?{_TO}(?:the )?(?:zum )?$"
)
_LAST: Final = re.compile(rf"(?<=\d){_TO}(\d{{1,2}})(?:st|nd|rd|th)?(?=[,.;)]|\s?$| in\b| at\b)")


def _within(span: Span, part: tuple[int, int]) -> Span:
    first, last = span
    if first.day != 1 or first.month != last.month or first.year != last.year:
        return span
    return first.replace(day=part[0]), first.replace(day=min(part[1], last.day))


def dated_items(line: Line) -> set[int]:
    """The items of a line that are days of a month, or years beside one."""
    if MONTH_MARK not in line.words:
        return set()
    finder = _Finder(line)
    taken = finder.named()
    yearless = [day for day in finder.found if day.yearless]
    return taken | {
        at
        for at, item in enumerate(line.items)
        if item.number is not None
        and any(day.start <= item.start and item.end <= day.end for day in yearless)
    }


def find_days(line: Line) -> list[Day]:
    """The dates of a line, each reading by itself."""
    finder = _Finder(line)
    finder.found += days_in_digits(line.text)
    taken = finder.named() if MONTH_MARK in line.words else set()
    if finder.found:
        finder.ends()
    finder.years(taken)
    find_phrases(finder)
    find_feasts(finder)
    if not _FIELDS.isdisjoint(line.words):
        find_labelled_dates(finder)
    stated = list(finder.found)
    if stated:
        for find in (find_offsets, find_stretches, find_days_of_month, find_reported):
            find(finder, stated)
    return finder.found
