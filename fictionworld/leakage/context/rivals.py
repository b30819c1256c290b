"""Another thing than the column that a figure is told of, by the words that stand nearest.

`the X's mast tops out at 105 ft`, `carried a fleece of ...`, `saturates 1.2 g; sugars 4 g`, `62% of
campers`, `holds 58% of the shares`. What a figure is told of stands beside it: before a colon or a
unit, behind an `of`, as the noun that the sentence is about.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["of_a_rival"]

_POSSESSED: Final = re.compile(
    r"^['\u2019]s?\s(?P<noun>(?:[a-z-]+\s){1,3}?)(?=(?:tops?|stands?|rises?|reach(?:es)?"
    r"|measures?|weighs?"
    r"|is|are|was|were|has|have|had|runs?|holds?|took|takes|goes|went|came|costs?|lies|seats?"
    r"|lasts?"
    r"|covers?|spans?|carries|on|in|of|with|at|from|behind|above|below|who|which|alone)\b)"
)
_ITS: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:Its|Their|His|Her)\s(?P<noun>(?:[a-z-]+\s){1,3}?)"
    r"(?:is|are|was|were|measures?|weighs?|costs?|holds?|seats|stands?|runs?|rises?"
    r"|reach(?:es)?|takes?|took)\s"
)
_ACCESSORY: Final = re.compile(
    r"\s(?P<noun>(?:leather\s|spare\s|replacement\s|travel\s|user\s|owner's\s)?(?:case|cover"
    r"|sleeve|strap|charger|cable|dock"
    r"|bag|box|manual|poster|mug|t-shirt|shirt|sticker|keyring|key ring|kit|replica|battery"
    r"|insurance|repair"
    r"|servicing|service|subscription|tour|guide|guidebook|parking|postcard|souvenir|gift shop"
    r"|caf[e\u00e9]|restaurant"
    r"|hotel|car park|shuttle|lens|filter|tripod|remote|stand|holder|adapter|accessor(?:y|ies)"
    r"|spare parts?"
    r"|calendar|soundtrack|app|clone|fan club|exhibition|anniversary))\b(?!['\u2019])",
    re.IGNORECASE,
)
_HANDLED: Final = re.compile(
    r"\b(?:push(?:es|ed)?|pull(?:s|ed)?|lift(?:s|ed)?|drag(?:s|ged)?|throw(?:s|n)?|threw"
    r"|carr(?:y|ies|ied)|bought"
    r"|ate|eats?|drank|drinks?|caught|catch(?:es)?|shot|sold|swam|swims?|walk(?:s|ed)?"
    r"|hik(?:es?|ed)|cycl(?:es?|ed)|drove|drives?|rode|rides?|ran|jogg(?:s|ed)?|sail(?:s|ed)?"
    r"|row(?:s|ed)?"
    r"|climb(?:s|ed)?|abseil(?:s|ed)?|jump(?:s|ed)?|fell|travel(?:s|led)?|laid|buried|dug|stole"
    r"|dropped|stack(?:s|ed)?|load(?:s|ed)?|collect(?:s|ed)?|pick(?:s|ed)?|took|haul(?:s|ed)?)\s"
    r"(?:an?|the|his|her|their|some|its|off|away|up|down|out|in|along|for|with|from|to|over"
    r"|past|round"
    r"|around|through|about)?\s?(?P<what>(?:[a-z-]+\s){0,4})(?:of|loaded to|weighing|worth|for"
    r"|with"
    r"|to)?\s?$"
)
_THING: Final = re.compile(r"[a-z]{3,}\s(?:[a-z]+\s)*$")
_TAKEN: Final = re.compile(
    r"\b(?:took|drove|rode|sailed|flew|pushed|dragged|towed|carried|cycled)\s(?:the|a|an|my|our"
    r"|his|her|their)?\s?$"
)
_MEASURES: Final = re.compile(
    r"\b(?:altitude|elevation|height|length|width|breadth|depth|diameter|weight|mass|speed|age"
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
_NEUTRAL: Final = STOPWORDS | frozenset(
    "figure number total value count tally whole amount sum record maximum minimum mean average"
    " height top full"
    " good mere grand little nearly almost exactly precisely some about around roughly just only"
    " now today still then own new old second first third last best at around up to each more"
    " less"
    " than length quarter half them us you those these which".split()
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
    if not own.search(clause) and any(
        not _known(found[0], asked, own) for found in _MEASURES.finditer(clause)
    ):
        return True
    return _of_a_possession(text, hit, near, asked, own)


def _of_a_possession(text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str]) -> bool:
    """`the X's mast tops out at ...`: a part of the subject that the column does not name."""
    opens = _ITS.match(text, near.sentence, hit.start)
    if opens:
        nouns = [w for w in opens["noun"].split() if w not in _NEUTRAL]
        if nouns and not any(_known(word, asked, own) for word in nouns):
            return not own.search(text[opens.end() : hit.start].lower())
    for mention in asked.subject.mentions(text, near.sentence, hit.start):
        if not mention.own:
            continue
        if re.fullmatch(r"\s", text[mention.end : hit.start]) and _TAKEN.search(
            text[max(near.sentence, mention.start - 24) : mention.start]
        ):
            return not own.search(text[hit.end : hit.end + 24].lower())
        extra = _ACCESSORY.match(text, mention.end, hit.start)
        if extra and not own.search(extra["noun"].lower()):
            return True
        handled = _HANDLED.search(text[mention.end : hit.start].lower())
        if handled and _THING.search(handled["what"]):
            things = [w for w in handled["what"].split() if w not in _NEUTRAL]
            if things and not any(_known(word, asked, own) for word in things):
                return not own.search(handled[0])
        said = text[mention.end : hit.start].lower()
        if not said.startswith(("'", "\u2019")) and text[mention.end - 2 : mention.end] in {
            "'s",
            "\u2019s",
        }:
            said = "'s" + said
        found = _POSSESSED.match(said)
        if found is None or re.search(r"[,;:]", said):
            continue
        nouns = [w for w in found["noun"].split() if w not in _NEUTRAL]
        if nouns and not any(_known(word, asked, own) for word in nouns) and not own.search(said):
            return not own.search(text[hit.end : min(near.end, hit.end + 40)].lower())
    return False


def _known(word: str, asked: Asked, own: re.Pattern[str]) -> bool:
    bare = word.removesuffix("'s")
    return (
        bare in _NEUTRAL
        or own.search(word) is not None
        or bare in asked.subject.words
        or bare.removesuffix("s") in asked.subject.words
    )
