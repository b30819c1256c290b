"""Days told by a date and a stretch of time elsewhere: `first in 2027 and for the last time
fourteen years after that`, `in 2036 it marks its seventh anniversary`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.quantities.items import NUMBER_MARK
from fictionworld.leakage.quantities.shifts import MOST, ROUGHLY, UNITS, shift
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.leakage.quantities.finder import DayFinder
    from fictionworld.leakage.quantities.quantity import Day

__all__ = ["find_stretches"]

_N: Final = NUMBER_MARK
_DURATION: Final = re.compile(
    rf"(?<= )(?P<n>{_N}(?: {_N})?|an?|one|half a)(?: full| whole| more| further)?"
    r"(?: (?P<unit>day|week|month|year|fortnight|decade|centur)(?:s|y|ies)?)?"
    r"(?= (?P<behind>(?:to the day |almost to the day )?"
    r"(?:later|after|afterwards|thereafter|on|hence|from|earlier|before|prior|previously|ago|since"
    r"|old|of|in|following|for|as|anniversary|birthday|jubilee|[.,;)\u2013-])) )"
)
_NTH: Final = re.compile(
    rf"(?<= )(?:(?P<n>{_N})(?: year)?|(?P<named>silver|golden|diamond))"
    r" (?:wedding |founding |opening )?(?:anniversary|birthday|jubilee)(?= )"
)
_NAMED_SPANS: Final = re.compile(
    r"(?<= )(?P<word>centenary|centennial|bicentenary|bicentennial|tercentenary|tricentennial"
    r"|quincentenary|sesquicentennial|sesquicentenary)(?= )"
)
_YEARS_OF: Final = {
    "centenary": 100, "centennial": 100, "bicentenary": 200, "bicentennial": 200,
    "tercentenary": 300, "tricentennial": 300, "quincentenary": 500, "sesquicentennial": 150,
    "sesquicentenary": 150, "silver": 25, "golden": 50, "diamond": 60,
}  # fmt: skip
_TURNED: Final = re.compile(rf"(?<= )(?:turned|turns|turning|turn|became) (?P<n>{_N})(?= )")
_WAS: Final = re.compile(
    rf"(?<= )(?:was|is|were) (?:just |exactly |already )?(?P<n>{_N})"
    rf"(?= (?:years old )?in (?:the year )?{_N} )"
)
"""`was fifty in 2081`."""
_AGED: Final = re.compile(
    rf"(?<= )(?:aged|(?:at|by|was) (?:the age of |age )?|when (?:he|she|it) was) ?(?P<n>{_N})"
    r"(?= (?:[,.;)]|he|she|it|they|when|in|with|as|years) )"
)
"""Ages that count from a birth: `At 41 she took over`."""
_NEXT: Final = re.compile(
    r"(?<= )(?:the|that) (?:very )?(?:"
    r"(?:(?P<on>next|following)|(?P<back>previous|preceding))"
    r" (?P<unit>day|morning|evening|night|afternoon|week|month|year)(?= (?!of|in|the|after|before))"
    r"|(?P<unit2>day|morning|evening|night|week|month|year) (?:(?P<on2>after)|(?P<back2>before))"
    r"(?= (?:[,.;:)!?\u2013\u2014-]|and|but|at|when|in)? ?(?:[^ ]|$)))"
)
"""`the next day`, `the morning after`."""
_PARTS_OF_DAY: Final = word_set("morning evening night afternoon")
_CELEBRATED: Final = re.compile(
    r"(?<= )(?:marks?|marked|marking|celebrat\w+|complet\w+|has been|have been|had been"
    r"|looks? back on|been|turned|turns|is|was)"
    r" (?:(?:exactly|its|his|her|their|for|now|just) ){0,2}$"
    r"|(?<= )(?:has|have|had|been) (?:[a-z]+ ){1,5}for (?:exactly |just |now )?$"
)
_FOR_SO_LONG: Final = re.compile(r"(?<= )(?:has|have|had) (?:[a-z]+ ){1,5}for (?:exactly |now )?$")
_LASTED: Final = re.compile(
    r"(?<= )(?:lasted|ran|runs?|for|stood|lasts?|valid for|within|after|another|took|takes?|and)"
    r" (?:(?:exactly|just|precisely|a further|another|the next|full) ){0,2}$"
)
_BORN: Final = re.compile(r"\b(?:born|founded|opened|established|built|since|began|started|b\.|\*)")
_SHORT: Final = word_set("day week fortnight")
"""Times that a date without its year is told by too."""
_STOPS: Final = frozenset(".,;)")
_OLDEST: Final = 110
_OLD: Final = frozenset(["was", "in"])
_FORWARD: Final = word_set("later after afterwards thereafter on hence from following")
_BACK: Final = word_set("earlier before prior previously ago")
_TOWARD: Final = word_set("before after from prior following")
_DURATION_WORDS: Final = word_set(
    "later after afterwards thereafter hence from earlier before prior previously ago since old"
    " anniversary birthday jubilee marks marked celebrates celebrated turned turns turning for"
    " lasted following next previous preceding centenary centennial bicentenary bicentennial"
    " tercentenary tricentennial quincentenary sesquicentennial sesquicentenary"
)
_AWAY: Final = 260
"""Characters between a stretch of time and the date from which it counts, at most."""
_CLAUSE: Final = 70
"""Characters between a stretch of time and the date that follows it, at most."""
_BREAK: Final = re.compile(r"[.;:()\n]|, (?:and|but|it|he|she|they|the)\b")
_LINK: Final = 150
"""Characters between a stretch of time and a date in the next clause that tells what it counts
from, at most."""
_TOLD_OF_IT: Final = re.compile(
    r"(?:, which|, (?:and|but) (?:this|that)(?: one)?|(?:[,;.]|, and) (?:it|this|that one))"
    r" (?:is|was|were|will|falls|fell|takes|took|happen|open|comes|came|had|has|dates|beg[ai]n)"
)
_OBJECT: Final = re.compile(r"^ ?(?:of )?(?:the |a |an |its |their )?((?:[\w'\u2019-]+ ?){1,4})")
_WORD: Final = re.compile(r"[^\W\d_]{4,}")


class _Stretch(NamedTuple):
    """A time between two days, and on which side of the other day it may lie."""

    start: int
    end: int
    many: int
    unit: str
    half: bool
    on: bool
    back: bool
    """Whether the day sought may lie after, or before, the one that is stated."""
    anaphoric: bool
    """Whether the stated day comes first: `in 2027 ... fourteen years later`."""
    toward: bool = False
    """Whether it may follow: `thirteen years before the tram line of 1900`."""


def find_stretches(finder: DayFinder, stated: list[Day]) -> None:
    """Add the days that a stretch of time tells from a date in the same sentence or the next."""
    words = finder.line.words
    if _DURATION_WORDS.isdisjoint(words) and not (words >= _OLD or "born" in words):
        return
    starts = [day.start for day in sorted(stated, key=lambda day: day.start)]
    ordered = sorted(stated, key=lambda day: day.start)
    for stretch in _stretches(finder):
        low = bisect_left(starts, stretch.start - _AWAY)
        high = bisect_left(starts, stretch.end + (0 if stretch.anaphoric else _AWAY))
        near = [
            day
            for day in ordered[low:high]
            if (not day.yearless or stretch.unit in _SHORT)
            and (day.end <= stretch.start or day.start >= stretch.end)
            and _same_line(finder.line.text, day, stretch)
        ]
        toward = _toward(finder.line.text, ordered[high:], stretch)
        near = toward or near
        if not near:
            continue
        best = min(_gap(day, stretch) for day in near)
        for day in near:
            if _gap(day, stretch) > best + 12 and not stretch.anaphoric:
                continue
            place = (stretch.start, stretch.end)
            if _beside(finder.line.text, day, stretch, toward=bool(toward)):
                shift(finder, day, stretch.many, stretch.unit, place, half=stretch.half)
                shift(finder, day, -stretch.many, stretch.unit, place, half=stretch.half)
                continue
            born = _BORN.search(finder.line.text, max(0, day.start - 30), day.start) is not None
            if stretch.on or (born and not stretch.anaphoric):
                shift(finder, day, stretch.many, stretch.unit, place, half=stretch.half)
            if stretch.back:
                shift(finder, day, -stretch.many, stretch.unit, place, half=stretch.half)


def _toward(text: str, following: list[Day], stretch: _Stretch) -> list[Day]:
    """The date right after in the same clause, or in one that tells of the same event."""
    if not stretch.toward:
        return []
    return [
        day
        for day in following[:4]
        if not (day.yearless and stretch.unit not in _SHORT)
        if (
            day.start - stretch.end <= _CLAUSE
            and _BREAK.search(text, stretch.end, day.start) is None
        )
        or (day.start - stretch.end <= _LINK and _same_event(text, stretch.end, day.start))
    ]


def _same_event(text: str, start: int, end: int) -> bool:
    """Whether what stands between a stretch and a date says that it is the date of its event."""
    between = text[start:end]
    if _TOLD_OF_IT.search(between):
        return True
    first, _, rest = between.partition(". ")
    named = _OBJECT.match(first.strip().removeprefix("before ").removeprefix("after "))
    return named is not None and any(word in rest for word in _WORD.findall(named[1]))


def _beside(text: str, day: Day, stretch: _Stretch, *, toward: bool) -> bool:
    """Whether a stretch from one event to another stands so by a date that it may be of either:
    `opened on 19 September, a week after the bridge`, `two days before it opened, on 10 September`.
    """
    if not stretch.toward:
        return False
    if day.end <= stretch.start:
        return text[day.end : stretch.start] == ", "
    return toward and text[stretch.end : day.start].endswith((", on ", ", on the ", ", in "))


def _gap(day: Day, stretch: _Stretch) -> int:
    return stretch.start - day.end if day.end <= stretch.start else day.start - stretch.end


def _same_line(text: str, day: Day, stretch: _Stretch) -> bool:
    low, high = (day.end, stretch.start) if day.end <= stretch.start else (stretch.end, day.start)
    return "\n" not in text[low:high]


def _stretches(finder: DayFinder) -> Iterator[_Stretch]:
    line = finder.line
    if "born" in line.words:
        yield from _aged(finder)
    if line.words >= _OLD:
        yield from _years(finder, _WAS)
    if _DURATION_WORDS.isdisjoint(line.words):
        return
    for match in _DURATION.finditer(line.skeleton):
        found = _duration(finder, match)
        if found is not None:
            yield found
    yield from _next(finder)
    for pattern in (_NTH, _TURNED, _NAMED_SPANS):
        yield from _years(finder, pattern)


def _years(finder: DayFinder, pattern: re.Pattern[str]) -> Iterator[_Stretch]:
    """So many years back: `its seventh anniversary`, `turned fifty`."""
    for match in pattern.finditer(finder.line.skeleton):
        said = match.groupdict()
        word = said.get("named") or said.get("word")
        count = _YEARS_OF[word] if word else _whole(finder, match)
        if count is not None and 0 < count <= MOST:
            items = finder.items(match)
            yield _Stretch(items[0].start, items[-1].end, count, "year", False, False, True, False)


def _aged(finder: DayFinder) -> Iterator[_Stretch]:
    """So many years on from a birth: `At 41 she took over`."""
    for match in _AGED.finditer(finder.line.skeleton):
        count = _whole(finder, match)
        if count is not None and 0 < count <= _OLDEST:
            items = finder.items(match)
            yield _Stretch(items[0].start, items[-1].end, count, "year", False, False, False, False)


def _next(finder: DayFinder) -> Iterator[_Stretch]:
    """`the next day`, `the morning after`, `the previous week`."""
    for match in _NEXT.finditer(finder.line.skeleton):
        items = finder.items(match)
        unit = match["unit"] or match["unit2"]
        unit = "day" if unit in _PARTS_OF_DAY else unit
        on = bool(match["on"] or match["on2"])
        yield _Stretch(items[0].start, items[-1].end, 1, unit, False, on, not on, True)


def _whole(finder: DayFinder, match: re.Match[str]) -> int | None:
    """The whole number of years, or of what else is counted."""
    number = finder.line.items[finder.line.at(match.start("n"))].number
    if number is None or number.values[0] != int(number.values[0]):
        return None
    return int(number.values[0])


def _duration(finder: DayFinder, match: re.Match[str]) -> _Stretch | None:
    """`fourteen years after that`, `for exactly twenty years from filing`, `seven years since`."""
    line = finder.line
    first = line.at(match.start())
    number = line.items[first].number
    unit = match["unit"] or (number.unit if number is not None else "")
    if unit not in UNITS:
        return None
    count, half = 1, False
    if match["n"].startswith(_N):
        whole = _whole(finder, match)
        half = number is not None and number.values[0] * 2 == 1  # half a century
        if not half and (whole is None or match["n"] != _N):
            return None
        count = whole or 1
    half = half or match["n"] == "half a"
    if not 0 < count <= MOST:
        return None
    behind = match["behind"].rpartition(" ")[2]
    before = line.skeleton[max(0, match.start() - 40) : match.start()]
    if ROUGHLY.intersection(before.split()[-1:]):
        return None
    end = line.items[line.at(match.end() - 1)].end
    start = line.items[first].start
    celebrated = _CELEBRATED.search(before) is not None
    lasted = _LASTED.search(before) is not None
    so_long = behind in _STOPS and _FOR_SO_LONG.search(before) is not None
    celebrated = celebrated and behind in {"old", "of", "in", "as", "on"}
    if behind in {"since", "ago"} or celebrated or so_long:
        return _Stretch(start, end, count, unit, half, False, True, False)
    toward = behind in _TOWARD
    if behind in _BACK:
        return _Stretch(start, end, count, unit, half, False, True, True, toward)
    if behind in _FORWARD or lasted:
        return _Stretch(start, end, count, unit, half, True, False, True, toward)
    return None
