"""Values that are everyday words: whether a text uses one as a verb, or as somebody's name.

`may express their wishes` tells no kind of train, `Mr Green` no colour, `prices rose` no wine.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_everyday"]

_MODAL: Final = re.compile(
    r"\b(?:may|might|can|could|will|would|shall|should|must|cannot|can't|won't|don't|doesn't|didn't"
    r"|let's|did|does)\s(?:also |always |never |not |then |only |soon )?$",
    re.IGNORECASE,
)
_DOER: Final = re.compile(r"\b(?:to|we|they|you|I|who|and|he|she|it)\s$")
_DONE_TO: Final = re.compile(
    r"\s(?:us|me|him|them|you|the|an?|its|their|his|her|my|our|your|himself|herself|themselves)\b"
)
_BEFORE_NOUN: Final = re.compile(
    r"\b(?:the|an?|its|their|his|her|this|that|these|those|of|in|with|for|by|as|and|or|is|are|was"
    r"|were|best|all|some|many|few|made|[a-z]+ing|[a-z]+ly)\s$|(?:^|[\n:;,.(\[|\"'#=])\s?$",
    re.IGNORECASE,
)
_ROSE: Final = re.compile(
    r"\s(?:again|to|by|from|in|above|over|sharply|slightly|steeply|up|early|for|at|after|when|as"
    r"|with|and fell)\b"
)
_MOVED: Final = frozenset(["rose", "fell", "ground", "felt", "left", "found", "wound"])
_TITLE: Final = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Dame|Lady|Lord|Captain|Professor|Doctor|Uncle|Aunt|Herr|Frau"
    r"|Monsieur|Madame)\.?\s$"
)


_SET_PHRASE: Final = re.compile(
    r"(?:gold(?:en)?|silver|bronze)\s(?:jubilee|anniversary|wedding|medal|age|rule|hour|lining|rush)"
    r"|red\s(?:carpet|tape|flag|herring|cross|alert)|green\s(?:light|party|belt|space|choice|option|idea|deal)"
    r"|black\s(?:market|tie|box|sheep|spot|friday)|white\s(?:paper|elephant|lie|christmas|flag)"
    r"|blue\s(?:moon|chip|badge)|iron\s(?:age|curtain|out|will)|lead\s(?:role|singer|to|time|the)"
    r"|slate\sof|stone['\u2019]?s\sthrow|steel\s(?:nerves|yourself)|concrete\s(?:plans?|proposals?"
    r"|steps?|evidence|examples?|offers?|ideas?|answers?|terms)|rock\sbottom"
    r"|open\s(?:air|day|days|question|letter|minded|to|on|at|its)|orange\s(?:juice|peel)",
    re.IGNORECASE,
)


_SET_BEFORE: Final = re.compile(
    r"\b(?:out of the (?=blue)|once in a (?=blue)|(?:hit|against) a (?=brick\swall)"
    r"|(?:an?|another|one|two|his|her|your|with a) (?=glass\sof)"
    r"|rais\w+ (?:an?|his|her|their) (?=glass)"
    r"|clean (?=slate)|[Aa]ll that (?=jazz)|to the (?=horror\sof)"
    r"|(?:heart|nerves|fist) of (?=stone|gold|steel|iron))"
)


def is_everyday(text: str, match: re.Match[str]) -> bool:
    """Whether the word of a category stands there as a verb, a name, or in a set phrase."""
    said = match[0]
    if " " in said:
        return False
    before = text[max(0, match.start() - 24) : match.start()]
    if said[:1].isupper():
        return _TITLE.search(before) is not None
    if _MODAL.search(before) or _SET_PHRASE.match(text, match.start()):
        return True
    if any(
        set_off.end() == len(before)
        for set_off in _SET_BEFORE.finditer(before + text[match.start() : match.end() + 8])
    ):
        return True
    done_to = _DONE_TO.match(text, match.end())
    if done_to is not None and _DOER.search(before):
        return not before.endswith(("and ", "it "))
    if done_to is not None and said.endswith(("s", "ed")) and not said.endswith("ss"):
        return _BEFORE_NOUN.search(before) is None
    return (
        said in _MOVED and bool(_ROSE.match(text, match.end())) and not _BEFORE_NOUN.search(before)
    )
