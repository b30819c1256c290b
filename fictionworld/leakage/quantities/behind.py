"""What stands behind a number and belongs to it: ending, word of scale, unit, what is counted."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.measures import (
    DIMENSIONS,
    PHRASE,
    SCALE_WORDS,
    is_currency,
    unit_of,
)
from fictionworld.leakage.quantities.spelled import FRACTION_NOUNS, folded, read_english
from fictionworld.leakage.quantities.unit_phrases import unit_phrase
from fictionworld.text.numbers import EXACT

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.quantity import Quantity

__all__ = ["with_what_follows"]

_OF_A: Final = re.compile(r"\s(?:of )?an?\s(?P<unit>[^\W\d_]+)")
_BLANK: Final = re.compile(r"[\s\u00a0\u202f]?(?:[-\u2010\u2011])?")
_WORD: Final = re.compile(r"[^\W\d_]+")
_ORDINAL: Final = re.compile(
    r"(?:st|nd|rd|th)(?![^\W\d_])|[\u00ba\u00aa]|(?:er|eme|\u00e8me|ste|de)(?![^\W\d_])"
)
_PLURAL: Final = re.compile(r"\s([^\W\d_]{3,}(?<![siu])s|people|men|women|children|fans|staff)\b")
_NO_NOUN: Final = frozenset(
    {
        "was", "has", "does", "less", "plus", "minus", "across", "versus", "sometimes", "always",
        "times", "perhaps", "gets", "makes", "gives", "means", "says", "thanks", "begins", "starts",
        "seems", "remains", "offers", "comes", "lets", "lasts", "costs", "weighs", "measures",
        "holds", "sales",
    }
)  # fmt: skip
_AND_PART: Final = re.compile(
    r"\s(?:and|&)\s(?:(?P<many>an?|one|two|three)[\s-])(?P<noun>half|quarters?|thirds?|eighths?)\b"
    r"(?!\s(?:of|the)\b)"
)
_CLOSING: Final = frozenset(',;:!?)]|"\n')
"""Behind these nothing belongs to a number any more."""
_AND_ONES: Final = re.compile(r"\s(?:and|plus)\s([a-z]{3,9})\b(?!\s?%|\sper\b|\sof\b)")
_MULTIPLES: Final = {"dozen": 12, "score": 20, "gross": 144}
_ALSO_WORDS: Final = frozenset(
    {
        "in", "real", "won", "mi", "as", "ans", "ore", "an", "st", "pc", "ac", "mo", "kn", "bar",
        "cal", "au", "j",
    }
)  # fmt: skip
"""Units that are common words too: units at the end of a phrase alone."""
_MOST_WORDS: Final = 4


def with_what_follows(text: str, q: Quantity) -> tuple[Quantity, Quantity | None]:
    """A number with all that belongs to it, and a second reading: metres in `5m`.

    Args:
        text: In small letters.
        q: The number, up to its last digit or word.
    """
    if q.end >= len(text):
        return q, None
    if q.ordinal or text[q.end] in _CLOSING:
        return q, None
    if q.form == "digits" and (ending := _ORDINAL.match(text, q.end)):
        return q._replace(end=ending.end(), ordinal=True), None
    if q.share and (part := _OF_A.match(text, q.end)) and (of := _of_a(q, part)):
        if of.unit:
            return of, None
        q = of
    first, second = q.end, None
    for _ in range(_MOST_WORDS):
        taken = _phrase(text, q, first)
        if taken is not None:
            q = taken
            break
        start = _BLANK.match(text, first)
        word = _WORD.match(text, start.end() if start else first)
        if word is None:
            break
        scaled, also = _scaled(text, q, word, apart=word.start() > first)
        second = also or second
        if scaled is None:
            q = _unit(text, q, word, apart=word.start() > first)
            break
        q, first = scaled, _past_dot(text, word)
    if (q.unit in DIMENSIONS or q.scaled) and (part := _AND_PART.match(text, q.end)):
        q = q._replace(end=part.end(), values=tuple(v + _worth(q, part) for v in q.values))
    if not q.unit and (noun := _PLURAL.match(text, q.end)) and noun[1] not in _NO_NOUN:
        q = q._replace(noun=noun[1])
    if q.end == first and text[q.end : q.end + 1].isdigit():
        q = q._replace(joined=True)
    return q, second


def _of_a(q: Quantity, part: re.Match[str]) -> Quantity | None:
    """`half a terabyte`, `half a dozen`, `a quarter of a million`; None where it is no number."""
    whole = unit_of(part["unit"])
    if whole and whole not in _MULTIPLES:
        return q._replace(end=part.end(), unit=whole, share=False)
    power = SCALE_WORDS.get(part["unit"], 0)
    times = _MULTIPLES.get(whole) or (10**power if power > 1 else 0)
    if not times:
        return None
    values = tuple(v * times for v in q.values)
    return q._replace(end=part.end(), values=values, form="number words", share=False, scaled=True)


def _worth(q: Quantity, part: re.Match[str]) -> Decimal:
    """What `and a half` adds: half of the unit, or of the word of scale."""
    size = FRACTION_NOUNS[part["noun"]]
    many = 3 if part["many"] == "three" else 2 if part["many"] == "two" else 1
    whole = Decimal(1)
    if q.scaled:
        at = q.values[0].normalize().as_tuple().exponent
        whole = EXACT.scaleb(whole, at if isinstance(at, int) and at > 0 else 0)
    return EXACT.divide(whole * many, Decimal(size))


def _past_dot(text: str, word: re.Match[str]) -> int:
    """Where a word of scale ends, the point of its abbreviation with it: `Mio.`, `bn.`."""
    short = len(word[0]) <= 4 and text[word.end() : word.end() + 2] == ". "
    return (
        word.end() + 1 if short and text[word.end() + 2 : word.end() + 3].isalpha() else word.end()
    )


def _phrase(text: str, q: Quantity, first: int) -> Quantity | None:
    """A number with a unit of several words or a mark; None where there is none."""
    gap = _BLANK.match(text, first)
    at = gap.end() if gap else first
    if not q.unit and (measure := unit_phrase(text, at)):
        unit, end = measure
        return q._replace(end=end, unit=unit)
    if not q.unit or not is_currency(q.unit):
        phrase = PHRASE.match(text, at)
        if phrase and not (phrase.lastgroup in {"c", "f"} and len(phrase[0]) == 1):
            unit = phrase.lastgroup or ""
            return q._replace(end=phrase.end(), unit="%" if unit == "percent" else unit)
    symbol = text[at : at + 1]
    if not q.unit and symbol and not symbol.isalnum() and (mark := unit_of(symbol)):
        return q._replace(end=at + 1, unit=mark)
    return None


def _scaled(
    text: str, q: Quantity, word: re.Match[str], *, apart: bool
) -> tuple[Quantity | None, Quantity | None]:
    """A number with a word of scale applied, and a reading of the letter as a unit."""
    name, end = folded(word[0]), word.end()
    if name in {"of", "de"} and q.scaled:
        return q, None  # a million of euros
    unit = unit_of(name)
    if unit in _MULTIPLES and (unit != "score" or q.form != "digits"):
        times = _MULTIPLES[unit]
        more = _AND_ONES.match(text, end)
        ones, nth = (more and read_english(more[1])) or (0, True)
        if more and not nth:  # `three score and five`
            return q._replace(
                end=more.end(), scaled=True, values=tuple(v * times + ones for v in q.values)
            ), None
        return q._replace(end=end, scaled=True, values=tuple(v * times for v in q.values)), None
    power = SCALE_WORDS.get(name)
    if power is None or (len(name) == 1 and text[end : end + 1].isdigit()):
        return None, None
    # `5 m` is a length, `5m` may be millions, `EUR 5 m` is
    if len(name) == 1 and apart and name != "k" and not is_currency(q.unit):
        values = tuple(EXACT.scaleb(v, power) for v in (*q.values, *q.pointed))
        return None, q._replace(end=end, scaled=True, pointed=(), values=values)
    also = None
    if len(name) == 1 and not q.unit and (unit or (name == "k" and apart)):
        also = q._replace(end=end, unit=unit or "kelvin")  # 313 K is warm, and 313,000
    values = tuple(EXACT.scaleb(v, power) for v in (*q.values, *q.pointed))
    return q._replace(end=end, scaled=True, pointed=(), values=values), also


def _unit(text: str, q: Quantity, word: re.Match[str], *, apart: bool) -> Quantity:
    """A number with its unit, if the word behind it is one; `5000X` is part of a word."""
    name = folded(word[0])
    unit = unit_of(word[0]) or unit_of(name)
    if unit and not q.unit and (not apart or _ends_there(text, name, word.end())):
        return q._replace(end=word.end(), unit=unit)
    if not apart and word.start() == q.end and not q.unit and len(name) <= 3 and not q.scaled:
        return q._replace(joined=True)
    return q


def _ends_there(text: str, name: str, end: int) -> bool:
    if name == "st" and text[end : end + 2].strip().isdigit():
        return True  # 18 st 8 lb
    return name not in _ALSO_WORDS or not text[end : end + 2].lstrip(" -")[:1].isalnum()
