"""A value told by its parts: numbers of one sentence that add up to it, or leave it."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.asked import SENTENCE
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.quantity import OTHERS_FIGURE
from fictionworld.leakage.quantities.target import NumberTarget, targets_of
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
    quantities = scan(text).quantities
    numbers = _numbers(quantities)
    if not numbers:
        return found
    for sentence in _statements(text, numbers):
        if target.kind == "percent":
            found += of_the_whole(text, sentence, target)
        elif abs(target.value) >= _LEAST:
            found += _added(text, sentence, target)
    found += find_quotients(text, numbers, target)
    if target.kind == "percent":
        found += find_rest(text, numbers, target)
    found += find_reckoned(text, with_unsaid(text, numbers), target)
    if target.kind == "number" and " or " in text and "not" in text:
        found += _left_of_two(text, quantities, target)
    if target.kind != "percent":
        figures = with_unsaid(
            text, [one for one in _figures(quantities) if _of_its_kind(one, target)]
        )
        found += stepped(text, figures, target.value * _scale(answer.value))
        found += _all_parts(text, numbers, target)
    return found


def _of_its_kind(one: Quantity, target: NumberTarget) -> bool:
    """Whether a figure may be measured in what the column is in: kilograms make no height."""
    return not (target.unit and one.unit) or one.unit in target.bounds


def _scale(value: str) -> int:
    said = value.lower()
    return next((by for word, by in _SCALES.items() if word in said), 1)


_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


_MANY: Final = 40
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


def _all_parts(text: str, every: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """Parts told in several sentences, of which one says that there are no more."""
    closes = _NO_MORE if abs(target.value) >= _LEAST else _NOTHING_ELSE
    if abs(target.value) < _FEW or closes.search(text) is None:
        return
    numbers = [one for one in every if not one.share and one.unit != "%"]
    for sentence in (numbers[at : at + _MOST_PARTS] for at in range(min(len(numbers), _MANY))):
        for hit in _added(text, sentence, target):
            if hit.end - hit.start < _LONG:
                yield hit


def _statements(text: str, numbers: Sequence[Quantity]) -> Iterator[list[Quantity]]:
    """The plain numbers of each sentence that holds two or more, and not too many."""
    ends = [match.end() for match in SENTENCE.finditer(text)] + [len(text) + 1]
    at = 0
    for end in ends:
        sentence = []
        while at < len(numbers) and numbers[at].start < end:
            sentence.append(numbers[at])
            at += 1
        if sentence:
            yield sentence


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


def _added(text: str, sentence: list[Quantity], target: NumberTarget) -> Iterator[Hit]:
    parts = [
        one
        for one in sentence
        if not one.share
        and one.unit != "%"
        and one.form in {"digits", "number words", "words", "words of another language"}
    ]
    units = {one.unit for one in parts}
    if target.unit and units - {""} and not units.intersection(target.bounds.keys() - {""}):
        return  # kilograms make no height
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
                few = last - first == 1 and (total < _RARE or _of_others(parts[first], target))
                yield Hit(parts[first].start, one.end, "sum of parts, arithmetic", alone=not few)
    for one, two in pairwise(parts):
        if two.values[0] - one.values[0] == target.value and _ALL_BUT.search(
            text[max(0, one.start - 16) : one.start]
        ):
            yield Hit(one.start, two.end, "difference, arithmetic", alone=True)
