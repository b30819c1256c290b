"""What grammar ties a value to: `X, which has ...`, `..., comes X`, `the 84-metre X`."""

# Names are written with typographic apostrophes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.parts import is_part
from fictionworld.leakage.names.words import CALENDAR, COMMON
from fictionworld.leakage.quantities.items import MONTHS
from fictionworld.leakage.quantities.spelled import folded

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = [
    "of_another",
    "of_the_sentence",
    "put_to",
    "within_brackets",
]

_NAME: Final = r"[A-Z][\w'’-]*(?:\s(?:of (?:the )?|v\. |the |& )?[A-Z0-9][\w'’.-]*)*"
_WHICH: Final = re.compile(
    rf"(?P<name>{_NAME})(?:\s(?:next door|nearby|opposite|down the road))?"
    rf"(?:,?\s(?:which|who|whose)\s|,\s(?:with|at)\s)[^,;.:]{{0,60}}$"
)
_APPOSED: Final = re.compile(
    rf"(?P<name>{_NAME}),\s(?:an?|its|another)\s(?:[a-z][a-z-]+\s){{1,4}}(?:with|of|that|which"
    rf"|whose|who)\s"
    rf"[^,;.:]{{0,40}}$"
)
_TO_ONE: Final = re.compile(
    rf"\b(?:to|than|like|unlike|against|towards)\s(?:the\s)?(?P<name>{_NAME})"
    rf"(?:,|\s\()\s?(?P<label>(?:[a-z]+\s){{1,3}})$"
)
"""`to Harl, population 23,418`."""
_THAN: Final = re.compile(
    rf"\b(?:than|unlike)\s(?:the\s)?(?P<name>{_NAME}),?\s(?:at|with|that|and its"
    rf"|on)\s[^,;.:]{{0,40}}$"
)
_INVERTED: Final = re.compile(
    rf"[^.;,:()]{{0,40}}?\b(?:comes?|came|stands|stood|sits|sat|goes to|went to|belongs to"
    rf"|belonged to|lies|follows|followed)\s(?:the\s)?(?P<name>{_NAME})"
)
_COLON: Final = re.compile(rf"\s?:\s(?:the\s)?(?P<name>{_NAME})[^.;]{{0,40}}[.;]")
_BREAK: Final = re.compile(r"[;:]|\bbut\b|\bwhile\b|,\s(?:and|with|which|who)\b|\bof which\b")
_FIGURES: Final = frozenset({"number", "money", "percent", "rank", "date"})


def of_another(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether the words round a value tie it to a name that is not the subject's."""
    before, after = text[near.sentence : hit.start], text[hit.end : near.end]
    for pattern in (_WHICH, _THAN):
        found = pattern.search(before)
        if (
            found
            and not _at_it(text, near, found, asked)
            and _strange(found["name"], asked, first=found.start() < 2)
        ):
            named = near.sentence + found.start("name"), near.sentence + found.end("name")
            if not is_part(text, *named, asked.subject.mentions(text, near.sentence, near.end)):
                return True
    if asked.answer.type in _FIGURES and _beside_another(text, hit, near, asked):
        return True
    if _bracketed(text, hit, near, asked) or (
        asked.answer.type not in _FIGURES and _FROM_ANOTHER.match(text, hit.end, near.end)
    ):
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


_WITH: Final = re.compile(r",\swith\s[^,]*$")
_AT: Final = re.compile(r"\b(?:at|in|on|from)\s(?:the\s)?$")


def _at_it(text: str, near: Near, found: re.Match[str], asked: Asked) -> bool:
    """`X on stage at the Exchange, with ...`: a place where the subject is, and no owner."""
    at = near.sentence + found.start()
    if _WITH.search(found[0]) is None:
        return False
    return _AT.search(text, max(near.sentence, at - 12), at) is not None and any(
        m.own for m in asked.subject.mentions(text, near.sentence, at)
    )


_FROM_ANOTHER: Final = re.compile(
    r"\s(?:[a-z]+\s)?(?:from|by|of|at|in|for)\s(?:another|an?\s(?:different|rival|neighbouring)"
    r"|some other|the (?:other|rival|neighbouring))\s[a-z]"
)
"""`a V from another brewery`."""
_OF_A_NAME: Final = re.compile(rf"(?:-[a-z]+)?\s(?P<name>{_NAME})")


def _beside_another(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`the 84-metre Hollin Maid`, `Harl Trio, a band with 17`, `to Harl, population 23,418`."""
    before = text[near.sentence : hit.start]
    behind = None
    if "-" in text[hit.start : hit.end] or text.startswith("-", hit.end):
        behind = _OF_A_NAME.match(text, hit.end, near.end)
    label = _TO_ONE.search(before)
    own = asked.own
    if label is not None and (own is None or not own.search(label["label"])):
        label = None
    return any(
        found is not None and _strange(found["name"], asked)
        for found in (behind, label, _APPOSED.search(before))
    )


_BESIDE: Final = re.compile(r"(?P<name>[A-Za-z][\w'’-]*)\s\($")
_AND_NEXT: Final = re.compile(r"[^()]{0,30}\)(?:,|,?\s(?:and|or))\s(?:[\w'’-]+\s){1,4}\(")
_AND_LAST: Final = re.compile(r"\)(?:,|,?\s(?:and|or))\s(?:[\w'’-]+\s){1,4}\($")


def _bracketed(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`parts of libfennic (MIT) and tinyurn (Zlib)`: each bracket is of the name before it."""
    before = text[max(near.sentence, hit.start - 60) : hit.start]
    beside = _BESIDE.search(before)
    if beside is None:
        return False
    if _AND_NEXT.match(text, hit.end, near.end) is None and _AND_LAST.search(before) is None:
        return False
    own = asked.own
    said = " ".join(before[: beside.end("name")].split()[-3:])
    if any(m.own for m in asked.subject.mentions(said, 0, len(said))):
        return False
    return own is None or not own.search(beside["name"].lower())


def within_brackets(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """Whose a value is that stands in brackets right behind a name: `X (coach: V) won in Hulm`."""
    opening = text.rfind("(", max(near.sentence, hit.start - 60), hit.start)
    if opening < 0 or text.find(")", opening, hit.start) >= 0:
        return None
    named = asked.subject.mentions(text, max(near.sentence, opening - 80), opening)
    inside = asked.subject.mentions(text, opening, hit.start)
    if not named or inside or named[-1].end < len(text[:opening].rstrip()):
        return None
    if named[-1].own:
        return True
    return False if named[-1].kin else None


_ASIDE: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?P<subject>(?:[Tt]he\s)?[A-Z][\w&.-]*"
    r"(?:\s(?:of\s|the\s|&\s)?[A-Z0-9][\w.-]*)*(?:['’]s?(?:\s[a-z-]+){1,4})?)"
    r",\s(?P<aside>(?!(?:so|says|said|according|laut|selon)\b)[a-z][^;:.]{2,120}?),\s(?!(?:and|or"
    r"|but|who|which|while|where|whose|with|the|a|an|in"
    r"|at|on|of|to|from|for|by|as|than|not|its|his|her|their)\b)[a-z]{2,}\b"
)


def of_the_sentence(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """Whose a value is behind `X, starring A and B, was ...`: the sentence's subject's."""
    found = _ASIDE.match(text, near.sentence, hit.start)
    if found is None or _BREAK.search(text, found.end(), hit.start):
        return None
    start, end = found.span("subject")
    mentions = asked.subject.mentions(text, near.sentence, near.end)
    if any(m.own and start <= m.start < end for m in mentions):
        return True
    aside = [m for m in mentions if found.start("aside") <= m.start < found.end("aside")]
    if not any(m.own for m in aside) or any(m.own and m.start >= found.end() for m in mentions):
        return None
    if is_part(text, start, end, [m for m in aside if m.own]):
        return None
    named = found["aside"].startswith(("a ", "an ", "the "))
    return False if _strange(found["subject"], asked, first=not named) else None


_PUT: Final = re.compile(
    r",\s(?:the|a)\s(?:[a-z]+\s){1,4}?(?:in|on|at|by|for)?\s?(?:which|that|when|of"
    r"|for)\s[^,;.]{0,20}$"
)


_THE_KIND: Final = re.compile(r"\bthe ([a-z]{3,})\b")


def put_to(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`stands 1987, the year in which X was founded`: explained right behind as the subject's."""
    if not text.startswith(",", hit.end):
        return False
    for mention in asked.subject.mentions(text, hit.end, min(near.end, hit.end + 90)):
        return mention.own and _PUT.match(text[hit.end : mention.start]) is not None
    return any(
        _PUT.match(text[hit.end : kind.start() + 4]) is not None
        for kind in _THE_KIND.finditer(text, hit.end, min(near.end, hit.end + 90))
        if kind[1] in asked.subject.kinds
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
_ELSEWHERE: Final = re.compile(
    r"\b(?:(?:the|an?|its)\s[a-z]+\s(?:(?:across|over|down|up) the (?:road|street|river|bay|valley)"
    r"|next door|opposite|nearby)|(?:the|its|an?) (?:neighbouring|next-door)\s[a-z]+)\b"
)
"""`the house across the road`: another, without a name."""
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
    if _ELSEWHERE.search(text, start, hit.start):
        return True
    return any(
        _strange(match["name"], asked) and not _is_time(match["name"])
        for match in _OTHER_NAME.finditer(text, start, end)
        if match.end() <= hit.start or match.start() >= hit.end
    )


def _is_time(name: str) -> bool:
    return all(folded(word.lower()) in MONTHS or word.endswith("day") for word in name.split())


def _strange(name: str, asked: Asked, *, first: bool = False) -> bool:
    words = [w.lower().removesuffix("'s") for w in re.findall(r"[\w'-]+", name)]
    if first and len(words) == 1 and words[0].endswith("s"):
        return False  # `Visitors, who ...`
    if not words or (any(len(w) < 2 for w in words) and len(words) == 1):
        return False
    if any(m.own for m in asked.subject.mentions(name, 0, len(name))):
        return False
    if all(w in COMMON or w in CALENDAR or w.isdigit() for w in words):
        return False  # `Nobody who ...`, `on 12 October 2032, which ...`
    answer = {w for v in (asked.answer.value, *asked.answer.aliases) for w in v.lower().split()}
    return not all(w in asked.subject.allowed or w in answer for w in words)
