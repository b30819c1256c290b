"""Numbers in a text, with every reading that a reader may give them.

`1.298` is one and a bit, or twelve hundred; `1.3m` is a number of metres, or millions. A number
found is the tuple of its readings, as exact decimals, each with the part of the text it takes up:
what is left beside it is unit, currency or remark.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal
from itertools import islice
from typing import Final, NamedTuple

from fictionworld.text.number_words import WORD_RUN, read_number_words
from fictionworld.text.units import SCALES

MOST_DIGITS: Final = 40
"""A number of more digits is found, but has no reading: no world holds such, and powers cost."""

EXACT: Final = Context(prec=200)
"""Arithmetic that rounds nothing of what is read here."""


class Number(NamedTuple):
    """One reading of a number in a text."""

    value: Decimal
    """Sign and scale applied; a percentage as it is written: 12.5 for `12.5%`."""
    start: int
    end: int
    """Where it stands: text[start:end], with its word of scale and its percent mark."""
    digits: int
    """Digits written behind the point, before scale."""
    scale: int = 0
    """The power of ten of its word of scale: 6 for `1.3 million`."""
    percent: bool = False
    fraction: bool = False
    """Written as `1/8`; the value is rounded to 40 digits."""
    ordinal: bool = False


# \u2013 and \u2014 are dashes that people write for a minus, \u2044 is the slash of fractions
_NUMBER: Final = re.compile(
    r"""
    (?P<sign> (?<![\w)\].,]) [-\u2013\u2014+]\s? (?=[^\W\d_]{0,3}[$€£¥]?\s?[\d.,]) )?
    (?P<currency> (?<=[-\u2013\u2014+\s]) [^\W\d_]{0,3}[$€£¥]\s? )?
    (?: (?P<fraction>
          (?<![\da-z/.,\u2044]) (?:(?P<whole>\d{1,3})\s)?
          (?P<over>\d{1,3}) [/\u2044] (?P<under>\d{1,3}) (?![\d/\u2044]|[.,]\d) )
      | (?P<grouped> (?<![\da-z])(?:
            \d{1,3} (?P<mark>[,.'\ _]) \d{3} (?:(?P=mark)\d{3})* (?!\d) (?!(?P=mark)\d)
          | \d{1,2}(?:,\d\d)+,\d{3}(?!\d) ) )
        (?:[.,](?P<behind>\d+))?
      | (?<![\da-z]) (?P<plain>\d+) (?:[.,·](?P<decimals>\d+))?
      | (?<![^\W\d_])[.,](?P<bare>\d+)
    )
    (?: [eE](?P<exponent>[+-]?\d{1,9}) (?!\w) )?
    """,
    re.VERBOSE,
)
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_SCALE: Final = re.compile(
    r"(?:\s?-?\s?(?:" + "|".join(sorted(SCALES, key=len, reverse=True)) + r")(?![^\W_]))+",
    re.IGNORECASE,
)
_PERCENT: Final = re.compile(
    r"\s?-?(?:%(?:\s?points?\b)?|(?:per\s?cent|percent)(?:age)?(?:[\s-]points?)?\b|pct\b|pp\b|p\.p\.|(?P<mille>‰))",
    re.IGNORECASE,
)
_WORDS: Final = re.compile(r"[^\W\d_]+|000s")
_Readings = tuple[Number, ...]


def find_numbers(text: str, most: int | None = None) -> list[_Readings]:
    """Return the numbers written in digits, in order, each as all its readings, the likelier first.

    At most `most` of them, where it is given.

    A number without a reading (too many digits, an exponent beyond any use) is an empty tuple.
    Digits behind a small letter (`m2`, `x86`) are part of the word. `text` is plain (`plain_text`).
    Digits of other scripts count as ours.
    """
    if not text.isascii():
        text = "".join(
            str(unicodedata.decimal(c)) if c.isdecimal() and not c.isascii() else c for c in text
        )
    return [_readings(text, match) for match in islice(_NUMBER.finditer(text), most)]


def find_number_words(text: str) -> list[_Readings]:
    """Return the numbers written in words, in order, each as its one reading."""
    numbers: list[_Readings] = []
    for run in WORD_RUN.finditer(text):
        number = read_number_words(run[0])
        if number is not None:
            percent = _PERCENT.match(text, run.end())
            end = percent.end() if percent else run.end()
            numbers.append(
                (Number(number[0], run.start(), end, 0, percent=bool(percent), ordinal=number[1]),)
            )
    return numbers


def _readings(text: str, match: re.Match[str]) -> _Readings:
    if match.end() - match.start() > MOST_DIGITS:
        return ()
    # a sign before a currency mark is a sign; the mark is left for those who read units
    start = match.end("currency") if match["currency"] else match.start()
    negative = match["sign"] is not None and match["sign"].strip() != "+"
    if match["fraction"]:
        bodies = _fraction(match)
    elif match["grouped"]:
        bodies = _grouped(match)
    else:
        behind = match["decimals"] or match["bare"] or ""
        bodies = [(_decimal(match["plain"] or "0", behind), len(behind))]
    power = int(match["exponent"] or 0)
    if abs(power) > MOST_DIGITS:
        return ()
    readings: list[Number] = []
    for body, digits in bodies:
        value = EXACT.scaleb(-body if negative else body, power)
        number = Number(value, start, match.end(), digits, fraction=bool(match["fraction"]))
        readings += _suffixed(text, number)
    return tuple(readings)


def _decimal(whole: str, behind: str) -> Decimal:
    return Decimal(f"{whole}.{behind}" if behind else whole)


def _fraction(match: re.Match[str]) -> list[tuple[Decimal, int]]:
    over, under = int(match["over"]), int(match["under"])
    if under == 0:
        return []
    return [(int(match["whole"] or 0) + EXACT.divide(Decimal(over), Decimal(under)), 0)]


def _grouped(match: re.Match[str]) -> list[tuple[Decimal, int]]:
    grouped, mark, behind = match["grouped"], match["mark"] or ",", match["behind"] or ""
    joined = grouped.replace(mark, "")
    as_thousands = (_decimal(joined, behind), len(behind))
    if mark not in ",." or grouped.count(mark) > 1 or behind:
        return [as_thousands]
    whole, thousand = grouped.split(mark)
    as_point = (_decimal(whole, thousand), 3)
    if whole.startswith("0"):
        return [as_point]
    return [as_thousands, as_point] if mark == "," else [as_point, as_thousands]


def _suffixed(text: str, number: Number) -> list[Number]:
    """Return the readings of a number with its ordinal ending, word of scale or percent mark."""
    if ordinal := _ORDINAL.match(text, number.end):
        return [number._replace(end=ordinal.end(), ordinal=True)]
    if percent := _PERCENT.match(text, number.end):
        value = number.value.scaleb(-1, EXACT) if percent["mille"] else number.value
        return [number._replace(value=value, end=percent.end(), percent=True)]
    scale = _SCALE.match(text, number.end)
    if scale is None:
        return [number]
    words = [word.casefold() for word in _WORDS.findall(scale[0])]
    power = sum(SCALES[word] for word in words)
    if power > MOST_DIGITS:
        return []
    scaled = number._replace(value=number.value.scaleb(power, EXACT), end=scale.end(), scale=power)
    # one letter may be a unit: metres, bytes
    return [scaled, number] if len(words[0]) == 1 else [scaled]
