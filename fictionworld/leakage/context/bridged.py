"""Whether two results tell a name together, each naming one thing that leads from one to the other.

One says of the subject what a third thing settles (`the prize goes to 'A Ladder for Bees'`, `its
architect also drew the Quay Opera`); the other names who belongs to that thing (`A Ladder for Bees,
by V`, `Quay Opera ... by architect V`).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.asked import SENTENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["bridged"]

_REACH: Final = 1_000
"""Characters before and behind in which the other result is looked for."""
_MOST: Final = 12
"""Names that one result may offer as a bridge."""
_THING: Final = re.compile(
    r"(?<![\w'\u2019])[A-Z][\w'\u2019-]*(?:\s(?:(?:of|for|the|and|in|on|at|to|a)\s){0,2}[A-Z][\w'\u2019-]*)+"
)
_FIELD: Final = re.compile(r"(?m)^(?:Title|Snippet|Text): ")
_SAME: Final = re.compile(r"\bsame (?:[a-z]+ ){1,2}(?:as|that|who|behind)\b")
_ALSO: Final = re.compile(
    r"[a-z]*(?:,? who)?\s(?:(?:had|has|also|later|earlier|then|once|already)\s)+"
    r"(?P<did>[a-z]+\s(?:us\s)?)"
)
_GAVE: Final = re.compile(r"gave|left|brought|did\b")
_OPEN: Final = re.compile(
    r"shortlist|longlist|finalist|nomin|contend|candidat|jur(?:y|or)s?\b(?! gave| chose)"
)
_BEATEN: Final = re.compile(
    r"\b(?:beat|beats|beating|over|ahead of|against|not|than|shortlist\w*|opposite|near|from)\s"
    r"(?:the\s)?[\"'\u2018\u201c]?$",
    re.IGNORECASE,
)
_BYLINE: Final = re.compile(
    r"[\"'\u2019\u201d]?(?:,?\s(?:is\s|was\s)?(?:(?:a|the)\s(?:[a-z-]+\s){1,2})?(?:written\s)?by\s"
    r"|\s[|\u2013\u2014-]\s|\s\()"
)
_OFFICE: Final = re.compile(r"\b(?P<office>[a-z]{4,})\s(?:of|at|for|in)\s(?:the\s)?$")


def bridged(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether another result leads from the subject to what this one ties the name to."""
    own = asked.own
    if own is None or not text.startswith("Title: ", near.record):
        return False
    record = text[near.record : near.record_end]
    if any(m.own for m in asked.subject.mentions(record, 0, len(record))):
        return False
    around = (
        text[max(0, near.record - _REACH) : near.record],
        text[near.record_end : near.record_end + _REACH],
    )
    others = [t for t in around if any(m.own for m in asked.subject.mentions(t, 0, len(t)))]
    if not others:
        return False
    return any(
        _leads(told, thing, text, hit, near, own)
        for thing in _things(record, hit.start - near.record, hit.end - near.record)
        for other in others
        for told in _sentences(other)
        if thing in told
    )


def _things(record: str, start: int, end: int) -> list[str]:
    """The names of the value's result that are not the value's."""
    fields = _FIELD.sub(lambda m: "\n" * len(m[0]), record)
    found = [m[0] for m in _THING.finditer(fields) if m.end() <= start or m.start() >= end]
    return list(dict.fromkeys(found))[:_MOST]


def _sentences(text: str) -> Iterator[str]:
    ends = [0, *(m.end() for m in SENTENCE.finditer(text)), len(text)]
    return (text[a:b] for a, b in pairwise(ends))


def _leads(told: str, thing: str, text: str, hit: Hit, near: Near, own: re.Pattern[str]) -> bool:
    """Whether a sentence on the subject points to a thing, and the value is who belongs to it."""
    at = told.find(thing)
    before, behind = told[:at], told[at + len(thing) :]
    if (
        _BEATEN.search(before)
        or _OPEN.search(told.lower())
        or own.search((before[-60:] + " # " + behind[:30]).lower()) is None
    ):
        return False
    sentence = text[near.sentence : near.end]
    if _of_one_hand(before, own):
        beside = text[max(near.sentence, hit.start - 30) : hit.start]
        beside += " # " + text[hit.end : min(near.end, hit.end + 30)]
        return own.search(beside.lower()) is not None
    place = text.find(thing, near.record, near.record_end)
    if told[at - 1 : at] in {"'", '"', "\u2018", "\u201c"} and 0 <= hit.start - place < 120:
        return _BYLINE.fullmatch(text[place + len(thing) : hit.start]) is not None
    office = _OFFICE.search(before)
    return office is not None and thing in sentence and f"{office['office']} of" in sentence


def _of_one_hand(before: str, own: re.Pattern[str]) -> bool:
    """`its architect also drew ...`, `drawn up by the same hand as ...`."""
    if _SAME.search(before):
        return True
    low = before.lower()
    for role in own.finditer(low):
        also = _ALSO.match(low, role.end())
        if also is not None and (own.search(also["did"]) or _GAVE.match(also["did"])):
            return True
    return False
