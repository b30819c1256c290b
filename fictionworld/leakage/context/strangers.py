"""Other names than the subject's: which words are names, and which names are persons'."""

# Names are written with typographic apostrophes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.names.kinds import is_kind_word
from fictionworld.leakage.names.mention import Mention
from fictionworld.leakage.names.words import CALENDAR, COMMON, GENERIC

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["is_person", "may_name", "stands_by", "with_short_names"]

_LANDMARK: Final = re.compile(
    r"\b(?:next(?:[ -]door)? to|opposite|across (?:the \w+ |\w+ )?from|throw from"
    r"|(?:round|around|just round) the corner from|(?:down|up) the (?:road|street|hill|river"
    r"|valley|line) from|not far from|steps (?:away )?from|beside|in the shadow of|within sight of"
    r"|(?:mile|kilometre|kilometer|km|metre|meter|minute|hour|block|street|door|stop)s?"
    r" (?:away )?from"
    r"|(?:north|south|east|west|upstream|downstream|upriver|downriver|inland) (?:of|from)"
    r"|unlike|compared (?:to|with)|(?:confused|mixed up) with|mistaken for|rather than"
    r"|as opposed to|in contrast to|rivals? (?:of|to)|(?:nothing|none) (?:to|for))"
    r"\s(?:the\s|its\s)?$",
    re.IGNORECASE,
)
"""`next door to X`, `unlike X`: named only to say where another stands, or what it is not."""
_SHORT: Final = re.compile(
    r"(?:(?<=[a-z,] )|(?<=\bThe ))"
    r"(?P<word>[A-Z][a-z]{2,}(?:[ -]\d{1,2}\b|['’](?!s\b)[a-z]+)?)(?![\w-])"
)
_FIRST: Final = re.compile(r"\s*(?P<word>[A-Z][a-z]{2,})(?=[\s,])")
_OF_ROLE: Final = re.compile(r",\s(?:(?:an?|the)\s|[a-z]+(?:\s[a-z]+)?\sof\s)[^,;:]{2,50},\s[a-z]")
_TITLE: Final = re.compile(
    r"\b(?:chef|coach|captain|sisters?|brothers?|king|queen|prince|princess|duke|lord|lady|sir|dame"
    r"|mrs?|ms|miss|dr|prof|judge|president|chief executive|monsieur|madame|herr|frau)\.?\s$",
    re.IGNORECASE,
)
_TRADE: Final = re.compile(
    r"(?<!petit)(?<!neighb)(?<!neighbo)[A-Za-z]{2}(?:er|or|ist|ian|eer|ess|man|men|woman|women|lady|master|ant)s?\s$"
)


def with_short_names(
    text: str, near: Near, asked: Asked, hit: Hit, mentions: list[Mention]
) -> list[Mention]:
    """The names of a sentence, and single words with a capital in the midst of it."""
    if is_foreign(text[near.sentence : near.end]):
        return mentions
    opening = _FIRST.match(text, near.sentence)
    if opening is not None:
        # a word that opens a sentence is a name where one stood in the midst of one before
        at = text.find(f" {opening['word']}", near.record, near.sentence)
        seen = at > near.record and (text[at - 1].islower() or text[at - 1] == ",")
        if not (seen or _OF_ROLE.match(text, opening.end())):
            opening = None
    found = [
        Mention(*match.span("word"), own=False)
        for match in chain(
            _SHORT.finditer(text, near.sentence, near.end), [opening] if opening else []
        )
        if not (match.start() < hit.end and hit.start < match.end())
        and not any(m.start <= match.start("word") < m.end for m in mentions)
        and may_name(match["word"].lower(), asked)
    ]
    return sorted([*mentions, *found]) if found else mentions


def may_name(word: str, asked: Asked) -> bool:
    """Whether a word in small letters is no common word, and none of the subject's or column's."""
    own = asked.own
    return not (
        word in COMMON
        or word in CALENDAR
        or word in asked.subject.allowed
        or is_kind_word(word)
        or (own is not None and own.search(word))
    )


def is_person(text: str, mention: Mention, asked: Asked) -> bool:
    """`keeper Y`, `Mrs Y`: a person, who has no storeys or seats, where a thing is asked about."""
    subject = asked.subject
    thing = subject.model or subject.small or "the" in subject.words
    thing = thing or any(map(is_kind_word, subject.words))
    if not (thing or not GENERIC.isdisjoint(subject.words)):
        return False
    words = text[mention.start : mention.end].split(" ")
    if mention.kin or "&" in words:
        return False
    before = text[max(0, mention.start - 24) : mention.start]
    return any(map(_TITLE.search, (before, words[0] + " "))) or any(
        map(_TRADE.search, (before, words[0] + " " if len(words) > 2 else ""))
    )


def stands_by(text: str, mention: Mention) -> bool:
    """`next door to X`, `unlike X`: whether a name is but what another is set beside."""
    return _LANDMARK.search(text, max(0, mention.start - 50), mention.start) is not None
