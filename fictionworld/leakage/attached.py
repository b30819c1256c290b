"""What grammar ties a value to: `X, which has ...`, `..., comes X`, `the fire in X was ...`."""

# Names are written with typographic apostrophes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.cues import word_pattern
from fictionworld.leakage.parts import is_part
from fictionworld.leakage.quantities.items import MONTHS
from fictionworld.leakage.quantities.spelled import folded

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked, Near

__all__ = ["of_another", "of_another_thing"]

_NAME: Final = r"[A-Z][\w'’-]*(?:\s(?:of (?:the )?|v\. |the |& )?[A-Z0-9][\w'’.-]*)*"
_WHICH: Final = re.compile(
    rf"(?P<name>{_NAME})(?:\s(?:next door|nearby|opposite|down the road))?"
    rf"(?:,?\s(?:which|who|whose)\s|,\s(?:with|at)\s)[^,;.:]{{0,60}}$"
)
_THAN: Final = re.compile(
    rf"\b(?:than|unlike)\s(?:the\s)?(?P<name>{_NAME}),?\s(?:at|with|that|and its"
    rf"|on)\s[^,;.:]{{0,40}}$"
)
_INVERTED: Final = re.compile(
    rf"[^.;,:()]{{0,40}}?\b(?:comes?|came|stands|stood|sits|sat|goes to|went to|belongs to"
    rf"|belonged to|lies|follows|followed)\s(?:the\s)?(?P<name>{_NAME})"
)
_COLON: Final = re.compile(rf"\s?:\s(?:the\s)?(?P<name>{_NAME})[^.;]{{0,40}}[.;]")
_HEAD: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?:[Aa]n?|[Tt]he|[Tt]his|[Ee]ach|[Ee]very|[Ii]ts)\s"
    r"(?P<head>(?:[a-z][a-z-]+\s){1,3}?)"
    r"(?:of|at|in|on|over|for|from|to|near|by|aboard|inside|outside|under|beneath)\s"
)
_BREAK: Final = re.compile(r"[;:]|\bbut\b|\bwhile\b|,\s(?:and|with|which|who)\b|\bof which\b")
_NEUTRAL: Final = frozenset(
    [
        "bottle",
        "glass",
        "pint",
        "litre",
        "can",
        "cup",
        "pack",
        "piece",
        "pair",
        "unit",
        "copy",
        "figure",
        "number",
        "total",
        "value",
        "answer",
        "record",
        "list",
        "table",
        "amount",
        "rate",
        "level",
        "team",
        "people",
        "staff",
        "folk",
        "crew",
        "one",
        "ones",
        "man",
        "woman",
        "town",
        "city",
        "village",
        "name",
        "body",
        "heart",
        "whole",
        "sum",
        "count",
        "official",
        "total",
        "sheet",
        "page",
        "entry",
        "fact",
        "data",
        "size",
        "beast",
        "giant",
        "machine",
        "newcomer",
        "result",
        "tally",
        "company",
        "firm",
        "house",
        "place",
        "thing",
    ]
)
_FIGURES: Final = frozenset({"number", "money", "percent", "rank", "date"})


def of_another(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether the words round a value tie it to a name that is not the subject's."""
    before, after = text[near.sentence : hit.start], text[hit.end : near.end]
    for pattern in (_WHICH, _THAN):
        found = pattern.search(before)
        if found and _strange(found["name"], asked, first=found.start() < 2):
            named = near.sentence + found.start("name"), near.sentence + found.end("name")
            if not is_part(text, *named, asked.subject.mentions(text, near.sentence, near.end)):
                return True
    if asked.answer.type == "category" and _of_a_stranger(text, hit, near, asked):
        return True
    if asked.answer.type == "name" and _RELATIVE.match(text, max(hit.start, hit.end - 2), near.end):
        return True
    if _in_another_clause(text, hit, near, asked):
        return True
    if asked.answer.type not in _FIGURES:
        return False
    if any(m.own for m in asked.subject.mentions(text, near.sentence, hit.start)):
        return False
    inverted = _INVERTED.match(after)
    if inverted and _strange(inverted["name"], asked):
        return True
    colon = _COLON.match(after) if any(c.isalpha() for c in before) else None
    return bool(
        colon
        and _strange(colon["name"], asked)
        and not any(m.own for m in asked.subject.mentions(after, 0, colon.end()))
    )


_SOME: Final = re.compile(
    r"^\W*(?:(?:Title|Snippet):\s)?(?:An?|One|Two|Three|Some|Another|Several)\s(?:[\w-]+\s){0,4}$"
)
_FROM_ELSEWHERE: Final = re.compile(
    r"\b(?:from|rival|visiting|another|(?:of|for|by|in) (?:an?|another|some|the rival))\b"
)


def _of_a_stranger(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`A professor of glaciology from Norrum visited X`: a word said of someone from elsewhere."""
    before = text[near.sentence : hit.start]
    if not _SOME.match(before):
        return False
    own = [m for m in asked.subject.mentions(text, hit.end, near.end) if m.own]
    if not own:
        return False
    between = text[hit.end : own[0].start]
    if not (_FROM_ELSEWHERE.search(between) or re.search(r"\b(?:visiting|rival)\b", before)):
        return False
    # `A catamaran of the old sort, X ...` is told of X
    return re.search(r"(?:,|:|\b(?:is|was|named|called|like))\s(?:the\s)?$", between) is None


_RELATIVE: Final = re.compile(
    r"\w{0,2}['’]s?\s(?:[a-z]+\s)?(?:namesake|cousin|brother|sister|daughter|son|father"
    r"|mother|wife|husband"
    r"|pupil|student|widow|assistant|predecessor|successor|rival|uncle|aunt|nephew"
    r"|niece|neighbour"
    r"|deputy|teacher|teammate|colleague|biographer)\b"
)
_CLAUSE: Final = re.compile(r";|,\s(?:while|whereas|but)\s")
_OTHER_NAME: Final = re.compile(
    r"(?<=[a-z,] )(?:[Tt]he\s)?(?P<name>[A-Z][a-z'’-]{3,}(?:\s[A-Z][\w'’-]+)*)"
)


def _in_another_clause(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`He built the Meridian; SUBJECT is by another hand`: a clause that has a name of its own."""
    start, end = near.sentence, near.end
    for match in _CLAUSE.finditer(text, near.sentence, near.end):
        if match.end() <= hit.start:
            start = match.end()
        elif match.start() >= hit.end:
            end = match.start()
            break
    if (start, end) == (near.sentence, near.end):
        return False
    if any(m.own for m in asked.subject.mentions(text, start, end)):
        return False
    if not any(m.own for m in asked.subject.mentions(text, near.sentence, near.end)):
        return False
    return any(
        _strange(match["name"], asked) and not _is_time(match["name"])
        for match in _OTHER_NAME.finditer(text, start, end)
        if match.end() <= hit.start or match.start() >= hit.end
    )


def _is_time(name: str) -> bool:
    return all(folded(word.lower()) in MONTHS or word.endswith("day") for word in name.split())


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
    head = _HEAD.match(before)
    if head is None or _BREAK.search(before[head.end() :]):
        return False
    if not any(m.own for m in asked.subject.mentions(text, near.sentence, hit.start)):
        return False
    return not _of_the_column(head, before, asked)


_OPENS_WITH_DAY: Final = re.compile(r"^\W*(?:(?:Title|Snippet):\s)?(?:[Oo]n|[Ii]n)?\s?$")


def _of_the_column(head: re.Match[str], said: str, asked: Asked) -> bool:
    """Whether the thing that a sentence begins with is what the column is of, or just a word."""
    words = head["head"].split()
    if words[-1] in _NEUTRAL or words[-1].endswith(("est", "th")):
        return True
    own = word_pattern(asked.notions) if asked.notions else None
    rest = said[head.end() :]
    for mention in reversed(asked.subject.mentions(rest, 0, len(rest))):
        if mention.own:  # `Verity Towers` is no word of a column of towers
            rest = rest[: mention.start] + rest[mention.end :]
    if asked.answer.type == "date" and own is not None and own.search(rest.lower()):
        return True  # `the gates of X opened on ...`
    return own is None or any(own.search(word) or word in asked.subject.allowed for word in words)


def _strange(name: str, asked: Asked, *, first: bool = False) -> bool:
    words = [w.lower().removesuffix("'s") for w in re.findall(r"[\w'-]+", name)]
    if first and len(words) == 1 and words[0].endswith("s"):
        return False  # `Visitors, who ...`
    if not words or (any(len(w) < 2 for w in words) and len(words) == 1):
        return False
    if any(m.own for m in asked.subject.mentions(name, 0, len(name))):
        return False
    answer = {w for v in (asked.answer.value, *asked.answer.aliases) for w in v.lower().split()}
    return not all(w in asked.subject.allowed or w in answer for w in words)
