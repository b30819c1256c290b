"""All numbers and dates of a text, read once, and asked for any number of answers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.quantities.amounts import read_line
from fictionworld.leakage.quantities.composed import compose
from fictionworld.leakage.quantities.days import dated_items, find_days
from fictionworld.leakage.quantities.items import MONTH_MARK, NUMBER_MARK
from fictionworld.leakage.quantities.listed import find_listed
from fictionworld.leakage.quantities.numerals import plain_digits
from fictionworld.leakage.quantities.quantity import Day, Quantity
from fictionworld.leakage.quantities.ranks import no_place, rank_phrases
from fictionworld.leakage.quantities.spelled import triggers
from fictionworld.leakage.quantities.target import (
    DayTarget,
    NumberTarget,
    RankTarget,
    Target,
    Told,
    targets_of,
)
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.items import Line

__all__ = ["Scan", "find_told", "scan"]

_Found = TypeVar("_Found", Quantity, Day)
_DIGIT: Final = re.compile(r"\d")
_WORD: Final = re.compile(r"[^\W\d_]+")
_PIECE: Final = 6_000
_OVERLAP: Final = 300
_REMEMBERED: Final = 20_000
"""Characters: longer texts are read anew each time."""
_OF_PLACE: Final = word_set(
    "top head tops topped topping leads led leading heads "
    "headed heading table league market overall gold champion "
    "champions winner winners pole front "
    "finalist finalists final rostrum medals missed "
    "frontrunner unbeaten unrivalled unmatched second best "
    "highest runner runners silver vice behind beaten bettered "
    "next bronze third "
    "completes completed rounds rounded podium last bottom foot penultimate only above ahead "
    "higher better faster quicker"
)
_OF_DAYS: Final = word_set("christmas halloween valentine epiphany silvester sylvester eve day")


class Scan:
    """The quantities of a text, and the answers that they tell."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _lines(self) -> list[tuple[int, int, int, Line]]:
        """Pieces of the text that hold numbers: offset, first and last place of their own, line."""
        # the characters that mark numbers and months in a line are nobody else's
        text = plain_digits(self.text).replace(NUMBER_MARK, " ").replace(MONTH_MARK, " ")
        lower = text.lower()
        if len(lower) != len(text):
            lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
        if len(text) <= _PIECE + _OVERLAP:
            return (
                [(0, 0, len(text) + 1, read_line(lower, text))]
                if _worth_reading(lower, text)
                else []
            )
        found = []
        start = 0
        while start < len(text):
            end = _blank_near(text, min(start + _PIECE, len(text)))
            first = _blank_near(text, max(0, start - _OVERLAP))
            last = _blank_near(text, min(len(text), end + _OVERLAP))
            if _worth_reading(lower[first:last], text[first:last]):
                line = read_line(lower[first:last], text[first:last])
                found.append((first, start, end if end < len(text) else end + 1, line))
            start = end
        return found

    def _gather(self, read: Callable[[Line], list[_Found]]) -> tuple[_Found, ...]:
        """What is read in the pieces, at its places in the whole text, in order."""
        found: list[_Found] = []
        for offset, first, last, line in self._lines:
            found += [
                one._replace(start=one.start + offset, end=one.end + offset) if offset else one
                for one in read(line)
                if first <= one.start + offset < last
            ]
        return tuple(sorted(found, key=lambda one: (one.start, one.end)))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """All numbers, in order: plain ones, and those that others make together."""
        return self._gather(_quantities)

    @cached_property
    def places(self) -> tuple[Quantity, ...]:
        """All places in an order that are told by words of place, in order."""
        return self._gather(rank_phrases)

    @cached_property
    def days(self) -> tuple[Day, ...]:
        """All dates, in order, each reading by itself."""
        return self._gather(find_days)

    @cached_property
    def _by_unit(self) -> dict[str, list[float]]:
        """The values of the numbers, sorted, by unit: most answers are ruled out by these."""
        found: dict[str, list[float]] = {}
        for one in self.quantities:
            unit = "share" if one.share else one.unit
            found.setdefault(unit, []).extend(
                float(value) for value in (*one.values, *one.pointed) if abs(value.adjusted()) < 60
            )
        return {unit: sorted(values) for unit, values in found.items()}

    @cached_property
    def _ranges(self) -> bool:
        return any(one.beyond is not None for one in self.quantities)

    @cached_property
    def _single_days(self) -> frozenset[tuple[date, date]]:
        return frozenset((one.first, one.last) for one in self.days)

    @cached_property
    def _yearless(self) -> bool:
        return any(one.yearless for one in self.days)

    def find(self, answer: Answer) -> list[Hit]:
        """The places that tell an answer, in order."""
        found: dict[tuple[int, int], Told] = {}
        for target in targets_of(answer):
            for one, told in self._told(target):
                place = (one.start, one.end)
                if place not in found or (told.alone and not found[place].alone):
                    found[place] = told
        return [Hit(*place, *told) for place, told in sorted(found.items())]

    def _told(self, target: Target) -> list[tuple[Quantity | Day, Told]]:
        if isinstance(target, DayTarget):
            one_day = target.first == target.last
            if (
                one_day
                and not self._yearless
                and (target.first, target.last) not in self._single_days
            ):
                return []
            found: list[tuple[Quantity | Day, Told]] = [
                (day, told) for day in self.days if (told := target.told(day)) is not None
            ]
            return found + self._years_in_figures(target)
        if isinstance(target, RankTarget):
            return self._ranked(target)
        if not self._ranges and not self._may_tell(target):
            return []
        return [(one, told) for one in self.quantities if (told := target.told(one)) is not None]

    def _years_in_figures(self, target: DayTarget) -> list[tuple[Quantity | Day, Told]]:
        """Years that are said figure by figure: `1 - 9 - 5 - 7`."""
        spelled = [one for one in self.quantities if one.form == "digit by digit"]
        return [
            (one, Told(one.form, alone=False))
            for one in spelled
            if target.first == date(target.first.year, 1, 1)
            and target.last == date(target.first.year, 12, 31)
            and one.values[0] == target.first.year
        ]

    def _may_tell(self, target: NumberTarget) -> bool:
        values = self._by_unit
        if not values:
            return False
        for unit, low, high in target.windows:
            several = values.get(unit)
            if several is not None:
                at = bisect_left(several, low)
                if at < len(several) and several[at] <= high:
                    return True
        return not target.unit and any(unit not in target.bounds for unit in values)

    def _ranked(self, target: RankTarget) -> list[tuple[Quantity | Day, Told]]:
        found: list[tuple[Quantity | Day, Told]] = []
        for one in (*self.quantities, *self.places):
            told = target.told(one)
            if (
                told is None
                and one.values == (target.value,)
                and not (one.unit or one.noun or one.share)
            ):
                before = _WORD.findall(self.text[max(0, one.start - 24) : one.start].casefold())
                if not target.words.isdisjoint(before[-3:]):
                    told = Told("digits", alone=False)
            if told is not None:
                found.append((one, told))
        return found


def _blank_near(text: str, place: int) -> int:
    """A place at a blank, at or before `place` if one is near."""
    if place <= 0 or place >= len(text):
        return max(0, min(place, len(text)))
    for back in range(min(200, place)):
        if text[place - back].isspace():
            return place - back
    return place


def _worth_reading(lower: str, text: str) -> bool:
    """Whether a text holds anything that may be a number, a place or a date."""
    if _DIGIT.search(lower):
        return True
    words = _WORD.findall(lower)
    if any(map(triggers, words)):
        return True
    if _ROMAN.search(text) or _NO_NOUN.search(lower):
        return True
    return not _RARE.isdisjoint(words) or (
        not lower.isascii() and any("\u3007" <= c <= "\u9fff" for c in lower)
    )


_ROMAN: Final = re.compile(r"\b[MDCLXVI]{2,15}\b")
_NO_NOUN: Final = re.compile(
    r"\bno [a-z]+s\b|\bnone\b|\bgoalless\b|\bscoreless\b"
    r"|\ban? (?:fortnight|decade|century|hundredweight)\b"
)
_RARE: Final = frozenset({*_OF_PLACE, *_OF_DAYS})


def _quantities(line: Line) -> list[Quantity]:
    composed, ends = compose(line)
    taken = dated_items(line)
    listed = find_listed(line)
    found = list(composed)
    for at, item in enumerate(line.items):
        one = item.number
        if one is None or at in taken or one.start in ends:
            continue
        if one.ordinal and no_place(line, at):
            continue
        found.append(one._replace(label="listed") if at in listed else one)
    found += line.also
    return found


@lru_cache(256)
def _remembered(text: str) -> Scan:
    return Scan(text)


def scan(text: str) -> Scan:
    """The numbers and dates of a plain text, found when first asked for.

    Short texts are remembered, so that many answers cost one reading.
    """
    return _remembered(text) if len(text) <= _REMEMBERED else Scan(text)


def find_told(text: str, answer: Answer) -> list[Hit]:
    """The places of a plain text that tell an answer of a number, money, percent, rank or date.

    Args:
        text: Plain, its capitals kept.
        answer: Of one of these types; for other types nothing is found.
    """
    return scan(text).find(answer)
