"""Whether a reader learns the answer from a place where its value is."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from fictionworld.leakage.context.place import HitContext, Owner
from fictionworld.leakage.context.vetoes import VETOES

_BESIDE_BEFORE: Final = re.compile(r"(?:[:|=(\[#-]|^)\s?[\"']?$")
_BESIDE_BEHIND: Final = re.compile(r"\s?(?:[|,;)\]\n#.\"']|$)")


class Judgement(NamedTuple):
    """Whether one place states the answer, and for what reason."""

    leaks: bool
    why: str


def judge(place: HitContext) -> Judgement:
    """Whether the value at a place is stated of what is asked.

    No veto may speak against it; then it takes the subject and the column, one of them where the
    value is so rare that it settles the answer, or neither where it is nearly all of the text.
    """
    for veto in VETOES.values():
        reason = veto(place)
        if reason is not None:
            return Judgement(False, reason)
    return _nearness(place)


def _nearness(place: HitContext) -> Judgement:
    """Whether subject and column stand near enough, where no veto speaks against it."""
    asked, hit = place.asked, place.hit
    owner, how = place.owner if asked.subject.is_named else (None, Owner.NONE)
    column = place.column
    if hit.form == "table cell":
        return Judgement(True, "in the row of the subject and the column")
    if hit.form == "statement":
        return Judgement(owner is True or not asked.subject.is_named, "said of the subject")
    if column and (owner or not asked.subject.is_named):
        return Judgement(True, "beside the subject and the column")
    kind = asked.answer.type
    if owner and (kind == "url" or (kind == "name" and _is_tied(place))):
        return Judgement(True, "beside the subject")
    if owner and how <= Owner.SENTENCE:
        if kind == "category" or _is_set_beside(place) or hit.form == "words of place":
            return Judgement(True, "in a sentence on the subject")
        if (hit.alone or kind in {"date", "name"}) and not _is_english(place.sentence):
            return Judgement(True, "in a sentence on the subject, in another language")
    if owner:
        return Judgement(False, "the column is not near")
    if column and not asked.subject.is_named:
        return Judgement(True, "beside the column")
    if column and (hit.alone or column == "label"):
        return Judgement(True, "beside the column")
    if hit.alone and hit.end - hit.start >= 0.55 * len(place.text.strip()):
        return Judgement(True, "the value by itself")
    return Judgement(False, "neither subject nor column is near")


_ENGLISH: Final = re.compile(
    r"\b(?:the|of|and|is|was|with|for|at|by|an|its|it|to|on|has|had|from|are|were|this|that|only"
    r"|after)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS: Final = 5


def _is_english(sentence: str) -> bool:
    """Whether a sentence may be English; one of too few words may."""
    return len(sentence.split()) < _FEWEST_WORDS or _ENGLISH.search(sentence) is not None


_TIE: Final = re.compile(
    r"[\s,.;:()\"'|-]*(?:(?:[a-z]{2,9}\.?\s|an? [a-z]+ )?by\s|[a-z]{2,6}\.\s|of\s|with\s)?[\s(\"']*"
)
"""`X, by NAME`, `X (cond. NAME)`, `NAME. X.`"""


_FAR: Final = 80


def _is_tied(place: HitContext) -> bool:
    """Whether hardly more than a sign stands between a name and the subject."""
    low, high = place.hit.start - _FAR, place.hit.end + _FAR
    for mention in place.mentions_in(low, high):
        if mention.own:
            low, high = (
                (mention.end, place.hit.start)
                if mention.end <= place.hit.start
                else (place.hit.end, mention.start)
            )
            if high - low < 24 and _TIE.fullmatch(place.text, low, high):
                return True
    return False


def _is_set_beside(place: HitContext) -> bool:
    """`Norrvik: 13`, `Norrvik (13)`: a value set beside a name, and nothing else."""
    text, hit = place.text, place.hit
    return (
        _BESIDE_BEFORE.search(text[max(0, hit.start - 4) : hit.start]) is not None
        and _BESIDE_BEHIND.match(text[hit.end : hit.end + 3]) is not None
    )
