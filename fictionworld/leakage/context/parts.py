"""Named parts of a subject: `X play at Calder Lane, which seats ...`, `Calder Lane, home of X`.

A proper name that a sentence ties to its subject as its ground, house or home is no rival for a
value: what seats so many is the subject's own.
"""

# Names are written with typographic apostrophes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.names.mention import Mention

__all__ = ["is_part", "parts_as_own"]

_PLACE: Final = (
    r"(?:home|ground|grounds|stadium|arena|venue|pitch|seat|base|building|house|headquarters|hall"
    r"|campus|site|school|theatre|premises|block|wing|branch|flagship|hub|yard|port|terminal|depot"
    r"|court|centre|center|tower|quarters|office|offices|factory|plant|mill)"
)
_LED_TO: Final = re.compile(
    r"^(?:['’]s?\s(?:own\s|new\s|old\s)?(?:(?:[a-z-]+\s){0,2}?"
    + _PLACE
    + r"[,\s]{1,2})?|[^.;:]{0,60}?\b(?:plays?|played|share[sd]?|own(?:s|ed)?|occup(?:y|ies|ied)"
    r"|live[sd]?|resides?|housed|based|located|seated|(?:is|are|was|were)\s(?:at\s)?home"
    r"|meets?|sits?|train[s]?|call[s]?|host[s]?|perform[s]?|fills?|rent[s]?"
    r"|(?:their|its)\s(?:own\s)?(?:[a-z]+\s){0,2}?(?:" + _PLACE + r")?)"
    r"(?:\s(?:their|its|all|most|home|games?|matches?|at|in|on|from|of|the|is|are|called|out|own"
    r"|concerts?|shows?|ground|stadium|house|building)){0,6}\s?)$"
)
_SURE: Final = re.compile(rf"\b(?:at|on|{_PLACE})[,\s]{{1,2}}$|^['’]s?\s")
"""What makes sure of a part: `hosts Veritan` and `is based in Norrum` name none."""
_PLACE_NAME: Final = re.compile(
    r"\b(?:Lane|Road|Street|Park|House|Hall|Ground|Field|Fields|Stadium|Arena|Square|Tower|Court"
    r"|Building|Centre|Center|Block|Wing|Theatre|Campus|Yard|Wharf|Quay|Gardens?|Bowl|Dome|Palace"
    r"|Mill|Works|Barracks|Terminal|Pier|Row|Avenue|Close|End|Green|Grange|Manor|Lodge)(?:['’]s)?$"
)
_RIVALS: Final = re.compile(
    r"\b(?:against|away|travel\w*|visit\w*|lost|beat\w*|won|drew|next|rival\w*|neighbour\w*"
    r"|also|unlike|than|outdone|wish\w*|guests?)\b",
    re.IGNORECASE,
)
_BELONGS: Final = re.compile(
    r"^,?\s(?:(?:the|its|a)\s)?(?:[a-z]+\s)?"
    + _PLACE
    + r"\s(?:ground\s|stadium\s)?(?:of|to|for)\s(?:the\s)?$"
    r"|^,?\s(?:of|at|where)\s(?:the\s)?$"
    r"|^,\swhere\s(?:the\s)?$"
)


def is_part(text: str, start: int, end: int, owns: Sequence[Mention]) -> bool:
    """Whether the name at `text[start:end]` is said to be a part or place of a subject's."""
    for own in owns:
        if own.end <= start:
            between = text[own.end : start]
            if (
                len(between) <= 90
                and _LED_TO.search(between)
                and not _RIVALS.search(between)
                and (_SURE.search(between) or _PLACE_NAME.search(text[start:end]))
            ):
                return True
        elif own.start >= end:
            between = text[end : own.start]
            if len(between) <= 50 and _BELONGS.search(between):
                return True
    return False


def parts_as_own(text: str, mentions: list[Mention]) -> list[Mention]:
    """Mentions of which those of a subject's named parts count as the subject's own."""
    owns = [m for m in mentions if m.own]
    if not owns or len(owns) == len(mentions):
        return mentions
    return [
        m._replace(own=True)
        if not m.own and not m.kin and is_part(text, m.start, m.end, owns)
        else m
        for m in mentions
    ]
