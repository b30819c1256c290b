"""Units that one value may change into another: grams into ounces, hours into minutes.

Words for measures are those of `unit_table`, for currencies those of `fictionworld.text.units`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.quantities.unit_table import UNIT_WORDS, UNITS, Measure
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.text.numbers import EXACT
from fictionworld.text.units import known_unit, parse_unit, unit_words

__all__ = ["DIMENSIONS", "PHRASE", "PREFIXES", "SCALE_WORDS", "covers", "is_currency", "unit_of"]

_OTHER: Final = {
    "celsius": "c",
    "centigrade": "c",
    "fahrenheit": "f",
    "score": "score",
    "gross": "gross",
}
"""Words of units that nothing here is converted into by its size."""

PREFIXES: Final = word_set(
    "$ \u20ac \u00a3 \u00a5 \u20b9 \u20a9 usd eur gbp aud cad "
    "nzd chf sek nok dkk pln jpy cny inr krw brl aed sar sgd"
    " hkd rmb rs kr euro euros"
)
"""Marks and codes of currencies that stand before a number."""

PHRASE: Final = re.compile(
    r"(?P<kmh>k\.p\.h\b)|(?P<mph>m\.p\.h\b)"
    r"|(?P<mah>milli-?\s?amp(?:ere)?s?[\s-]?hours?\b)"
    r"|(?P<ah>amp(?:ere)?s?[\s-]hours?\b)"
    r"|(?P<bps>basis[\s-]points?\b)"
    r"|(?P<percent>per[\s-]?cent(?:age)?(?:[\s-]points?)?\b|"
    r"percentage[\s-]points?\b|%(?:[\s-]points?\b)?"
    r"|p\.p\.|pp\b|pour[\s-]?cents?\b|por[\s-]?cien(?:to)?\b|"
    r"per[\s-]?cento\b|por[\s-]?cento\b|v\.\s?h\."
    r"|hundredths\b|out of (?:a|one|every) hundred\b|in (?:a|every) hundred\b)"
    r"|(?P<permille>per[\s-]?mille?\b|per thousand\b|pro mille\b|parts per thousand\b)"
    r"|(?P<ppm>parts per million\b|in a million\b)"
    r"|(?P<c>(?:\u00b0|degrees?|deg)\s?c(?:elsius|entigrade)?\b|(?:celsius|centigrade)\b|c\b)"
    r"|(?P<f>(?:\u00b0|degrees?|deg)\s?f(?:ahrenheit)?\b|fahrenheit\b|f\b)"
    r"|(?P<kelvin>kelvins?\b)"
    r"|(?P<cent>(?:euro|us|dollar)[\s-]?cents?\b)"
    r"|(?P<mp>mega-?\s?pixels?\b)"
    r"|(?P<usd>u\.?s\.? ?(?:dollars?\b|\$))"
    r"|(?P<aud>australian dollars?\b)|(?P<cad>canadian dollars?\b)"
    r"|(?P<chf>swiss francs?\b)|(?P<gbp>british pounds?\b|pounds? sterling\b)"
)
"""Units of several words, or of a word that is more than itself; its group names the unit."""

SCALE_WORDS: Final = {
    **dict.fromkeys(
        ("k", "thousand", "thousands", "tsd", "tausend", "mille", "mil", "mila", "duizend",
         "grand"), 3,
    ),
    "hundred": 2,
    "hundert": 2,
    "lakh": 5,
    "crore": 7,
    **dict.fromkeys(
        ("m", "mn", "mln", "mio", "million", "millions", "millionen", "millones", "millon",
         "milioni", "milione", "milhoes", "milhao", "miljoen", "mill"), 6,
    ),
    **dict.fromkeys(
        ("b", "bn", "bln", "billion", "billions", "milliarden", "milliarde", "milliard",
         "milliards",
         "miliardi", "miliardo", "miljard", "mrd", "md"), 9,
    ),
    **dict.fromkeys(("tn", "trn", "trillion", "trillions"), 12),
}  # fmt: skip
"""Words of scale behind digits, accents dropped, as powers of ten."""

DIMENSIONS: Final[dict[str, Measure]] = UNITS
"""Of each unit, what it measures, and how much of that one of it is."""

_COVERED: Final = {
    "dollar": ("usd", "aud", "cad", "nzd", "sgd", "hkd"),
    "krona": ("sek", "nok", "dkk"),
    "jpy": ("cny",),
    "degree": ("c", "f"),
}


@lru_cache(4096)
def unit_of(word: str) -> str:
    """The canonical unit that a word in small letters names; empty where it names none."""
    if word in UNIT_WORDS:
        return UNIT_WORDS[word]
    if word in _OTHER:
        return _OTHER[word]
    if not word.isascii() and folded(word) in UNIT_WORDS:
        return UNIT_WORDS[folded(word)]
    words = unit_words(word)
    return words[0] if len(words) == 1 and known_unit(words[0]) else ""


@lru_cache(512)
def is_currency(unit: str) -> bool:
    """Whether a canonical unit is money."""
    return bool(unit) and parse_unit(unit).currency


def covers(written: str, wanted: str) -> bool:
    """Whether a unit as written may mean the unit wanted: `$` may be Australian."""
    return (
        written == wanted
        or wanted in _COVERED.get(written, ())
        or written in _COVERED.get(wanted, ())
    )


def as_decimal(value: Fraction) -> Decimal:
    """A fraction as a decimal of 40 digits."""
    return EXACT.divide(Decimal(value.numerator), Decimal(value.denominator))
