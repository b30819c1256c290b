"""Units that one value may change into another: grams into ounces, hours into minutes.

Words for units are those of `fictionworld.text.units`, and some that only free text has.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.text.numbers import EXACT
from fictionworld.text.units import known_unit, parse_unit, unit_words

__all__ = ["DIMENSIONS", "PHRASE", "PREFIXES", "SCALE_WORDS", "covers", "is_currency", "unit_of"]

_MORE: Final = {
    "ah": "ah amphour amphours amperehours",
    "mwh": "mwh",
    "m": "metros metri metern",
    "kmh": "kmh kph",
    "mph": "mph",
    "knot": "knot knots kn",
    "gal": "gal gallon gallons",
    "pint": "pint pints",
    "st": "stone stones",
    "g": "gramm gramos grammi gramas gramo",
    "kg": "kilogramm kilogrammes kilogramos chilogrammi quilos chili",
    "cm": "zentimeter centimetros centimetri",
    "km": "kilometros chilometri kilometern",
    "in": "zoll pouces pulgadas pollici polegadas duim",
    "hour": "stunden stunde heures heure horas hora ore uur std",
    "minute": "minuten minutos minuti",
    "day": "tage tagen jours jour dias giorni dagen",
    "week": "wochen semaines semanas settimane weken",
    "month": "monate monaten mois meses mesi maanden",
    "year": "jahre jahren ans annees anos anni jaar",
    "bps": "bps bp",
    "%": "% percent percentage pct prozent procent pc",
    "permille": "\u2030 permille promille",
    "c": "celsius centigrade",
    "f": "fahrenheit",
    "kelvin": "kelvin",
    "ms": "ms millisecond milliseconds",
    "khz": "khz kilohertz",
    "cl": "cl centilitre centilitres centiliter centiliters",
    "dl": "dl",
    "eur": "\u20ac",
    "score": "score",
    "gross": "gross",
    "gb": "gig gigs",
    "tb": "terabytes",
}
_EXTRA: Final = {word: unit for unit, words in _MORE.items() for word in words.split()}

PREFIXES: Final = word_set(
    "$ \u20ac \u00a3 \u00a5 \u20b9 \u20a9 usd eur gbp aud cad "
    "nzd chf sek nok dkk pln jpy cny inr krw brl aed sar sgd"
    " hkd rmb rs kr euro euros"
)
"""Marks and codes of currencies that stand before a number."""

PHRASE: Final = re.compile(
    r"(?P<kmh>km\s?/\s?h\b|k\.?p\.?h\b|kilomet(?:re|er)s? (?:per|an) hour\b|km per hour\b)"
    r"|(?P<mph>m\.p\.h\b|miles? (?:per|an) hour\b)"
    r"|(?P<ms_>m\s?/\s?s\b|met(?:re|er)s? (?:per|a) second\b)"
    r"|(?P<mah>milli-?\s?amp(?:ere)?s?[\s-]?hours?\b)"
    r"|(?P<ah>amp(?:ere)?s?[\s-]hours?\b)"
    r"|(?P<kwh>kilo-?watt[\s-]?hours?\b)"
    r"|(?P<wh>watt[\s-]hours?\b)"
    r"|(?P<m2>square met(?:re|er)s?\b|sq\.? ?m\b|m\u00b2)"
    r"|(?P<km2>square kilomet(?:re|er)s?\b|sq\.? ?km\b|km\u00b2)"
    r"|(?P<floz>fluid ounces?\b|fl\.? ?oz\b)"
    r"|(?P<bps>basis[\s-]points?\b)"
    r"|(?P<percent>per[\s-]?cent(?:age)?(?:[\s-]points?)?\b|"
    r"percentage[\s-]points?\b|%(?:[\s-]points?\b)?"
    r"|p\.p\.|pp\b|pour[\s-]?cents?\b|por[\s-]?cien(?:to)?\b|"
    r"per[\s-]?cento\b|por[\s-]?cento\b|v\.\s?h\."
    r"|hundredths\b|out of (?:a|one|every) hundred\b|in (?:a|every) hundred\b)"
    r"|(?P<permille>per[\s-]?mille?\b|per thousand\b|pro mille\b|parts per thousand\b)"
    r"|(?P<c>(?:\u00b0|degrees?|deg)\s?c(?:elsius|entigrade)?\b|c\b)"
    r"|(?P<f>(?:\u00b0|degrees?|deg)\s?f(?:ahrenheit)?\b|f\b)"
    r"|(?P<cent>(?:euro|us|dollar)[\s-]?cents?\b)"
    r"|(?P<mp>mega-?\s?pixels?\b)"
    r"|(?P<usd>u\.?s\.? ?(?:dollars?\b|\$))"
    r"|(?P<aud>australian dollars?\b)|(?P<cad>canadian dollars?\b)"
    r"|(?P<chf>swiss francs?\b)|(?P<gbp>british pounds?\b|pounds? sterling\b)"
    r"|(?P<hl>hecto-?litres?\b|hecto-?liters?\b)"
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

_HUNDREDTHS: Final = Fraction(1, 100)
DIMENSIONS: Final[dict[str, tuple[str, Fraction]]] = {
    "mm": ("length", Fraction(1, 1000)),
    "cm": ("length", _HUNDREDTHS),
    "m": ("length", Fraction(1)),
    "km": ("length", Fraction(1000)),
    "in": ("length", Fraction(254, 10000)),
    "ft": ("length", Fraction(3048, 10000)),
    "yd": ("length", Fraction(9144, 10000)),
    "mi": ("length", Fraction(1609344, 1000)),
    "mg": ("mass", Fraction(1, 1000)),
    "g": ("mass", Fraction(1)),
    "kg": ("mass", Fraction(1000)),
    "t": ("mass", Fraction(10**6)),
    "oz": ("mass", Fraction(28349523125, 10**9)),
    "lb": ("mass", Fraction(45359237, 10**5)),
    "st": ("mass", Fraction(14 * 45359237, 10**5)),
    "ml": ("volume", Fraction(1, 1000)),
    "cl": ("volume", _HUNDREDTHS),
    "dl": ("volume", Fraction(1, 10)),
    "l": ("volume", Fraction(1)),
    "hl": ("volume", Fraction(100)),
    "gal": ("volume", Fraction(3785411784, 10**9)),
    "pint": ("volume", Fraction(473176473, 10**9)),
    "floz": ("volume", Fraction(295735295625, 10**13)),
    "mah": ("charge", Fraction(1)),
    "ah": ("charge", Fraction(1000)),
    "wh": ("energy", Fraction(1)),
    "kwh": ("energy", Fraction(1000)),
    "mwh": ("energy", Fraction(10**6)),
    "w": ("power", Fraction(1)),
    "kw": ("power", Fraction(1000)),
    "mw": ("power", Fraction(10**6)),
    "hz": ("frequency", Fraction(1)),
    "khz": ("frequency", Fraction(1000)),
    "mhz": ("frequency", Fraction(10**6)),
    "ghz": ("frequency", Fraction(10**9)),
    "kb": ("data", Fraction(1)),
    "mb": ("data", Fraction(1000)),
    "gb": ("data", Fraction(10**6)),
    "tb": ("data", Fraction(10**9)),
    "ms": ("time", Fraction(1, 1000)),
    "second": ("time", Fraction(1)),
    "minute": ("time", Fraction(60)),
    "hour": ("time", Fraction(3600)),
    "day": ("time", Fraction(86400)),
    "week": ("time", Fraction(7 * 86400)),
    "month": ("months", Fraction(1)),
    "year": ("months", Fraction(12)),
    "kmh": ("speed", Fraction(1)),
    "mph": ("speed", Fraction(1609344, 10**6)),
    "ms_": ("speed", Fraction(36, 10)),
    "knot": ("speed", Fraction(1852, 1000)),
    "m2": ("area", Fraction(1)),
    "km2": ("area", Fraction(10**6)),
    "ha": ("area", Fraction(10**4)),
    "acre": ("area", Fraction(40468564224, 10**7)),
    "%": ("part", Fraction(1)),
    "bps": ("part", _HUNDREDTHS),
    "permille": ("part", Fraction(1, 10)),
}
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
    if word in _EXTRA:
        return _EXTRA[word]
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
