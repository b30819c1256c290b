"""Places told by how many others came before the subject, or behind it: `only two had tied up when
X crossed the line`, `the Aar alone is longer than X`, `one team beneath X in a league of twenty`.

A clause counts or names others, a word sets them above or below, and the subject follows it.
"""

# Names are written with typographic apostrophes too.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.values.ranking import count_of

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["find_outdone", "through_name"]

_HIGHER: Final = (
    r"(?:[a-z]{2,9}er(?:\s(?!was|were|is|are|has|had|did)[a-z]+){0,2}\sthan|more\s[a-z]+\sthan"
    r"|(?:finished|came in|came home|crossed) before"
    r"|look(?:s|ed)? down on|out[a-z]{2,9}(?:ed|ld|an|s|nt|t|w)|beat|bettered|surpassed|topped"
    r"|exceed(?:s|ed)|could (?:catch|beat|match|touch|overtake|better|top)|overtook)"
)
_ABOVE: Final = r"(?:above|ahead of|in front of)"
_UNTIL: Final = r"(?:before|when|by the time)"
_NEXT: Final = (
    r"\s(?:(?:the|our|its|their|this)\s)?(?:(?!when\b|before\b|by\b)[a-z]+\s){0,3}?(?=[A-Z])"
)
_RELATION: Final = re.compile(
    rf"\b(?:(?P<higher>{_HIGHER})|(?P<above>{_ABOVE})|(?P<until>{_UNTIL})"
    r"|(?P<below>(?:did|fared) worse than|(?:ended |finished )?(?:below|beneath|behind|under)))"
    rf"{_NEXT}"
)
_DOWN: Final = frozenset(
    ("lower", "smaller", "shorter", "lighter", "slower", "weaker", "fewer", "later", "younger")
)
_COUNTED: Final = re.compile(
    r"\b(?:(?P<only>only|just|exactly|not|list|lists)\s)?(?:an?\s|the\s)?"
    r"(?P<n>\d{1,3}|[a-z]{2,9}(?:-[a-z]{3,5})?)\b(?!')",
    re.IGNORECASE,
)
_PLACES: Final = re.compile(
    r"\b(?:place[ds]?|rank\w*|finish\w*|came|come|ended|stood|stands?|rated|scored|is|are|was"
    r"|were|noses?)\b"
)
"""What makes `above` a place in an order."""
_IN: Final = re.compile(
    r"\b(?:already|home|finished|crossed|tied up|moored|docked|in port|arrived|reached|touched"
    r"|taken?|took the (?:flag|line)|passed the|come in|came in|past the)\b"
)
_ARRIVES: Final = re.compile(
    r"\s(?:had |finally |at last )?(?:crossed|ran|came|finish|touched|galloped|reached|arrived|took"
    r"|swept|got|sailed|tied|rode|walked|limped|staggered|passed|burst|swam|rolled|entered|docked)"
)
"""What makes `when` and `before` an order of arrival."""
_ONLY_SO_MANY: Final = re.compile(
    r"\b(?:[Oo]nly|[Jj]ust|[Ee]xactly)\s(?:[a-z]+|\d{1,3})\s[a-z]+\s"
    r"(?!(?:lay|lies?|loomed|remain\w*|await\w*|wait\w*|rose|hung)\b)"
)
_BUT_THE_WINNER: Final = re.compile(
    r"\b(?:[Oo]nly|[Jj]ust|(?:[Nn]obody|[Nn]o one|[Nn]one|[Nn]o [a-z]+) (?:but|except|save))\s"
    r"(?:the\s)?(?:eventual\s)?(?:winners?|champions?|victors?)\b"
)
_NAME: Final = r"(?:[Tt]he\s)?[A-Z][\w'’.-]*(?:\s(?:of\s|de\s|do\s)?[A-Z0-9][\w'’.-]*)*"
_NAMED: Final = re.compile(
    r"\b(?:[Oo]nly|[Jj]ust|[Ee]xactly|(?:[Nn]obody|[Nn]o one|[Nn]one) but)\s"
    rf"(?P<names>{_NAME}(?:,\s{_NAME}){{0,12}}(?:,?\s(?:and|&)\s{_NAME})?)"
)
_NOUN_NEXT: Final = re.compile(r"\s[a-z]|$")
_WITH: Final = re.compile(
    r"\bwith (?:only |just )?(?P<n>\d{1,3}|[a-z]{2,9}(?:-[a-z]{3,5})?)\s(?:[a-z]+\s){0,2}?"
    r"(?:already\s)?(?:home|in|across|finished|past the post|ashore)\b[^.;:\n,]{0,24},\s(?:the\s)?"
    r"(?=[A-Z])",
    re.IGNORECASE,
)
_BEHIND_NAMES: Final = re.compile(
    rf"\b[Bb]ehind\s(?P<names>(?:[a-z-]+\s){{0,2}}{_NAME}(?:(?:,|,?\sand)\s(?:[a-z-]+\s){{0,2}}{_NAME}){{0,5}})"
    r"\s(?:came|comes|finished|was|is|were)\s(?:the\s)?(?=[A-Z])"
)
_AFTER: Final = re.compile(
    r"\b(?:[Aa]fter|[Bb]ehind|[Bb]ar|[Ee]xcept for)\s(?:the\s)?[\w'’ -]{3,30},\s(?:the\s)?(?=[A-Z])"
)
_IS_MOST: Final = re.compile(
    r"\s(?:is|was|ranks as)\s(?:the|[\w'’ ]{3,24}['’]s)\s(?:most|[a-z]{2,8}est)\b"
)
_LAST: Final = re.compile(
    r"\b(?:came|finished|ended|placed|is|was|lay|stood|ranked|crossed the line|home)\s"
    r"(?:it\s|the\s(?:\d{4}\s)?(?:season|race|year|event)\s)?(?:in\s|up\s|home\s|dead\s|at\s){0,2}(?:the\s)?"
    r"(?P<nearly>(?:second|third|fourth|fifth)[- ](?:(?:to|from)[- ](?:the[- ])?)?|next to )?"
    r"(?:very\s)?(?:last|bottom)(?:\sbut\s(?P<but>one|two|three))?"
    r"(?:\s(?:of|in)\s(?:the\s|a\s)?(?:table|field|league|standings|list|ranking|division)(?=\sof))?"
    r"(?:\s(?:of|among)\s(?:all\s|the\s){0,2}(?P<of>\d{1,3}|[a-z]+))?"
)
_BENEATH: Final = re.compile(
    r"\b(?:had|with|has|leaving|left) (?:only |just )?(?P<n>\d{1,2}|[a-z]{2,5}) (?:[a-z]+ ){0,2}"
    r"(?:below|beneath|behind|under) (?:them|it|him|her)\b"
)
_FIELD: Final = re.compile(
    r"(?<![\w.,])(?!(?:[Tt]he|[Aa]ll|[Ii]ts|[Oo]ur)\b)(?P<n>\d{1,3}|[A-Za-z]{3,9}(?:-[a-z]{3,5})?)\s"
    r"(?:[a-z]+\s)?(?!(?:points?|goals|years|days|hours|minutes|seconds|metres|miles|times|laps)\b)"
    r"(?:[a-z]{3,}s|stood|ran|took part|sailed|swam|rode|[a-z]{3,}ed)\b"
    r"|\b(?:league|field|division|class|group|list|fleet|table)\sof\s"
    r"(?P<of>\d{1,3}|[a-z]+(?:-[a-z]+)?)\b"
)
_FROM_LAST: Final = {"second": 1, "next": 1, "third": 2, "fourth": 3, "fifth": 4}
_PIECE: Final = re.compile(r"[.;:\n]")
_REACH: Final = 120


def find_outdone(text: str, asked: Asked, rank: int) -> list[Hit]:
    """The places of `text` that count others before the subject, or behind it."""
    found = []
    for match in _RELATION.finditer(text):
        end = through_name(text, match.end(), asked)
        if end is None or (match["higher"] or "").split(" ")[0] in _DOWN:
            continue
        clause = _PIECE.split(text[max(0, match.start() - _REACH) : match.start()])[-1]
        if match["until"] and not (_IN.search(clause) and _ARRIVES.match(text, end)):
            continue
        if match["above"] and not _PLACES.search(clause) and not _ONLY_SO_MANY.search(clause):
            continue
        many = _how_many(clause)
        if many is None:
            continue
        if match["below"]:
            size = _size(text, match.start(), end)
            place = size - many if size and (many or "worse" in match["below"]) else None
        else:
            place = many + 1
        if place == rank:
            found.append(Hit(match.start(), end, "words of place", alone=False))
    for match in [*_WITH.finditer(text), *_BEHIND_NAMES.finditer(text)]:
        end = through_name(text, match.end(), asked)
        told = count_of(match["n"]) if match.re is _WITH else _names_in(match["names"])
        if end is not None and told is not None and told + 1 == rank:
            found.append(Hit(match.start(), end, "words of place", alone=False))
    for match in _AFTER.finditer(text) if rank == 2 else ():
        end = through_name(text, match.end(), asked)
        if end is not None and _IS_MOST.match(text, end):
            found.append(Hit(match.start(), end, "words of place", alone=False))
    return found + _from_the_end(text, asked, rank)


def _how_many(clause: str) -> int | None:
    """How many others a clause counts or names: `exactly four runners were`."""
    if _BUT_THE_WINNER.search(clause):
        return 1
    named = _NAMED.search(clause)
    if named is not None:
        return _names_in(named["names"])
    for match in reversed(list(_COUNTED.finditer(clause))):
        count = count_of(match["n"])
        if count is not None and _NOUN_NEXT.match(clause, match.end()):
            negated = (match["only"] or "").lower() == "not"
            return 0 if negated and count == 1 else None if negated else count
    return None


def _names_in(names: str) -> int:
    return len(re.findall(r",\s(?!and)|\sand\s|\s&\s", names)) + 1


def _from_the_end(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`six ran, and X came in last`, `last but one of nine`: the end of a field of told size."""
    found = []
    for match in [*_LAST.finditer(text), *_BENEATH.finditer(text)]:
        low = max(0, match.start() - 60)
        if not any(m.own for m in asked.subject.mentions(text, low, match.start())):
            continue
        if match.re is _LAST:
            nearly = re.split("[- ]", (match["nearly"] or "").lower())[0]
            behind = _FROM_LAST.get(nearly, 0) or count_of(match["but"] or "") or 0
            size = count_of(match["of"] or "") or _size(text, *match.span())
        else:
            behind = count_of(match["n"]) or 0
            size = _size(text, *match.span())
        if size and size - behind == rank:
            found.append(Hit(*match.span(), "words of place", alone=False))
    return found


def _size(text: str, start: int, end: int) -> int | None:
    """Of how many a field is, told around a place."""
    close = re.compile(r"[.;\n]").search(text, end)
    fields = _FIELD.finditer(text, max(0, start - 240), close.start() if close else len(text))
    return next((n for m in fields if (n := count_of(m["n"] or m["of"]))), None)


def through_name(text: str, at: int, asked: Asked) -> int | None:
    """Where the subject's name ends, if it stands at a place; it belongs to what tells of it."""
    end = None
    for mention in asked.subject.mentions(text, at, min(len(text), at + 60)):
        # a name may be found in parts: `Calliope's Debt`
        if mention.own and mention.start <= (end or at) + 4:
            end = mention.end
    return end
