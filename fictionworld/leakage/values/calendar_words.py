"""Months, weekdays and seasons as categories: their other names, and the dates that hold them."""

# Lists of words read best as words.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.context.tongues import FOREIGN, is_foreign
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.months import MONTHS, ONLY_WITH_YEAR
from fictionworld.leakage.quantities.weekdays import SEASON_NAMES, WEEKDAY_NAMES

__all__ = ["find_calendar_words", "find_month"]

_COMMON: Final = (
    frozenset(
        "mar may mag ago set out gen mei mon wed sat sun fall lente ete vara estate verano leto"
        " lato salı sali cuma pazar rabu kedd joi luni senin marti sreda petak torek suvi talv zima"
        " jaro host yaz nyar sabato".split()
    )
    | ONLY_WITH_YEAR
)
"""Words that are others too: they count with a capital, or behind a word that calls for a time."""
_ENGLISH: Final = (
    *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    *("mon", "tue", "wed", "thu", "fri", "sat", "sun", "spring", "summer", "autumn", "winter"),
)
_TIMELY: Final = re.compile(r"(?:\b(?:in|im|en|em|nel|a|au|on|am|el|le|of|month|:|since)\s?|^)$")


@lru_cache(64)
def _names_of(value: str) -> tuple[frozenset[str], int]:
    """The other names of a month, weekday or season, and a month's number; none, 0 for others."""
    value = value.strip().lower()
    if value in MONTHS and len(value) > 2:
        number = MONTHS[value]
        return frozenset(word for word, n in MONTHS.items() if n == number), number
    for names in (*WEEKDAY_NAMES, *SEASON_NAMES):
        if value in names or value.removesuffix("s") == names[0]:
            return frozenset(names), 0
    return frozenset(), 0


_ENGLISH_MONTH: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
)
_BETWEEN: Final = re.compile(
    rf"\bafter (?:the )?(?:end of )?(?P<a>{_ENGLISH_MONTH})(?:,? (?:and|but))?(?: is out| is over)?"
    rf" before (?:the )?(?:(?:start|beginning) of )?(?P<b>{_ENGLISH_MONTH})\b",
    re.IGNORECASE,
)


@lru_cache(64)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    """What finds any of these names, as a word by itself."""
    text = "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))
    return re.compile(rf"(?<![A-Za-z])(?:{text})(?![A-Za-z])", re.IGNORECASE)


def find_calendar_words(text: str, answer: Answer) -> list[Hit]:
    """The places of `text`, of plain letters, that tell a month, weekday or season by another name.

    A date in figures tells its month, and so does the number of a month that is called one.
    """
    names, month = _names_of(answer.value)
    if not names:
        return []
    found = []
    for match in _pattern(names).finditer(text):
        word = match[0].lower()
        if word == answer.value.strip().lower():
            continue
        if word in _COMMON and not (
            (
                match[0][0].isupper()
                or is_foreign(text[max(0, match.start() - 80) : match.end() + 60])
            )
            and _TIMELY.search(text[max(0, match.start() - 8) : match.start()])
        ):
            continue
        abroad = word in FOREIGN or (
            word not in _COMMON
            and not word.startswith(_ENGLISH)
            and _TIMELY.search(text[max(0, match.start() - 8) : match.start()]) is not None
        )
        form = "name in another language" if abroad else "another name"
        found.append(Hit(*match.span(), form, alone=abroad))
    if not month:
        return found
    found += [
        Hit(*match.span(), "between two months", alone=False)
        for match in _BETWEEN.finditer(text)
        if (month - 2) % 12 == MONTHS[match["a"].lower()] - 1
        and month % 12 == MONTHS[match["b"].lower()] - 1
    ]
    numbers = re.finditer(
        rf"\bmonth(?:\s(?:of the year|no\.?|number))?\s?[:=|]?\s?(0?{month})(?![\d.,/-]\d|\d)",
        text,
        re.IGNORECASE,
    )
    found += [Hit(*match.span(1), "number of the month", alone=False) for match in numbers]
    return found + [
        Hit(day.start, day.end, "within a date", alone=False)
        for day in scan(text).days
        if day.first.month == day.last.month == month
        and any(c.isdigit() for c in text[day.start : day.end])
    ]


def find_month(text: str, answer: Answer) -> list[Hit]:
    """The places that tell a date that is a month of every year: `in May`."""
    if answer.value.strip().lower() not in MONTHS:
        return []
    word = re.escape(answer.value.strip())
    timely = [
        Hit(*match.span(), "month", alone=False)
        for match in re.finditer(rf"(?<![A-Za-z]){word}(?![A-Za-z])", text, re.IGNORECASE)
        if match[0][0].isupper() or _TIMELY.search(text[max(0, match.start() - 8) : match.start()])
    ]
    return timely + find_calendar_words(text, answer)
