"""Halves, shares and decimals in other languages: `trois quarts`, `zwölf Komma fünf`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from fictionworld.leakage.quantities.foreign_words import FOREIGN_PARTS, HALF_MORE
from fictionworld.leakage.quantities.spelled import folded, languages_of, read_foreign
from fictionworld.text.numbers import EXACT

__all__ = ["ForeignPart", "decimals_behind", "foreign_half", "foreign_share"]

_WORD: Final = re.compile(r"[^\W\d_]+")
_NEXT: Final = re.compile(r"\s(?P<word>[^\W\d_]+)")
_POINT: Final = re.compile(
    r"\s(?:komma|virgule|coma|virgola|v[i\u00ed]rgula|punt[o]?)\s(?P<rest>[^\W\d_]+(?:\s[^\W\d_]+)?)"
)
_STEMS: Final = {"ein": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7}


class ForeignPart(NamedTuple):
    """A value and where its words end."""

    value: Decimal
    end: int


def foreign_half(word: str) -> Decimal | None:
    """The value of `eineinhalb`, `anderthalb`, `zwölfeinhalb`, accents dropped."""
    if len(word) < 9 or ("halb" not in word and "halv" not in word):
        return None
    match = HALF_MORE.fullmatch(word)
    if match is None:
        return None
    if match["three"]:
        return Decimal("1.5")
    whole = _STEMS.get(match["stem"]) or read_foreign(match["stem"], "de")
    return None if whole is None else Decimal(whole) + Decimal("0.5")


def foreign_share(text: str, count: Decimal, end: int) -> ForeignPart | None:
    """The share that a count begins: `trois` before `quarts`."""
    following = _NEXT.match(text, end)
    if following is None or count != int(count) or count < 1:
        return None
    size = FOREIGN_PARTS.get(folded(following["word"]))
    if size is None or count >= size:
        return None
    return ForeignPart(EXACT.divide(count, Decimal(size)), following.end())


def decimals_behind(text: str, value: Decimal, end: int) -> ForeignPart | None:
    """`Komma fünf` behind a number."""
    point = _POINT.match(text, end)
    if point is None:
        return None
    digits, last = "", end
    for match in _WORD.finditer(text, point.start("rest"), point.end()):
        word = folded(match[0])
        read = next(
            (r for tongue in languages_of(word) if (r := read_foreign(word, tongue)) is not None),
            None,
        )
        if read is None or read != int(read) or not 0 <= read <= 99:
            break
        digits, last = digits + str(int(read)), match.end()
    return ForeignPart(value + Decimal(f"0.{digits}"), last) if digits else None
