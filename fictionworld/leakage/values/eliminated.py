"""A value told by all others that a column or a question lists: `Class (A/B/C)`, `neither A nor C`.

The list stands in brackets behind the column's name, or in the question with an `or` at its end.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_eliminated"]

_LISTED: Final = re.compile(
    r"[(:,]\s?(?P<all>[^(),:?]{1,30}(?:(?:\s?[/|,]\s?|,?\sor\s)[^(),:/|?]{1,30}){1,7})[)?]?"
)
_PART: Final = re.compile(r"\s?[/|]\s?|,?\sor\s|,\s?")
_RULED_OUT: Final = re.compile(
    r"\b(?:not|cannot|nor|neither|never|no|none|without|except|excluded?s?|rule[sd]? out|ruling out"
    r"|miss(?:ed|es)|lacks?|instead of|rather than|other than|anything but)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[^.!?\n]+")


@lru_cache(1024)
def _others(listing: str, value: str) -> tuple[re.Pattern[str], ...]:
    """What finds each of those that are listed with the value."""
    for match in _LISTED.finditer(listing):
        parts = [part.strip() for part in _PART.split(match["all"]) if part.strip()]
        if value.lower() in map(str.lower, parts):
            return tuple(
                re.compile(rf"(?<!\w){re.escape(p)}(?!\w)", 0 if len(p) < 3 else re.IGNORECASE)
                for p in parts
                if p.lower() != value.lower()
            )
    return ()


def find_eliminated(text: str, answer: Answer, question: str) -> list[Hit]:
    """The sentences that rule out all but the value."""
    value = answer.value.strip()
    others = _others(answer.column, value) or _others(question, value)
    found = []
    for match in _SENTENCE.finditer(text) if others else ():
        denied = _RULED_OUT.search(match[0])
        if denied is None or re.search(rf"(?<!\w){re.escape(value)}(?!\w)", match[0]):
            continue
        places = [other.search(match[0], denied.start()) for other in others]
        spans = [place.span() for place in places if place]
        if len(spans) == len(others):
            low, high = min(a for a, _ in spans), max(b for _, b in spans)
            found.append(Hit(match.start() + low, match.start() + high, "elimination", alone=True))
    return found
