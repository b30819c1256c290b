"""The options of a question, a menu, a ballot: one tells the answer only where it is marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Near

__all__ = ["is_offered", "option_of"]

_OPTION: Final = re.compile(r"(?<![A-Za-z(])\(?([A-Ha-h])\s?[).:]\s{0,2}$")
_OTHER_OPTION: Final = re.compile(r"(?<![A-Za-z(])\(?([A-Ha-h])\s?[).:]\s{0,2}\S")
_WORDED_OPTION: Final = re.compile(r"(?<!\w)[(\[]?([A-Ha-h1-8])\s?[).\]:]\s{0,2}(?:an?\s|the\s)?$")
_OTHER_WORDED: Final = re.compile(r"(?<!\w)[(\[]?([A-Ha-h1-8])\s?[).\]:]\s{0,2}[^\W\d]")
_PUT: Final = re.compile(
    r"\?|\b(?:quiz|poll|guess|choose|question|which of|options)\b", re.IGNORECASE
)
_MARKED_RIGHT: Final = re.compile(
    r"[^a-z0-9]{0,4}\(?(?:correct|right|true|\u2713|\u2714|\u2705|<-)", re.IGNORECASE
)
_KEY: Final = re.compile(
    r"\b(?:solutions?|answers?|answer key|key|correct(?: answer)?)\b", re.IGNORECASE
)
_QUESTION_NUMBER: Final = re.compile(r"\bquestion (?:no\.? )?(\d{1,3})\b", re.IGNORECASE)
_TURN: Final = re.compile(r"(?<![A-Za-z(])[A-H]:\s[^\n?]{6,200}\?")
"""`A: how long is it? B: an hour`: not options but two who speak."""
_LONE_GUESS: Final = re.compile(r"(?:^|[?.!:\n])\s*$")


def option_of(text: str, hit: Hit, *, worded: bool = False) -> bool | None:
    """Whether one of the options of a question is marked as right; None where it is none.

    Args:
        text: A reading.
        hit: Where the value stands.
        worded: Whether the options are names or categories; figures may number these.
    """
    if worded and not _PUT.search(text, max(0, hit.start - 240), hit.start):
        return None
    if (
        not worded
        and text[hit.end : hit.end + 1] == "?"
        and _LONE_GUESS.search(text[max(0, hit.start - 6) : hit.start])
    ):
        return False
    option, others = (_WORDED_OPTION, _OTHER_WORDED) if worded else (_OPTION, _OTHER_OPTION)
    found = option.search(text, max(0, hit.start - (9 if worded else 5)), hit.start)
    if found is None:
        return None
    if _TURN.search(text, max(0, hit.start - 240), hit.start):
        return None
    around = text[max(0, hit.start - 160) : hit.end + 160]
    if len({match[1].lower() for match in others.finditer(around)}) < 2:
        return None
    if _MARKED_RIGHT.match(text, hit.end):
        return True
    letter = found[1].upper()
    behind = text[hit.end : hit.end + 400]
    key = _KEY.search(behind)
    if key is None:
        return False
    asked_as = _QUESTION_NUMBER.search(text, max(0, hit.start - 300), hit.start)
    if asked_as:
        pair = re.search(rf"\b0?{asked_as[1]}\W{{0,2}}\s?([A-Ha-h])\b", behind[key.end() :])
        return pair is not None and pair[1].upper() == letter
    one = re.match(r"\W{0,3}(?:is\s|was\s)?\(?([A-Ha-h1-8])\b", behind[key.end() :])
    return one is not None and one[1].upper() == letter


_UNMARKED: Final = re.compile(
    r"\b(?:specimen ballot|ballot paper|mark one|tick one|vote for one|cross one)\b", re.IGNORECASE
)
_MENU: Final = re.compile(
    r"(?<!:)\b(?:browse|filter|select|choose|pick|sort|shop|search|refine|narrow|[a-z]+s by)\b"
    r"[^.:\n|]{0,40}:\s\[?"
    r"(?:(?:[^\n|/\u00b7\u2022,;.\[\]]|\.(?=\S)){1,32}[|/\u00b7\u2022,\]]\s?\[?){2,}",
    re.IGNORECASE,
)
_OF_SEVERAL: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|several|various|different|many|\d)\s(?:[a-z]+\s){0,2}"
    r"(?:designs|proposals|options|plans|kinds|types|sorts|ideas|entries|variants|candidates"
    r"|schemes|alternatives|possibilities|choices|drafts|models|suggestions)\b[^:.;\n]*:\s"
    r"(?P<ahead>[^.;:\n]*)$",
    re.IGNORECASE,
)
"""Ballots, menus and proposals: all there is to choose from."""


def is_offered(text: str, hit: Hit, near: Near) -> bool:
    """Whether the value is one of those that a ballot, a menu or a list of proposals offers."""
    ballot = _UNMARKED.search(text, near.record, near.record_end)
    if ballot and ballot.end() >= near.sentence:
        return True  # what stands in an earlier sentence lists something else
    if any(
        menu.start() < hit.start <= menu.end()
        for menu in _MENU.finditer(text, near.record, near.record_end)
    ):
        return True
    several = _OF_SEVERAL.search(text[max(near.sentence, hit.start - 240) : hit.start])
    return several is not None and "," in several["ahead"] + text[hit.end : near.end]
