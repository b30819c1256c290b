"""What a unit measures, by the word beside a figure: a speed is hardly told of another column."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.column_unit import unit_of_column
from fictionworld.leakage.quantities.measures import DIMENSIONS, PHRASE, unit_of
from fictionworld.leakage.quantities.unit_phrases import unit_phrase

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer, Hit

__all__ = ["dimension_of", "in_its_unit", "telling_unit", "without_unit"]

_WORDS: Final = re.compile(r"[^\W\d_]+")
_SCALE: Final = re.compile(
    r"[\s-]?(?:k|m|mn|mio|bn|thousand|million|billion|hundred|dozen)\b(?=[\s-])", re.IGNORECASE
)
_TELLING: Final = frozenset(
    {"speed", "power", "energy", "charge", "frequency", "data", "flow", "pressure", "light", "rate"}
)
"""Of these a subject has one column as a rule; of lengths, masses and times it has many."""
_MANY: Final = frozenset({"length", "mass", "time", "area", "volume", "months"})
_LOOSE: Final = frozenset({"c", "f", "b", "k", "m", "in", "a", "h", "s", "t", "l", "g", "d", "p"})
"""Letters that are units only right behind a figure."""


@lru_cache(1024)
def dimension_of(said: str) -> str:
    """What the first unit in a few words measures; empty where there is none."""
    low = said.lower().strip()
    phrase = PHRASE.match(low)
    if phrase and phrase.lastgroup and len(phrase[0]) > 1:
        measure = DIMENSIONS.get(phrase.lastgroup.rstrip("_"))
        return measure[0] if measure else ""
    for match in _WORDS.finditer(low):
        told = unit_phrase(low, match.start())
        unit = told[0] if told else unit_of(match[0])
        if unit in DIMENSIONS:
            return DIMENSIONS[unit][0]
    return ""


@lru_cache(256)
def _of_column(column: str, value: str) -> str:
    bracket = re.search(r"\(([^()]{1,20})\)", column)
    told = re.search(r"\d\s?([^\W\d_][^,;]{0,18})", value)
    for said in (bracket[1] if bracket else "", told[1] if told else ""):
        found = dimension_of(said)
        if found:
            return found
    measure = DIMENSIONS.get(unit_of_column(column)[0])
    return measure[0] if measure else ""


def telling_unit(text: str, hit: Hit, answer: Answer) -> bool | None:
    """Whether a figure bears a unit that measures what the column does, and little else does.

    None where it is of a kind that many columns measure.
    """
    wanted = _of_column(answer.column, answer.value)
    if wanted in _MANY:
        return None
    return wanted in _TELLING and wanted in _dimensions_at(text, hit)


def in_its_unit(text: str, hit: Hit, answer: Answer) -> bool:
    """Whether a figure bears a unit of the column's measure, a currency or a sign of per cent."""
    if "arithmetic" in hit.form or "share" in hit.form:
        return False
    if answer.type == "number":
        return bool(_dimensions_at(text, hit) & {_of_column(answer.column, answer.value)} - {""})
    sign = _PERCENT if answer.type == "percent" else _CURRENCY
    return sign.search(text, max(0, hit.start - 4), hit.end + 12) is not None


_PERCENT: Final = re.compile(r"%|\bper\s?cent\b|\b[Pp]rozent\b|\bpour cent\b|\bpor ciento\b")
_CURRENCY: Final = re.compile(
    r"[\u20ac$\u00a3]|\b(?:EUR|USD|GBP|euros?|dollars?|pounds|crowns?|florins?|marks)\b"
)


def _dimensions_at(text: str, hit: Hit) -> set[str]:
    """What the units measure that stand with a figure."""
    said = re.sub(r"^[\d.,'\s]+", "", text[hit.start : hit.end]) or text[hit.end : hit.end + 16]
    last = re.search(r"[^\W\d_]+(?:/[a-z]+)?(?:\s(?:per|an)\s\w+)?$", text[hit.start : hit.end])
    return {dimension_of(said), dimension_of(last[0]) if last else ""}


def without_unit(said: str) -> str:
    """What follows a figure, its scale and its unit taken off: `M views` is ` views`."""
    rest = said
    for _ in range(3):
        scale = _SCALE.match(rest)
        if scale:
            rest = rest[scale.end() :]
            continue
        told = unit_phrase(rest.lower(), 1) if rest[:1] in " -" else None
        if told:
            rest = rest[told[1] :]
            continue
        word = re.match(r"[\s-]?(?P<word>[^\W\d_]+(?:/[a-z]+)?[\u00b2\u00b3]?)", rest)
        if word is None:
            break
        low = word["word"].lower()
        if low in _LOOSE and rest[:1].isspace() and low not in {"m", "g", "t", "l", "h", "s"}:
            break
        if not unit_of(low) or re.match(r"\s\d", rest[word.end() :]):
            break
        rest = rest[word.end() :]
    return rest
