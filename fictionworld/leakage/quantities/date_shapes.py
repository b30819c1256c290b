"""Dates that are written in digits, or in digits and Roman or Chinese months."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, TypeAlias

from fictionworld.leakage.quantities.quantity import Day
from fictionworld.leakage.quantities.spans import (
    YEARLESS,
    Span,
    day_span,
    full_year,
    month_span,
    quarter_span,
)
from fictionworld.leakage.quantities.spelled import read_roman

__all__ = ["days_in_digits"]


def _orders(match: re.Match[str]) -> Iterator[Span]:
    """`14/03/2029` in both orders; of a two-digit year, the year first as well."""
    a, b, year = int(match["a"]), int(match["b"]), full_year(int(match["y"]))
    yield from day_span(year, b, a)
    if a != b:
        yield from day_span(year, a, b)
    if len(match["y"]) == 2 and len(match["a"]) == 2:
        yield from day_span(full_year(a), b, int(match["y"]))


def _year_first(match: re.Match[str]) -> Iterator[Span]:
    year, month, day = int(match["y"]), int(match["a"]), int(match["b"])
    yield from day_span(year, month, day)
    if month > 12:
        yield from day_span(year, day, month)


_CENTURIES: Final = {"15", "16", "17", "18", "19", "20", "21"}


def _compact(match: re.Match[str]) -> Iterator[Span]:
    text = match[0]
    if text[:2] in _CENTURIES:
        yield from day_span(int(text[:4]), int(text[4:6]), int(text[6:]))
    if text[4:6] in _CENTURIES:
        yield from day_span(int(text[4:]), int(text[2:4]), int(text[:2]))
        yield from day_span(int(text[4:]), int(text[:2]), int(text[2:4]))


def _week(match: re.Match[str]) -> Iterator[Span]:
    year, week = int(match["y"]), int(match["w"])
    if not 1 <= week <= 53:
        return
    try:
        if match["d"]:
            one = date.fromisocalendar(year, week, int(match["d"]))
            yield one, one
        else:
            yield date.fromisocalendar(year, week, 1), date.fromisocalendar(year, week, 7)
    except ValueError:
        return


def _day_of_year(match: re.Match[str]) -> Iterator[Span]:
    day = int(match["n"])
    if 1 <= day <= 366:
        one = date(int(match["y"]), 1, 1) + timedelta(days=day - 1)
        if one.year == int(match["y"]):
            yield one, one


def _timestamp(match: re.Match[str]) -> Iterator[Span]:
    seconds = int(match[0][:10])
    one = datetime.fromtimestamp(seconds, UTC).date()
    yield one, one


def _roman_month(match: re.Match[str]) -> Iterator[Span]:
    text = match["r"].upper()
    month = {"I": 1, "V": 5, "X": 10}.get(text) or read_roman(text) or 0
    if match["a"]:
        yield from day_span(full_year(int(match["y"])), month, int(match["a"]))
    else:
        yield from month_span(int(match["y"]), month)


def _all_roman(match: re.Match[str]) -> Iterator[Span]:
    """`XII.IX.MMXXXI`: day, month and year, as stones have them; a day may be missing."""
    day, month, year = (read_roman((match[name] or "").upper()) for name in ("a", "b", "y"))
    month = month or _ONE_LETTER.get(match["b"], 0)
    if year is None or not 1000 <= year <= 2999:
        return
    if match["a"]:
        yield from day_span(year, month, day or _ONE_LETTER.get(match["a"], 0))
    else:
        yield from month_span(year, month)


_ONE_LETTER: Final = {"i": 1, "v": 5, "x": 10}


def _year_and_month(match: re.Match[str]) -> Iterator[Span]:
    month = next(match[name] for name in ("a", "z") if match.groupdict().get(name))
    yield from month_span(int(match["y"]), int(month))


def _short_month(match: re.Match[str]) -> Iterator[Span]:
    yield from month_span(full_year(int(match["y"])), int(match["a"]))


def _eastern(match: re.Match[str]) -> Iterator[Span]:
    """A year of our count or of an era, with a month and a day, if they stand there."""
    said = match.groupdict()
    year = _figure(said["y"]) if said.get("y") else _ERAS[said["era"]] + _figure(said["n"] or "1")
    if said.get("b"):
        yield from day_span(year, _figure(said["a"]), _figure(said["b"]))
    elif said.get("a"):
        yield from month_span(year, _figure(said["a"]))
    else:
        yield from month_span(year, 1, 12)


def _figure(said: str) -> int:
    """A number in figures or in Chinese characters: of digits one by one, or below a hundred."""
    if said.isdecimal():
        return int(said)
    tens, ten, ones = said.rpartition("\u5341")
    if not ten:
        return int("".join(str(_HAN_DIGITS[c]) for c in said))
    if len(tens) > 1 or len(ones) > 1:
        return 0
    return 10 * (_HAN_DIGITS[tens] if tens else 1) + (_HAN_DIGITS[ones] if ones else 0)


_HAN_FIGURES: Final = "\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"
_HAN_DIGITS: Final = {c: n for n, c in enumerate(_HAN_FIGURES)} | {"\u3007": 0}
_HAN: Final = rf"[{_HAN_FIGURES}\u3007\u5341]"
_ERAS: Final = {
    "\u660e\u6cbb": 1867, "\u5927\u6b63": 1911, "\u662d\u548c": 1925, "\u5e73\u6210": 1988,
    "\u4ee4\u548c": 2018, "\u6c11\u56fd": 1911, "\u6c11\u570b": 1911,
}  # fmt: skip
"""The year before the first of each era."""
_ERA: Final = rf"(?P<era>{'|'.join(_ERAS)})\s?(?:(?P<n>\d{{1,2}}|{_HAN}{{1,3}})|\u5143)\s?\u5e74"
_EAST_YEAR: Final = rf"(?:(?P<y>[12]\d{{3}}|{_HAN}{{4}})\s?[\u5e74\ub144]|{_ERA})"
_EAST_MONTH: Final = rf"(?<!\d){_EAST_YEAR}\s?(?P<a>\d{{1,2}}|{_HAN}{{1,3}})\s?[\u6708\uc6d4]"
_VIETNAMESE: Final = r"th[a\u00e1]ng (?P<a>\d{1,2})(?: n[a\u0103]m|,|/)? (?P<y>[12]\d{3})(?!\d)"
_YEAR: Final = r"(?P<y>[12]\d{3})"
_Read: TypeAlias = Callable[[re.Match[str]], Iterator[Span]]
_SHAPES: Final[tuple[tuple[re.Pattern[str], _Read, str], ...]] = tuple(
    (re.compile(rf"(?<![^\W_])(?<![.,])(?<!\d[-/]){text}(?!\d|[-/.]\d)"), read, form)
    for text, read, form in (
        (
            (
                r"(?P<y>[12]\d{3})[-./_\s\u2013\u2014](?P<a>\d{1,2})[-./_\s\u2013\u2014](?P<b>\d{1,2})(?=t\d|"
                r"\b|_)"
            ),
            _year_first,
            "year first",
        ),
        (
            (
                r"(?P<a>\d{1,2})\s?(?P<m>[-./_\s\u2013\u2014])\s?(?P<b>\d{1,2})\s?(?P=m)\s?(?P<y>[12]\d{3}|"
                r"\d\d)"
            ),
            _orders,
            "day and month in digits",
        ),
        (r"(?:1[5-9]|2[01])\d{6}|\d{4}(?:1[5-9]|2[01])\d\d", _compact, "digits run together"),
        (_YEAR + r"[-\s]?w(?:eek\s?)?(?P<w>\d{1,2})(?:-?(?P<d>[1-7]))?", _week, "week date"),
        (_YEAR + r"[-/](?P<n>\d{3})", _day_of_year, "day of the year"),
        (r"1\d{9}(?:\d{3})?|[2-3]\d{9}(?:\d{3})?", _timestamp, "timestamp"),
        (
            (
                r"(?P<a>\d{1,2})[.\s/-]{1,2}(?P<r>x?i{1,3}|x?i?v|vi{1,3}|"
                r"i?x)[.\s/-]{1,2}(?P<y>[12]\d{3}|\d\d)"
            ),
            _roman_month,
            "Roman month",
        ),
        (
            (
                r"(?P<a>)(?P<r>x?i{1,3}|x?i?v|vi{1,3}|"
                r"i?x)[./-](?P<y>[12]\d{3})"
            ),
            _roman_month,
            "Roman month",
        ),
        (
            (
                r"(?:(?P<a>[ivx]{1,6})[.\s/\u00b7|-]{1,3})?(?P<b>[ivx]{1,4})[.\s/\u00b7|-]{1,3}"
                r"(?P<y>mm?[cdxlvi]{0,12})(?![^\W_])"
            ),
            _all_roman,
            "Roman numerals",
        ),
        (
            _YEAR + r"(?:[-/](?P<a>0?[1-9]|1[0-2])|[._](?P<z>0[1-9]|1[0-2]))",
            _year_and_month,
            "month in digits",
        ),
        (r"(?P<a>0?[1-9]|1[0-2])\s?[/._-]\s?" + _YEAR, _year_and_month, "month in digits"),
        (r"(?P<a>0[1-9]|1[0-2])/(?P<y>\d\d)", _short_month, "month in digits"),
    )
)
_EASTERN: Final[tuple[tuple[re.Pattern[str], _Read, str], ...]] = tuple(
    (re.compile(text), read, "date of the East")
    for text, read in (
        (rf"{_EAST_MONTH}\s?(?P<b>\d{{1,2}}|{_HAN}{{1,3}})\s?[\u65e5\u53f7\uc77c]", _eastern),
        (rf"{_EAST_MONTH}(?!\s?\d)", _eastern),
        (rf"{_ERA}(?!\s?\d)", _eastern),
        (rf"(?<!\d)(?P<b>\d{{1,2}})(?:,| -)? {_VIETNAMESE}", _eastern),
        (rf"(?<!\w){_VIETNAMESE}", _eastern),
    )
)
_MARKS_OF_EAST: Final = re.compile(r"[\u5e74\ub144]|th[a\u00e1]ng")
_QUARTERS: Final = tuple(
    re.compile(rf"(?<![^\W_]){text}(?![^\W_])")
    for text in (
        (
            r"(?P<what>[qht])\s?(?P<n>[1-4])(?:\sof)?[\s/,._'\u2019-]{0,3}(?:fy\s?)?(?P<y>[12]\d{3}|"
            r"(?<=['\u2019])\d\d|(?<=[\s/-])\d\d)"
        ),
        r"(?P<y>[12]\d{3})[\s/,._-]{0,3}(?P<what>[qh])\s?(?P<n>[1-4])",
        r"(?P<n>[1-4])(?P<what>[qh])[\s/._'\u2019-]{0,2}(?P<y>[12]\d{3}|\d\d)",
    )
)
_YEARLESS_DIGITS: Final = re.compile(
    r"(?<![\w.,/-])(?P<a>\d{2})/(?P<b>\d{2})(?![\w/]|\.\d)|"
    r"(?<![\w.,/-])(?P<c>\d{1,2})\.(?P<d>\d{1,2})\.(?!\d)"
)


def days_in_digits(text: str) -> list[Day]:
    """The dates in digits of a text in small letters, each reading by itself."""
    found: list[Day] = []
    taken: list[tuple[int, int]] = []
    eastern = _EASTERN if not text.isascii() and _MARKS_OF_EAST.search(text) else ()
    for pattern, read, form in (*_SHAPES, *eastern):
        for match in pattern.finditer(text):
            start, end = match.span()
            if form == "month in digits" and any(a < end and start < b for a, b in taken):
                continue
            days = [Day(start, end, *span, form) for span in read(match)]
            if days:
                found += days
                taken.append((start, end))
    for pattern in _QUARTERS:
        for match in pattern.finditer(text):
            months = {"q": 3, "h": 6, "t": 3}[match["what"]]
            spans = quarter_span(full_year(int(match["y"])), int(match["n"]), months)
            found += [Day(*match.span(), *span, "quarter") for span in spans]
    return found + _without_year(text)


def _without_year(text: str) -> list[Day]:
    """Days without a year: `14/03`, `14.3.`."""
    found: list[Day] = []
    for match in _YEARLESS_DIGITS.finditer(text):
        a, b = int(match["a"] or match["c"]), int(match["b"] or match["d"])
        spans = [*day_span(YEARLESS, b, a)]
        if match["a"] and a != b:
            spans += day_span(YEARLESS, a, b)
        found += [Day(*match.span(), *span, "no year", yearless=True) for span in spans]
    return found
