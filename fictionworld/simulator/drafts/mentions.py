"""What a draft says, read from its characters: numbers, dates, texts, what looks like a name."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.text.dates import find_dates
from fictionworld.text.numbers import find_number_words, find_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

__all__ = [
    "DateSaid",
    "NumberSaid",
    "capitals_in",
    "dates_in",
    "masked",
    "numbers_in",
    "places_of",
    "signed",
    "verbs_of_change",
]

_HOLE: Final = "\u25a1"
_PLAIN_YEAR: Final = re.compile(r"\d{4}")
_IDIOM: Final = re.compile(
    r"\b(?:(?:every|each|any|this|that|the|which|another|some|no|either|neither)[ -]one"
    r"|one (?:of|another|or other|by one|would|might|could|can|should|may|must|expects?|hears?"
    r"|sees?|wants?|day)|at first|first of all|in the first place|first[ -]team|on the one hand"
    r"|second thoughts?|for once)\b",
    re.IGNORECASE,
)
_FALLING: Final = re.compile(
    r"\b(?:fell|falls?|fallen|drop(?:s|ped)?|declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|slipped"
    r"|shrank|shrunk|down|went down|a (?:fall|drop|decline|decrease) of)\b(?: by)?\s*$",
    re.IGNORECASE,
)
_RISING: Final = re.compile(
    r"\b(?:rose|rises?|risen|gr[eo]wn?|grows|climb(?:s|ed)|increas(?:e[sd]?|ing)|up|went up"
    r"|a (?:rise|growth|increase) of)\b(?: by)?\s*$",
    re.IGNORECASE,
)
_PER_CENT: Final = re.compile(r"%|per\s?cent|pct", re.IGNORECASE)
_CAPITAL: Final = re.compile(r"[A-Z\u00c0-\u00de][\w'\u2019-]*")
_OPENS: Final = re.compile(r"(?:^|[.?!:\u2026]|\n)[\"\u201c\u201d\u2019'()\u25a1\s-]*$")


class NumberSaid(NamedTuple):
    """A number as a reader may take it."""

    start: int
    end: int
    values: tuple[Decimal, ...]
    ordinal: bool = False


class DateSaid(NamedTuple):
    """A day or a month as a reader may take it: from, to."""

    start: int
    end: int
    ranges: tuple[tuple[date, date], ...]


def masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with holes in place of the spans; everything else stays where it was."""
    pieces = list(text)
    for start, end in spans:
        pieces[start:end] = _HOLE * (end - start)
    return "".join(pieces)


def dates_in(text: str) -> list[DateSaid]:
    """Days, months, quarters; a year alone is a number."""
    return [
        DateSaid(ranges[0].start, ranges[0].end, tuple((r.first, r.last) for r in ranges))
        for ranges in find_dates(text)
        if ranges and not _PLAIN_YEAR.fullmatch(text[ranges[0].start : ranges[0].end].strip())
    ]


def numbers_in(text: str) -> list[NumberSaid]:
    """Numbers in digits and in words, those of idioms (`one of`, `at first`) left out."""
    text = masked(text, (match.span() for match in _IDIOM.finditer(text)))
    found = []
    for readings in (*find_numbers(text), *find_number_words(text)):
        if readings:
            values = tuple(dict.fromkeys(reading.value for reading in readings))
            one = readings[0]
            found.append(NumberSaid(one.start, one.end, values, one.ordinal))
    return sorted(found)


def signed(text: str) -> list[NumberSaid]:
    """`numbers_in`; of percentages that fell, negative ones: `fell by 5%` is -5."""
    found = []
    for said in numbers_in(text):
        falls = _PER_CENT.search(text[said.start : said.end]) and _FALLING.search(
            text[: said.start]
        )
        values = tuple(-abs(value) for value in said.values) if falls else said.values
        found.append(said._replace(values=values))
    return found


def verbs_of_change(text: str) -> list[tuple[int, int]]:
    """Where `fell by`, `rose by` and the like stand right before a percentage."""
    found = []
    for said in numbers_in(text):
        if _PER_CENT.search(text[said.start : said.end]):
            for verb in (_FALLING, _RISING):
                match = verb.search(text[: said.start])
                if match is not None:
                    found.append(match.span())
    return found


def places_of(value: str, text: str) -> list[tuple[int, int]]:
    """Where a text stands as whole words, in capitals or not."""
    pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]


def capitals_in(text: str) -> list[tuple[str, bool]]:
    """Words with a capital, and whether each begins a sentence."""
    return [
        (match[0], _OPENS.search(text[: match.start()]) is not None)
        for match in _CAPITAL.finditer(text)
    ]
