"""Months, weekdays and seasons as categories: their other names, and the dates that hold them."""

# Lists of words read best as words.

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.items import MONTHS

__all__ = ["find_calendar_words"]

_WEEKDAYS: Final = (
    "monday mon montag lundi lunes lunedi maandag segunda-feira",
    "tuesday tue tues dienstag mardi martes martedi dinsdag",
    "wednesday wed mittwoch mercredi miercoles mercoledi woensdag",
    "thursday thu thurs donnerstag jeudi jueves giovedi donderdag",
    "friday fri freitag vendredi viernes venerdi vrijdag",
    "saturday sat samstag sonnabend samedi sabado sabato zaterdag",
    "sunday sun sonntag dimanche domingo domenica zondag",
)
_SEASONS: Final = (
    "spring fruhling fruehling fruhjahr printemps primavera lente voorjaar springtime",
    "summer sommer ete verano estate zomer summertime",
    "autumn fall herbst automne otono autunno herfst",
    "winter hiver invierno inverno wintertime",
)
_COMMON: Final = frozenset(
    [
        "mar",
        "may",
        "mag",
        "ago",
        "set",
        "out",
        "gen",
        "mei",
        "mon",
        "wed",
        "sat",
        "sun",
        "fall",
        "lente",
        "ete",
    ]
)
"""Words that are others too: they count with a capital, or behind a word that calls for a time."""
_TIMELY: Final = re.compile(r"(?:\b(?:in|im|en|em|nel|a|au|on|am|el|le|of|month|:|since)\s?|^)$")


@lru_cache(64)
def _names_of(value: str) -> tuple[frozenset[str], int]:
    """The other names of a month, weekday or season, and a month's number; none, 0 for others."""
    value = value.strip().lower()
    if value in MONTHS and len(value) > 2:
        number = MONTHS[value]
        return frozenset(word for word, n in MONTHS.items() if n == number), number
    for line in (*_WEEKDAYS, *_SEASONS):
        if value in line.split():
            return frozenset(line.split()), 0
    return frozenset(), 0


def find_calendar_words(text: str, answer: Answer) -> list[Hit]:
    """The places of `text`, of plain letters, that tell a month, weekday or season by another name.

    A date in figures tells its month, and so does the number of a month that is called one.
    """
    names, month = _names_of(answer.value)
    if not names:
        return []
    pattern = (
        r"(?<![A-Za-z])(?:" + "|".join(sorted(names, key=len, reverse=True)) + r")(?![A-Za-z])"
    )
    found = []
    for match in re.finditer(pattern, text, re.IGNORECASE):
        word = match[0].lower()
        if word == answer.value.strip().lower():
            continue
        if word in _COMMON and not (
            match[0][0].isupper()
            and _TIMELY.search(text[max(0, match.start() - 8) : match.start()])
        ):
            continue
        found.append(Hit(*match.span(), "another name", alone=False))
    if not month:
        return found
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
