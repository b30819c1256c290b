"""Whom a sentence speaks of without a name: `it`, `the dam`, `the latter`, `its predecessor`."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.asked import SENTENCE
from fictionworld.leakage.names.kinds import other_words
from fictionworld.leakage.names.mention import Mention
from fictionworld.leakage.names.words import GENERIC

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["as_next", "latter", "owner_by_relation", "relation_behind", "stand_in"]

_BACK: Final = 300
"""Characters back in which one is named whom a pronoun stands for."""
_FIELD: Final = r"\W*(?:(?:Title|Snippet|Url|Text):\s)?"
_PRONOUN: Final = re.compile(
    r"\b(?:[Ii]t|[Ii]ts|[Tt]hey|[Tt]heir|[Tt]hem|[Hh]e|[Hh]is|[Ss]he|[Hh]er)\b"
    r"(?! is (?:said|thought))(?! (?:is|was) [A-Z])"
)
_SUBJECT: Final = re.compile(_FIELD + r"(?:[Tt]he\s)?")
"""What stands before a name with which a sentence begins."""
_LATTER: Final = re.compile(
    r"\b[Tt]he (?P<which>latter(?! (?:half|part|stage|stages|years|days))"
    r"|former(?=[,.:;)]|['\u2019]s|\s(?:is|was|are|were|has|had|have|at|with|of|and|being|holds?|weighs?"
    r"|costs?|measures?|stands?|came|rises|runs|took|sold|seats)\b))"
)
_BEHIND: Final = re.compile(
    r"[\w\s-]{0,20}?\b(?:in|for|of|with|at|by) the (?P<which>latter|former)\b"
)
_CAPITAL: Final = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")
_RELATIONS: Final = (
    r"(?:predecessors?|successors?|forerunners?|neighbou?rs?|rivals?|competitors?|subsidiar(?:y|ies)"
    r"|parent|sisters?|twins?|siblings?|cousins?|namesakes?|counterparts?|offshoots?|brothers?"
    r"|follow-ups?|sequels?|replacements?|spin-offs?|half-brothers?|stablemates?|teammates?"
    r"|colleagues?|deput(?:y|ies)|mothers?|fathers?|wife|husband|son|sons|daughters?|pupils?"
    r"|students?|teachers?|assistants?|widow|widower|mentors?|partners?)"
)
_OPENS: Final = re.compile(
    _FIELD
    + r"(?:(?:and|but|even|only|meanwhile|by contrast|in contrast|while|whereas|for comparison)"
    r",?\s)?",
    re.IGNORECASE,
)
_WHOSE: Final = re.compile(r"(?:its|their|his|her)(?=\s)", re.IGNORECASE)
_RELATION: Final = re.compile(rf"['\u2019]?s?\s(?:[\w-]+\s){{0,3}}?(?P<relation>{_RELATIONS})\b")
_RELATIVE: Final = re.compile(rf"\w{{0,2}}['\u2019]s?\s(?:[a-z]+\s)?{_RELATIONS}\b")
_THE_OTHER: Final = re.compile(
    r"(?:the|a|an)(?P<relation>)\s(?:[\w-]+\s){0,2}?(?:predecessor|forerunner|neighbou?r|rival"
    r"|competitor|namesake|other (?:one|two|three|four))\b(?! (?:of|to|for))",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(r"\b(?:it|they|he|she)\b")
_CLAUSE: Final = re.compile(r";\s|,\s(?=(?:and|but|while|whereas)\s)|:\s|\s(?=(?:while|whereas)\s)")


def stand_in(text: str, hit: Hit, near: Near, asked: Asked) -> Mention | None:
    """A pronoun or a word of its kind by which a sentence speaks of the one before it."""
    found = _PRONOUN.search(text, near.sentence, min(near.end, near.sentence + 200))
    if found is not None and found.start() >= hit.end and found[0].lower() not in {"it", "its"}:
        found = None
    if found is not None and found[0].lower() != "it":
        named = asked.subject.mentions(text, near.sentence, found.start())
        # `The winner, Mira Achterhal, thanked her coach`
        if any(not m.own and not (m.start < hit.end and hit.start < m.end) for m in named):
            found = None
    kind = _kind_of(asked)
    by_kind = kind.search(text, near.sentence, near.end) if kind is not None else None
    found = min(
        (m for m in (found, by_kind) if m is not None), key=lambda m: m.start(), default=None
    )
    if found is None:
        return None
    start = near.sentence
    for _ in range(3):
        previous = _sentence_before(text, near, start)
        if previous is None:
            return None
        named = asked.subject.mentions(text, previous, start)
        if any(m.own or m.kin for m in named):
            first = next(m for m in named if m.own or m.kin)
            # `The Vela 6 follows the Vela 5. It has ...` is of what that sentence is of
            own = first.own or (first is not named[0] and any(m.own for m in named))
            return Mention(found.start(), found.end(), own=own, kin=not own)
        if named and found is not by_kind and _SUBJECT.fullmatch(text, previous, named[0].start):
            return None
        start = previous
    return None


def as_next(text: str, mention: Mention, asked: Asked) -> Mention:
    """A mention of one of a series, as the subject's own where it leads to the subject.

    `the follow-up to the K4` is the K5, and so is `the K4's successor`.
    """
    if not mention.kin:
        return mention
    before = _STEP_BEFORE.search(text, max(0, mention.start - 40), mention.start)
    led = before or _STEP_BEHIND.match(text, mention.end)
    if not _leads_on(text, mention, led, asked):
        return mention
    start = led.start() if led is not None and before is not None else mention.start
    end = led.end() if led is not None and before is None else mention.end
    return Mention(start, end, own=True)


def _leads_on(text: str, kin: Mention, step: re.Match[str] | None, asked: Asked) -> bool:
    """Whether `successor` or `predecessor` leads from one of a series to the subject."""
    figures = re.findall(r"\d+", text[kin.start : kin.end])
    owns = re.findall(r"\d+", asked.subject.name)
    if step is None or len(figures) != 1 or len(owns) != 1:
        return False
    return int(owns[0][:6]) - int(figures[0][:6]) == (1 if step["last"] is None else -1)


_STEPS: Final = (
    r"(?:successor|follow-up|sequel|heir|replacement|next (?:one|model|version)"
    r"|(?P<last>predecessor|forerunner))"
)
_STEP_BEFORE: Final = re.compile(rf"\b{_STEPS}\s(?:of|to|for|after|before)\s(?:the\s)?$")
_STEP_IN: Final = re.compile(_STEPS)
_STEP_BEHIND: Final = re.compile(rf"['\u2019]s?\s(?:[a-z]+\s)?{_STEPS}\b")


def _sentence_before(text: str, near: Near, start: int) -> int | None:
    """Where the sentence begins that ends at a place; None at the beginning of a result."""
    if start <= near.record:
        return None
    previous = low = max(near.record, start - _BACK)
    for match in SENTENCE.finditer(text, low, max(low, start - 1)):
        previous = match.end()
    return previous if previous < start else None


def _kind_of(asked: Asked) -> re.Pattern[str] | None:
    words = asked.subject.words
    kinds = {w for w in words if w in GENERIC} | other_words(words)
    kinds = {w for w in kinds if len(w) > 2 and w.isalpha() and w not in _NO_KINDS}
    if not kinds:
        return None
    return word_pattern_of(tuple(sorted(kinds)))


_NO_KINDS: Final = frozenset(
    "the and north south east west new old great saint open united final mini max ultra plus pro"
    " city town de la le el".split()
)


def word_pattern_of(kinds: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\b(?:[Tt]he|[Tt]his|[Tt]hat)\s(?:" + "|".join(kinds) + r")\b")


def latter(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """Whether `the latter` or `the former`, of which a value is said, is the subject."""
    said = _BEHIND.match(text, hit.end, near.end)
    if said is None:
        for said in _LATTER.finditer(text, near.sentence, hit.start):  # noqa: B007 - the last counts
            pass
    if said is None:
        return None
    previous = _sentence_before(text, near, near.sentence)
    for low in (near.sentence, near.sentence if previous is None else previous):
        named = asked.subject.mentions(text, low, min(said.start(), hit.start))
        if len(named) > 1:
            return named[-1 if said["which"] == "latter" else -2].own
        # `X has a neighbour, Ulverin. The latter ...`
        if named and _CAPITAL.search(text, named[0].end, said.start()):
            return named[0].own == (said["which"] == "former")
    return None


def owner_by_relation(text: str, hit: Hit, near: Near, asked: Asked) -> bool | None:
    """`Its predecessor had 5,180`: said of one that is named only by what it is to the subject.

    True where that is the subject itself, as `its successor` after a sentence on the K4 is the K5.
    """
    own = asked.own
    start = near.sentence
    for match in _CLAUSE.finditer(text, near.sentence, hit.start):
        start = match.end()
    for at in sorted({near.sentence, start}):
        end = _relation_at(text, at, hit, asked)
        if end is None or (own is not None and own.search(text[at:end].lower())):
            continue
        if _AGAIN.search(text, end, hit.start):
            continue
        if any(m.own for m in asked.subject.mentions(text, end, hit.start)):
            continue
        previous = _sentence_before(text, near, at)
        for kin in asked.subject.mentions(text, previous, at) if previous is not None else ():
            if kin.kin and _leads_on(text, kin, _STEP_IN.search(text, at, end), asked):
                return True
        return False
    return None


def relation_behind(text: str, end: int) -> bool:
    """`V's pupil`: whether a name stands there only to say whose someone else is."""
    return _RELATIVE.match(text, max(0, end - 2)) is not None


def _relation_at(text: str, at: int, hit: Hit, asked: Asked) -> int | None:
    """Where `its predecessor`, with which a clause begins at a place, ends."""
    opening = _OPENS.match(text, at, hit.start)
    place = opening.end() if opening is not None else at
    other = _THE_OTHER.match(text, place, hit.start)
    if other is not None:
        return other.end()
    whose = _WHOSE.match(text, place, hit.start)
    ends = [whose.end()] if whose is not None else []
    ends += [
        m.end
        for m in asked.subject.mentions(text, place, hit.start)
        if m.own and text[place : m.start] in {"", "The ", "the "}
    ]
    for end in ends:
        if whose is None and text[end : end + 1] not in {"'", "\u2019"}:
            continue
        relation = _RELATION.match(text, end, hit.start)
        if relation is not None:
            return relation.end()
    return None
