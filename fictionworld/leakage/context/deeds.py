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

from fictionworld.leakage.context.implied import implies

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
    r"(?:\s(?:of|from|at|in|for)\s(?:the\s|a\s|an\s|nearby\s)?[A-Za-z'\u2019-]+"
    r"(?:\s(?!of\b|who\b)[A-Z'\u2019a-z-]+){0,2}?)?"
    r"(?P<aside>,\s(?!who\b|which\b|whose\b|and\b|or\b)[^,;.:()]{2,90},|\s?\([^()]{2,60}\))?"
    r",?\s(?:(?:who|which|has|have|had|also|then|later|once|twice|never|recently|often|first|again"
    r"|personally|still|even|himself|herself)\s)*"
    r"(?P<verb>[a-z]+(?:ed|s)|" + "|".join(sorted(_IRREGULAR)) + r")\b(?![-'\u2019])"
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
_SPEAKS: Final = re.compile(r"\b(?:says|said|writes|wrote|asked|recalls|remembers|adds|added)\s$")
_THING: Final = re.compile(
    r"\b(?:the|this|that|a|an|its|his|her|their|old|great|whole)\s(?:[a-z]+\s)?(?:painting|picture"
    r"|portrait|canvas|building|house|bridge|tower|book|novel|film|movie|song|poem|album|opera"
    r"|symphony|sculpture|statue|game|ship|boat|machine|device|phone|car|museum|school|club|company"
    r"|firm|town|city|village|team|prize|award|river|mountain|festival)\b"
)
_GAVE_UP: Final = re.compile(
    r"\b(?:turned back|gave up|retreated|fell short|was beaten back|had to turn|abandoned)\b"
)
_HELD: Final = re.compile(
    r"(?:holds?|held|gave|gives|had|threw|throws)\s(?:an?|its|his|her|their"
    r"|the)\s(?:[a-z-]+\s){0,2}"
    r"(?:meeting|party|congress|wedding|exhibition|concert|speech|talk|lecture|conference|reception"
    r"|dinner|reading|ceremony|fair|sale|auction|workshop|interview|press conference|tour)\b"
)
_HANDED: Final = re.compile(
    r"(?:handed|hands|presented|presents|awarded|awards|gave|gives|announced"
    r"|announces)\b[^.;:]{3,60}\sto\s"
)
_GIVER: Final = re.compile(r"present|donor|sponsor|patron|giver|host", re.IGNORECASE)
_UNDERGONE: Final = re.compile(
    r"(?:,[^,;.]{2,60},)?\s(?:is|was|were|are|has been|have been|had been)\s(?:[a-z]+ly\s|also\s"
    r"|once\s"
    r"|first\s|then\s|later\s)?(?P<deed>[a-z]+(?:ed|en|wn|ld|nt|ht|ot|ut|ad|de"
    r"|it)\s(?:[a-z]+\s){0,2}?)"
    r"(?:by|to|with|from|for|against)\s(?:the\s|an?\s|one\s)?(?:[a-z]+\s)?[\"'(]?"
)
_NAMES_IT: Final = re.compile(
    r"called|named|known|said|given|handed|passed|awarded|tied|linked|credited|attributed|owed|due"
)
_ACTED: Final = re.compile(
    r"\s(?:(?:has|had|also|then|later|once|never|recently)\s)*(?P<verb>[a-z]{2,}ed|"
    + "|".join(sorted(_IRREGULAR))
    + r")\s(?P<rest>[^.;:]{0,60}?)\b(?:to|for|with|from|against|about|after|on|of|at|behind"
    r"|beside)\s"
    r"(?:the\s|an?\s|one\s|his\s|her\s)?(?:[a-z]+\s)?"
)
_GIVES_IT: Final = re.compile(
    r"went|passed|fell|goes|belonged|came|was|were|awarded|given|changed|dates"
)
_TO_IT: Final = frozenset(
    "visited reviewed saw owned bought sold admired praised criticised criticized attended"
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
    " describes described".split()
)
"""What one does to a thing without being what is asked for."""


def does_otherwise(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a name is the subject of a deed that is not the column's."""
    own = asked.own
    before = text[max(near.sentence, hit.start - 100) : hit.start]
    if _undergone(text, hit, near, asked) or _of_the_role(text, hit, near, asked):
        return True
    if _GOVERNED.search(before) and not _SPEAKS.search(before):
        return False
    found = _VERB.match(text, hit.end, near.end)
    if found is None or not _is_verb(found["verb"]):
        return False
    if implies(text, hit.end, asked):
        return False
    ends = _ENDS.search(text, found.end(), near.end)
    close = near.end if ends is None else ends.start()
    deed = text[found.start("verb") : close]
    if _HANDED.match(deed) and not _GIVER.search(asked.answer.column):
        return True
    if _GAVE_UP.match(deed) or _HELD.match(deed):
        return True
    title = before[_last_break(before) :]
    said = " ".join([title, found["aside"] or "", _THING.sub(" ", deed)])
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


def _undergone(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`X was sold to V`: what V did to the subject, or got of it, is not the column's."""
    own = asked.own
    for mention in asked.subject.mentions(text, near.sentence, hit.start):
        found = _UNDERGONE.fullmatch(text, mention.end, hit.start) if mention.own else None
        if found is not None:
            said = text[found.start("deed") : hit.start].lower()
            after = re.split(r"[.;:]|\b(?:by|while|but)\b", text[hit.end : near.end], maxsplit=1)[0]
            return (
                _NAMES_IT.match(found["deed"]) is None
                and (own is not None and not own.search(said))
                and not own.search(after[:60].lower())
            )
    return False


def _of_the_role(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`The conductor of X sent flowers to V`: who is asked for acts, and on another."""
    own = asked.own
    if own is None:
        return False
    low = text[near.sentence : hit.start].lower()
    role = _ROLE_OPENS.match(low)
    if role is None or not own.search(role["role"]):
        return False
    end = near.sentence + role.end()
    for mention in asked.subject.mentions(text, near.sentence, hit.start):
        if mention.own and mention.start - end < 12:
            end = max(end, mention.end)
    found = _ACTED.fullmatch(text, end, hit.start)
    return (
        found is not None
        and not _GIVES_IT.match(found["verb"])
        and not own.search(f"{found['verb']} {found['rest']}".lower())
    )


_ROLE_OPENS: Final = re.compile(
    r"\W*(?:(?:title|snippet):\s)?(?:the|its|their|our"
    r"|[\w\s]{2,40}['\u2019]s?)\s(?P<role>(?:[a-z-]+\s){0,2}"
    r"[a-z-]+(?:er|or|ist|ian|ant|ent|man|woman|ee|ess|ain|ief|head|chef|mayor|judge|coach|boss"
    r"|host|dean))\b"
)
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
    return word in _IRREGULAR or (len(word) > 3 and word.endswith(("ed", "s")))


def _last_break(before: str) -> int:
    """Where the clause begins in which a name stands."""
    last = 0
    for match in _ENDS.finditer(before):
        last = match.end()
    return last
