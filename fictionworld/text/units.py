"""Units and currencies by the words and marks that people write for them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

SCALES: Final = {
    **dict.fromkeys(("hundred", "hundreds"), 2),
    **dict.fromkeys(("k", "thousand", "thousands", "tsd", "000s"), 3),
    **dict.fromkeys(("\u842c", "\u4e07"), 4),
    **dict.fromkeys(("lakh", "lakhs"), 5),
    **dict.fromkeys(("m", "mn", "mln", "mio", "mil", "million", "millions"), 6),
    **dict.fromkeys(("crore", "crores"), 7),
    **dict.fromkeys(("\u5104", "\u4ebf"), 8),
    **dict.fromkeys(("b", "bn", "bln", "mld", "mrd", "billion", "billions", "milliard"), 9),
    **dict.fromkeys(("tn", "trn", "trillion", "trillions"), 12),
}
"""Words and signs of scale, as powers of ten; those of Chinese are 10,000 and 100 million."""

_CURRENCY_SIGNS: Final = {
    "EUR": "€", "USD": "$", "GBP": "£", "AUD": "A$", "CAD": "C$", "NZD": "NZ$", "JPY": "¥",
}  # fmt: skip
"""The signs that texts write for currencies."""

_CURRENCIES: Final = {  # `dollar` and `krona` are those of several countries
    "eur": "€ eur euro euros",
    "usd": "usd us$ usdollar",
    "aud": "aud a$ au$",
    "cad": "cad c$ ca$",
    "nzd": "nzd nz$",
    "sgd": "sgd s$",
    "hkd": "hkd hk$",
    "dollar": "$ dollar dollars buck bucks",
    "gbp": "£ gbp pound pounds sterling quid",
    "jpy": "jpy ¥ yen",
    "cny": "cny rmb yuan renminbi",
    "inr": "inr ₹ rupee rupees rs",
    "krw": "krw ₩ won",
    "chf": "chf franc francs",
    "sek": "sek",
    "nok": "nok",
    "dkk": "dkk",
    "krona": "kr krona kronor krone kroner",
    "pln": "pln zł zl zloty",
    "brl": "brl r$ real reais",
    "aed": "aed dirham dirhams",
    "sar": "sar riyal riyals",
    "cent": "cent cents ¢",
}
_MEASURES: Final = {
    "mm": "mm millimetre millimetres millimeter millimeters",
    "cm": "cm centimetre centimetres centimeter centimeters",
    "m": "m metre metres meter meters",
    "km": "km kilometre kilometres kilometer kilometers",
    "in": "in inch inches",
    "ft": "ft foot feet",
    "yd": "yd yard yards",
    "mi": "mi mile miles",
    "m2": "m2 sqm",
    "km2": "km2 sqkm",
    "ha": "ha hectare hectares",
    "acre": "acre acres ac",
    "mg": "mg milligram milligrams",
    "g": "g gr gram grams gramme grammes",
    "kg": "kg kilo kilos kilogram kilograms",
    "t": "t tonne tonnes ton tons",
    "oz": "oz ounce ounces",
    "lb": "lb lbs",
    "ml": "ml millilitre millilitres milliliter milliliters",
    "l": "l litre litres liter liters",
    "hl": "hl hectolitre hectolitres",
    "mah": "mah milliamphour milliamphours milliamperehours",
    "wh": "wh watthour watthours",
    "kwh": "kwh",
    "w": "w watt watts",
    "kw": "kw kilowatt kilowatts",
    "mw": "mw megawatt megawatts",
    "v": "v volt volts",
    "hz": "hz hertz",
    "mhz": "mhz megahertz",
    "ghz": "ghz gigahertz",
    "kb": "kb kilobyte kilobytes",
    "mb": "mb megabyte megabytes",
    "gb": "gb gigabyte gigabytes gib",
    "tb": "tb terabyte terabytes tib",
    "mp": "mp mpx mpix megapixel megapixels",
    "second": "s sec secs second seconds",
    "minute": "min mins minute minutes",
    "hour": "h hr hrs hour hours",
    "day": "d day days",
    "week": "wk wks week weeks",
    "month": "mo month months",
    "year": "y yr yrs year years yo",
    "point": "pt pts point points",
    "degree": "° degree degrees °c °f",
    "dozen": "dozen dozens",
    "pair": "pair pairs",
}
_WORDS: Final = _CURRENCIES | _MEASURES
_UNITS: Final = {word: unit for unit, words in _WORDS.items() for word in words.split()}
_COVERS: Final = {
    **dict.fromkeys(("usd", "aud", "cad", "nzd", "sgd", "hkd"), "dollar"),
    **dict.fromkeys(("sek", "nok", "dkk"), "krona"),
    "cny": "jpy",  # one mark for both
}
_PHRASES: Final = (
    (re.compile(r"\bu\.?s\.? ?dollars?\b|\bu\.s\. ?\$"), " usdollar "),
    (re.compile(r"\baustralian dollars?\b"), " aud "),
    (re.compile(r"\bmilli-?amp(?:ere)?[ -]?hours?\b"), " mah "),
    (re.compile(r"\bmega ?pixels?\b"), " mp "),
    (re.compile(r"\bsquare met(?:re|er)s?\b|\bsq\.? ?m\b"), " m2 "),
    (re.compile(r"\bsquare kilomet(?:re|er)s?\b|\bsq\.? ?km\b"), " km2 "),
)
_WORD: Final = re.compile(r"(?:[a-z]{1,3}\$)|[^\W\d_]+[0-9]?|[$€£¥₹₩°¢]")


class Unit(NamedTuple):
    """A unit taken apart: `million EUR` is (6, `eur`, ...)."""

    scale: int
    """Its word of scale as a power of ten; 0 where there is none."""
    known: frozenset[str]
    """Units and currencies of this module that it names, and what people write instead."""
    words: frozenset[str]
    """All its words, scale left out, as `unit_words` gives them."""

    @property
    def currency(self) -> bool:
        return any(unit in _CURRENCIES for unit in self.known)


def unit_words(text: str) -> list[str]:
    """Return the words and currency marks of `text` in small letters, units in canonical form."""
    text = text.casefold()
    if " " in text or "." in text or "-" in text:
        for phrase, word in _PHRASES:
            text = phrase.sub(word, text)
    return [_UNITS.get(word, word) for word in _WORD.findall(text)]


def known_unit(word: str) -> bool:
    """Return whether a word of `unit_words` is a unit or currency of this module."""
    return word in _WORDS


_SPELLED: Final = frozenset(word for word in SCALES if len(word) > 4)


def parse_unit(text: str | None) -> Unit:
    """Return a column's unit taken apart, such as `mAh`, `million EUR`, `thousand`, `out of 10`."""
    words = unit_words(text or "")
    money = any(word in _CURRENCIES for word in words)
    # `m` is metres, but `EUR m` is millions of them
    scales = [word for word in words if word in _SPELLED or (money and word in SCALES)]
    words = [word for word in words if word not in scales]
    known_words = {word for word in words if word in _WORDS}
    known_words |= {_COVERS[word] for word in known_words if word in _COVERS}
    scale = sum(SCALES[word] for word in scales)
    return Unit(scale, frozenset(known_words), frozenset(words))


def written_money(
    number: str, unit: str, sample: str, *, bare: bool = False, million: str = " million"
) -> str:
    """Return an amount in the form of the sample: `€549`, `EUR 549`, `549 EUR`.

    Args:
        number: The amount in digits.
        unit: The column's unit: a currency, with or without a word of scale; or empty.
        sample: The writer's form of 549 euros.
        bare: Whether the words around the amount say the scale.
        million: The text that stands for millions.
    """
    scale, _, currency = unit.rpartition(" ")
    if not (len(currency) == 3 and currency.isupper()):
        return number if bare or not unit else f"{number} {unit}"
    behind = f" {scale}" if scale and not bare else ""
    if behind == " million":
        behind = million
    if sample == "549 EUR" and not bare:
        return f"{number}{behind} {currency}"
    if sample == "€549" and currency in _CURRENCY_SIGNS:
        sign = "-" if number[0] == "-" else ""
        return f"{sign}{_CURRENCY_SIGNS[currency]}{number.lstrip('-')}{behind}"
    return f"{currency} {number}{behind}"
