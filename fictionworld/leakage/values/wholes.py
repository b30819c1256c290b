"""Shares told by the whole: a part and what it is of, what is left of a hundred, the rest."""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.leakage.quantities import Quantity
    from fictionworld.leakage.quantities.target import NumberTarget

__all__ = ["find_rest", "is_gone", "of_the_whole"]

_FAR: Final = 200
"""Characters between a part and the words for the rest, at most."""
_MOST_PARTS: Final = 6
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
    r"\b(?:(?:the|every) (?:rest|others?|remainder|balance)|all (?:the )?others?"
    r"|every(?:one|body) else|what (?:is|was) left|the remaining|remainder|everything else"
    r"|all else)\b",
    re.IGNORECASE,
)
_ALL_BUT: Final = re.compile(
    r"\b(?:all|everything|every(?:body|one))(?: \w+)? (?:but|except|save|bar)\s(?:for )?$",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(r"[,;:.(]|\b(?:and|but|while|who|which)\b")


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
        if is_gone(behind, target) or is_gone(before, target) or _ALL_BUT.search(before):
            yield Hit(one.start, one.end, "what is left, arithmetic", alone=False)


def find_rest(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`A holds 46.5%, B 31%; the rest is the family's`: told where the rest is."""
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


def _percent(one: Quantity) -> Decimal | None:
    """A share or a percentage, in hundredths."""
    if one.share:
        return one.values[0] * 100
    return one.values[0] if one.unit == "%" else None


def is_gone(text: str, target: NumberTarget) -> bool:
    """Whether words near a part say that it is what the column does not count."""
    return any(
        match[0].lower() not in target.words and match[0].lower()[:5] not in _stems(target)
        for match in _GONE.finditer(text)
    )


def _stems(target: NumberTarget) -> set[str]:
    return {word[:5] for word in target.words if len(word) > 4}
