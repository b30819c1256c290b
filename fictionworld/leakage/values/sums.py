"""A value told by its parts: numbers of one sentence that add up to it, or leave it."""

from __future__ import annotations

import re
from bisect import bisect
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.asked import SENTENCE
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.quantity import OTHERS_FIGURE, is_year
from fictionworld.leakage.quantities.target import NumberTarget, targets_of
from fictionworld.leakage.values.listed import find_listed, find_scaled
from fictionworld.leakage.values.quotients import find_quotients
from fictionworld.leakage.values.reckoned import find_reckoned, with_unsaid
from fictionworld.leakage.values.steps import stepped
from fictionworld.leakage.values.wholes import find_rest, of_the_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.leakage.answer import Answer
    from fictionworld.leakage.quantities import Quantity

__all__ = ["find_sums"]

_LEAST: Final = 20
"""Values below are so often the sum of something that it tells nothing."""
_FEW: Final = 8
_RARE: Final = 100
"""Two numbers that come to less are so often put beside each other that the sum tells nothing."""
_MOST_PARTS: Final = 8
_ALL_BUT: Final = re.compile(
    r"\b(?:all but|all except|except for|save|bar|minus|without)\s*$", re.IGNORECASE
)


def find_sums(text: str, answer: Answer) -> list[Hit]:
    """The places, from the first part to the last, that tell the value by its parts."""
    target = next((one for one in targets_of(answer) if isinstance(one, NumberTarget)), None)
    if target is None or target.year:
        return []
    found: list[Hit] = []
    found += _in_pieces(text, target)
    if target.kind == "number":
        found += [*find_listed(text, target), *find_scaled(text, target, answer.column)]
    quantities = scan(text).quantities
    numbers = _numbers(quantities)
    if not numbers:
        return found
    if target.kind == "percent":
        found += of_the_whole(text, numbers, target)
        found += find_rest(text, numbers, target)
    else:
        found += _added(text, numbers, target)
    found += find_quotients(text, numbers, target)
    found += find_reckoned(text, with_unsaid(text, numbers), target)
    if target.kind == "number" and " or " in text and "not" in text:
        found += _left_of_two(text, quantities, target)
    if target.kind != "percent":
        figures = with_unsaid(
            text, [one for one in _figures(quantities) if _of_its_kind(one, target)]
        )
        found += stepped(text, figures, target.value * _scale(answer.value))
    return found


def _of_its_kind(one: Quantity, target: NumberTarget) -> bool:
    """Whether a figure may be measured in what the column is in: kilograms make no height."""
    return not (target.unit and one.unit) or one.unit in target.bounds


def _scale(value: str) -> int:
    said = value.lower()
    return next((by for word, by in _SCALES.items() if word in said), 1)


_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


_LONG: Final = 700
_NOTHING_ELSE: Final = re.compile(
    r"\b(?:nothing else|no (?:other|more|others)|made up of|consists? of|that is all)\b",
    re.IGNORECASE,
)
"""What closes a list of a few so plainly that even a small sum is told."""
_NO_MORE: Final = re.compile(
    r"\b(?:nothing else|no ?(?:body|one) else|nowhere else|no (?:other|third|fourth|further)"
    r"|only other|that(?:'s| is| was| makes) (?:the lot|all|everything)"
    r"|(?:everyone|everybody|everything) else|makes? up|in all|all told|altogether|combined"
    r"|together|the lot|the whole|the rest|both halves|two halves"
    r"|the (?:other|remaining)|and no more)\b",
    re.IGNORECASE,
)
_FAR: Final = 200
"""Characters between figures that are told of each other, at most."""


def _numbers(quantities: Sequence[Quantity]) -> list[Quantity]:
    """The numbers of a text that may be parts of others."""
    return [
        one
        for one in quantities
        if one.values
        and one.form not in {"arithmetic", OTHERS_FIGURE}
        and not (one.ordinal or one.rank or one.joined or one.beyond is not None)
    ]


def _figures(quantities: Sequence[Quantity]) -> list[Quantity]:
    """The numbers of a text that another may be told by."""
    return [
        one
        for one in quantities
        if one.values and not (one.ordinal or one.rank or one.joined or one.share)
    ]


_GAP_OF_PIECES: Final = r"\b(?!\s(?:at|on|from|before|after)\b)[^\d]{1,60}?(?P<n>\d{1,6})(?!\d)"
_BEGINS: Final = re.compile(
    r"\b(?:begin(?:s|ning)?|start(?:s|ing)?|opens|first (?:\w+ )?(?:digits?|figures?))"
    + _GAP_OF_PIECES,
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"\b(?:end(?:s|ing)?|clos(?:es|ing)|finish(?:es|ing)|last|final|rest|remaining|then)"
    + _GAP_OF_PIECES,
    re.IGNORECASE,
)


def _in_pieces(text: str, target: NumberTarget) -> Iterator[Hit]:
    """`It begins with 58`, `and ends in 240`: the first digits here, the last there."""
    digits = str(target.value).replace(".", "")
    for first in _BEGINS.finditer(text) if len(digits) > 2 else ():
        for last in _ENDS.finditer(text, first.end(), first.end() + _LONG):
            if first["n"] + last["n"] == digits:
                yield Hit(first.start(), last.end(), "digits in pieces", alone=True)


_OR: Final = re.compile(r"\s(?:[a-z]+\s)?or\s(?:with\s)?", re.IGNORECASE)
_IT_IS_NOT: Final = re.compile(r"\s(?:it|this|that)\s(?:is|was|has)\s?(?:not|n't)\b")


def _left_of_two(text: str, every: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`Twelve floors or thirteen? It is not twelve`: the one of two that is left."""
    pairs = [(one.end, {one.values[0], one.beyond}) for one in every if one.beyond is not None]
    pairs += [
        (two.end, {one.values[0], two.values[0]})
        for one, two in pairwise(every)
        if one.values and two.values and _OR.fullmatch(text, one.end, two.start)
    ]
    for end, values in pairs:
        if target.value not in values or len(values) == 1:
            continue
        for again in every:
            if not 0 <= again.start - end <= _FAR or target.value in again.values:
                continue
            if values.issuperset(again.values) and (
                _DENIED.search(text, max(0, again.start - 16), again.start)
                or _IT_IS_NOT.match(text, again.end)
            ):
                yield Hit(again.start, again.end, "elimination", alone=True)


_DENIED: Final = re.compile(r"\bnot\s(?:the\s|have\s|has\s|exactly\s)?$", re.IGNORECASE)


def _of_others(part: Quantity, target: NumberTarget) -> bool:
    """Whether a part counts something, and not what the column names."""
    return not part.unit and part.noun not in target.words


def _added(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """Parts of one sentence; of several, where one says that there are no more."""
    closed = (_NO_MORE if abs(target.value) >= _LEAST else _NOTHING_ELSE).search(text) is not None
    if abs(target.value) < (_FEW if closed else _LEAST):
        return
    parts = [
        one
        for one in numbers
        if not (one.share or one.unit == "%") and one.form in _PLAIN and _of_its_kind(one, target)
    ]
    ends = [match.end() for match in SENTENCE.finditer(text)]
    for first, begin in enumerate(parts):
        total, units, reach = begin.values[0], {begin.unit}, bisect(ends, begin.start)
        for before, one in pairwise(parts[first : first + _MOST_PARTS]):
            total, units = total + one.values[0], units | {one.unit}
            apart = bisect(ends, one.start) != reach
            if one.start < before.end or min(before.values[0], one.values[0]) <= 2:
                break
            if is_year(before) or is_year(one):
                break
            if len(units) > 1 and not units <= {"", target.unit}:
                break
            if (apart and not closed) or one.end - begin.start > _LONG:
                break
            if total == target.value:
                few = before is begin and (total < _RARE or _of_others(begin, target))
                yield Hit(begin.start, one.end, "sum of parts, arithmetic", alone=not few)
    for one, two in pairwise(parts):
        if two.values[0] - one.values[0] == target.value and _ALL_BUT.search(
            text[max(0, one.start - 16) : one.start]
        ):
            yield Hit(one.start, two.end, "difference, arithmetic", alone=True)


_PLAIN: Final = frozenset({"digits", "number words", "words", "words of another language"})
