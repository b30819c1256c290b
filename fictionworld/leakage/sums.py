"""A value told by its parts: numbers of one sentence that add up to it, or leave it."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.asked import SENTENCE
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.target import NumberTarget, targets_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.quantities import Quantity

__all__ = ["find_sums"]

_LEAST: Final = 20
"""Values below are so often the sum of something that it tells nothing."""
_MOST_PARTS: Final = 8
_ALL_BUT: Final = re.compile(
    r"\b(?:all but|all except|except for|save|bar|minus|without)\s*$", re.IGNORECASE
)
_UNSOLD: Final = re.compile(
    r"\b(?:empty|unsold|unfilled|unused|vacant|not|without|other|rest|remain\w*|fail\w*|missed"
    r"|lost|left|idle|closed|late|delayed|absent|never|no)\b",
    re.IGNORECASE,
)
_RATIO_CUE: Final = re.compile(
    r"\b(?:of which|of (?:this|that|these|those)|out of|of|from)\b", re.IGNORECASE
)


def find_sums(text: str, answer: Answer) -> list[Hit]:
    """The places, from the first part to the last, that tell the value by its parts."""
    target = next((one for one in targets_of(answer) if isinstance(one, NumberTarget)), None)
    if target is None or target.year:
        return []
    found: list[Hit] = []
    for sentence in _statements(text):
        if target.kind == "percent":
            found += _of_the_whole(text, sentence, target)
            found += _of_those(text, sentence, target)
        elif abs(target.value) >= _LEAST:
            found += _added(text, sentence, target)
        if target.kind == "money":
            found += _by_the_piece(text, sentence, target)
    if target.kind != "percent":
        found += _stepped(text, target.value * _scale(answer.value))
    return found


def _of_those(text: str, sentence: list[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`Of 80 applications filed by X, 20 were successful`."""
    plain = [
        one
        for one in sentence
        if not one.share and one.unit != "%" and not _YEAR.fullmatch(text[one.start : one.end])
    ]
    step = Decimal(1).scaleb(-target.decimals)
    for one, two in pairwise(plain):
        if one.values[0] < _LEAST or not 0 < two.values[0] < one.values[0]:
            continue
        if not _OF.search(text[max(0, one.start - 24) : one.start]):
            continue
        left = _UNSOLD.search(text[two.end : two.end + 24])
        part = one.values[0] - two.values[0] if left else two.values[0]
        if abs(part / one.values[0] * 100 - target.value) <= step / 2:
            yield Hit(two.start, two.end, "part and whole, arithmetic", alone=False)


def _by_the_piece(text: str, sentence: list[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`a case of six costs 228`, `five loaves for 21`: a price told by that of several."""
    for one, two in permutations(sentence[:_MOST_PARTS], 2):
        many, total = one.values[0], two.values[0]
        if not (2 <= many <= _MOST_PIECES and many == int(many) and not one.unit):
            continue
        if total != many * target.value or total == many or one.share or two.share:
            continue
        low, high = min(one.start, two.start), max(one.end, two.end)
        if ";" in text[low:high]:
            continue
        if _PACKED.search(text[max(0, low - 30) : high]) and high - low < _FAR:
            yield Hit(two.start, two.end, "price of several, arithmetic", alone=True)


def _scale(value: str) -> int:
    said = value.lower()
    return next((by for word, by in _SCALES.items() if word in said), 1)


_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


def _stepped(text: str, value: Decimal) -> Iterator[Hit]:
    """`the older one had 4,980; X adds exactly 200`: a figure and how far the value is from it."""
    numbers = [
        one
        for one in scan(text).quantities
        if one.values and not (one.ordinal or one.rank or one.joined or one.share)
    ]
    for at, step in enumerate(numbers):
        said = step.values[0]
        if said <= 0 or step.beyond is not None:
            continue
        more = _MORE.match(text, step.end) or _ADDS.search(
            text[max(0, step.start - 24) : step.start]
        )
        fewer = _FEWER.match(text, step.end) or _LESS_BY.search(
            text[max(0, step.start - 24) : step.start]
        )
        if bool(more) == bool(fewer):
            continue
        wanted = value - said if more else value + said
        for base in numbers[max(0, at - _MOST_PARTS) : at]:
            if base.unit != step.unit and base.unit and step.unit:
                continue
            if base.values[0] == wanted and step.start - base.end < _FAR:
                yield Hit(step.start, step.end, "figure and difference, arithmetic", alone=True)
                break


_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_OF: Final = re.compile(
    r"\b(?:of|among|from) (?:the |its |all |these |those |some )*$", re.IGNORECASE
)
_MOST_PIECES: Final = 144
_FAR: Final = 200
"""Characters between figures that are told of each other, at most."""
_PACKED: Final = re.compile(
    r"\b(?:case|pack|box|crate|set|bundle|carton|strip|book|dozen|for|cost|costs|buys?|sells?"
    r"|sold|at|price)\b",
    re.IGNORECASE,
)
_MORE: Final = re.compile(
    r"(?:\s(?!(?:and|or|but|than|if)\b)[A-Za-z]+\.?){0,2}?"
    r"\s(?:more|farther|further|longer|higher|taller|larger|bigger"
    r"|heavier|dearer|above|wider|deeper|faster|extra|on top|greater|pricier)\b"
    r"(?! (?:from\b|than (?:the )?(?:average|expected)))",
    re.IGNORECASE,
)
_ADDS: Final = re.compile(
    r"\b(?:add(?:s|ed|ing)|plus|gain(?:s|ed)|tops? (?:that|this|it) by|beats? (?:that|this|it) by"
    r"|up by|more by)\s(?:exactly |another |a further |just |precisely |only )?\S{0,3}$",
    re.IGNORECASE,
)
_FEWER: Final = re.compile(
    r"(?:\s(?!(?:and|or|but|than|if)\b)[A-Za-z]+\.?){0,2}?\s(?:less|fewer|shorter|lower|smaller|lighter|cheaper|below"
    r"|narrower|shallower|slower|under|short of that)\b",
    re.IGNORECASE,
)
_LESS_BY: Final = re.compile(
    r"\b(?:minus|sheds?|drops?|loses?|lost|cuts?|down by|less by|trims?)\s(?:exactly |another "
    r"|a further |just |precisely |only )?\S{0,3}$",
    re.IGNORECASE,
)


def _statements(text: str) -> Iterator[list[Quantity]]:
    """The plain numbers of each sentence that holds two or more, and not too many."""
    numbers = [
        one
        for one in scan(text).quantities
        if one.values and not (one.ordinal or one.rank or one.joined or one.beyond is not None)
    ]
    ends = [match.end() for match in SENTENCE.finditer(text)] + [len(text) + 1]
    at = 0
    for end in ends:
        sentence = []
        while at < len(numbers) and numbers[at].start < end:
            sentence.append(numbers[at])
            at += 1
        if sentence:
            yield sentence


def _added(text: str, sentence: list[Quantity], target: NumberTarget) -> Iterator[Hit]:
    parts = [
        one
        for one in sentence
        if not one.share
        and one.unit != "%"
        and one.form in {"digits", "number words", "words", "words of another language"}
    ]
    units = {one.unit for one in parts}
    if len(units - {""}) > 1:
        parts = [one for one in parts if one.unit in {target.unit, ""}]
    for first in range(len(parts)):
        total = Decimal(0)
        for last in range(first, min(len(parts), first + _MOST_PARTS)):
            one = parts[last]
            if last > first and one.start < parts[last - 1].end:
                break
            total += one.values[0]
            if (
                last > first
                and total == target.value
                and all(p.values[0] > 2 for p in parts[first : last + 1])
            ):
                yield Hit(parts[first].start, one.end, "sum of parts, arithmetic", alone=True)
    for one, two in pairwise(parts):
        if two.values[0] - one.values[0] == target.value and _ALL_BUT.search(
            text[max(0, one.start - 16) : one.start]
        ):
            yield Hit(one.start, two.end, "difference, arithmetic", alone=True)


def _of_the_whole(text: str, sentence: list[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """A percentage told by what is left of a hundred, or by a part and the whole it is of."""
    for one in sentence:
        if (
            one.unit == "%"
            and one.values[0] == 100 - target.value
            and _UNSOLD.search(text[one.end : one.end + 40])
        ):
            yield Hit(one.start, one.end, "what is left, arithmetic", alone=False)
    step = Decimal(1).scaleb(-target.decimals)
    for one, two in pairwise(sentence):
        if one.unit == "%" or two.unit == "%" or one.unit != two.unit or two.start - one.end > 60:
            continue
        part, whole = sorted((one.values[0], two.values[0]))
        if whole <= 0 or part < 10 or part == whole:
            continue
        if not _RATIO_CUE.search(text[one.end : two.start]):
            continue
        share = part / whole * 100
        if abs(share - target.value) <= step / 2 and target.value % 10:
            yield Hit(one.start, two.end, "part and whole, arithmetic", alone=False)
