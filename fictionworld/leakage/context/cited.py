"""Figures that say where a thing stands or which one it is: `on p. 416`, `18(9): 1236-1244`, `'92`.

They look like counts and prices and are none, unless the column asks for such numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["is_cited"]

_COUNTS_PAGES: Final = re.compile(r"\bpages\b|page count|\blength\b|\bextent\b")
_ON_PAGE: Final = re.compile(r"\b(?:p\.|pg\.|page) ?$", re.IGNORECASE)
_LAST_PAGE: Final = re.compile(
    r"\b(?:last|final|closing|ends?|ending|until|through|up to|finish(?:es|ed)?"
    r"|stops?)\b[^.;]{0,20}$",
    re.IGNORECASE,
)
_JOURNAL: Final = re.compile(r"\d ?\(\d{1,3}(?:-\d{1,3})?\) ?[:,] ?$|; ?\d{1,4} ?: ?$")
_APOSTROPHE: Final = re.compile(r"(?:^|[\s(])['\u2019]$")
_NO_VINTAGE: Final = re.compile(r"['\u2019\"]| ?(?:%|per|points|of)\b")
_DOCUMENT: Final = re.compile(
    r"\b(?:report|memo|memorandum|circular|decree|bulletin|batch|consignment|parcel|tracking|member"
    r"|membership|badge|bib|wagon|locomotive|engine|card|ballot|voucher|coupon|receipt|booking"
    r"|reservation|claim|complaint|petition|patent|appeal|application|dossier|protocol|notice"
    r"|directive|regulation|manuscript|letter|dispatch|despatch|document|paper|contract|job"
    r"|request|tender|print|negative|specimen|sample|object|artefact|artifact|find|warrant"
    r"|ordinance|deed|log|packet|container|pallet|shipment|chassis|press release"
    r")(?: (?:no\.?|number|nr\.?))? ?#?$",
    re.IGNORECASE,
)
_OF_WHAT: Final = re.compile(
    r" ?[%\u20ac$\u00a3\u00b0]|[ -][a-z]+s\b(?<! was)(?<! is)(?<! has)(?<! says)"
)


def is_cited(text: str, start: int, end: int, asked: Asked) -> bool:
    """Whether the figure at `text[start:end]` only says where something stands, or which it is."""
    before, said = text[max(0, start - 40) : start], text[start:end]
    if not said[:1].isdigit():
        return False
    if _ON_PAGE.search(before) and _COUNTS_PAGES.search(asked.answer.column.lower()):
        return not _LAST_PAGE.search(before)
    if _JOURNAL.search(before):
        return True
    if len(said) == 2 and _APOSTROPHE.search(before):
        return _NO_VINTAGE.match(text, end) is None
    if len(said) < 3 or not said.isdigit():
        return False
    document = _DOCUMENT.search(before)
    if document is None or _OF_WHAT.match(text, end):
        return False
    own = asked.own
    return own is None or own.search(document[0].lower()) is None
