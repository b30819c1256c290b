"""Dates in a text, as closed intervals of days, in any of the forms that people write them."""
# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from fictionworld.leakage.values.months import OTHER_WORDS, month_of


class Day(NamedTuple):
    """One reading of a date of a text: from `first` to `last`, both included."""

    start: int
    end: int
    first: date
    last: date
    form: str = "date"
    """`date`, `date in digits`, `month`, `quarter`, `year`, `no year`, ..."""
    yearless: bool = False
    """No year is named; `first` and `last` stand in the year 2000."""


_NO_YEAR: Final = 2000
_EASTERN: Final = re.compile(
    r"(?<!\d)(?P<y>[12]\d{3})\s?[年년](?:\s?(?P<m>\d{1,2})\s?[月월](?:\s?(?P<d>\d{1,2})\s?[日号일])?)?"
)


_LINK: Final = r"(?:\s?(?:[,.'/-]|of|de|del|di|do|den|the|in|d'|year|anno|st|month|g)){0,3}\s?"
_YEAR: Final = r"(?:1[0-9]|20|21|22)\d\d"
_ENDS: Final = r"(?![\d.,]\d|\d)"
_TH: Final = r"(?:st|nd|rd|th|\.|er|[oa])?(?![\d:])"
_DAY_BEFORE: Final = re.compile(rf"(?<![\w.,/:])(?P<d>[0-3]?\d){_TH}{_LINK}$")
_YEAR_BEFORE: Final = re.compile(rf"(?<![\w.,/])(?P<y>{_YEAR})(?:[\s,./-]|gada|yil|m\.){{1,4}}$")
_YEAR_DAY_BEFORE: Final = re.compile(
    rf"(?<![\w.,/])(?P<y>{_YEAR}),?\s(?:gada )?(?P<d>[0-3]?\d)\.?\s$"
)
_YEAR_BEHIND: Final = re.compile(rf"\.?{_LINK}(?P<y>{_YEAR}|(?<=')\d\d){_ENDS}")
_SHORT_BEHIND: Final = re.compile(rf"[-\s/.'](?P<y>\d\d){_ENDS}(?!:\d|\s?(?:%|km|m\b|[a-z]))")
_DAY_BEHIND: Final = re.compile(
    rf"\.?(?:\s|\s?-\s?)(?:the )?(?P<d>[0-3]?\d){_TH}(?!\s?(?:%|km|mm|cm|people|million))(?![.,]\d)"
    rf"(?:(?:\s?[,.-]|\s?of|\sin)?\s?'?\s?(?P<y>{_YEAR}|(?<=')\d\d){_ENDS})?"
)
_PART_BEFORE: Final = re.compile(
    r"(?P<p>early|mid|late|(?:beginning|start|middle|end) of)[\s-]?(?:in )?$"
)
_LETTERS: Final = re.compile(r"[a-z]{3,}")


_PARTS: Final = {"early": (1, 10), "mid": (11, 20), "late": (21, 31), "beginning of": (1, 10),
                 "start of": (1, 10), "middle of": (11, 20), "end of": (21, 31)}  # fmt: skip
_IN_DIGITS: Final = tuple(
    (re.compile(rf"(?<![^\W_])(?<![.,])(?<!\d[-/]){shape}(?!\d|[-/.]\d)"), form)
    for shape, form in (
        (rf"(?P<y>{_YEAR})(?P<s>[-./_ ])(?P<a>\d{{1,2}})(?P=s)(?P<b>\d{{1,2}})(?=t\d|\b|_)", "ymd"),
        (
            rf"(?P<a>\d{{1,2}})\s?(?P<s>[-./_ ])\s?(?P<b>\d{{1,2}})\s?(?P=s)\s?(?P<y>{_YEAR}|\d\d)",
            "dmy",
        ),
        (r"(?P<run>(?:1[5-9]|2[01])\d{6})", "run"),
        (r"(?P<run>\d{4}(?:19|20|21)\d\d)", "run"),
        (r"(?P<stamp>[1-3]\d{9}(?:\d{3})?)", "stamp"),
        (rf"(?P<y>{_YEAR})-?w(?:eek\s?)?(?P<w>\d{{1,2}})(?:-?(?P<b>[1-7]))?", "week"),
        (rf"(?P<y>{_YEAR})[-/](?P<n>\d{{3}})", "day of year"),
        (
            rf"(?P<b>\d{{1,2}})[./ -](?P<r>x?i{{1,3}}|x?i?v|vi{{1,3}}|i?x)[./ -](?P<y>{_YEAR})",
            "roman",
        ),
        (rf"(?P<y>{_YEAR})[-/.](?P<a>0[1-9]|1[0-2])", "ym"),
        (rf"(?P<a>0?[1-9]|1[0-2])\s?[/.-]\s?(?P<y>{_YEAR})", "ym"),
        (
            (
                rf"(?P<h>[qh])\s?(?P<n>[1-4])(?:\sof)?[\s/,.'-]{{0,3}}(?:fy\s?)?(?P<y>{_YEAR}"
                rf"|(?<=')\d\d)"
            ),
            "quarter",
        ),
        (rf"(?P<y>{_YEAR})[\s/,.-]{{0,2}}(?P<h>[qh])\s?(?P<n>[1-4])", "quarter"),
        (rf"(?P<n>[1-4])(?P<h>[qh])[\s/.'-]{{0,2}}(?P<y>{_YEAR}|\d\d)", "quarter"),
        (
            (
                rf"(?P<n>[1-4])(?:st|nd|rd|th) (?P<h>quarter|half)(?: of"
                rf"|,)?(?: the year)? (?P<y>{_YEAR})"
            ),
            "quarter",
        ),
    )
)
_MAY_BE_DIGITS: Final = re.compile(
    r"\d(?:\s?[-/_]\s?\d|\s?\.\s?\d\d?\s?\.\s?\d|\.[12]\d{3}|\.[01]\d(?!\d)| [\dxvi]{1,4} \d\d"
    r"|[./-][xvi]+[./-]"
    r"|\d{6}|[qh]\b|-?w| (?:quarter|half))|\b[qh] ?[1-4]\b|(?:st|nd|rd|th) (?:quarter|half)"
)
"""What stands in every date in digits."""
_DAY_AND_MONTH: Final = re.compile(
    r"(?<![\w.,/-])(?P<a>\d{2})/(?P<b>\d{2})(?![\w/]|\.\d)"
    r"|(?<![\w.,/-])(?P<c>\d{1,2})\.(?P<e>\d{1,2})\.(?!\d)"
)
_LONE_YEAR: Final = re.compile(
    rf"(?<![\d.,$€£/+-])(?<![a-z])(?:c\.\s?)?(?P<y>{_YEAR})(?![\d,.]\d|\d|[/-]\d\d|s\b|'s\b|(?:\s"
    rf"|-)?[a-z]*%)"
)
_SEASON_PARTS: Final = re.compile(
    rf"\b(?P<n>spring|summer|autumn|fall|winter)(?: of)?,? (?P<y>{_YEAR})"
)
_FEAST_DAYS: Final = {
    "new year's day": (1, 1), "valentine's day": (2, 14), "halloween": (10, 31),
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25),
    "boxing day": (12, 26), "new year's eve": (12, 31),
}  # fmt: skip
_FEASTS: Final = re.compile(
    rf"\b(?P<feast>{'|'.join(sorted(_FEAST_DAYS, key=len, reverse=True))})(?: of| in"
    rf"|,)?\s(?P<y>{_YEAR})(?![\d-])"
)
_LAST_OF: Final = re.compile(r"\b(?P<which>first|last|1st)(?: day)? of ")
_OTHER_END: Final = re.compile(
    r"\s?(?:-|to|until|till|through|and|bis|au|al|/|&)\s?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?=[,.;)\s]"
    r"|$)"
)
_FIRST_END: Final = re.compile(
    r"(?<![\d.,:/-])(?P<d>\d{1,2})(?:st|nd|rd|th|\.)?\s?(?:-|to|until|till|through|and|bis|au|al|/"
    r"|&)\s?(?:the )?$"
)
_ROMAN_MONTHS: Final = {
    roman: n for n, roman in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), start=1)
}


_Span = tuple[date, date]


def read_days(text: str) -> list[Day]:
    """The dates of a text in small letters, each reading by itself, in order."""
    found: list[Day] = []
    covered = bytearray(len(text))
    for start, end, spans, form, sure in _shapes(text):
        if not sure and 1 in covered[start:end]:
            continue
        days = [Day(start, end, *span, form, form == "no year") for span in spans]
        found += days
        if days:
            covered[start:end] = b"\1" * (end - start)
    found += [day for one in found for day in _other_end(text, one)]
    return sorted(found)


def _shapes(text: str) -> Iterator[tuple[int, int, Iterable[_Span], str, bool]]:
    """What may be dates, one shape after the other: from where, to where, when, in what form, and
    whether it is one even where another shape was found.
    """
    for pattern, order in _IN_DIGITS if _MAY_BE_DIGITS.search(text) else ():
        form = _FORMS.get(order, "date in digits")
        for match in pattern.finditer(text):
            yield *match.span(), _from_digits(match, order), form, False
    for match in _LETTERS.finditer(text):
        month = month_of(match[0])
        if month and (named := _named_date(text, match, month)) is not None:
            yield *named, False
    for match in _EASTERN.finditer(text):
        spans = _interval(int(match["y"]), int(match["m"] or 0), int(match["d"] or 0))
        yield *match.span(), spans, "date", True
    for match in _DAY_AND_MONTH.finditer(text):
        a, b = int(match["a"] or match["c"]) or 13, int(match["b"] or match["e"]) or 13
        other = _interval(_NO_YEAR, a, b) if match["a"] else ()
        yield *match.span(), (*_interval(_NO_YEAR, b, a), *other), "no year", False
    for match in _FEASTS.finditer(text):
        month, day = _FEAST_DAYS[match["feast"]]
        yield *match.span(), _interval(int(match["y"]), month, day), "feast", True
    for match in _SEASON_PARTS.finditer(text):
        yield *match.span(), _season(match["n"], int(match["y"])), "season", True
    for match in _LONE_YEAR.finditer(text):
        yield *match.span(), _interval(int(match["y"]), 0, 0), "year", False


_FORMS: Final = {"ym": "month", "quarter": "quarter"}


_CENTURIES: Final = ("15", "16", "17", "18", "19", "20", "21")


def _interval(year: int, month: int, day: int) -> Iterator[tuple[date, date]]:
    """A day, a month (day 0), or a year (month 0); nothing where there is none."""
    try:
        if not month:
            yield date(year, 1, 1), date(year, 12, 31)
        elif not day:
            yield date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
        else:
            yield date(year, month, day), date(year, month, day)
    except (ValueError, calendar.IllegalMonthError):
        return


def _full_year(digits: str) -> int:
    """Two digits are of the last seventy years or the next thirty, about."""
    number = int(digits.strip("'"))
    if len(digits.strip("'")) > 2:
        return number
    return number + (2000 if number < 70 else 1900)


def _from_digits(match: re.Match[str], order: str) -> Iterator[_Span]:
    said = match.groupdict()
    if order == "stamp":
        one = datetime.fromtimestamp(int(said["stamp"][:10]), UTC).date()
        yield one, one
    elif order == "run":
        yield from _from_run(said["run"])
    elif order == "week":
        yield from _week(_full_year(said["y"]), int(said["w"]), said["b"])
    elif order == "quarter":
        months = 3 if said["h"][0] == "q" else 6
        yield from _months(_full_year(said["y"]), int(said["n"]) * months, months)
    elif order == "day of year":
        if 1 <= int(said["n"]) <= 366:
            one = date(_full_year(said["y"]), 1, 1) + timedelta(days=int(said["n"]) - 1)
            yield one, one
    elif order == "ym":
        yield from _interval(_full_year(said["y"]), int(said["a"]), 0)
    elif order == "roman":
        month = _ROMAN_MONTHS.get(said["r"], 13)
        yield from _interval(_full_year(said["y"]), month, int(said["b"]) or 32)
    else:
        yield from _day_and_month(said, order)


def _day_and_month(said: dict[str, str], order: str) -> Iterator[_Span]:
    """`2029-03-14`; `14.3.2029` in either order, and where all are of two digits turned round."""
    year, a, b = _full_year(said["y"]), int(said["a"]) or 32, int(said["b"]) or 32
    yield from _interval(year, a, b)
    if order == "dmy" and a != b:
        yield from _interval(year, b, a)
    if order == "dmy" and len(said["y"]) == 2 and len(said["a"]) == 2:
        yield from _interval(_full_year(said["a"]), b, int(said["y"]) or 32)


def _from_run(run: str) -> Iterator[_Span]:
    """Eight digits: the year first, or last with day and month in either order."""
    if run[:2] in _CENTURIES:
        yield from _interval(int(run[:4]), int(run[4:6]) or 13, int(run[6:]) or 32)
    if run[4:6] in _CENTURIES[4:]:
        yield from _interval(int(run[4:]), int(run[2:4]) or 13, int(run[:2]) or 32)
        yield from _interval(int(run[4:]), int(run[:2]) or 13, int(run[2:4]) or 32)


def _week(year: int, week: int, day: str | None) -> Iterator[_Span]:
    """A week as ISO counts them, or a day of it; nothing where there is none."""
    try:
        first = date.fromisocalendar(year, week, int(day or 1))
    except ValueError:
        return
    yield first, first if day else first + timedelta(days=6)


def _months(year: int, last: int, many: int) -> Iterator[_Span]:
    """So many months of a year up to the last of them; none where a year has no such month."""
    if last <= 12:
        for _, end in _interval(year, last, 0):
            yield date(year, last - many + 1, 1), end


def _named_date(
    text: str, word: re.Match[str], month: int
) -> tuple[int, int, list[tuple[date, date]], str] | None:
    """The date that the name of a month is part of: from where, to where, when, in what form."""
    low, end = max(0, word.start() - 24), word.end()
    before = text[low : word.start()]
    day, year = _DAY_BEFORE.search(before), _YEAR_BEFORE.search(before)
    behind, then = _YEAR_BEHIND.match(text, end), _DAY_BEHIND.match(text, end)
    if day and not behind and (short := _SHORT_BEHIND.match(text, end)):
        behind = short if before[-1] == text[end] else None
    if day and behind:
        spans = _interval(_full_year(behind["y"]), month, int(day["d"]) or 32)
        return low + day.start(), behind.end(), list(spans), "date"
    if then and then["y"]:
        spans = _interval(_full_year(then["y"]), month, int(then["d"]) or 32)
        return word.start(), then.end(), list(spans), "date"
    if year and then:
        return (
            low + year.start(),
            then.end(),
            list(_interval(int(year["y"]), month, int(then["d"]) or 32)),
            "date",
        )
    if (full := _YEAR_DAY_BEFORE.search(before)) is not None:
        spans = _interval(int(full["y"]), month, int(full["d"]) or 32)
        return low + full.start(), end, list(spans), "date"
    if not behind and (short := _SHORT_BEHIND.match(text, end)) and text[end] in "-'":
        behind = short
    if behind or year:
        said = (behind or year)["y"]  # type: ignore[index]
        start = word.start() if behind else low + year.start()  # type: ignore[union-attr]
        return _month_of_year(text, start, behind.end() if behind else end, _full_year(said), month)
    alone = day or then
    if alone is None or word[0] in OTHER_WORDS or not int(alone["d"]):
        return None
    start, stop = (low + day.start(), end) if day else (word.start(), alone.end())
    return start, stop, list(_interval(_NO_YEAR, month, int(alone["d"]))), "no year"


def _month_of_year(
    text: str, start: int, end: int, year: int, month: int
) -> tuple[int, int, list[tuple[date, date]], str]:
    """A month, a part of it, or its first or last day."""
    spans = list(_interval(year, month, 0))
    before = text[max(0, start - 24) : start]
    part, edge = _PART_BEFORE.search(before), _LAST_OF.search(before)
    if part and spans:
        first, last = _PARTS[part["p"]]
        spans = [(a.replace(day=first), a.replace(day=min(last, b.day))) for a, b in spans]
        return start - len(part[0]), end, spans, "month"
    if edge and edge.end() == len(before) and spans:
        one = spans[0][1] if edge["which"] == "last" else spans[0][0]
        return start - len(edge[0]), end, [(one, one)], "date"
    return start, end, spans, "month"


_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _season(name: str, year: int) -> Iterator[tuple[date, date]]:
    first = date(year, _SEASONS[name], 1)
    yield first, first + timedelta(days=89)


def _other_end(text: str, day: Day) -> Iterator[Day]:
    """The other end of a stretch in one month: `3-11 July 2032`, `July 3 to 11`."""
    if day.first != day.last or day.form not in {"date", "no year"}:
        return
    before = text[max(0, day.start - 20) : day.start]
    first = _FIRST_END.search(before)
    if first is not None and not before[: first.start()].endswith("between "):
        other, start, end = int(first["d"]), day.start - len(before) + first.start(), day.end
        if not 1 <= other < day.first.day:
            return
    elif (last := _OTHER_END.match(text, day.end)) is not None and text[day.end - 1].isdigit():
        other, start, end = int(last["d"]), day.start, last.end("d")
        if other <= day.first.day:
            return
    else:
        return
    for span in _interval(day.first.year, day.first.month, other):
        yield day._replace(start=start, end=end, first=span[0], last=span[1])
