"""Whom another has followed: `W takes over from V`, `V was ousted`. It was so, and is no longer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["is_replaced"]

_TITLE: Final = r"(?:(?:the|its|their|outgoing|long-serving|veteran|retiring)\s){0,2}"
_FOLLOWED: Final = re.compile(
    r"\b(?:replac(?:es|ed|ing)|succeed(?:s|ed|ing)|t(?:akes?|aking|ook) over from|in place of"
    r"|in succession to|(?:t(?:akes?|aking|ook)|inherit(?:s|ed)|wrest(?:s|ed)|wrestled)"
    rf"\s(?!its\b|their\b|his\b|her\b)[^.;:,]{{2,60}}?\sfrom|oust(?:s|ed|ing)|unseat(?:s|ed|ing)"
    rf"|depos(?:es|ed|ing))\s{_TITLE}$"
)
_GONE: Final = re.compile(
    r"(?:,[^,.;:]{2,60},)?\s(?:(?:ran|led|held|was|had|[a-z]{3,}ed)\b[^.,;:]{0,60}\s(?:until"
    r"|till)\s(?!\d|20)|(?:was|has been|had been|is|were|got|gets)\s(?:[a-z]+ly\s)?(?:ousted"
    r"|deposed|unseated|replaced|voted out|forced out|succeeded)\b)"
)
_EARLIER: Final = re.compile(
    r"predec|former|previous|\bfirst\b|replac|oust|rival|opponent|beaten|seller|giver|donor",
    re.IGNORECASE,
)
"""Columns of those who came before."""


def is_replaced(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether the one named is said to have been followed by another."""
    if _EARLIER.search(asked.answer.column):
        return False
    before = text[max(near.sentence, hit.start - 110) : hit.start]
    return _FOLLOWED.search(before) is not None or _GONE.match(text, hit.end, near.end) is not None
