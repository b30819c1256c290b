"""Dates in English: written, and found in a text as closed intervals of days.

`4 June 2040` is one day, `Jun 2040` thirty.

Nothing here depends on today's date: a text that names no year of four digits holds no date.
Written in English or in digits. `06/04/2040` has two readings; a two-digit year has none.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def written_date(day: date, sample: str = "4 June 2031") -> str:
    """Return a date in the form of the sample: `June 4, 2031`, `4 Jun 2031`; else as ISO."""
    month = MONTHS[day.month - 1]
    match sample:
        case "4 June 2031":
            return f"{day.day} {month} {day.year}"
        case "June 4, 2031":
            return f"{month} {day.day}, {day.year}"
        case "4 Jun 2031":
            return f"{day.day} {month[:3]} {day.year}"
        case "Jun 4, 2031":
            return f"{month[:3]} {day.day}, {day.year}"
        case _:
            return day.isoformat()


class DateRange(NamedTuple):
    """One reading of a date in a text: from `first` to `last`, both included."""

    first: date
    last: date
    start: int
    end: int
    """Where it stands: text[start:end], with a weekday in front and a time behind."""

    @property
    def day(self) -> bool:
        """Return whether the range is a single day."""
        return self.first == self.last


_MONTHS: Final = {"sept": 9} | {
    form: number
    for number, name in enumerate(map(str.casefold, MONTHS), start=1)
    for form in (name, name[:3])
}
_ORDINALS: Final = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
}  # fmt: skip
_MONTH: Final = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>[12]\d{3})(?!\d)"
_WHICH: Final = r"(?P<which>first|second|third|fourth|1st|2nd|3rd|4th)"
_PART: Final = r"(?:\b(?P<part>early|mid|late)[\s-]+)?"
_GAP: Final = r"[\s,./-]{0,3}"
_FRONT: Final = (
    r"(?:\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\b[.,]?\s)?"
)
_TIME: Final = (
    r"(?:(?:T|,?\s(?:at\s)?)\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?"
    r"(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?![\w]))?)?"
)


def _days(year: int, month: int, day: int) -> list[tuple[date, date]]:
    try:
        valid_date = date(year, month, day)
    except ValueError:  # there is no such day
        return []
    return [(valid_date, valid_date)]


def _months(year: int, month: int, last: int | None = None) -> list[tuple[date, date]]:
    last = last or month
    if not 1 <= month <= last <= 12:
        return []
    return [(date(year, month, 1), date(year, last, monthrange(year, last)[1]))]


def _named_day(match: re.Match[str]) -> list[tuple[date, date]]:
    return _days(int(match["year"]), _MONTHS[match["month"].casefold()], int(match["day"]))


def _year_first(match: re.Match[str]) -> list[tuple[date, date]]:
    return _days(int(match["year"]), int(match["b"]), int(match["c"]))


def _year_last(match: re.Match[str]) -> list[tuple[date, date]]:
    """Return day and month in both orders; with points, as on the continent, the day is first."""
    year, first_number, second_number = int(match["year"]), int(match["a"]), int(match["b"])
    ranges = _days(year, second_number, first_number)
    if match["mark"] != "." and first_number != second_number:
        ranges += _days(year, first_number, second_number)
    return ranges


def _named_month(match: re.Match[str]) -> list[tuple[date, date]]:
    year, month = int(match["year"]), _MONTHS[match["month"].casefold()]
    if match["part"] is None:
        return _months(year, month)
    end = monthrange(year, month)[1]
    first, last = {"early": (1, 10), "mid": (11, 20), "late": (21, end)}[match["part"].casefold()]
    return [(date(year, month, first), date(year, month, last))]


def _numbered_month(match: re.Match[str]) -> list[tuple[date, date]]:
    return _months(int(match["year"]), int(match["b"]))


def _part_of_year(match: re.Match[str]) -> list[tuple[date, date]]:
    """Return the months of a quarter or a half; none where a year has no such part."""
    groups = match.groupdict()
    ordinal = groups.get("n") or _ORDINALS[groups["which"].casefold()]
    months = 6 if groups["what"][0] in "hH" else 3
    last = int(ordinal) * months
    return _months(int(match["year"]), last - months + 1, last) if last <= 12 else []


def _decade(match: re.Match[str]) -> list[tuple[date, date]]:
    year = int(match["year"])
    first, last = {"early": (0, 3), "mid": (4, 6), "late": (7, 9)}.get(
        (match["part"] or "").casefold(), (0, 9)
    )
    return [(date(year + first, 1, 1), date(year + last, 12, 31))]


def _year(match: re.Match[str]) -> list[tuple[date, date]]:
    first, last = {"early": (1, 4), "mid": (5, 8), "late": (9, 12)}.get(
        (match["part"] or "").casefold(), (1, 12)
    )
    return _months(int(match["year"]), first, last)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\d.]){text}", re.IGNORECASE)


_Read = Callable[[re.Match[str]], list[tuple[date, date]]]

_FORMS: Final[tuple[tuple[re.Pattern[str], _Read], ...]] = (
    # the longer first: what one form takes is closed to those after it
    (
        _pattern(
            rf"{_FRONT}(?P<year>\d{{4}})(?P<mark>[-/.])(?P<b>\d{{1,2}})(?P=mark)"
            rf"(?P<c>\d{{1,2}})(?!\d){_TIME}"
        ),
        _year_first,
    ),
    (
        _pattern(rf"(?P<year>[12]\d{{3}})(?P<b>0[1-9]|1[0-2])(?P<c>[0-2]\d|3[01])(?!\d){_TIME}"),
        _year_first,
    ),
    (
        _pattern(
            rf"{_FRONT}(?P<a>\d{{1,2}})(?P<mark>[-/.])\s?(?P<b>\d{{1,2}})(?P=mark)\s?{_YEAR}{_TIME}"
        ),
        _year_last,
    ),
    (
        _pattern(
            rf"{_FRONT}(?:the\s)?{_DAY}{_GAP}(?:day\s)?(?:of\s)?{_MONTH}{_GAP}(?:of\s)?{_YEAR}{_TIME}"
        ),
        _named_day,
    ),
    (
        _pattern(rf"{_FRONT}\b{_MONTH}[\s-]?(?:the\s)?{_DAY}(?:,\s?|\s|-)(?:of\s)?{_YEAR}{_TIME}"),
        _named_day,
    ),
    (_pattern(rf"{_YEAR}{_GAP}{_MONTH}{_GAP}{_DAY}(?!\d){_TIME}"), _named_day),
    (_pattern(rf"{_PART}\b{_MONTH}{_GAP}(?:of\s)?{_YEAR}"), _named_month),
    (_pattern(rf"{_YEAR}{_GAP}{_MONTH}(?P<part>(?!))?"), _named_month),
    (_pattern(rf"\b(?P<what>[QH])(?P<n>[1-4])(?:\sof)?{_GAP}{_YEAR}"), _part_of_year),
    (_pattern(rf"{_YEAR}{_GAP}(?P<what>[QH])(?P<n>[1-4])\b"), _part_of_year),
    (_pattern(rf"\b{_WHICH}\s(?P<what>quarter|half)\s(?:of\s)?{_YEAR}"), _part_of_year),
    (_pattern(rf"{_YEAR}[-/](?P<b>0[1-9]|1[0-2])(?![\d/-])"), _numbered_month),
    (_pattern(rf"(?P<b>0?[1-9]|1[0-2])[/.-]{_YEAR}"), _numbered_month),
    (_pattern(rf"{_PART}(?P<year>[12]\d\d0)'?s\b"), _decade),
    (_pattern(rf"{_PART}{_YEAR}(?!\w)"), _year),
)
_FOUR_DIGITS: Final = re.compile(r"[12]\d{3}")


def find_dates(text: str, *, day_first: bool | None = None) -> list[tuple[DateRange, ...]]:
    """Return the dates of a plain text, in order, each as all its readings, day before month first.

    Of what overlaps, the longer form is taken: no year is found within a full date. A form that
    names no day there is (31 June) is an empty tuple.

    Args:
        text: The text.
        day_first: Whether the day comes before the month, where that is known: of a date of two
            readings this one alone is returned.
    """
    if _FOUR_DIGITS.search(text) is None:
        return []
    started_ranges: list[tuple[int, tuple[DateRange, ...]]] = []
    taken_spans: list[tuple[int, int]] = []
    for pattern, read in _FORMS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if all(end <= a or b <= start for a, b in taken_spans):
                taken_spans.append((start, end))
                ranges = tuple(DateRange(*days, start, end) for days in read(match))
                if day_first is not None and len(ranges) > 1:
                    ranges = ranges[:1] if day_first else ranges[1:]
                started_ranges.append((start, ranges))
    return [ranges for _, ranges in sorted(started_ranges, key=lambda entry: entry[0])]
