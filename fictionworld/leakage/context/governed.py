"""What a clause ties its figure to: `let 640 workers go`, `the 42 km road between A and B`.

A word of the column anywhere in a sentence does not make a figure the column's. What the figure
stands with in its own clause says whose it is: the verb whose object it is, the way it measures.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.names.kinds import is_kind_word

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["CUT", "clause_of", "governed_by_another"]

CUT: Final = re.compile(
    r"[;:\u2013\u2014()]|\s-\s|,\s|\b(?:and|but|while|when|whereas|which|who|whose|where|because"
    r"|although|though|if|unless|until|after|before|so|once)\b"
)
_FIGURES: Final = frozenset({"number", "money", "percent"})
_LIGHT: Final = (
    r"(?:(?:only|just|some|about|around|roughly|nearly|almost|exactly|over|under|up to|a full|a|an"
    r"|the|as many as|as much as|more than|less than|no fewer than|no less than|at least|at most"
    r"|some|another|all|its|their|his|her)\s){0,2}(?:[\u20ac$\u00a3]|(?:eur|usd|gbp)\s?)?"
)
_VERB: Final = re.compile(
    rf"\b(?P<verb>[a-z]{{3,}})\s(?:(?:its|their|his|her)\s[a-z]+\s)?(?:(?:up|out|off|in|on|away|over|down|for|at|with)\s)?{_LIGHT}$"
)
_DEEDS: Final = re.compile(
    r"(?:won|lost|earned|spent|swallowed|devoured|raised|invested|borrowed|owes?|owed|donated|gave|stole"
    r"|saved|fined|paid|burn(?:t|ed)|planted|felled|killed|injured|hired|sacked|laid|shed|cut|axed"
    r"|trained|recruited|dismissed|repaired|replaced|repainted|removed|demolished|scored|missed"
    r"|conceded|saw|met|moved|delivered|ordered|wrote|published|printed|sold|bought|exported"
    r"|imported|baked|brewed|poured|drank|ate|served|collected|gathered|found|caught|rescued"
    r"|evacuated|closed|opened|visited|walked|swam|drove|sailed|flew|rode|ran|climbed|fell|dropped"
    r"|rose|grew|jumped|slipped|shrank|gained|added|beat|drew|waited|queued|lasted|survived"
    r"|treated|admitted|discharged|examined|vaccinated|polled|claimed|demanded|offered|bid|blamed|credited|leaked|loaned|lent|pledged|wasted"
    r"|loses|earns|saves|hires|sacks|sheds|cuts|axes|fines|borrows|invests|raises|donates"
    r"|wins|kills|injures|pledges|wastes)"
)
"""What is done to so and so many, of which no column tells that does not say so."""
_CHANGED: Final = re.compile(
    r"\b(?:let|la(?:id|y|ying|ys) off|hir(?:e|es|ed|ing)|recruit\w*|sack\w*|dismiss\w*|shed"
    r"|ax(?:e|es|ed|ing)|cut(?:s|ting)?|los(?:t|e|es|ing)|gain\w*|add(?:s|ed|ing)?|took on"
    r"|taken on|train(?:s|ed|ing)?|fir(?:ed|es|ing)|evacuat\w*|retir(?:ed|es|ing)|mov(?:ed|es|ing)"
    r"|promot\w*|transferr\w*|injur\w*|kill\w*|reward\w*|seek(?:s|ing)?|sought|want(?:s|ed)?"
    r"|need(?:s|ed)?|look(?:s|ed|ing) for|advertis\w*|creat(?:es|ed|ing)|sav(?:es|ed|ing)"
    r"|order(?:s|ed)?|plans?|demolish\w*|repaint\w*|repair\w*|renovat\w*|replac\w*|scrapp?\w*)\s"
    r"(?:(?:[a-z]+ly|another|some|about|up to|around|nearly|the|its|a further|his|her|their)\s)"
    r"{0,2}$"
)
"""What changes a stock and is not the stock: `has let 640 workers go`."""
_STRUCK: Final = re.compile(
    r"\s(?:[a-z-]+\s){1,3}?(?:(?:of|at|in|on|from|aboard)\s[^,;:.]{2,50}?\s)?"
    r"(?:(?:were|was|are|have been|had been|will be|got|have|had|has)\s)?(?:then |later |also )?"
    r"(?P<deed>laid off|let go|sacked|dismissed|made redundant|hired|recruited|trained|injured"
    r"|killed|evacuated|on strike|out on strike|walked out|went on strike|downed tools|marched"
    r"|protested|signed|struck|arrested|stranded|moved|planted|set|replaced|repainted|repaired"
    r"|removed|added|lost|stolen|damaged|destroyed|redundant|left|without|retired|renovated"
    r"|demolished|closed|scrapped|burnt|burned|flooded|cut off|given|offered|awarded|fined|rescued"
    r"|treated|invited|thanked|voted|complained|fell ill|called in sick|face|took part|turned up"
    r"|asked|questioned|interviewed|surveyed)\b"
)
"""What so many underwent, and not all there are: `486 seats were replaced`."""
_STOCK: Final = re.compile(
    r"\b(?:employees?|staff|workforce|headcount|workers|population|inhabitants|residents|members?"
    r"|students|pupils|fleet|seats|beds|rooms|trees|vines|animals|buses|trams|trains|ships|branches"
    r"|stores|shops|works|pages|floors|titles|objects|holdings|volumes|wards?|turbines|capacity)\b",
    re.IGNORECASE,
)
_OF_OTHERS: Final = re.compile(
    r"\s?\S{0,14}\s(?:of|from|for|at) (?:its|the|their|a|his|her) (?:(?:bigger|larger|smaller|older"
    r"|newer|little|big|next-door) )?(?:neighbours?|rivals?|sisters?|namesakes?|predecessors?"
    r"|successors?|competitors?|cousins?|twins?)\b",
    re.IGNORECASE,
)
"""`with the 252 MW of its neighbour`."""
_ATTRIBUTIVE: Final = re.compile(
    r"\s(?P<noun>[a-z]{3,})\s(?:between|from|to|that|which|beside|along|round|over|across|near|past)\s"
)
_WAYS: Final = frozenset(
    "road path motorway highway bypass fence cable pipeline wall trail".split()
)
_THE: Final = re.compile(r"^\W*(?:[Tt]he|[Aa]n?)\s$|\b(?:the|an?)\s$")
"""`The 42.5 km road between Lenvik and Morra`: the measure of the noun behind it."""


def clause_of(text: str, hit: Hit, near: Near) -> tuple[int, int]:
    """How far the clause reaches in which a value stands."""
    start, end = near.sentence, near.end
    for match in CUT.finditer(text, near.sentence, near.end):
        if match.end() <= hit.start:
            start = match.end()
        elif match.start() >= hit.end:
            end = match.start()
            break
    return start, end


def governed_by_another(
    text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None
) -> bool:
    """Whether the words that a figure stands with make it another thing's."""
    if (
        own is None
        or asked.answer.type not in _FIGURES
        or any(word in hit.form for word in ("arithmetic", "language", "sum", "table"))
    ):
        return False
    start, _ = clause_of(text, hit, near)
    before = text[start : hit.start].lower()
    behind = text[hit.end : near.end]
    if _OF_OTHERS.match(behind):
        return True
    thing = _ATTRIBUTIVE.match(behind)
    if (
        thing
        and _THE.search(text, near.sentence, hit.start)
        and (thing["noun"] in _WAYS or is_kind_word(thing["noun"]))
        and not _known(thing["noun"], asked, own)
        and thing["noun"] not in asked.subject.kinds
    ):
        return True
    return _object_of_another(before, behind, asked, own)


def _object_of_another(before: str, behind: str, asked: Asked, own: re.Pattern[str]) -> bool:
    """`swallowed 27.4 million crowns`, `let 640 workers go`: what was done to so many."""
    stock = _STOCK.search(asked.answer.column) is not None
    if stock:
        changed = _CHANGED.search(before[-60:])
        if changed and not own.search(changed[0]):
            return True
        struck = _STRUCK.match(behind.lower())
        if struck and not own.search(struck["deed"]):
            return True
    found = _VERB.search(before[-50:])
    if found is None or not _DEEDS.fullmatch(found["verb"]) or own.search(found["verb"]):
        return False
    if own.search(before):
        return False
    return not any(own.search(w) for w in re.findall(r"[a-z]{3,}", behind[:30].lower())[:3])


def _known(word: str, asked: Asked, own: re.Pattern[str]) -> bool:
    bare = word.removesuffix("'s")
    return (
        own.search(bare) is not None
        or bare in asked.subject.words
        or bare.removesuffix("s") in asked.subject.words
    )
