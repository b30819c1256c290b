"""Days that a text tells by what it named before: `yesterday` in a report that has a date, `on the
14th` where the month stands elsewhere.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.items import NUMBER_MARK
from fictionworld.leakage.quantities.quantity import Day
from fictionworld.leakage.quantities.spans import day_span
from fictionworld.leakage.quantities.weekdays import WEEKDAYS

if TYPE_CHECKING:
    from datetime import date

    from fictionworld.leakage.quantities.finder import DayFinder

__all__ = ["find_days_of_month", "find_reported"]

_N: Final = NUMBER_MARK
_AWAY: Final = 260
"""Characters between a day and the month that it belongs to, at most."""
_DATE_LINE: Final = re.compile(r"(?:^|\n)[ \t]*\"?(?:date|published|posted)\"?[ \t]*[:=][ \t]*\"?$")
_WEEKDAY: Final = "|".join(sorted(map(re.escape, WEEKDAYS), key=len, reverse=True))
_REPORTED: Final = re.compile(
    r"(?<![a-z])(?:(?P<back2>the day before yesterday|vorgestern|avant-hier|anteayer)"
    r"|(?P<back>yesterday|gestern|hier|ayer|ieri|ontem|gisteren|eilen|i ?g\u00e5r|last night)"
    r"|(?P<same>today|this (?:morning|afternoon|evening|noon)|tonight|heute|aujourd'hui|hoy|oggi)"
    r"|(?P<on2>the day after tomorrow|\u00fcbermorgen)|(?P<on>tomorrow|demain)"
    rf"|(?:on|last|this|next|this past|this coming|am) (?P<day>{_WEEKDAY}))"
    r"(?![a-z])"
)
_AHEAD: Final = re.compile(
    r"\b(?:will|next|coming|is to|are to|opens|starts|begins|closes|upcoming|shall|from|until)\b"
)
_NTH_OF_IT: Final = re.compile(
    rf"(?<= )(?:(?:on|by|from|until|since|of) the|(?:{_WEEKDAY}) (?:, )?the) (?P<n>{_N})"
    r"(?= (?:[,.;:)(]|of (?:that|the|this) month|when|the|it|in|at|a|with|[^ ]+ed)[ ,])"
)
_RECORD: Final = 900
"""Characters between a word like `yesterday` and the date of its report, at most."""


def find_reported(finder: DayFinder, stated: list[Day]) -> None:
    """Add the days that a report tells by its own date, on a line of its own."""
    text = finder.line.text
    dated = [
        day
        for day in stated
        if day.first == day.last
        and not day.yearless
        and _DATE_LINE.search(text, max(0, day.start - 24), day.start)
    ]
    if not dated:
        return
    for match in _REPORTED.finditer(text):
        behind = [day for day in dated if 0 <= day.start - match.end() <= _RECORD]
        before = [day for day in dated if 0 <= match.start() - day.end <= _RECORD]
        report = behind[0] if behind else before[-1] if before else None
        if report is None:
            continue
        days = _days_away(match, report.first, text)
        one = report.first + timedelta(days=days)
        finder.found.append(Day(*match.span(), one, one, "by the date of the report"))


_DAYS_AWAY: Final = {"back2": -2, "back": -1, "same": 0, "on": 1, "on2": 2}


def _days_away(match: re.Match[str], report: date, text: str) -> int:
    for name, days in _DAYS_AWAY.items():
        if match[name]:
            return days
    wanted = WEEKDAYS[match["day"]]
    sentence = text[max(0, match.start() - 80) : match.end()].rpartition(". ")[2]
    if _AHEAD.search(sentence):
        return (wanted - report.weekday()) % 7 or 7
    return -((report.weekday() - wanted) % 7)


_ON_THE: Final = frozenset(["the", NUMBER_MARK])


def find_days_of_month(finder: DayFinder, stated: list[Day]) -> None:
    """Add the days of a month that was named before: `March 2038 ... on the 14th`."""
    if not finder.line.words >= _ON_THE:
        return
    months = [
        day
        for day in stated
        if not day.yearless
        and (day.first.year, day.first.month) == (day.last.year, day.last.month)
        and day.first != day.last
    ]
    if not months:
        return
    line = finder.line
    for match in _NTH_OF_IT.finditer(line.skeleton):
        item = line.items[line.at(match.start("n"))]
        number, count = item.number, finder.day_of(item)
        if number is None or not number.ordinal or count is None:
            continue
        before = [day for day in months if 0 <= item.start - day.end <= _AWAY]
        if not before and line.skeleton.startswith(" of the month", match.end()):
            before = [day for day in months if 0 <= day.start - item.end <= _AWAY][:1]
        if before:
            last = max(before, key=lambda day: day.end)
            spans = day_span(last.first.year, last.first.month, count)
            finder.add(item.start, item.end, spans, "day of the month named before")
