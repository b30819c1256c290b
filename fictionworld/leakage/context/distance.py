"""How far a subject stands from a value, as a reader connects them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.names.mention import Mention

__all__ = ["distance"]

_THAN: Final = re.compile(
    r"(?:\b(?:than|unlike|like|beat(?:s|en)?|outsells?|against|versus|vs\.?|over|behind|before"
    r"|after|ahead of|above|below|compared (?:to|with)|rival of|admired|visited))\s(?:the\s"
    r"|its\s|a\s)?$",
    re.IGNORECASE,
)
_BREAKS: Final = re.compile(
    r"(?P<strong>;|\.(?=\s)|\n|\bwhile\b|\bwhereas\b|\bbut\b|\bElsewhere\b)|(?P<colon>:)"
    r"|(?P<comma>,(?!\d))|(?P<bar>\|)|(?P<and>\band\b)|(?P<word>[A-Za-z0-9](?:[\w'.,%-]*[\w%])?)"
)


_OWNING: Final = re.compile(r"\b(?:of|for|in|on)\s(?:an?\s|the\s)?$")


def distance(text: str, hit: Hit, mention: Mention) -> float:
    """Words between a mention and a value, and more for each break of the sentence."""
    after = mention.start >= hit.end
    between = text[hit.end : mention.start] if after else text[mention.end : hit.start]
    if len(between) > 500:
        return 60
    cost = 0.0
    for match in _BREAKS.finditer(between):
        kind = match.lastgroup
        cost += {"strong": 9, "colon": 1, "comma": 3, "bar": 1.5, "and": 2, "word": 1}[
            kind or "word"
        ]
    if after:
        cost += 1.5
        if re.search(r",\s(?:and\s|the\s)?$", between):
            cost += 3
        if re.match(
            r"[^,;.]{0,40}\b(?:of|for|in|on|by|from|buys(?: you)?|at|with the|to)\s(?:a\s|an\s"
            r"|the\s)?$",
            between,
        ):
            # of strangers, `from` and `to` name places rather than owners
            cost -= 4 if mention.own or mention.kin or _OWNING.search(between) else 0
        if re.match(r"\s?\((?:the\s)?$", between):
            cost -= 6
    else:
        if _THAN.search(text[max(0, mention.start - 24) : mention.start]):
            cost += 5
        if text.startswith("'", mention.end):
            cost -= 1
    if after and _THAN.search(text[max(0, mention.start - 24) : mention.start]):
        cost += 5
    return cost
