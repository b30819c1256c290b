"""Sentences that say of everyone what they deny of one: `every car has a spare wheel except the X`.

What such a sentence affirms it denies of the subject, and the other way round.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.names.mention import Mention
    from fictionworld.leakage.names.subject import Subject

__all__ = ["is_excepted", "left_by_only"]

_EXCEPT: Final = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|save(?: for)?|but(?: for)?|bar|barring|apart from|aside from"
    r"|other than|excluding|with the (?:sole |single |one )?exception of|leaving out|if not"
    r"|only not|not so|with (?:one|a single) exception[:,])[,:]?\s(?:at |in |on |for |only )?"
    r"(?:the |its |their )?$",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"\b(?:every(?:one|body|thing|where)?|all|each|any(?:one|body|thing)?|both"
    r"|no(?:body|ne| one|thing)?|the (?:others?|rest|whole|entire)|always|never)\b",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"(?:\s(?:alone|only))?\s(?:is|are|was|were|being|remains?|makes?|stays?) (?:the |an? )?"
    r"(?:only |sole |one |single |lone )?(?:exceptions?|odd one out|outlier)\b"
)


def is_excepted(text: str, start: int, stop: int, subject: Subject) -> bool:
    """Whether the sentence `text[start:stop]` sets the subject apart from all it speaks of."""
    more = re.compile(r"[.!?\n]").search(text, stop)
    stop = min(more.start() if more else len(text), stop + 80)
    if _ALL.search(text, start, stop) is None:
        return False
    for mention in subject.mentions(text, start, stop):
        if not mention.own:
            continue
        before = text[start : mention.start]
        if _EXCEPT.search(before[-48:]):
            plain = re.search(r"\bbut (?:the )?$", before, re.IGNORECASE)
            if plain is None or not _CLAUSE.match(text, mention.end, stop):
                return True
            # `but` joins clauses as well as it excepts: `all of them but the X have one`
            if _ALL_BUT.search(before[-80:]):
                return True
        if _BEHIND.match(text, mention.end):
            return True
    return False


_ALL_BUT: Final = re.compile(
    r"\b(?:every|all|each|any|no|none|nobody|everyone|everybody)"
    r"(?:\s(?!(?:is|are|was|were|has|have|had|can|will|gets?|takes?|comes?|carr(?:y|ies))\b)[\w'-]+){0,4}"
    r"\sbut (?:the )?$",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(
    r"\s(?:is|are|was|were|has|have|had|does|do|did|can|will|must|also|only|[a-z]+s|[a-z]+ed)\b"
)
_ONLY: Final = re.compile(r"\b[Oo]nly (?:the )?(?=[A-Z])")
_OF_SOME: Final = re.compile(
    r"\b(?:[Oo]f|[Aa]mong|[Bb]etween) (?:all |both )?(?:the|its|their|our|these|those|[a-z]+'s)\b"
)
"""`of the line's three stations`: those of whom `only` picks one."""


def left_by_only(text: str, start: int, stop: int, subject: Subject) -> Mention | None:
    """The subject where `text[start:stop]` says of a group it is in what only another does.

    `Of the three stations, X among them, only Y has no lift`: what is said of Y is not so of X.
    """
    only = _ONLY.search(text, start, stop)
    if only is None or _OF_SOME.search(text, start, only.start()) is None:
        return None
    for mention in subject.mentions(text, start, stop):
        if mention.own:
            return mention if mention.end <= only.start() else None
    return None
