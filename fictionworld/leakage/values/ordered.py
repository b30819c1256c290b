"""Lists of names in an order: which place the subject has, and whether the order means anything.

Numbers before names in the order of the alphabet, in a table of contents or on a ballot rank
nothing. Names with figures rank by these where they are all there are, in whatever order.
"""

# Names are written with typographic apostrophes and dashes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.readings.key_words import words_of_key
from fictionworld.leakage.readings.lookalikes import plain_word
from fictionworld.leakage.thesaurus.cues import word_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["RANKING", "UNRANKED", "find_sorted", "orders_nothing"]

_NUMBERED: Final = re.compile(
    r"(?:^|[\n|;,.:]|\s{2})\s{0,3}[#(]?(?P<n>\d{1,3})(?:[.):]|\s?\|)\s{1,3}"
    r"(?:[Tt]he\s)?(?P<name>[^\W\d_][\w'’-]*)"
)
UNRANKED: Final = re.compile(
    r"\b(?:a to z|a-z|alphabetical\w*|contents|ballot|in no (?:particular|special) order|unsorted"
    r"|agenda|index|chapters?|steps?|instructions|how to|itinerary|stops?|order of (?:appearance"
    r"|speakers|start|play)|starting order|start list|by date|chronological\w*"
    r"|in order of (?:name|age"
    r"|founding|opening|entry)|(?:on|at) (?:the|our) (?:bar|menu|tap|shelf)|on tap|on sale|in stock"
    r"|shopping|to[- ]?do list|to[- ]visit|play ?list|set ?list|check ?list|entries|entrants"
    r"|line-?up"
    r"|fixtures|timetable|squad)\b",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(
    r"(?P<name>[^\W\d_][\w'’.&-]*(?: [\w'’.&-]+){0,4}?)(?:\s?[|:=\t(]\s?|,? |\s?[-–]\s)"
    r"(?P<n>\d{1,3}(?:[,. ]\d{3})+|\d+(?:\.\d+)?)(?![\w%]|[.,]\d)\)?"
)
_ALL: Final = re.compile(
    r"\b(?:all(?: (?:the|of))?|every|complete|full|total of|the (?:two|three|four|five|six|seven"
    r"|eight|nine|ten))\b",
    re.IGNORECASE,
)
_UPWARD: Final = re.compile(
    r"\b(?:smallest|lowest|youngest|shortest|fastest|lightest|cheapest|quickest|time|lap|seconds"
    r"|ascending|earliest|oldest|fewest)\b",
    re.IGNORECASE,
)
RANKING: Final = frozenset(
    ("rank", "ranking", "place", "position", "finish", "final", "by", "in", "of", "the", "among")
)
_MOST: Final = 5_000


_OF_MERIT: Final = re.compile(
    r"\b(?:places?|rank(?:s|ed|ing)?|standings|results?|top|best|positions?)\b", re.IGNORECASE
)


class _Pair(NamedTuple):
    start: int
    end: int
    name: str
    figure: float


def orders_nothing(text: str, place: int) -> bool:
    """Whether the numbered list around a place is in the order of the alphabet, or of no merit."""
    low, high = max(0, place - 600), min(len(text), place + 600)
    items = [
        (int(m["n"]), plain_word(m["name"]).lower()) for m in _NUMBERED.finditer(text, low, high)
    ]
    # only numbers that count on are a list
    names = [name for at, (n, name) in enumerate(items) if at == 0 or n == items[at - 1][0] + 1]
    if UNRANKED.search(text, max(0, low - 200), place):
        return True
    if _OF_MERIT.search(text, max(0, low - 200), place):
        return False
    return len(names) > 3 and names == sorted(names) and len(set(names)) == len(names)


def find_sorted(text: str, asked: Asked, rank: int) -> list[Hit]:
    """The subject among names with figures that order them, `Aar 412, Keel 380, ...`, as its rank.

    The text has to say that it names them all, or give them in that order line by line.
    """
    text = text[:_MOST]
    if len(re.findall(r"\d", text)) < 4 or re.search(
        r"\b(?:rank|place|place[ds]|position|pos)\b\s?[|:]", text, re.IGNORECASE
    ):
        return []
    if "\n" not in text and _ALL.search(text) is None:
        return []
    pairs = _pairs(text)
    if not 2 < len(pairs) < 60:
        return []
    figures = [pair.figure for pair in pairs]
    if len(set(figures)) < len(figures):
        return []
    whole = _ALL.search(text[: pairs[0].start + 1]) is not None or bool(
        _ALL.search(text[pairs[-1].end : pairs[-1].end + 80])
    )
    falling = figures == sorted(figures, reverse=True)
    if not whole and not (falling and "\n" in text[pairs[0].start : pairs[-1].start]):
        return []
    measures = [w for w in words_of_key(asked.answer.column) if w not in RANKING]
    own = word_pattern(asked.notions) if measures and asked.notions else None
    if own is not None and not own.search(text[: pairs[1].end].lower()):
        return []  # figures of something else
    up = bool(_UPWARD.search(f"{asked.answer.column} {text[: pairs[0].start]}"))
    ordered = sorted(pairs, key=lambda pair: pair.figure, reverse=not up)
    found = []
    for at, pair in enumerate(ordered):
        mentioned = any(m.own for m in asked.subject.mentions(text, pair.start, pair.end))
        if mentioned and at + 1 == rank:
            found.append(Hit(pair.start, pair.end, "table cell", alone=False))
    return found


def _pairs(text: str) -> list[_Pair]:
    """Names with a figure each: rows of a table, lines, or items of one list."""
    found = [
        _Pair(m.start(), m.end(), m["name"], float(re.sub(r"[, ](?=\d{3})", "", m["n"])))
        for m in _PAIR.finditer(text)
        if m["name"][0].isupper() and not re.fullmatch(r"(?:19|20)\d\d", m["n"])
    ]
    if len(found) < 3:
        return []
    # what stands between two of them has to be alike
    between = [re.sub(r"\s+", " ", text[a.end : b.start]) for a, b in pairwise(found)]
    runs: list[list[_Pair]] = [[found[0]]]
    for at, gap in enumerate(between):
        near = len(gap) < 6 and not any(c.isalpha() for c in gap.replace("and", ""))
        if near:
            runs[-1].append(found[at + 1])
        else:
            runs.append([found[at + 1]])
    return max(runs, key=len)
