"""Whether a figure is told of a thing at, in or of the subject: `the fire in X was on 2 May`.

What a sentence is of stands at its head. `X, whose main stand dates from 1904`, `The team that
plays at X was founded in 1968` and `A goods train left the rails on X on 14 May` say nothing of X
itself, unless the column is of that thing.
"""

# Names are written with typographic apostrophes too; lists of words read best as words.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.deeds import someone_else_did
from fictionworld.leakage.names.words import COMMON

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["NEUTRAL", "of_a_service", "of_another_superlative", "of_another_thing"]

_HEAD: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?:[Aa]n?|[Tt]he|[Tt]his|[Ee]ach|[Ee]very|[Ii]ts)\s"
    r"(?P<head>(?:[a-z][a-z-]+(?:['’]s?)?\s){1,3}?)"
    r"(?:of|at|in|on|over|for|from|to|near|by|aboard|inside|outside|under|beneath)\s"
)
_BREAK: Final = re.compile(r"[;:]|\bbut\b|\bwhile\b|,\s(?:and|with|which|who)\b|\bof which\b")
NEUTRAL: Final = frozenset(
    "bottle glass pint litre can cup pack piece pair unit copy figure number total value answer"
    " record list table amount rate level team people staff folk crew one ones man woman town city"
    " village name body heart whole sum count official sheet page entry fact data size beast giant"
    " machine newcomer result tally company firm house place thing track route course".split()
)
"""Words that stand for a value or for whatever is spoken of."""
_FIGURES: Final = frozenset({"number", "money", "percent", "rank", "date"})


def of_another_thing(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a sentence is of a thing at, in or of the subject that the column does not name."""
    if asked.answer.type not in _FIGURES or hit.form == "statement":
        return False
    before = text[near.sentence : hit.start]
    if asked.answer.type == "date" and _OPENS_WITH_DAY.match(before):
        # `On 2 May a lift in X broke down`
        before = text[hit.end : near.end].lstrip(" ,")
        if not any(m.own for m in asked.subject.mentions(before, 0, len(before))):
            return False
        own = asked.own
        if _SOMEONE_DID.match(before) and own is not None and not own.search(before.lower()):
            return True
        head = _HEAD.match(before)
        return head is not None and not _of_the_column(head, before, asked)
    if asked.answer.type == "date" and _of_its_part(text, hit, near, asked):
        return True
    if (
        _of_one_alone(before, asked)
        or _of_one_that(text, hit, near, asked)
        or _of_what_acts(text, hit, near, asked)
    ):
        return True
    if asked.answer.type == "date" and (
        someone_else_did(text, hit, near, asked) or _happens_there(text, hit, near, asked)
    ):
        return True
    head = _HEAD.match(before)
    if head is None and asked.answer.type == "date":
        return _of_a_possession(before, asked)
    if head is None or _BREAK.search(before[head.end() :]):
        return False
    if not any(m.own for m in asked.subject.mentions(text, near.sentence, hit.start)):
        return False
    return not _of_the_column(head, before, asked)


_ONE_ALONE: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?:[Tt]he|[Ii]ts|[Tt]heir)\s(?P<head>(?:[a-z][a-z-]+\s){1,2})alone\s"
)


def _of_one_alone(before: str, asked: Asked) -> bool:
    """`The charger alone is 1.36 kg`: told of a part."""
    head = _ONE_ALONE.match(before)
    return head is not None and not _of_the_column(head, before, asked)


_POSSESSED: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?P<whose>Its|Their|His|Her|(?:The\s)?[A-Z][^;:."
    r"|]{1,40}?['’]s?)\s"
    r"(?P<head>(?:[a-z][a-z-]+\s){0,2}[a-z][a-z-]+)(?:,[^;:.]{3,60},)?"
    r"\s(?:is|was|were|has been|had been)\s"
)


def _of_a_possession(before: str, asked: Asked) -> bool:
    """`Its clock was added in 1764`: what happened to a thing of the subject."""
    thing = _POSSESSED.match(before)
    if thing is None or _BREAK.search(before[thing.end() :]):
        return False
    whose = thing["whose"]
    if whose not in {"Its", "His", "Her", "Their"} and not any(
        m.own for m in asked.subject.mentions(whose, 0, len(whose))
    ):
        return False
    own = asked.own
    # `Its doors were opened on ...` is of the column
    return own is not None and not own.search(before[thing.end("whose") :].lower())


_SOMEONE_DID: Final = re.compile(
    r"(?:an?|another|two|three|four|five|several|some|many|hundreds of|thousands"
    r" of)\s(?:[a-z-]+\s){1,3}"
    r"(?:was|were|had|has|[a-z]{2,}ed|fell|broke|took|made|got|came|went|hit|stole|ran|sang|met"
    r"|held|won"
    r"|lost|left|found|sat|gave|turned|drove|flew|swam|threw)\b"
)
"""`On 6 May a window cleaner fell from X`."""
_AT_IT: Final = re.compile(
    r"[^.;:]{3,70}?\b(?:on|at|in|from|of|near|over|under|under|off|into|through|past|against"
    r"|outside|inside"
    r"|with|by|down|up|shows|showed)\s(?:the\s)?$"
)


def _happens_there(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`A goods train left the rails on X on 14 May`: X is only where it happened."""
    opening = _FIELD.match(text, near.sentence)
    start = near.sentence if opening is None else opening.end()
    said = text[start : near.end]
    own = asked.own
    if own is None or not _SOMEONE_DID.match(said[:1].lower() + said[1:]):
        return False
    owns = [m for m in asked.subject.mentions(text, start, hit.start) if m.own]
    if len(owns) != 1 or not _AT_IT.fullmatch(text, start, owns[0].start):
        return False
    return not own.search((text[start : owns[0].start] + text[owns[0].end : near.end]).lower())


_SERVICE: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:[Tt]he\s|[Aa]ll\s)?(?P<head>[A-Za-z][^\W\d_]+"
    r"(?:(?:\s|,\s)[a-z-]+){0,3})\s(?:at|in|of|on|for|aboard|near|outside|inside)\s(?:the\s)?$"
)
_SERVICES: Final = frozenset(
    "parking cloakroom cloakrooms locker lockers wifi wi-fi toilet toilets café cafe restaurant"
    " shop tour tours audioguide audioguides guide guides talk talks workshop workshops concert"
    " concerts map maps leaflet leaflets coffee tea refreshments shuttle bus programme programmes"
    " pushchair pushchairs buggy buggies bicycle bicycles playground garden gardens terrace kiosk"
    " exhibition exhibitions lecture lectures courses lessons".split()
)


def of_a_service(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`Parking at X is free`: a yes or no that is of something on offer there."""
    own = asked.own
    for mention in asked.subject.mentions(text, near.sentence, hit.start)[:1]:
        found = _SERVICE.fullmatch(text, near.sentence, mention.start) if mention.own else None
        if found is not None:
            words = found["head"].lower().replace(",", "").split()
            return not _SERVICES.isdisjoint(words) and not (
                own is not None and any(own.search(word) for word in words)
            )
    return False


_FIELD: Final = re.compile(r"\W*(?:(?:Title|Snippet):\s)?")
_ONE_THAT: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?:[Tt]he|[Aa]n?|[Aa]ll"
    r"|[Tt]hose)\s(?P<head>(?:[a-z][a-z-]+\s){1,3}?)"
    r"(?:(?:from|on|at|in|to|by|of)\s)?(?:that|which|who|where|whom)\s(?:[a-z]+\s){0,3}(?:the\s)?$"
)


def _of_one_that(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`The team that plays at X was founded in 1968`: told of what only has to do with X."""
    owns = [m for m in asked.subject.mentions(text, near.sentence, hit.start) if m.own]
    if len(owns) != 1:
        return False
    found = _ONE_THAT.match(text[near.sentence : owns[0].start])
    if found is None or _BREAK.search(text, owns[0].end, hit.start):
        return False
    own = asked.own
    words = found["head"].split()
    return own is not None and not any(
        own.search(w) or w in asked.subject.words or w in asked.subject.kinds or w in _ANYONE
        for w in words
    )


_WHAT: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?:(?:[Aa]n?|[Tt]he|[Ss]ome)\s)?(?P<head>[A-Za-z][a-z-]+)"
    r"\sof\s(?:about\s|some\s|over\s|up to\s|nearly\s)?$"
)
_ACTS_ON: Final = re.compile(
    r"(?:\s[a-z/%'\u2019-]+){0,4}?\s(?P<verb>[a-z]+(?:ed|s)|kept|hit|drove|took|held|tore|blew"
    r"|shook|brought"
    r"|sent|left|met|cut|beat)\s(?:the\s|off the\s|down the\s|up the\s)?$"
)


def _of_what_acts(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`Gusts of 38 knots kept X in harbour`: the measure of what does something to X."""
    found = _WHAT.match(text[near.sentence : hit.start])
    if found is None:
        return False
    head = found["head"].lower()
    own = asked.own
    if own is None or own.search(head) or head in NEUTRAL or head in COMMON:
        return False
    return any(
        m.own and m.start - hit.end < 80 and _ACTS_ON.match(text[hit.end : m.start])
        for m in asked.subject.mentions(text, hit.end, near.end)[:1]
    )


_ANYONE: Final = frozenset("people men women number figure total day date year time price".split())
_ITS_PART: Final = re.compile(
    r"(?:,\swhose|(?:^|[;:]\s|,\s(?:and|but|though|while)\s)[\"'(]?(?:[Ii]ts|[Tt]heir))\s"
    r"(?P<head>(?:[a-z][a-z-]+\s){0,2}?[a-z][a-z-]+)\s"
    r"(?:dates?\s|goes back|go back|(?:is|are|was|were|has been|have been|had"
    r" been)\s(?:[a-z]+ly\s)?"
    r"[a-z]+(?:ed|t|n|g|lt|de|id)\s|came\s|went\s|[a-z]{3,}ed\s)"
)
_ITS_OWN: Final = frozenset(
    "doors door gates gate shutters curtain curtains history story roots root origins origin"
    " beginnings"
    " foundations foundation charter stone stones keel launch birth founders founder first story"
    " line"
    " establishment opening inauguration construction life career existence name service"
    " ribbon".split()
)
"""What stands for the subject itself when a text says of when it is: `its doors opened`."""


def _of_its_part(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`X, whose main stand dates from 1904`: when something of the subject's came to be."""
    found = None
    before = text[near.sentence : hit.start]
    for match in _ITS_PART.finditer(before):
        found = match
    if found is None or _BREAK.search(before, found.end()) or "," in before[found.end() :]:
        return False
    words = found["head"].split()
    own = asked.own
    if own is None or any(w in _ITS_OWN or w in NEUTRAL or own.search(w) for w in words):
        return False
    return not any(w in asked.subject.allowed or w in asked.subject.kinds for w in words)


_OPENS_WITH_DAY: Final = re.compile(r"^\W*(?:(?:Title|Snippet):\s)?(?:[Oo]n|[Ii]n)?\s?$")


_COMES_FIRST: Final = frozenset("demo trailer beta preview teaser prototype sequel remake".split())
"""What comes out by itself, on a day of its own."""


def _of_the_column(head: re.Match[str], said: str, asked: Asked) -> bool:
    """Whether the thing that a sentence begins with is what the column is of, or just a word."""
    words = head["head"].split()
    if words[-1] in NEUTRAL or words[-1].endswith(("est", "th")):
        return True
    own = asked.own
    if words[-1] in _COMES_FIRST:
        return own is not None and own.search(words[-1]) is not None
    rest = said[head.end() :]
    for mention in reversed(asked.subject.mentions(rest, 0, len(rest))):
        if mention.own:  # `Verity Towers` is no word of a column of towers
            rest = rest[: mention.start] + rest[mention.end :]
    if asked.answer.type == "date" and own is not None and own.search(rest.lower()):
        return True  # `the gates of X opened on ...`
    return own is None or any(own.search(word) or word in asked.subject.allowed for word in words)


_SUPERLATIVE: Final = re.compile(
    r"(?:\b(?:the|its|their)|['\u2019]s)\s(?:(?P<next>second|third|fourth|fifth|next)[ -])?"
    r"(?P<word>most\s[a-z]+|least\s[a-z]+|[a-z]{2,}est)\b",
    re.IGNORECASE,
)
_NO_SUPERLATIVE: Final = frozenset(
    "forest west guest nest rest test latest honest interest request harvest chest quest crest"
    " modest arrest contest protest conquest northwest southwest midwest".split()
)
_ALIKE: Final = (
    frozenset("largest biggest greatest hugest".split()),
    frozenset("highest tallest".split()),
    frozenset("oldest earliest".split()),
    frozenset("smallest tiniest littlest".split()),
    frozenset("quickest fastest".split()),
)
_THAN: Final = re.compile(r"\bthan\s$")
_ASKED_FOR: Final = re.compile(r"\b(?:most [a-z]+|least [a-z]+|[a-z]{2,}est)\b")


def of_another_superlative(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a sentence calls the value the prettiest where the largest is asked for."""
    wanted = set(_ASKED_FOR.findall(asked.answer.column.lower())) - _NO_SUPERLATIVE
    if not wanted:
        return False
    wanted.update(*(alike for alike in _ALIKE if alike & wanted))
    said = [
        (one["word"].lower(), one["next"] or _THAN.search(text, near.sentence, one.start()))
        for one in _SUPERLATIVE.finditer(text, near.sentence, near.end)
        if one["word"].lower() not in _NO_SUPERLATIVE
        and not hit.start <= one.start("word") < hit.end
    ]
    return bool(said) and all(word not in wanted or later for word, later in said)
