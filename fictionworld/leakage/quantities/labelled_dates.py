"""Dates whose parts stand in fields of their own: `year: 2031, month: 9, day: 12`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.months import MONTHS
from fictionworld.leakage.quantities.spans import day_span, month_span
from fictionworld.leakage.quantities.spelled import folded

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.finder import DayFinder

__all__ = ["find_labelled_dates"]

_TIED: Final = r"[\"']?\s?(?:[:=|]|->|\sis\s|\s)\s?[\"']?"
_YEAR: Final = re.compile(
    rf"(?<![^\W_])(?:year|yr|yyyy|jahr|ann\u00e9e|a\u00f1o|anno|ano|rok){_TIED}"
    r"(?P<said>[12]\d{3})(?![\w.]\d)"
)
_MONTH: Final = re.compile(
    rf"(?<![^\W_])(?:month|mon|mm|monat|mois|mes|mese|m\u00eas|maand){_TIED}"
    r"(?P<said>0?[1-9]|1[0-2]|[^\W\d_]{3,12})(?![\w.]\d|\w)"
)
_DAY: Final = re.compile(
    rf"(?<![^\W_])(?:day|dd|tag|jour|d\u00eda|dia|giorno|dag){_TIED}"
    r"(?P<said>[0-2]?\d|3[01])(?:st|nd|rd|th|\.)?(?![\w.]\d|\w)"
)
_APART: Final = 90
"""Characters between two parts of one date, at most."""


def find_labelled_dates(finder: DayFinder) -> None:
    """Add the dates of a line whose year, month and day are labelled as such."""
    text = finder.line.text
    for year in _YEAR.finditer(text):
        months = [m for m in _near(_MONTH, text, year) if _month(m["said"])]
        days = _near(_DAY, text, year)
        if not months:
            continue
        month = min(months, key=lambda one: abs(one.start() - year.start()))
        number = _month(month["said"])
        said = [month, year]
        spans = month_span(int(year["said"]), number)
        if days:
            day = min(days, key=lambda one: abs(one.start() - month.start()))
            said.append(day)
            spans = day_span(int(year["said"]), number, int(day["said"]))
        start, end = min(one.start("said") for one in said), max(one.end("said") for one in said)
        finder.add(start, end, spans, "date in fields")


def _near(pattern: re.Pattern[str], text: str, place: re.Match[str]) -> list[re.Match[str]]:
    low, high = max(0, place.start() - _APART), place.end() + _APART
    return list(pattern.finditer(text, low, high))


def _month(said: str) -> int:
    return int(said) if said.isdecimal() else MONTHS.get(folded(said), 0)
