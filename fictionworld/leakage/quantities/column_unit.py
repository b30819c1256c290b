"""The unit that a column names, and its word of scale: `Price (million crowns)`, `weight_kg`."""

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.quantities.measures import PHRASE, SCALE_WORDS, is_currency, unit_of
from fictionworld.leakage.quantities.unit_phrases import unit_phrase
from fictionworld.leakage.quantities.word_set import word_set

__all__ = ["unit_of_column"]

_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]\s*$")
_CALLED_BY_UNIT: Final = re.compile(
    r"(?:hectare|acre|(?:kilo|centi)?met(?:re|er)|kilomet(?:re|er)|mile|lit(?:re|er)|tonne|kilogram|gram"
    r"|hour|minute|second|day|week|month|year|kilowatt|megawatt)s",
    re.IGNORECASE,
)
"""`Hectares`, `Litres per day`: a column that has no other name than its unit."""
_IN_WORDS: Final = re.compile(r"(?:,\s*|\sin\s)([^,()]{1,24})$")


def unit_of_column(column: str) -> tuple[str, int]:
    """The unit that a column names, and the power of ten of its word of scale."""
    bracket = _BRACKET.search(column)
    inner = bracket or _IN_WORDS.search(column)
    if inner is not None:
        unit, scale = _unit(inner[1], all_words=True)
        before = _BRACKET.search(column[: inner.start()]) if bracket else None
        if before is not None:  # (million) (crowns)
            other, power = _unit(before[1], all_words=True)
            unit, scale = unit or other, scale or power
        return unit, scale
    if "_" in column:
        return _unit(column.rpartition("_")[2], all_words=True)
    words = column.split() or [""]
    if _CALLED_BY_UNIT.fullmatch(words[0]):
        return _unit(words[0], all_words=True)
    return _unit(words[-1], all_words=False)


_PLAIN_ENOUGH: Final = word_set(
    "mah wh kwh kg km cm mm gb mb tb ghz mhz mp kw hl eur usd "
    "gbp aud cad chf sek nok dkk pln jpy cny % \u20ac $ \u00a3"
)


_SCALED_UNIT: Final = re.compile(
    r"(thousand|million|billion|trillion|mio|mrd|mln|mn|bn)s?\.? (?:of )?"
)


def _unit(text: str, *, all_words: bool) -> tuple[str, int]:
    text = text.casefold().strip()
    measure = unit_phrase(text, 0)
    if measure is not None and measure[1] == len(text):
        return measure[0], 0
    phrase = PHRASE.match(text)
    if phrase and (len(phrase[0]) > 1 or phrase[0] == "%"):
        name = phrase.lastgroup or ""
        return ("%" if name == "percent" else name), 0
    if text in {"c", "f"} and all_words:
        return text, 0
    unit, scale = "", 0
    power = _SCALED_UNIT.match(text)
    if power and (measure := unit_phrase(text, power.end())):
        return measure[0], SCALE_WORDS[power[1]]
    words = re.findall(r"[^\W\d_]+\d?|[$\u20ac\u00a3\u00a5\u20b9%\u2030\u00b0]", text)
    money = any(is_currency(unit_of(word)) for word in words)
    for word in words:
        if word in SCALE_WORDS and (len(word) > 3 or money or word in {"mn", "bn", "mio", "mln"}):
            scale += SCALE_WORDS[word]
        elif not unit and (all_words or word in _PLAIN_ENOUGH):
            unit = unit_of(word)
    return unit, scale
