"""Days told by a date right beside a time: `the day before 15 March 2029`, `28 February 2029 plus
two weeks`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.items import NUMBER_MARK
from fictionworld.leakage.quantities.shifts import MOST, ROUGHLY, shift
from fictionworld.leakage.quantities.weekdays import WEEKDAYS
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.finder import DayFinder
    from fictionworld.leakage.quantities.quantity import Day

__all__ = ["find_offsets"]

_N: Final = NUMBER_MARK
_DAY_NAME: Final = "|".join(sorted(map(re.escape, WEEKDAYS), key=len, reverse=True))
_UNIT: Final = r"(?P<unit>day|week|month|year|fortnight|decade|centur|quarter)(?:s|y|ies)?"
_STEP: Final = re.compile(
    rf"(?<= )(?:(?P<n>{_N}(?: {_N})?|a|an|one|the|exactly one|half a)(?: full| whole)? )?"
    rf"(?:{_UNIT} )?"
    r"(?:immediately |directly |right |exactly )?"
    r"(?P<way>before|after|later than|earlier than|prior to|"
    r"following|past|ahead of|from|preceding|on from|shy of)(?: the)?"
    rf"(?: night of| day of| year)?(?: (?:{_DAY_NAME})(?: ,)?)? $"
)
_MOST_WEEKS: Final = 60
_STEP_WORDS: Final = word_set(
    "before after than prior following eve past shy ahead from preceding later earlier plus minus"
)
_BACKWARDS: Final = frozenset(
    ["before", "earlier than", "prior to", "ahead of", "preceding", "shy of"]
)
_WEEKDAY: Final = re.compile(
    rf"(?<= )(?:(?P<n>{_N}) )?(?P<day>{_DAY_NAME})"
    r" (?:right |directly |immediately )?(?:(?P<on>after|following|past)|before|preceding|prior to)"
    r"(?: the)? $"
)
"""`the second Friday after` a date."""
_EVE: Final = re.compile(r"(?<= )(?:the )?eve of $")
_LATER: Final = re.compile(
    rf"^ (?:, )?(?:plus|\+|and|minus|-)? ?{_N} (?P<way>later|on|after|earlier|before)?"
)


def find_offsets(finder: DayFinder, stated: list[Day]) -> None:
    """Add the days that are told beside those found already."""
    if _STEP_WORDS.isdisjoint(finder.line.words):
        return
    line = finder.line
    starts = {item.start: k for k, item in enumerate(line.items)}
    ends = {item.end: k for k, item in enumerate(line.items)}
    for day in stated:
        at = starts.get(day.start)
        if at is None:
            continue
        place = line.starts[at]
        before = line.skeleton[max(0, place - 60) : place]
        step = _STEP.search(before)
        if weekday := _WEEKDAY.search(before):
            first = line.at(place - len(before) + weekday.start())
            _to_weekday(finder, day, first, weekday)
        elif step is not None:
            first = line.at(place - len(before) + step.start())
            _moved(finder, day, first, at, step)
        elif eve := _EVE.search(before):
            first = line.at(place - len(before) + eve.start())
            shift(finder, day, -1, "day", (line.items[first].start, day.end))
        last = ends.get(day.end)
        if last is not None and last + 1 < len(line.items):
            _later(finder, day, last)


def _to_weekday(finder: DayFinder, day: Day, first: int, match: re.Match[str]) -> None:
    """The first, or so manieth, day of that name after a date or before it."""
    items = finder.line.items
    number = items[first].number
    count = 1 if number is None else int(number.values[0])
    if day.first != day.last or not 1 <= count <= _MOST_WEEKS:
        return
    apart = (WEEKDAYS[match["day"]] - day.first.weekday()) % 7
    days = (apart or 7) + 7 * count - 7 if match["on"] else (apart or 7) - 7 * count
    if not day.yearless:
        shift(finder, day, days, "day", (items[first].start, day.end))
        if day in finder.found:
            finder.found.remove(day)  # the other date is not the one that is told


def _moved(finder: DayFinder, day: Day, first: int, at: int, step: re.Match[str]) -> None:
    items = finder.line.items[first:at]
    number = next((item.number for item in items if item.number is not None), None)
    unit = step["unit"] or (number.unit if number else "")
    count = int(number.values[0]) if number and number.values[0] == int(number.values[0]) else 1
    if (number is None and not step["unit"]) or (number is not None and number.hedged):
        return
    if first and finder.line.items[first - 1].text in ROUGHLY:
        return
    way = -1 if step["way"] in _BACKWARDS else 1
    half = step["n"] == "half a" or (number is not None and number.values[0] * 2 == 1)
    if abs(count) <= MOST:
        shift(finder, day, way * count, unit, (items[0].start, day.end), half=half)
        behind = finder.line.text[day.end : day.end + 2]
        if not behind.strip().isalpha() and day in finder.found:
            finder.found.remove(day)  # the other date is not the one that is told


def _later(finder: DayFinder, day: Day, last: int) -> None:
    line = finder.line
    behind = line.skeleton[line.starts[last] + len(line.items[last].text) :][:40]
    match = _LATER.match(behind)
    if match is None or not (
        match["way"] or "plus" in match[0] or "+" in match[0] or "minus" in match[0]
    ):
        return
    item = next((i for i in line.items[last + 1 : last + 5] if i.number is not None), None)
    if item is None or item.number is None or item.number.values[0] != int(item.number.values[0]):
        return
    back = "minus" in match[0] or match["way"] in {"earlier", "before"}
    count = int(item.number.values[0])
    if abs(count) <= MOST:
        place = (day.start, item.end)
        shift(finder, day, -count if back else count, item.number.unit, place)
