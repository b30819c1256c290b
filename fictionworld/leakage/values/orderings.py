"""Names in the order in which they came: `Finishing order: Aar, Keel, Talvik`.

A list without numbers ranks those that it names where the text says what its order is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.readings.key_words import words_of_key
from fictionworld.leakage.thesaurus.cues import word_pattern
from fictionworld.leakage.values.ordered import RANKING, UNRANKED

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["find_in_order"]

_MOST: Final = r"best|highest|fastest|largest|biggest|longest|tallest|oldest|strongest|richest"
_LEAST: Final = r"worst|lowest|slowest|smallest|shortest|youngest|weakest|poorest"
_ORDERED: Final = re.compile(
    rf"\b(?:(?P<up>(?:{_LEAST}|last)(?: placed)? first|from (?:the )?(?:{_LEAST}|last|bottom) to"
    r" (?:the )?\w+|in (?:reverse|ascending) order)"
    rf"|(?:{_MOST}|winners?|leaders?)(?: placed)? first|from (?:the )?(?:{_MOST}|first|top"
    rf"|winner) to"
    r" (?:the )?\w+"
    r"|(?:finish(?:ing)?|final|finished|result) (?:order|standings?|ranking|placings|positions"
    r"|classification)|order of (?:finish|merit)|(?:in|was|is|reads|ran) (?:this|that"
    r"|the following)"
    r" order|in descending order|order was|standings|ranking|leaderboard|podium)\b"
    r"(?P<more>[^:\n;]{0,48}?)(?:\s?:\s|\s(?:was|is|were|are|reads?|ran|went)\s|\s[\u2013\u2014-]\s)",
    re.IGNORECASE,
)
_NOT_YET: Final = re.compile(
    r"\b(?:last (?:year|season|time)'s|previous|predicted|expected|provisional|interim|likely"
    r"|my|our"
    r"|starting|likeliest|bookmakers'?|projected|live|current)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_PART_WAY: Final = re.compile(
    r"\b(?:rounds?|stages?|heats?|laps?|half|halfway|week|day|qualifying|practice|legs?|so far"
    r"|to|awaits?)\b",
    re.IGNORECASE,
)
"""What makes an order one of a part, or of another time."""
_FIRST_OF: Final = re.compile(
    r"\b(?:won|winning|wins|victory|came first|was first|took (?:gold|first))\b[^.;:\n]{0,40}?"
    r"\b(?:from|ahead of|in front of|followed(?: home| in)? by|before)\s(?=(?:the )?[A-Z])"
)
"""What stands between the first and those that came behind."""
_NAME: Final = re.compile(
    r"\s{0,2}(?:and\s|then\s){0,2}(?:\d{1,2}[.)]\s)?(?:the\s)?"
    r"(?P<name>[A-Z0-9\u00c0-\u017f][\w'\u2019.-]*(?:\s(?:&\s)?(?!and\b|then\b)[\w'\u2019-]+){0,5}?)"
    r"(?:\s?\([^()\n]{1,30}\))?"
    r"(?P<gap>\s?(?:,|;|>|\u2192|/)|\sand\s|\sthen\s|\s(?:ahead of|from)\s|\s?[.!\n]|$)",
)
_MANY: Final = 40


def find_in_order(text: str, asked: Asked, rank: int) -> list[Hit]:
    """The subject in a list of names that is said to be in order, at the place that is its rank."""
    found = []
    for match in _ORDERED.finditer(text):
        if UNRANKED.search(text, max(0, match.start() - 80), match.end()) or (
            _NOT_YET.search(text, max(0, match.start() - 24), match.start())
            or ("final" not in match[0].lower() and _PART_WAY.search(match["more"]))
        ):
            continue
        measures = [w for w in words_of_key(asked.answer.column) if w not in RANKING]
        if re.search(r"\bby\s", asked.answer.column) and measures and asked.notions:
            said = text[max(0, match.start() - 120) : match.end()].lower()
            if not word_pattern(asked.notions).search(said):
                continue  # another measure's order
        names = _names(text, match.end())
        if len(names) < 3:
            continue
        if match["up"]:
            names.reverse()
        found += _at_rank(text, asked, names, rank, match.start())
    for match in _FIRST_OF.finditer(text):
        found += _at_rank(text, asked, _names(text, match.end()), rank - 1, match.start())
    return found


def _names(text: str, start: int) -> list[tuple[int, int]]:
    """Where the names of a list stand, as far as it reaches."""
    places: list[tuple[int, int]] = []
    while len(places) < _MANY:
        match = _NAME.match(text, start)
        if match is None:
            break
        places.append(match.span("name"))
        start = match.end()
        if not match["gap"] or match["gap"].strip() in {".", "!", ""}:
            if match["gap"].strip():
                break
            if "\n" in match["gap"] or not match["gap"]:
                break
    return places


def _at_rank(
    text: str, asked: Asked, names: list[tuple[int, int]], rank: int, told: int
) -> list[Hit]:
    """The list that begins at `told`, as far as the subject's name, if it is that of `rank`."""
    if not 0 < rank <= len(names):
        return []
    start, end = names[rank - 1]
    if any(m.own for m in asked.subject.mentions(text, start, end)):
        return [Hit(told, end, "table cell", alone=False)]
    return []
