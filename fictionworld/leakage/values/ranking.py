"""Places that rank something else than was asked, and numbers in words.

`Her third regatta`, `fourth on the second stage`,
`second only to the Lidden for rowing clubs` rank other things than a final place, or by another
measure.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.thesaurus.cues import word_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked

__all__ = ["ORDINALS", "count_of", "ranks_another"]

_ONES: Final = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = {
    word: 10 * n
    for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
ORDINALS: Final = {
    word: n
    for n, word in enumerate(
        (
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
            " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ).split(),
        1,
    )
} | {"runner-up": 2, "last": 0}
_OWN_COUNT: Final = re.compile(
    r"\b(?:her|his|its|their|my|our|your|whose|[\w]+['\u2019]s)\s(?:very\s)?$", re.IGNORECASE
)
_PLACED: Final = re.compile(
    r"[\s-](?:place|position|spot|rank|slot|in\b|finish|seat|title|best|largest|biggest|longest"
    r"|highest|tallest|fastest|oldest|[a-z]+est\b)"
)
_TIMES: Final = re.compile(
    r"\s(?:time|attempt|try|start|appearance|edition|visit|season|year|regatta|race|final|half"
    r"|stage|leg|round|heat|lap|day|floor|edition|reading|term|child|son|daughter|week|month|act"
    r"|chapter|verse|century|quarter|phase|movement|symphony|novel|album|book|film)s?\b"
)
_FROM_BEHIND: Final = re.compile(
    r"[\s-](?:(?:from|to)[\s-])?(?:the\s)?(?:very\s)?(?:last|bottom|end)\b"
)
_STAGE: Final = re.compile(
    r"\b(?:on|in|at|after|during)\s(?:the\s|day\s)?(?!final\s|last\s|closing\s)(?:[\w-]+\s){0,2}?"
    r"(?P<part>stages?|legs?|heats?|laps?|rounds?|splits?|prologue|qualifying|practice"
    r"|semi-?finals?|(?:winter |summer |christmas )?breaks?|mark|buoys?|checkpoints?|gate|turn"
    r"|preliminar(?:y|ies)|warm-?up|half-?time|halfway|half-?way (?:point|stage)|interval|training"
    r"|mid-?season)\b|\b(?P<left>after (?:the )?(?:(?:first|opening|second|third) (?:day|run)"
    r"|day (?:one|two|three|four|five|\d))\b|with\s(?:\S+\s){1,4}?"
    r"(?:(?:still |yet |left )?to (?:go|play|come|run|race|sail|ride)|left|remaining))\b",
    re.IGNORECASE,
)
"""Where a race or a season stands that is not over yet."""
_TURN: Final = re.compile(
    r"\b(?:sings?|performs?|starts?|started|goes on|appears|bats?|speaks|(?:was |were )?drawn"
    r"|lines? up|lined up|kicks? off|sets off|set off|sails|rides|skis)\s(?:off\s)?(?:in\s)?$"
    r"|\bwill\s(?:be the\s)?[a-z]+\s$",
    re.IGNORECASE,
)
_IN_TURN: Final = re.compile(
    r"[^.;,]{0,30}\b(?:in|on) the (?:running|starting|start|playing|batting|performance) "
    r"(?:order|list|line-?up)\b|[^.;,]{0,20}\b(?:on|of) the (?:starting )?grid\b"
)
"""`will sing second`: the order in which they come on, and not that in which they end."""
_ORDER: Final = re.compile(r"\b(?:start|grid|running|order|draw|turn|slot|appearance|sequence)")
_PLACED_ONE: Final = re.compile(r"[-\s](?:placed|ranked|seeded|best)\s(?:[a-z]+\s){0,2}[A-Z]")
_MEASURE: Final = re.compile(
    r"[^.;\n]{0,60}?\b(?:for|by|in terms of|when it comes to|as to|measured by)\s"
    r"(?!far\b|a\b|an\b|the\b|no means|now\b|years\b)(?P<said>[a-z][a-z -]{2,40})"
)
_VOTE: Final = re.compile(
    r"[^.;,\n]{0,20}?\b(?:in|on)\s(?:[\w'\u2019-]+\s){0,5}?"
    r"(?:vote|poll|ballot|contest|competition|survey|quiz|league|cup|race)\b"
)
"""`fourth in the magazine's vote for the prettiest`: a place among others in something else."""


def count_of(word: str) -> int | None:
    """`7`, `seven`, `twenty-two` as a number."""
    word = word.lower()
    if word.isdigit():
        return int(word)
    if word in {"nobody", "none", "nothing", "no-one"}:
        return 0
    if word in _ONES:
        return _ONES.index(word)
    ten, _, one = word.replace(" ", "-").partition("-")
    if ten not in _TENS or (one and one not in _ONES[1:10]):
        return None
    return _TENS[ten] + (_ONES.index(one) if one else 0)


def ranks_another(text: str, hit: Hit, asked: Asked) -> bool:
    """Whether a place in an order is one of something else, or by another measure."""
    column = asked.answer.column.lower()
    low = max(text.rfind(mark, 0, hit.start) for mark in (". ", "\n", "; ")) + 1
    close = re.compile(r"[.;\n](?:\s|$)").search(text, hit.end)
    high = min(close.start() if close else len(text), hit.end + 160)
    ordinal = "ordinal" in hit.form
    if ordinal and (_TIMES.match(text, hit.end) or _FROM_BEHIND.match(text, hit.end)):
        return True
    if (
        ordinal
        and _OWN_COUNT.search(text, max(0, hit.start - 24), hit.start)
        and not _PLACED.match(text, hit.end)
        and re.match(r"\s\w|\.?$|\.\s", text[hit.end : hit.end + 2]) is not None
    ):
        return True
    if _ORDER.search(column) is None and (
        (ordinal and _TURN.search(text, max(low, hit.start - 24), hit.start))
        or _IN_TURN.match(text, hit.end, high)
    ):
        return True
    another = _PLACED_ONE.match(text, hit.end) if ordinal else None
    if another is not None and not any(
        m.own for m in asked.subject.mentions(text, hit.end, another.end() + 24)
    ):
        return True
    stage = _STAGE.search(text, max(low, hit.start - 90), high)
    known = f"{column} {asked.subject.name.lower()}"
    if _ORDER.search(column):
        known += " qualifying practice"
    if stage is not None and (
        stage["left"] or stage["part"].lower().rpartition(" ")[2].rstrip("s") not in known
    ):
        return True
    if re.search(r"\bby\s[a-z]", column) is None or asked.notions is None:
        return False
    criterion = column.partition(" by ")[2].split() or [column]
    if _VOTE.match(text, hit.end, high) and criterion[0] not in text[low:high].lower():
        return True
    measure = _MEASURE.match(text, hit.end, high)
    own = word_pattern(asked.notions)
    return measure is not None and own.search(text[low:high].lower()) is None
