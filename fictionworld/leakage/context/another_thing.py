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


PARTS: Final = frozenset(
    "altar annexe anniversary anthem archive auction ballroom band bar barn battery bell beta"
    " boathouse boiler book boot box branch bridge brochure builder bus cabin cable cafe camera"
    " campaign canteen captain car carpet case catalogue ceiling cellar chandelier chapel"
    " charger charity chef choir clock clubhouse concert cookbook cottage cover crane crest"
    " curtain cushion demo dinner director dome driver engine escalator exhibition extension"
    " factory fair ferry figurehead flag floodlight floor follow-up footpath foundation founder"
    " fountain fresco fund funnel garden grandfather grandstand greenhouse guidebook gym hall"
    " handle heir hotel house hull jetty keeper keyboard kit kitchen lamp lawsuit leaf lens"
    " library lid lift lodge logo loser lottery magazine manager manual mast mayor mural museum"
    " neighbour newsletter office organ owner park parking party path pavilion petition pier"
    " pitch planetarium plant pool poster predecessor preview protest prototype pulpit purchase"
    " queue raffle rebuilding refit rehearsal remake renovation repair restaurant restoration"
    " rival road roof root sail sale scoreboard screen seat sequel shed shop song soundtrack"
    " spare stage staircase stand statue stem strap strike subsidiary successor tail tank teaser"
    " telescope terrace tour tower trail trailer train trial turf tyre van wall website wheel"
    " widow window wing winner".split()
)
"""What has figures and days of its own, besides those of what it is a part of or happens at."""


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
        head = _HEAD.match(before)
        return head is not None and not _of_the_column(head, before, asked)
    if asked.answer.type == "date" and someone_else_did(text, hit, near, asked):
        return True
    return _of_a_part(text, hit, near, asked)


def _of_a_part(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`The roof of X`, `its clock`, `X's new tank`, `the X case`: told of a thing of its own."""
    own, start_of = asked.own, max(near.sentence, hit.start - _REACH)
    before = text[start_of : hit.start]
    if start_of > near.sentence:
        before = "x" + before[1:]  # no beginning of a sentence
    for mention in asked.subject.mentions(text, start_of, hit.start):
        if mention.own:
            start, end = mention.start - start_of, mention.end - start_of
            whose = "'s" if before[end - 2 : end] in {"'s", "\u2019s"} else "@@"
            before = before[:start] + whose.rjust(end - start, "@") + before[end:]
    found = None
    for match in _PART.finditer(before):
        found = match
    if own is None or asked.answer.type == "rank" or "arithmetic" in hit.form:
        return False
    if found is None or _BREAK.search(before, found.end()):
        return False
    what = found["what"] or found["its"]
    words = what.split()
    if any(own.search(w) or w in asked.subject.words or w in asked.subject.kinds for w in words):
        return False
    if what.endswith(_COMES_FIRST):
        return asked.subject.name.lower() in text[start_of : hit.start].lower()
    return not own.search(before[found.end() :].lower())


_REACH: Final = 240
_EITHER: Final = "|".join(sorted(PARTS)).replace("-", "[ -]")
_PART: Final = re.compile(
    r"(?:(?:(?:^|[;:]|\b(?:[Aa]nd|[Bb]ut|[Ww]hile|[Ww]ith|[Tt]hough)\b)\W*(?:(?:Title|Snippet):\s)?"
    r"(?:[Aa]n?|[Tt]he|[Tt]his|[Ee]ach|[Ee]very|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er)"
    r"|,\s(?:its|their|his|her)|\b[Ww]hose|['\u2019]s?)\s"
    rf"(?P<what>(?:[a-z-]+\s){{0,2}}?(?:{_EITHER}))s?"
    rf"|@@\s(?P<its>(?:[a-z-]+\s)?(?:{_EITHER})))\b(?!['\u2019-]|\sat\s$)"
)
_COMES_FIRST: Final = tuple(
    "demo trailer beta preview teaser prototype sequel remake up successor predecessor"
    " rival".split()
)
"""What comes out by itself, on a day of its own."""


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


_OPENS_WITH_DAY: Final = re.compile(r"^\W*(?:(?:Title|Snippet):\s)?(?:[Oo]n|[Ii]n)?\s?$")


def _of_the_column(head: re.Match[str], said: str, asked: Asked) -> bool:
    """Whether the thing that a sentence begins with is what the column is of, or just a word."""
    words = head["head"].split()
    if words[-1].removesuffix("s") not in PARTS and asked.answer.type != "date":
        return True
    if words[-1] in NEUTRAL or words[-1].endswith(("est", "th")):
        return True
    own = asked.own
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
