"""Dates in a text, as closed intervals of days, in any of the forms that people write them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from fictionworld.leakage.quantities.date_shapes import days_in_digits
from fictionworld.leakage.quantities.items import (
    MONTH_MARK,
    MONTHS,
    NUMBER_MARK,
    Item,
    Line,
)
from fictionworld.leakage.quantities.quantity import Day
from fictionworld.leakage.quantities.spans import (
    YEARLESS,
    Span,
    day_span,
    full_year,
    month_span,
    quarter_span,
    year_span,
)
from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.quantities.word_set import word_set

__all__ = ["dated_items", "find_days"]

_FEASTS: Final = {
    r"new year(?: ' ?s)? day": (1, 1),
    r"new year(?: ' ?s)? eve": (12, 31),
    r"christmas eve": (12, 24),
    r"(?:christmas|xmas)(?: day)?": (12, 25),
    r"boxing day": (12, 26),
    r"pi day": (3, 14),
    r"(?:st |saint )?valentine(?: ' ?s)?(?: day)?": (2, 14),
    r"(?:st|saint)(?: \.)? patrick(?: ' ?s)? day": (3, 17),
    r"april fools?(?: '| ' ?s)? ?(?:day)?": (4, 1),
    r"halloween": (10, 31),
    r"leap day": (2, 29),
    r"\x02 day": (5, 1),
    r"bastille day": (7, 14),
    r"star wars day": (5, 4),
    r"independence day": (7, 4),
    r"women(?: ' ?s)? day": (3, 8),
    r"all saints(?: ')? day": (11, 1),
    r"midsummer(?: ' ?s)? day": (6, 24),
    r"epiphany": (1, 6),
    r"st(?: \.)? nicholas(?: ' ?s)? day": (12, 6),
    r"groundhog day": (2, 2),
    r"guy fawkes (?:day|night)|bonfire night": (11, 5),
    r"earth day": (4, 22),
    r"veterans day|armistice day": (11, 11),
    r"ides of \x02": (3, 15),
    r"silvester|sylvester": (12, 31),
}
_FEAST_WORDS: Final = word_set(
    "day eve christmas xmas valentine halloween epiphany ides fools fool silvester sylvester night"
)
_LINK: Final = r"(?: (?:of|de|del|di|do|den|the|,|\.|'|\u2019|-|/|in|year|st|month|day)){0,3}"
_N: Final = NUMBER_MARK
_M: Final = MONTH_MARK
_NAMED: Final = (
    (re.compile(rf"{_N}{_LINK} {_M}{_LINK} {_N}(?= )"), "dmy"),
    (
        re.compile(
            rf"{_M}(?: [.,-])?(?: the)? {_N}(?: (?:,|of|in|\.|-|'|\u2019)){{0,2}} {_N}(?= )"
        ),
        "mdy",
    ),
    (
        re.compile(rf"{_N}(?: (?:,|-|/|\.|' s)){{0,2}} {_M}(?: \.)?(?: -)?(?: the)? {_N}(?= )"),
        "ymd",
    ),
    (re.compile(rf"(?:{_M} (?:-|\u2013|to|through|and|/) ){_M}{_LINK} {_N}(?= )"), "mmy"),
    (re.compile(rf"{_M}{_LINK} {_N}(?= )"), "my"),
    (re.compile(rf"{_N}(?: (?:,|-|/|\.|' s)){{0,2}} {_M}(?= )"), "ym"),
)
_WEEKDAYS: Final = {
    name: n
    for n, name in enumerate(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    )
}
_NTH: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|last|final) "
    rf"(?P<day>{'|'.join(_WEEKDAYS)})(?: of| in)?(?: the month "
    rf"of)? {_M}(?: ,| of)? {_N}(?= )"
)
_EDGE: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|last|final|opening|closing) day of {_M}(?: ,| of)? {_N}(?= )"
)
_EDGE_OF_YEAR: Final = re.compile(
    rf"(?<= )(?P<which>first|last|final|opening|closing) day (?:of|in) (?:the year )?{_N}(?= )"
)
_COUNTED: Final = (
    re.compile(rf"{_N} day (?:of|in) (?:the year )?{_N}(?= )"),
    re.compile(rf"(?<= )day (?:number )?{_N} (?:of|in) (?:the year )?{_N}(?= )"),
)
_ORDINAL_PART: Final = re.compile(
    rf"{_N} (?P<what>quarter|half|trimester|semester|month)(?: "
    rf"(?:of|in))?(?: the year)?(?: ,)? {_N}(?= )"
)
_FIRST_MONTHS: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|last|final|opening|closing) {_N}(?: of| in) {_N}(?= )"
)
_STEP: Final = re.compile(
    rf"(?<= )(?:(?P<n>{_N}|a|an|one|the|exactly one)(?: full)? "
    rf")?(?:(?P<unit>day|week|month|year|fortnight)s? )?"
    r"(?P<way>before|after|later than|earlier than|prior to|"
    r"following|past|ahead of|from|preceding|on from|shy of)(?: the)?"
    r"(?: night of| day of)? $"
)
_STEP_WORDS: Final = word_set(
    "before after than prior following eve past shy ahead from preceding later earlier plus minus"
)
_EVE: Final = re.compile(r"(?<= )(?:the )?eve of $")
_LATER: Final = re.compile(
    rf"^ (?:, )?(?:plus|\+|and|minus|-)? ?{_N} (?P<way>later|on|after|earlier|before)?"
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
_MOST: Final = 400
"""Days or so that a date may be away from another that it is told by."""


class _Finder:
    def __init__(self, line: Line) -> None:
        self.line = line
        self.found: list[Day] = []

    def add(
        self, start: int, end: int, spans: Iterator[Span], form: str, *, yearless: bool = False
    ) -> bool:
        some = False
        for first, last in spans:
            self.found.append(Day(start, end, first, last, form, yearless))
            some = True
        return some

    def items(self, match: re.Match[str]) -> list[Item]:
        return self.line.items[self.line.at(match.start()) : self.line.at(match.end() - 1) + 1]

    def month_of(self, item: Item) -> int:
        return MONTHS[folded(self.line.text[item.start : item.end])]

    def year_of(self, item: Item) -> int | None:
        """The year that a number says: of four digits, or of two behind an apostrophe."""
        q = item.number
        if (
            q is None
            or q.unit
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

    # ------------------------------------------------------------------ forms

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
        years = [self.year_of(item) for item in numbers]
        days = [self.day_of(item) for item in numbers]
        month = months[0]
        if order == "dmy" and days[0]:
            # `14 mar 29` reads as a year too
            year = years[1] or (
                full_year(days[1]) if days[1] and numbers[1].end - numbers[1].start == 2 else 0
            )
            return list(day_span(year, month, days[0])) or None
        if order == "mdy" and days[0] and years[1]:
            return list(day_span(years[1], month, days[0])) or None
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

    def calendar(self) -> None:  # noqa: PLR0912 - one shape after the other
        """`second Wednesday of March 2029`, `day 73 of 2029`, quarters in words."""
        skeleton = self.line.skeleton
        for match in _NTH.finditer(skeleton):
            items = self.items(match)
            year = self.year_of(items[-1])
            month = next(self.month_of(item) for item in items if item.text == MONTH_MARK)
            which = items[0].number
            if year:
                n = int(which.values[0]) if which else -1
                self.add(
                    items[0].start,
                    items[-1].end,
                    _nth(year, month, _WEEKDAYS[match["day"]], n),
                    "weekday of a month",
                )
        for match in _EDGE_OF_YEAR.finditer(skeleton):
            items = self.items(match)
            year = self.year_of(items[-1])
            if year:
                edge = (1, 1) if match["which"] in {"first", "opening"} else (12, 31)
                self.add(items[0].start, items[-1].end, day_span(year, *edge), "edge of a year")
        for match in _EDGE.finditer(skeleton):
            items = self.items(match)
            year = self.year_of(items[-1])
            month = next(self.month_of(item) for item in items if item.text == MONTH_MARK)
            if year and 1 <= month <= 12:
                which = items[0].number
                day = (
                    int(which.values[0])
                    if which
                    else 1
                    if match["which"] == "opening"
                    else monthrange(year, month)[1]
                )
                self.add(
                    items[0].start, items[-1].end, day_span(year, month, day), "day of a month"
                )
        for pattern in _COUNTED:
            for match in pattern.finditer(skeleton):
                items = self.items(match)
                numbers = [item for item in items if item.number is not None]
                year = self.year_of(numbers[1])
                count = numbers[0].number.values[0] if numbers[0].number else Decimal(0)
                if year and 1 <= count <= 366 and count == int(count):
                    one = date(year, 1, 1) + timedelta(days=int(count) - 1)
                    self.add(items[0].start, items[-1].end, iter([(one, one)]), "day of the year")
        for match in _ORDINAL_PART.finditer(skeleton):
            items = self.items(match)
            which, year = items[0].number, self.year_of(items[-1])
            if which and which.ordinal and year:
                months = {"half": 6, "semester": 6, "month": 1}.get(match["what"], 3)
                self.add(
                    items[0].start,
                    items[-1].end,
                    quarter_span(year, int(which.values[0]), months),
                    "quarter",
                )
        for match in _FIRST_MONTHS.finditer(skeleton):
            items = self.items(match)
            said = [item.number for item in items if item.number is not None]
            year, months = self.year_of(items[-1]), int(said[-2].values[0])
            if year and said[-2].unit == "month" and months in {3, 6}:
                first = match["which"] in {NUMBER_MARK, "opening"}
                if not first or (len(said) == 3 and said[0].values[0] == 1):
                    n = 1 if first else 12 // months
                    self.add(
                        items[0].start,
                        items[-1].end,
                        quarter_span(year, n, months),
                        "months of a year",
                    )

    def feasts(self) -> None:
        if _FEAST_WORDS.isdisjoint(self.line.words):
            return
        skeleton = self.line.skeleton
        for text, (month, day) in _FEASTS.items():
            for match in re.finditer(
                rf"(?<= )(?:{text})(?= )(?:(?: ,| of| in)? (?P<y>{_N}))?(?: |$)", skeleton
            ):
                items = self.line.items[
                    self.line.at(match.start()) : self.line.at(match.end() - 2) + 1
                ]
                before = self.line.at(match.start()) - 1
                year = self.year_of(items[-1]) if match["y"] else None
                if year is None and before >= 0:
                    year = self.year_of(self.line.items[before])
                    if year is None and before >= 2 and self.line.items[before].text == "s":
                        year = self.year_of(self.line.items[before - 2])
                yearless = year is None
                self.add(
                    items[0].start,
                    items[-1].end,
                    day_span(year or YEARLESS, month, day),
                    "feast",
                    yearless=yearless,
                )

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

    def relative(self) -> None:
        """`the day before 15 March 2029`, `two weeks after 28 February 2029`."""
        if _STEP_WORDS.isdisjoint(self.line.words):
            return
        starts = {item.start: k for k, item in enumerate(self.line.items)}
        ends = {item.end: k for k, item in enumerate(self.line.items)}
        for day in list(self.found):
            at = starts.get(day.start)
            if at is None:
                continue
            place = self.line.starts[at]
            before = self.line.skeleton[max(0, place - 60) : place]
            step = _STEP.search(before)
            if step is not None:
                first = self.line.at(place - len(before) + step.start())
                self._moved(day, first, at, step)
            elif eve := _EVE.search(before):
                first = self.line.at(place - len(before) + eve.start())
                self._shift(day, -1, "day", self.line.items[first].start, day.end)
            last = ends.get(day.end)
            if last is not None and last + 1 < len(self.line.items):
                self._later(day, last)

    def _moved(self, day: Day, first: int, at: int, step: re.Match[str]) -> None:
        items = self.line.items[first:at]
        number = next((item.number for item in items if item.number is not None), None)
        unit = step["unit"] or (number.unit if number else "")
        count = int(number.values[0]) if number and number.values[0] == int(number.values[0]) else 1
        if number is None and not step["unit"]:
            return
        if unit == "fortnight":
            unit, count = "week", 2 * count
        way = (
            -1
            if step["way"]
            in {"before", "earlier than", "prior to", "ahead of", "preceding", "shy of"}
            else 1
        )
        if abs(count) <= _MOST:
            self._shift(day, way * count, unit, items[0].start, day.end)
            if not self.line.text[day.end : day.end + 2].strip().isalpha():
                self.found.remove(day)  # the other date is not the one that is told

    def _later(self, day: Day, last: int) -> None:
        behind = self.line.skeleton[self.line.starts[last] + len(self.line.items[last].text) :][:40]
        match = _LATER.match(behind)
        if match is None or not (
            match["way"] or "plus" in match[0] or "+" in match[0] or "minus" in match[0]
        ):
            return
        item = next((i for i in self.line.items[last + 1 : last + 5] if i.number is not None), None)
        if (
            item is None
            or item.number is None
            or item.number.values[0] != int(item.number.values[0])
        ):
            return
        back = "minus" in match[0] or match["way"] in {"earlier", "before"}
        count = int(item.number.values[0])
        if abs(count) <= _MOST:
            self._shift(day, -count if back else count, item.number.unit, day.start, item.end)

    def _shift(self, day: Day, count: int, unit: str, start: int, end: int) -> None:
        try:
            if unit in {"day", "week"}:
                if day.first != day.last:
                    return
                one = day.first + timedelta(days=count * (7 if unit == "week" else 1))
                self.found.append(Day(start, end, one, one, "from another date", day.yearless))
            elif unit in {"month", "year"}:
                months = count * (12 if unit == "year" else 1)
                one, last = _months_on(day.first, months), _months_on(day.last, months)
                if day.first.day == 1 and day.last != day.first:
                    last = last.replace(day=monthrange(last.year, last.month)[1])
                self.found.append(Day(start, end, one, last, "from another date", day.yearless))
        except (ValueError, OverflowError):
            return


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _within(span: Span, part: tuple[int, int]) -> Span:
    first, last = span
    if first.day != 1 or first.month != last.month or first.year != last.year:
        return span
    return first.replace(day=part[0]), first.replace(day=min(part[1], last.day))


def _nth(year: int, month: int, weekday: int, n: int) -> Iterator[Span]:
    days = [
        day
        for day in range(1, monthrange(year, month)[1] + 1)
        if date(year, month, day).weekday() == weekday
    ]
    if -1 <= n <= len(days) and n != 0:
        one = date(year, month, days[n - 1 if n > 0 else -1])
        yield one, one


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
    finder.calendar()
    finder.feasts()
    finder.years(taken)
    finder.relative()
    return finder.found
