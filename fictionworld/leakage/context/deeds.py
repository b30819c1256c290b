"""What a text says that a named one did: `V planted a tree at X`, `V, who reviewed X`.

A name that is the subject of a clause answers what the clause is about. Where neither the title
before it, nor what is put beside it, nor the verb and what follows are of the column, the text
tells of that deed and not of who is asked for.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["does_otherwise", "someone_else_did"]

_ENDS: Final = re.compile(
    r"[.;:\n]|\b(?:while|whereas|but|although|though|because|unless)\b"
    r"|,?\s(?:and|when|as|before|after|until)\s(?:the|its|his|her|their|a|an)\s"
)
"""What ends the clause of which a name is the subject."""
_IRREGULAR: Final = frozenset(
    "ate beat began bit blew bought broke brought built came caught chose clung crept cut dealt"
    " drank"
    " drew drove dug fell felt fled flew fought found froze gave got grew held hid hit hung hurt"
    " kept"
    " knew laid lay led left lent lit lost made meant met paid put quit ran rang read rode rose"
    " said"
    " sang sank sat saw sent set shone shook shot shut slept slid sold spent spoke spread sprang"
    " stole"
    " stood stuck strode struck swam swept swore swung taught threw told took tore understood went"
    " woke won wore wound wrote".split()
)
_VERB: Final = re.compile(
    r"(?:\s[A-Z][a-z]+)?(?:\s(?:of|from|at|in|for)\s(?:the\s|a\s|an\s|nearby\s)?[A-Za-z'\u2019-]+"
    r"(?:\s(?!of\b|who\b)[A-Z'\u2019a-z-]+){0,2}?)?"
    r"(?P<aside>,\s(?!who\b|which\b|whose\b|where\b|and\b|or\b)[^,;.:()]{2,90},|\s?\([^()]{2,60}\))?"
    r",?\s(?:(?:who|which|has|have|had|also|then|later|once|twice|never|recently|often|first|again"
    r"|personally|still|even|himself|herself)\s)*"
    r"(?P<verb>will\s(?!be\b|become|take|succe|lead|head|serve|run|join|replace)[a-z]+|[a-z]+(?:ed|s)|"
    + "|".join(sorted(_IRREGULAR))
    + r")\b(?![-'\u2019])"
)
_NO_VERB: Final = frozenset(
    "is was are were has have had did does do be been became becomes remains remained stands stood"
    " sits sat as its his hers ours theirs this us yes plus less towards besides always perhaps"
    " across"
    " whose was sometimes nowadays afterwards upstairs downstairs indeed red need seed hundred"
    " sacred"
    " bass glass class bus gas press express business address lens series species news sales means"
    " gets got seems makes made".split()
)
"""Verbs of being and becoming, and words that only end like verbs."""
_GOVERNED: Final = re.compile(
    r"\b(?:by|of|from|to|with|for|at|in|on|under|than|as|and|or|between|is|was|are|were|be|been|not"
    r"|that|whom|named|called|like|unlike|behind|against|over|after|before|about|via|near|than"
    r"|[a-z]{3,}ed)\s(?:the\s|a\s|an\s|one\s|its\s|his\s|her\s|their\s)?[\"'(]?$",
    re.IGNORECASE,
)
_HELD: Final = re.compile(
    r"(?:holds?|held|gave|gives|had|threw|throws)\s(?:an?|its|his|her|their|the)\s(?:[a-z-]+\s){0,2}"
    r"(?:meeting|party|congress|wedding|exhibition|concert|speech|talk|lecture|conference|reception"
    r"|dinner|reading|ceremony|fair|sale|auction|workshop|interview|tour)\b"
)
_TO_IT: Final = frozenset(
    "visited lent hosts hosted painted sketched climbed reviewed saw owned bought sold admired"
    " praised criticised"
    " criticized attended"
    " inspected"
    " photographed filmed sketched watched loved hated liked disliked toured entered left joined"
    " mentioned called beat met found sued opened unveiled blessed restored repaired cleaned rented"
    " stole donated insured auctioned borrowed read played watches visits reviews owns admires"
    " praises"
    " criticises attends photographs films loves hates likes mentions calls beats sues follows"
    " followed"
    " supports supported sponsors sponsored dislikes knew knows used uses recommends recommended"
    " tested"
    " tests tried tries compared passed reached crossed defended attacked mocked thanked leaves"
    " describes described sues suing ate eats rented rents handed hands mocks"
    " mocked".split()
)
"""What one does to a thing without being what is asked for."""


def does_otherwise(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a name is the subject of a deed that is not the column's."""
    own = asked.own
    before = text[max(near.sentence, hit.start - 100) : hit.start]
    if _GOVERNED.search(before):
        return False
    found = _VERB.match(text, hit.end, near.end)
    if found is None or not _is_verb(found["verb"]):
        return False
    ends = _ENDS.search(text, found.end(), near.end)
    close = near.end if ends is None else ends.start()
    deed = text[found.start("verb") : close]
    if _HELD.match(deed):
        return True
    title = before[_last_break(before) :]
    said = " ".join([title, found["aside"] or "", deed])
    if any(w in asked.subject.words for w in re.findall(r"[a-z]{4,}", title)):
        return False
    for mention in reversed(asked.subject.mentions(said, 0, len(said))):
        if mention.own:
            said = said[: mention.start] + " " + said[mention.end :]
    if own is None or own.search(said.lower()):
        return False
    for mention in asked.subject.mentions(text, found.end(), close):
        if mention.own and re.fullmatch(r"\s(?:the\s)?", text[found.end() : mention.start]):
            return found["verb"] in _TO_IT
    return not any(m.own for m in asked.subject.mentions(title, 0, len(title)))


_SOMEONE: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:[Ii]n|[Oo]n)\s[^,]{3,24},?\s)?(?:[A-Z]?[a-z]+\s){0,2}"
    r"(?P<who>(?:[A-Z][a-z'\u2019-]+\s){1,2}[A-Z][a-z'\u2019-]+)"
    r"(?:,[^,.;:]{2,60},)?\s(?:(?:had|has|then|first|later|once)\s)*(?P<verb>[a-z]+)\b"
)


def someone_else_did(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`Bo Hestrup came to X in 1983`: a day of another's deed, of which X is only the place."""
    own = asked.own
    found = _SOMEONE.match(text, near.sentence, near.end)
    if found is None or own is None or not _is_verb(found["verb"]):
        return False
    mentions = asked.subject.mentions(text, near.sentence, near.end)
    if found.end() > hit.start and found.start("who") < hit.end:
        return False
    if any(m.own and m.start < found.end() for m in mentions):
        return False
    ends = _ENDS.search(text, found.end(), near.end)
    close = max(hit.end, near.end if ends is None else ends.start())
    inside = [m for m in mentions if m.own and found.end() <= m.start < close]
    if not inside or _ENDS.search(text, found.end(), max(found.end(), hit.start)):
        return False
    said = text[found.start("verb") : inside[0].start] + " " + text[inside[0].end : close]
    return not own.search(said.lower())


def _is_verb(word: str) -> bool:
    if word in _NO_VERB:
        return False
    return word in _IRREGULAR or " " in word or (len(word) > 3 and word.endswith(("ed", "s")))


def _last_break(before: str) -> int:
    """Where the clause begins in which a name stands."""
    last = 0
    for match in _ENDS.finditer(before):
        last = match.end()
    return last
