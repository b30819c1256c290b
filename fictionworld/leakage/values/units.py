"""Units of measure and currencies: which one stands at a place, and how one becomes another.

Words of units are a list of our own (`data/units.txt`); squares, cubes and rates are made of them.
Currencies are those of `fictionworld.text.units`.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.data import read_lines
from fictionworld.text.units import SCALES, parse_unit, unit_words


class MeasuredUnit(NamedTuple):
    """A unit: what it measures, and its size in one unit of that dimension."""

    dimension: str
    """`length`, `money`, `part` (per cent), `temperature`, `volume/time`, ..."""
    size: float
    currency: str = ""
    """The canonical currency of money; empty for coins that only worlds have."""


PERCENT: Final = MeasuredUnit("part", 1.0)
SCALE_POWERS: Final = SCALES | {
    **dict.fromkeys(("tausend", "mille", "mil", "mila", "duizend", "grand"), 3),
    **dict.fromkeys(
        ("millionen", "millones", "millon", "milioni", "milione", "milhoes", "milhao", "miljoen"),
        6,
    ),
    **dict.fromkeys(
        ("milliarden", "milliarde", "milliard", "milliards", "miliardi", "miliardo", "miljard",
         "mrd"), 9,
    ),
}  # fmt: skip
"""Words of scale behind digits, accents dropped, as powers of ten."""
CURRENCY_MARKS: Final = (
    r"(?:us|au|ca|nz|[acs])?\$|[€£¥₹]"
    r"|\b(?:eur|usd|gbp|aud|cad|nzd|chf|sek|nok|dkk|pln|jpy|cny|inr|krw|brl|kr|rs)(?![a-z])"
)
"""Marks and codes of currencies that stand before a number, in small letters."""
_COINS: Final = {
    word: name
    for name, words in {
        "crown": "crown crowns kronen couronne couronnes coronas corone coroas korun koron",
        "florin": "florin florins florines fiorini gulden guldens",
        "taler": "taler talers thaler thalers",
        "mark": "mark marks marcs marcos marchi",
        "ducat": "ducat ducats dukaten ducados ducati",
        "shilling": "shilling shillings",
        "guilder": "guilder guilders",
        "credit": "credit credits kredite creditos crediti",
    }.items()
    for word in words.split()
}
"""Coins that worlds have, and what other languages call them."""
_CENTS: Final = frozenset({"p", "pence", "penny", "cent", "cents", "ore", "¢", "ct"})
_COVERED: Final = {
    "dollar": {"usd", "aud", "cad", "nzd", "sgd", "hkd"},
    "krona": {"sek", "nok", "dkk", "crown"},
    "jpy": {"cny"},
}
_RAISED: Final = {"2": 2, "3": 3, "squared": 2, "cubed": 3}
_HEADS: Final = {"square": 2, "sq": 2, "cubic": 3, "cu": 3, "quadrat": 2, "kubik": 3}
_BODY: Final = re.compile(
    r"(?:(?P<head>square|sq|cubic|cu|quadrat|kubik)\.?[ -]?)?(?P<word>[^\W\d_]+\.?)"
    r"(?P<raised>\^?[23](?![\d.,]\d)|\s(?:squared|cubed)\b)?"
)
_PER: Final = re.compile(
    r"(?:\s?/\s?|\s(?:per|an?|each|every|pro|par|por|in der|die)\s|\sl')(?P<unit>[a-z]+)"
)
_GAP: Final = re.compile(r"[ ]?-?")
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:[.-][^\W\d_]+)*\.?|[%‰°€$£¥₹¢](?:[cf]\b)?")
_ONLY_TIGHT: Final = frozenset("in as an j mo pc ac st c f k d y bar pin won".split())
"""Units that are common words too: units right behind a figure, or at a phrase's end."""


def _read_units() -> dict[str, MeasuredUnit]:
    found = {}
    for line in read_lines("units.txt"):
        dimension, size, *words = line.split()
        for word in words:
            found[word.replace("_", " ")] = MeasuredUnit(dimension, float(size))
    return found


_WORDS: Final = _read_units()
_MOST_TOKENS: Final = 2


@lru_cache(1 << 12)
def _unit_of_word(word: str) -> MeasuredUnit | None:
    """The unit or currency that a word in small letters names."""
    found = _WORDS.get(word) or _WORDS.get(word.rstrip("."))
    if found is not None:
        return found
    if word in _COINS:
        return MeasuredUnit("money", 1.0, _COINS[word])
    if word in _CENTS:
        return MeasuredUnit("money", 0.01)
    names = unit_words(word)
    if len(names) == 1 and parse_unit(names[0]).currency:
        return MeasuredUnit("money", 1.0, names[0])
    return None


def unit_at(text: str, at: int) -> tuple[MeasuredUnit, int] | None:
    """The unit that begins at a place or a blank behind it, and where it ends.

    Args:
        text: In small letters.
        at: Behind a figure or a word of scale.
    """
    gap = _GAP.match(text, at)
    start = gap.end() if gap else at
    tokens = []
    end = start
    for _ in range(_MOST_TOKENS):
        token = _TOKEN.match(text, end)
        if token is None:
            break
        tokens.append(token)
        end = token.end() + (text[token.end() : token.end() + 1] == " ")
    for count in range(len(tokens), 0, -1):
        phrase = " ".join(token[0] for token in tokens[:count])
        if (count > 1 or "-" in phrase) and phrase in _WORDS and tokens[0][0] not in _HEADS:
            return _WORDS[phrase], tokens[count - 1].end()
    if not tokens:
        return None
    if not tokens[0][0][0].isalpha():
        unit = _unit_of_word(tokens[0][0])
        return (unit, tokens[0].end()) if unit else None
    return _compound(text, start, tight=start == at)


def _compound(text: str, start: int, *, tight: bool) -> tuple[MeasuredUnit, int] | None:
    """`cubic metres`, `km2`, `km/h`, `litres per second`."""
    body = _BODY.match(text, start)
    if body is None:
        return None
    word = body["word"]
    unit, end = _unit_of_word(word), body.end("word")
    if unit is None and body["head"] is None:
        return None
    if unit is None or (body["head"] and unit.dimension != "length"):
        return None
    if word in _ONLY_TIGHT and not tight and text[end : end + 2].lstrip(" -")[:1].isalnum():
        return None
    raised = (body["raised"] or "").strip(" ^")
    power = _HEADS.get(body["head"] or "") or (_RAISED.get(raised, 0) if raised else 0)
    if power and unit.dimension == "length":
        unit = MeasuredUnit("area" if power == 2 else "volume", unit.size**power)
        end = body.end() if raised else end
    per = _PER.match(text, end)
    below = _WORDS.get(per["unit"]) if per else None
    if per and below and below.dimension == "time" and unit.dimension in _RATED:
        dimension = _RATED[unit.dimension]
        return MeasuredUnit(dimension, unit.size / below.size), per.end()
    if word.endswith(".") and word not in _WORDS:
        end -= 1
    return unit, end


_RATED: Final = {
    "length": "speed", "volume": "volume/time", "data": "data/time", "mass": "mass/time",
}  # fmt: skip
"""What becomes another dimension per time; money and people per year stay what they are."""


def converted(value: float, unit: MeasuredUnit | None, wanted: MeasuredUnit | None) -> float | None:
    """A figure with a unit, in another unit; None where the one is no such unit.

    A figure without a unit, or where none is wanted, stays as it is.
    """
    if unit is None or wanted is None or unit == wanted:
        return value
    if unit.dimension == "money" and wanted.dimension == "mass" and unit.currency == "gbp":
        unit = _WORDS["lb"]  # pounds of either kind
    if unit.dimension == "money" and wanted.dimension == "money":
        return value * unit.size / wanted.size if _same_currency(unit, wanted) else None
    if unit.dimension != wanted.dimension:
        return None
    if unit.dimension == "temperature":
        return _warmth(value, int(unit.size), int(wanted.size))
    return value * unit.size / wanted.size


def _same_currency(unit: MeasuredUnit, wanted: MeasuredUnit) -> bool:
    one, other = unit.currency, wanted.currency
    return (
        not one
        or not other
        or one == other
        or other in _COVERED.get(one, ())
        or one in _COVERED.get(other, ())
    )


def _warmth(value: float, unit: int, wanted: int) -> float:
    """Between Celsius (1), Fahrenheit (2) and kelvin (3); degrees (0) are of any kind."""
    if not unit or not wanted or unit == wanted:
        return value
    celsius = {1: value, 2: (value - 32) * 5 / 9, 3: value - 273.15}[unit]
    return {1: celsius, 2: celsius * 9 / 5 + 32, 3: celsius + 273.15}[wanted]


# The unit of a column -------------------------------------------------------------------------

_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")
_IN_WORDS: Final = re.compile(r"(?:,\s*|\sin\s)([^,()]{1,24})$")


@lru_cache(1 << 12)
def find_column_unit(column: str) -> tuple[MeasuredUnit | None, int]:
    """The unit that a column names, and the power of ten of its word of scale.

    `Price (million crowns)`, `weight_kg`, `Length in metres`, `Hectares`.
    """
    low = unicodedata.normalize("NFKC", column).lower()
    inner = [match[1] for match in _BRACKET.finditer(low)]
    inner += [match[1] for match in _IN_WORDS.finditer(low)]
    if "_" in low:
        inner.append(low.rpartition("_")[2])
    unit, power = None, 0
    for said in inner:
        for word in re.findall(r"[^\W\d_]+", said):
            if word in SCALE_POWERS and (len(word) > 2 or word in {"mn", "bn"}):
                power = power or SCALE_POWERS[word]
        words = said.split()
        for at in range(len(words)):
            there = unit_at(" ".join(words[at:]), 0)
            if unit is None and there is not None:
                unit = there[0]
    if unit is None and not inner:
        last = _unit_of_word(low.split()[-1]) if low.split() else None
        first = _unit_of_word(low.split()[0]) if low.split() else None
        named = last if len(low.split()[-1:]) and len(low.split()[-1]) > 1 else None
        unit = named if named and named.dimension != "time" else None
        if unit is None and first is not None and low.split()[0].endswith("s"):
            unit = first
    return unit, power
