"""Days told by their place in a month, a week or a year: `the second Wednesday of March 2029`,
`day 73 of 2029`, `Tuesday of week 42, 2032`, `the last year of the 1880s`.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.items import MONTH_MARK, NUMBER_MARK
from fictionworld.leakage.quantities.spans import (
    day_span,
    month_span,
    quarter_span,
    week_span,
    year_span,
)
from fictionworld.leakage.quantities.weekdays import WEEKDAYS
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.finder import DayFinder
    from fictionworld.leakage.quantities.items import Item
    from fictionworld.leakage.quantities.spans import Span

__all__ = ["find_phrases"]

_N: Final = NUMBER_MARK
_M: Final = MONTH_MARK
_LAST: Final = (
    "last|final|closing|letzte[nrms]?|dernier|derni\u00e8re|\u00faltimo|ultimo|ultima|sista|siste"
    "|laatste"
)
_FROM_LAST: Final = rf"(?:{_N}|next) (?:- )?(?:(?:to|from)(?: the)? (?:- )?)?last"
_EDGE_WORD: Final = rf"{_FROM_LAST}|{_LAST}|first|opening|penultimate|last but one"
_BUT: Final = rf"(?: but (?P<but>one|{_N}))?"
_OF: Final = (
    r"(?: (?:of|in|de|del|di|do|im|des|d ['\u2019]|i|van|von|the|that|month|year|for|,)){0,4}"
)
_DAY: Final = "|".join(sorted((re.escape(name) for name in WEEKDAYS), key=len, reverse=True))
_NTH: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|{_EDGE_WORD}) (?P<day>{_DAY}){_BUT}{_OF} (?P<m>{_M})"
    rf"(?P<y>{_OF} {_N})?(?= )"
)
_EDGE: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|{_EDGE_WORD}) day{_BUT}{_OF} (?P<m>{_M}){_OF} (?P<y>{_N})(?= )"
)
_EDGE_OF_YEAR: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|last|final|opening|closing) day (?:of|in) (?:the )?(?:year )?"
    rf"(?:(?P<n>{_N}|last|final|closing)(?P<dot> \.)? (?P<what>month|quarter|half) (?:of|in) )?"
    rf"(?P<y>{_N})(?= )"
)
_COUNTED: Final = (
    re.compile(rf"(?<= )(?P<n>{_N}) day (?:of|in) (?:the year )?(?P<y>{_N})(?= )"),
    re.compile(
        rf"(?<= )(?:day|doy)(?: of (?:the )?year)?(?: number| no \.| no| :)? (?P<n>{_N})"
        rf"(?: (?:of|in|,|/))?(?: the year)? (?P<y>{_N})(?= )"
    ),
    re.compile(rf"(?<= )(?P<y>{_N})(?: ,| -)? (?:day|doy)(?: number| no \.| no)? (?P<n>{_N})(?= )"),
)
_DAY_OF_MONTH: Final = re.compile(
    rf"(?<= )(?P<d>{_N})(?: day)? of the (?P<m>{_N})(?: month)?(?: (?:of|in|,))?(?: the year)?"
    rf" (?P<y>{_N})(?= )"
)
_PART: Final = re.compile(
    rf"(?<= )(?P<n>{_FROM_LAST}|{_N}|last|final|closing|penultimate)(?P<dot> \.)?"
    r" (?P<what>quarter|half|trimester"
    rf"|semester|month|quartal|halbjahr|trimestre|semestre|kvartal|kwartaal){_BUT}"
    rf"(?: (?:of|in|de|del|du))?(?: the year)?(?: ,)? (?P<y>{_N})(?= )"
)
_PART_WORD: Final = re.compile(
    rf"(?<= )(?P<what>quarter|half|trimester|semester) (?P<n>{_N})(?: (?:of|in|,))?(?: the year)?"
    rf" (?P<y>{_N})(?= )"
)
_SOME_MONTHS: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|last|final|opening|closing) (?P<n>{_N})(?: of| in) (?P<y>{_N})(?= )"
)
_WEEK: Final = re.compile(
    rf"(?<= )(?:(?P<day>{_DAY})(?: ,)?(?: (?:of|in|der|de))?(?: the)? )?(?:iso |calendar )?"
    rf"(?:(?:week|kw|cw|wk|kalenderwoche|semaine|semana|settimana|vecka|uke|uge|viikko)"
    rf"(?: number| no \.| no| \.)? (?P<n>{_N})|(?P<nth>{_N}) week)"
    rf"(?: (?:of|in|,|/|de|-))?(?: the year)? (?P<y>{_N})(?= )"
)
_OF_DECADE: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|{_EDGE_WORD}) year{_OF} (?P<y>{_N})(?: ['\u2019])?(?: s)?(?= )"
)
_DECADE: Final = re.compile(r"([12]\d\d0)['\u2019]?s")
_OF_CENTURY: Final = re.compile(
    rf"(?<= )(?P<which>{_N}|{_EDGE_WORD}) year{_OF} (?P<y>{_N}) century(?= )"
)
_PARTS: Final = word_set(
    "quarter half trimester semester month quartal halbjahr trimestre semestre kvartal kwartaal"
)
_WEEKS: Final = word_set(
    "week kw cw wk kalenderwoche semaine semana settimana vecka uke uge viikko"
)
_AROUND: Final = 320
"""Characters in which the year of a weekday of a month may stand."""
_MONTHS_OF: Final = {"half": 6, "semester": 6, "month": 1, "halbjahr": 6, "semestre": 6}


def find_phrases(finder: DayFinder) -> None:
    """Add the days that the phrases of a line tell; days and years in digits are found already."""
    if NUMBER_MARK not in finder.line.words:
        return
    words = finder.line.words
    for pattern, read, form, cues in _READ:
        if cues.isdisjoint(words):
            continue
        for match in pattern.finditer(finder.line.skeleton):
            items = finder.items(match)
            spans = list(read(finder, match))
            finder.add(items[0].start, items[-1].end, spans, form)


def _item(finder: DayFinder, match: re.Match[str], name: str) -> Item:
    """The item that ends a group of a match."""
    return finder.line.items[finder.line.at(match.end(name) - 1)]


def _count(finder: DayFinder, match: re.Match[str], name: str) -> int | None:
    """The whole number that a group holds."""
    number = _item(finder, match, name).number
    if number is None or number.values[0] != int(number.values[0]):
        return None
    return int(number.values[0])


def _place(finder: DayFinder, match: re.Match[str], count: int) -> int | None:
    """Which of so many a word of place means, from one on."""
    said = match["which"]
    if said == _N:
        return _count(finder, match, "which")
    if said in {"first", "opening"}:
        return 1
    back = _back(finder, match, "which")
    return None if back is None else count - back


def _back(finder: DayFinder, match: re.Match[str], name: str) -> int | None:
    """How many come behind the one that is told from the end: none behind the last."""
    said, but = match[name], match.groupdict().get("but")
    if but:
        return 1 if but == "one" else _count(finder, match, "but")
    if said.startswith(_N):
        number = finder.line.items[finder.line.at(match.start(name))].number
        whole = number is not None and number.values[0] == int(number.values[0])
        return int(number.values[0]) - 1 if number is not None and whole else None
    return int(said in {"penultimate", "last but one"} or said.startswith("next "))


def _year(finder: DayFinder, match: re.Match[str]) -> int | None:
    return finder.year_of(_item(finder, match, "y")) if match["y"] else None


def _nth_weekday(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    """In the year that is named, or else in each that stands near."""
    month = finder.month_of(_item(finder, match, "m"))
    year = _year(finder, match)
    years = [year] if year else _years_near(finder, match)
    for one in years:
        days = [
            day
            for day in range(1, monthrange(one, month)[1] + 1)
            if date(one, month, day).weekday() == WEEKDAYS[match["day"]]
        ]
        n = _place(finder, match, len(days))
        if n is not None and 1 <= n <= len(days):
            yield from day_span(one, month, days[n - 1])


def _years_near(finder: DayFinder, match: re.Match[str]) -> list[int]:
    at = finder.line.items[finder.line.at(match.start())].start
    found: dict[int, None] = {}
    for day in finder.found:
        if not day.yearless and abs(day.start - at) <= _AROUND and day.first.year == day.last.year:
            found[day.first.year] = None
    return list(found)[:4]


def _edge(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    year, month = _year(finder, match), finder.month_of(_item(finder, match, "m"))
    if year:
        n = _place(finder, match, monthrange(year, month)[1])
        if n is not None:
            yield from day_span(year, month, n)


def _edge_of_year(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    year = _year(finder, match)
    for first, last in _part(finder, match) if match["n"] else year_span(year) if year else ():
        n = _count(finder, match, "which") if match["which"] == _N else 1
        opening = match["which"] in {_N, "opening"}
        one = first + timedelta(days=(n or 1) - 1) if opening else last
        yield one, one


def _day_of_year(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    year, n = _year(finder, match), _count(finder, match, "n")
    if year and n is not None and 1 <= n <= 366:
        one = date(year, 1, 1) + timedelta(days=n - 1)
        yield one, one


def _day_of_month(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    year, month, day = (
        _year(finder, match),
        _count(finder, match, "m"),
        _count(finder, match, "d"),
    )
    ordinal = _item(finder, match, "m").number
    if year and month and day and ordinal is not None and ordinal.ordinal:
        yield from day_span(year, month, day)


def _part(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    year, months = _year(finder, match), _MONTHS_OF.get(match["what"], 3)
    parts = 12 // months
    if year is None:
        return
    if match["n"] != _N:
        back = _back(finder, match, "n")
        if back is not None and 0 <= back < parts:
            yield from quarter_span(year, parts - back, months)
    else:
        number, n = _item(finder, match, "n").number, _count(finder, match, "n")
        behind = match.re is _PART_WORD
        if n is not None and number is not None and (behind or number.ordinal or match["dot"]):
            yield from quarter_span(year, n, months)


def _some_months(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    """`the first six months of 2029`."""
    year, months = _year(finder, match), _count(finder, match, "n")
    number = _item(finder, match, "n").number
    if year is None or months is None or number is None or number.unit != "month":
        return
    if not 1 <= months < 12:
        return
    if match["which"] in {"last", "final", "closing"}:
        yield from month_span(year, 13 - months, 12)
    elif match["which"] == "opening" or _count(finder, match, "which") == 1:
        yield from month_span(year, 1, months)


def _week(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    year, n = _year(finder, match), _count(finder, match, "n" if match["n"] else "nth")
    if year and n is not None:
        yield from week_span(year, n, WEEKDAYS[match["day"]] + 1 if match["day"] else None)


def _of_decade(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    """`the last year of the 1880s`."""
    item, n = _item(finder, match, "y"), _place(finder, match, 10)
    said = finder.line.text[item.start : item.end + 2]
    decade = _DECADE.match(said)
    if decade and n is not None and 1 <= n <= 10:
        yield from year_span(int(decade[1]) + n - 1)


def _of_century(finder: DayFinder, match: re.Match[str]) -> Iterator[Span]:
    """`the closing year of the nineteenth century`; the first one begins in either way."""
    century, n = _count(finder, match, "y"), _place(finder, match, 100)
    if century and n is not None and 11 <= century <= 29 and 1 <= n <= 100:
        yield from year_span(100 * (century - 1) + n)
        if n in {1, 100}:
            yield from year_span(100 * (century - 1) + n - 1)


_DAYS: Final = frozenset(name for name in WEEKDAYS if " " not in name)
_READ: Final[
    tuple[
        tuple[
            re.Pattern[str],
            Callable[[DayFinder, re.Match[str]], Iterator[Span]],
            str,
            frozenset[str],
        ],
        ...,
    ]
] = (
    (_NTH, _nth_weekday, "weekday of a month", _DAYS),
    (_EDGE, _edge, "day of a month", word_set("day")),
    (_EDGE_OF_YEAR, _edge_of_year, "edge of a year", word_set("day")),
    *((pattern, _day_of_year, "day of the year", word_set("day doy")) for pattern in _COUNTED),
    (_DAY_OF_MONTH, _day_of_month, "day of a month", word_set("the")),
    (_PART, _part, "quarter", _PARTS),
    (_PART_WORD, _part, "quarter", _PARTS),
    (_SOME_MONTHS, _some_months, "months of a year", word_set("of in")),
    (_WEEK, _week, "week date", _WEEKS),
    (_OF_DECADE, _of_decade, "year of a decade", word_set("year")),
    (_OF_CENTURY, _of_century, "year of a century", word_set("century")),
)
"""What finds a phrase, what reads it, the name of its form, and words of which one stands in it."""
