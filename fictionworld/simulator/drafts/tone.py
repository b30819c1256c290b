"""The tone of a draft: nothing is compared or ranked, and no fact is put in doubt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["tone_fault"]

_CLAIM: Final = re.compile(
    r"\b(?:largest|biggest|smallest|highest|lowest|longest|shortest|oldest|youngest|newest|fastest"
    r"|slowest|strongest|weakest|richest|cheapest|dearest|tallest|heaviest|lightest|greatest|fewest"
    r"|leading|top(?:-\w+)?|runners?-up|champions?|winners?|winning|records?|best|worst|majority"
    r"|minority|twice|thrice|double[ds]?|triple[ds]?|half|halves|quarter|dozens?|hundreds?|thousands?"
    r"|millions?|increas\w+|decreas\w+|rose|risen|fell|fallen|gr[eo]w\w*|declin\w+|doubl\w+|ranks?"
    r"|ranked|ranking|more than|less than|fewer than|outsells?|outsold|beats?|leads?|led by|only"
    r"|sole|unique|same as|all others?|every other|compared|than|first|second|third|last|average"
    r"|total|altogether|combined|both)\b",
    re.IGNORECASE,
)
_DOUBT: Final = re.compile(
    r"\b(?:not|never|no longer|cannot|\w+n['\u2019]t|wrong(?:ly)?|false(?:ly)?|allegedly|reportedly"
    r"|supposedly|rumou?r\w*|perhaps|maybe|possibly|probably|might|den(?:y|ies|ied)|untrue|formerly"
    r"|until|instead|rather)\b",
    re.IGNORECASE,
)


def tone_fault(
    rest: str, allowed: str, sentences: Sequence[tuple[int, int]], stated: Collection[int]
) -> str | None:
    """What is wrong with the tone, in words for the model; None where nothing is.

    Args:
        rest: The draft with holes for names and values.
        allowed: The plain text and the labels: their own words may be said again.
        sentences: Where the draft's sentences begin and end.
        stated: Where it states facts.
    """
    allowed = allowed.casefold()
    for match in _CLAIM.finditer(rest):
        if not re.search(rf"\b{re.escape(match[0].casefold())}\b", allowed):
            return f"compares or counts ({match[0]!r}), as the plain text does not"
    for start, end in sentences:
        if any(start <= place < end for place in stated):
            for match in _DOUBT.finditer(rest, start, end):
                if match[0].casefold() not in allowed:
                    return f"puts a fact in doubt ({match[0]!r})"
    return None
