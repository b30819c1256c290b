"""Names in the order in which they came: `Finishing order: Aar, Keel, Talvik`, and who is left.

A list without numbers ranks those that it names where the text says what its order is. Where all
places but one are given away, the one who is left has that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.readings.key_words import words_of_key
from fictionworld.leakage.thesaurus.cues import word_pattern
from fictionworld.leakage.values.ordered import RANKING, UNRANKED
from fictionworld.leakage.values.ranking import ORDINALS, count_of

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["find_in_order", "find_left"]

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
_REACH: Final = 400
"""Characters behind the size of a field in which its places are given away."""
_LEAVES: Final = re.compile(
    r"\b(?:leaves|leaving|left (?:only|just)?|which left|remains?|remaining)\b[^.;\n]{0,40}$"
)
_FIELD: Final = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,2}|[A-Za-z]{3,5})\s(?:[a-z-]+\s){0,2}"
    r"(?:reached|entered|started|finished|took part|ran|raced|competed|contested|made|stood)\b"
)
_GIVEN: Final = re.compile(
    r"\b(?P<first>won|winner|victory|champions?|gold)\b|\b(?P<last>last|bottom)\b"
    r"|\b(?P<word>"
    + "|".join(w for w in ORDINALS if w != "last")
    + r")\b|\b(?P<n>\d{1,2})(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)


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


def find_left(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`Four ran; A won, B was second, C last, which leaves X`: X by the place that none has."""
    field = _FIELD.search(text)
    many = None if field is None else count_of(field["n"])
    if field is None or many is None or not 2 < many <= len(ORDINALS):
        return []
    for mention in asked.subject.mentions(text, field.end(), field.end() + _REACH):
        leaves = _LEAVES.search(text, max(field.end(), mention.start - 80), mention.start)
        if not mention.own or leaves is None:
            continue
        given = set()
        for match in _GIVEN.finditer(text, field.end(), mention.start):
            word = (match["word"] or "").lower()
            given.add(
                1
                if match["first"]
                else many
                if match["last"]
                else ORDINALS[word]
                if word
                else int(match["n"])
            )
        if set(range(1, many + 1)) - given == {rank}:
            return [Hit(leaves.start(), mention.end, "table cell", alone=False)]
    return []
