"""Values that a text gives as one of several claims, or as somebody's guess in a contest."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_disputed"]

_ANOTHER: Final = r"(?:another|others|the (?:second|other|third|next)|a (?:second|third))"
_SOURCE: Final = (
    r"(?:[a-z]+ )?(?:guide|source|map|paper|book|account|register|witness|chronicle|report|list"
    r"|leaflet|print|side|expert)"
)
_DISAGREE: Final = re.compile(
    rf"\b(?:in|by|on|to) one {_SOURCE}\b[^.]{{0,80}}\b{_ANOTHER}\b"
    r"|\bone (?:[a-z]+ ){1,2}(?:says|gives|puts|claims|shows|prints|names|reckons|quotes|lists)\b"
    rf"[^.]{{0,80}}\b(?:{_ANOTHER}|one)\b"
    r"|\b(?:two|three|four|five|several|different|conflicting|as many) (?:different )?(?:answers"
    r"|versions|accounts|figures|dates|claims|estimates|stories)\b"
    r"|\b(?:sources|accounts|guides|books|maps|figures|historians|experts|reports)"
    r" (?:differ|disagree|vary|contradict)|\bnever been settled\b"
    r"|\bnobody (?:agrees|knows which)\b",
    re.IGNORECASE,
)
_SETTLED: Final = re.compile(
    r"\b(?:in fact|in truth|actually|correct(?:ly)?|right|wrong|mistaken|settled (?:it|the)"
    r"|measured|survey(?:ed)?|official(?:ly)?|confirmed|all agree|the same)\b",
    re.IGNORECASE,
)
_UNSETTLED: Final = re.compile(
    r"\bno (?:\w+ )?(?:survey|measurement|official|confirm)\w*|\bwhich (?:of \w+ |one )?(?:is|was)"
    r" (?:right|correct|wrong)|\bnever been settled\b|\b(?:not|never|nobody) (?:\w+ )?(?:measured"
    r"|confirmed|surveyed)\b",
    re.IGNORECASE,
)
"""Words of a settlement that say that there is none."""
_CONTEST: Final = re.compile(
    r"\bguess (?:the|how|what|when|who|which)\b[^.!?]{0,90}[.!?:](?:[^.!?]|\.\d){0,60}$"
    r"|\b(?:entries|guesses|bets|tips|answers) (?:so far|received|include|ranged?)\b"
    r"(?:[^.!?]|\.\d){0,90}$",
    re.IGNORECASE,
)


def is_disputed(before: str, sentence: str) -> bool:
    """Whether a sentence gives several claims and settles none.

    Args:
        before: The record as far as the value.
        sentence: The value's own.
    """
    if _CONTEST.search(before[-180:]):
        return True
    found = _DISAGREE.search(sentence)
    return found is not None and not _SETTLED.search(_UNSETTLED.sub(" ", sentence))
