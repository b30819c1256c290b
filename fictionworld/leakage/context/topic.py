"""Who a text spoke of before a sentence that names nobody, or speaks of right after it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.another_thing import NEUTRAL
from fictionworld.leakage.context.asked import SENTENCE
from fictionworld.leakage.context.strangers import is_person

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["in_another_result", "told_after", "told_before"]

_MOST: Final = 6
"""Sentences back in which a subject is looked for."""
_BACK: Final = 400
_AHEAD: Final = 160
_OPENING: Final = re.compile(
    r"\W*(?:(?:Title|Snippet|Text):\s)?(?:\d{1,3}[.)\]]+\s)?(?:(?:[Tt]he|[Aa]n?|[Aa]t|[Ii]n)\s)?"
)
"""What stands before a name with which a sentence begins."""
_OF_ITSELF: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:[Oo]n|[Ii]n)\s[^,.]{3,24},?\s)?(?:[Tt]he|[Aa]n?)\s"
    r"(?P<head>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)\s(?:[a-z]{2,}ed|[a-z]+s|cut|laid|held|had|took|gave"
    r"|went|made|sold|drew|won|put|set|bought|ran|were|have)\s"
)


def told_before(text: str, near: Near, asked: Asked) -> bool | None:
    """Whether the subject was spoken of last, or another (False), in the result so far."""
    start = near.sentence
    for _ in range(_MOST):
        if start <= near.record:
            break
        previous = at = max(near.record, start - _BACK)
        for match in SENTENCE.finditer(text, at, max(at, start - 1)):
            previous = match.end()
        named = asked.subject.mentions(text, previous, start)
        if any(m.own for m in named):
            return True
        if any(m.kin for m in named):
            return False
        if (
            named
            and _OPENING.fullmatch(text, previous, named[0].start)
            and not is_person(text, named[0], asked)
        ):
            return False
        if previous == start:
            break
        start = previous
    return None


def told_after(text: str, near: Near, asked: Asked) -> bool | None:
    """Whether the sentence behind speaks of the subject, and the value's own of no other thing."""
    end = min(near.record_end, near.end + _AHEAD)
    if near.end >= end:
        return None
    after = asked.subject.mentions(text, near.end, end)
    if not after or not after[0].own:
        return None
    if _ONE_OF_LIST.match(text, after[0].end, end):
        return None
    own = asked.own
    if asked.answer.type == "date" and own is not None:
        # `On 14 August a storm came over the hills. X is open daily.`
        last = SENTENCE.search(text, after[0].end, end)
        if not own.search(text[near.sentence : last.start() if last else end].lower()):
            return None
    head = _OF_ITSELF.match(text, near.sentence, near.end)
    if head is not None and asked.answer.type in {"number", "money", "percent", "date"}:
        # `The yard cut the first steel on 9 April. X lay in the next dock.`
        words = head["head"].split()
        known = any(
            w in NEUTRAL or w in asked.subject.kinds or w in asked.subject.words for w in words
        )
        if not known and (own is None or not any(own.search(w) for w in words)):
            return False
    return True


_ONE_OF_LIST: Final = re.compile(r",\s[A-Z][^,.;:]{1,40}(?:,\s|,?\sand\s)(?:the\s)?[A-Z]")
"""`Taking part: X, Ombra Salina and Saint Orla`: the sentence before is of them all."""
_RESULT: Final = re.compile(r"(?:\[\d{1,3}\]\s)?Title: |\[\d{1,3}\]\s|Result \d")
_REFERS: Final = re.compile(
    r"\b(?:it|its|they|their|this|that|these|he|his|she|her)\b", re.IGNORECASE
)


def in_another_result(text: str, near: Near, asked: Asked) -> bool:
    """Whether a value stands in a result of its own, and only others name the subject."""
    if _RESULT.match(text, near.record) is None:
        return False
    record = text[near.record : near.record_end]
    if any(m.own for m in asked.subject.mentions(record, 0, len(record))):
        return False
    first = record.find("\n")
    if first < 0 or _REFERS.search(record):
        return False
    around = (
        text[max(0, near.record - _AROUND) : near.record],
        text[near.record_end : near.record_end + _AROUND],
    )
    return any(m.own for t in around for m in asked.subject.mentions(t, 0, len(t)))


_AROUND: Final = 1500
