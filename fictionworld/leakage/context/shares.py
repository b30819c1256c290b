"""Percentages of something else: `raised its prices by 7%`, `won 48% of the jury's votes`."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of
from fictionworld.leakage.context.happenings import rise_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["of_a_change", "of_another_share"]

_RISES: Final = re.compile(
    r"\b(?:growth|grew|rise|rose|increas|decreas|chang|fall|fell|drop|gain|loss|lost"
    r"|discount|cut|up"
    r"|down|swing|inflation)"
)


_SHARE_OF: Final = re.compile(
    r"\s?(?:%|per\s?cent|percent)?(?:\sshare)?\sof\s(?:the\s|its\s|all\s|his\s|her\s|their\s|these"
    r"\s|those\s|our\s|every\s)*(?P<what>(?:[A-Za-z'\u2019-]+\s?){1,4})"
)
_COUNTED: Final = re.compile(r"\s(?!in\b|of\b|by\b|to\b|is\b|was\b|are\b|were\b)[a-z]{3,}")
"""`three out of four wards`."""
_WHOLES: Final = frozenset(
    "total whole all cases time times everything it them volume weight mass year which who us you"
    " respondents share shares stock equity".split()
)
_OPINION: Final = re.compile(
    r"\s?(?:%|per\s?cent|percent)?\sof\s(?:[a-z'\u2019-]+\s){1,5}?(?:have\s|had\s|has\s|would\s)?"
    r"(?P<verb>voted|backed|supported?|opposed?|favou?r(?:ed)?|want(?:ed)?|prefer(?:red)?"
    r"|approved? of|signed|petitioned|complained|said|say|think|thought|believed?|agreed?)\b"
)
"""`64 per cent of the voters backed the new forest law`: what people think is no part."""
_CHANGE_BEHIND: Final = re.compile(
    r"\s?(?:%|per\s?cent|percent)?[\s-](?:[a-z-]+\s){0,3}?(?P<noun>rise|rises|increase|discount"
    r"|fall|drop|hike|cut|growth|jump|reduction|swing|surcharge|tip|deposit|stake|majority|chance"
    r"|decline|surge|gain|loss|off|rebate|bonus|commission|tax|duty|levy|premium|markup|margin"
    r"|holding|rent|pay)\b(?!\sof\s)"
)


_CLAUSE_END: Final = re.compile(r"[;:]|,\s|\b(?:and|but|while|whereas|when|if|although|though)\b")
_PROGRESS: Final = re.compile(
    r"\s?(?:complete|done|loaded|finished|downloaded|uploaded)\b|\.{2,}|\s?$"
)
_LOADING: Final = re.compile(
    r"\b(?:(?:up|down)?loading|buffering|installing|importing|rendering|progress)\b", re.IGNORECASE
)
"""`Loading ... 31% complete`: how far a page has come."""


def of_another_share(
    text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None
) -> bool:
    """Whether a percentage is of a whole of its own: `a 7% price rise`, `won 48% of the votes`."""
    if own is None or "arithmetic" in hit.form:
        return False
    start, _ = clause_of(text, hit, near)
    before = text[start : hit.start].lower()
    low = text[hit.end : near.end].lower()
    if _PROGRESS.match(low) and _LOADING.search(text, near.record, hit.start):
        return True
    change = _CHANGE_BEHIND.match(low)
    if change and not own.search(change["noun"]):
        return True
    if "share" in hit.form and _COUNTED.match(low):
        return not (own.search(text[near.sentence : hit.start].lower()) or own.search(low))
    share = _SHARE_OF.match(low)
    if share is None:
        return False
    before = re.split(r"\bthat\b", before)[-1]
    opinion = _OPINION.match(low)
    if opinion and not own.search(low[opinion.start("verb") : opinion.end() + 6]):
        return True
    words = [
        w
        for w in re.findall(r"[a-z]{3,}", re.sub(r"['\u2019]s?\b", "", share["what"]))
        if w not in asked.subject.words
    ]
    if not words or words[0] in _WHOLES:
        return False
    clause = _CLAUSE_END.split(low, maxsplit=1)[0]
    return not (own.search(before) or own.search(clause))


def of_a_change(left: str, asked: Asked) -> bool:
    """`raised its prices by 7%`, where the column asks for no change."""
    if not rise_pattern().search(left):
        return False
    return _RISES.search(f"{asked.answer.column} {' '.join(asked.notions)}".lower()) is None
