"""Another measure than the column's that a clause names: `Turnout was 62%`, `a crowd of 9,200`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["of_a_rival"]

_MEASURES: Final = re.compile(
    r"(?<!at )(?<!full )(?<!in )(?<!by )(?<!for )\b"
    r"(?:wind|gust|altitude|elevation|height|length|width|breadth|depth|diameter|weight|mass|speed|age"
    r"|capacity|price|cost|budget|turnover|revenue|profit|loss|prize|fine|rent|deposit|distance"
    r"|radius|area|volume|temperature|pressure|voltage|population|attendance|crowd|circulation"
    r"|discount|increase|rise|drop|reduction|stake|majority|tax|salary|wage|grant|donation|loan"
    r"|debt|range|power|output|turnout|humidity|bid|tender|fee|fare|charge|dividend|royalty"
    r"|insurance|growth|inflation|unemployment|percentile)s?\b"
)
"""Measures that have names of their own."""
_SPENT: Final = re.compile(
    r"\b(?:[Ww]e|I|[Tt]hey|he|she|[Yy]ou|[Ff]ans"
    r"|[Pp]eople)\s(?:[a-z]+ly\s)?(?P<verb>[a-z]{2,}ed|spent|drove|ran|sat|stood)\s$"
)
_OUTSIDE: Final = re.compile(
    r"\s?\S{0,12}\s(?:in the shade|in the sun|outside|outdoors|in the open|at noon|that day"
    r"|weather)\b"
)


def of_a_rival(text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None) -> bool:
    """Whether what stands nearest to a figure says that it is of something else."""
    if own is None or "arithmetic" in hit.form or "language" in hit.form:
        return False
    before = text[near.sentence : hit.start]
    after = text[hit.end : near.end]
    if _OUTSIDE.match(after) or re.search(
        r"\b(?:day|weather|air|night|summer|afternoon)s? of\s$", before
    ):
        return True
    spent = _SPENT.search(before)
    if spent and not own.search(spent["verb"]):
        return True
    start, end = clause_of(text, hit, near)
    clause = f"{text[start : hit.start]} # {text[hit.end : end]}".lower()
    for mention in asked.subject.mentions(text, start, end):
        clause = clause.replace(text[mention.start : mention.end].lower(), "")
    return own.search(clause) is None and any(
        found[0] not in asked.subject.words for found in _MEASURES.finditer(clause)
    )
