"""Shares told by the whole: a part and what it is of, what is left of a hundred, the rest."""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.leakage.quantities import Quantity
    from fictionworld.leakage.quantities.target import NumberTarget

__all__ = ["find_rest", "of_the_whole", "of_them", "of_those", "what_is_left"]

_LEAST: Final = 20
_FAR: Final = 200
"""Characters between a part and the words for the rest, at most."""
_MOST_PARTS: Final = 6
_FEWEST: Final = 5
"""A rest of fewer is so often left that it tells nothing."""
_NEXT: Final = 40
_MOST_BEFORE: Final = 12
_GONE: Final = re.compile(
    r"\b(?:empty|unsold|unfilled|unused|vacant|not|without|other|rest|remain\w*|fail\w*|missed"
    r"|lost|left|idle|closed|late|delayed|absent|never|no|turn(?:s|ed)? away|turn(?:s|ed)? down"
    r"|reject\w*|refus\w*|den(?:y|ies|ied)|declin\w*|lack\w*|go|going|dismissed|laid off|sack\w*"
    r"|sold off|scrapped|cancel\w*|free|spare|unemployed|out of work|abroad|elsewhere"
    r"|losing|lose[sd]?)\b",
    re.IGNORECASE,
)
_REST: Final = re.compile(
    r"\b(?:the (?:rest|others?|remainder|balance)|all (?:the )?others?|every(?:one|body) else"
    r"|what (?:is|was) left|the remaining|remainder|everything else|all else)\b",
    re.IGNORECASE,
)
_RATIO_CUE: Final = re.compile(
    r"\b(?:of which|of (?:this|that|these|those)|out of|of|from|on (?:sales|revenue|turnover))\b",
    re.IGNORECASE,
)
_OF: Final = re.compile(
    r"\b(?:of|among|from) (?:the |its |all |these |those |some )*$", re.IGNORECASE
)
_ALL_BUT: Final = re.compile(
    r"\b(?:all|everything|every(?:body|one))(?: \w+)? (?:but|except|save|bar)\s(?:for )?$",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[,;:.(]|\b(?:and|but|while|who|which)\b")
_OF_THEM: Final = re.compile(r"\s(?:out )?of (?:them|these|those|which|whom)\b", re.IGNORECASE)
_OF_ITS: Final = re.compile(r"\s(?:out )?of(?: (?:its|the|their|his|her|all|these|those))*\s")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def of_those(text: str, sentence: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
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
        left = _gone(text[two.end : two.end + 24], target)
        part = one.values[0] - two.values[0] if left else two.values[0]
        if abs(part / one.values[0] * 100 - target.value) <= step / 2:
            yield Hit(two.start, two.end, "part and whole, arithmetic", alone=False)


def of_them(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`faced ten penalties. Four of them ended in her gloves`: a part of what was counted."""
    step = Decimal(1).scaleb(-target.decimals)
    plain = [
        one
        for one in numbers
        if not (one.share or one.unit or _YEAR.fullmatch(text[one.start : one.end]))
    ]
    for at, two in enumerate(plain):
        if two.values[0] <= 0 or not _OF_THEM.match(text, two.end):
            continue
        before = reversed(plain[max(0, at - _MOST_BEFORE) : at])
        whole = next((one for one in before if one.values[0] > two.values[0] and one.noun), None)
        if whole is None or two.start - whole.end > _FAR:
            continue
        left = _gone(re.split(r"[,;.]", text[two.end : two.end + 40])[0], target)
        part = whole.values[0] - two.values[0] if left else two.values[0]
        if abs(part / whole.values[0] * 100 - target.value) <= step / 2:
            yield Hit(two.start, two.end, "part and whole, arithmetic", alone=False)


def of_the_whole(text: str, sentence: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """A percentage told by what is left of a hundred, or by a part and the whole it is of."""
    step = Decimal(1).scaleb(-target.decimals)
    for one in sentence:
        part = _percent(one)
        if part is None or abs(100 - part - target.value) > step / 2:
            continue
        before = text[max(0, one.start - 30) : one.start]
        further = _CLAUSE_END.split(text[one.end + 40 : one.end + 80])[0]
        behind = text[one.end : one.end + 40] + further
        if _gone(behind, target) or _gone(before, target) or _ALL_BUT.search(before):
            yield Hit(one.start, one.end, "what is left, arithmetic", alone=False)
    for one, two in pairwise(sentence):
        if one.unit == "%" or two.unit == "%" or one.unit != two.unit or two.start - one.end > 60:
            continue
        small, whole = sorted((one.values[0], two.values[0]))
        if whole <= 0 or (small < 10 and not one.scaled) or small == whole:
            continue
        if not _RATIO_CUE.search(text[one.end : two.start]):
            continue
        share = small / whole * 100
        if abs(share - target.value) <= step / 2 and (target.value % 10 or one.scaled):
            yield Hit(one.start, two.end, "part and whole, arithmetic", alone=False)


def find_rest(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`A holds 46.5%, B 31%; the rest is the family's`: told where the rest is."""
    if target.kind != "percent":
        yield from _rest_of(text, numbers, target)
        return
    step = Decimal(1).scaleb(-target.decimals)
    for match in _REST.finditer(text):
        total, found = Decimal(0), 0
        for one in reversed(_before(numbers, match.start())):
            part = _percent(one)
            if match.start() - one.end > _FAR or found == _MOST_PARTS:
                break
            if part is None and _bare_share(one, _before(numbers, one.start)):
                part = one.values[0]
            if part is None:
                continue
            total, found = total + part, found + 1
            if abs(100 - total - target.value) <= step / 2:
                yield Hit(*match.span(), "the rest, arithmetic", alone=False)
                break


def _bare_share(one: Quantity, numbers: Sequence[Quantity]) -> bool:
    """`takes up 12 per cent and Old Muscade 15`: whether a bare number follows a percentage."""
    if one.unit or one.share or one.noun or one.scaled or not 0 < one.values[0] < 100:
        return False
    before = [other for other in numbers if 0 < one.start - other.end < _NEXT]
    return bool(before) and before[-1].unit == "%"


def _before(numbers: Sequence[Quantity], place: int) -> Sequence[Quantity]:
    """The last few numbers that begin before a place."""
    at = bisect_left(numbers, place, key=lambda one: one.start)
    return numbers[max(0, at - _MOST_BEFORE) : at]


def _rest_of(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`58 graves: forty-one were of adults, all the rest of children`: told where the rest is."""
    if target.value < _FEWEST or target.value != int(target.value):
        return
    for match in _REST.finditer(text):
        near = [one for one in _before(numbers, match.start()) if match.start() - one.end <= _FAR]
        near = [one for one in near if not one.share and one.unit in {"", target.unit}][
            -_MOST_PARTS:
        ]
        for at, whole in enumerate(near[:-1]):
            parts = [one.values[0] for one in near[at + 1 :]]
            if whole.values[0] - sum(parts) == target.value and min(parts) > 1:
                yield Hit(*match.span(), "the rest, arithmetic", alone=False)
                break


def what_is_left(text: str, sentence: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`let 58 of its 400 employees go`: how many stayed."""
    for one, two in pairwise(sentence):
        if two.values[0] - one.values[0] != target.value or one.values[0] <= 0:
            continue
        if not _OF_ITS.fullmatch(text[one.end : two.start]):
            continue
        if _GONE.search(text[two.end : two.end + 40]):
            yield Hit(one.start, two.end, "what is left, arithmetic", alone=True)


def _percent(one: Quantity) -> Decimal | None:
    """A share or a percentage, in hundredths."""
    if one.share:
        return one.values[0] * 100
    return one.values[0] if one.unit == "%" else None


def _gone(text: str, target: NumberTarget) -> bool:
    """Whether words near a part say that it is what the column does not count."""
    return any(
        match[0].lower() not in target.words and match[0].lower()[:5] not in _stems(target)
        for match in _GONE.finditer(text)
    )


def _stems(target: NumberTarget) -> set[str]:
    return {word[:5] for word in target.words if len(word) > 4}
