"""Words for things that have numbers: pages, rooms, drawings, telephones, versions.

A number right behind one of them names a thing and counts nothing. It tells a value only where
the column is of that kind itself: `Shirt number`, `Page`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.leakage.quantities.items import Item

__all__ = ["LABELS", "label_before", "labels_in", "may_be_many"]

_KINDS: Final = {
    "number": "no nr num number # \u2116 numero n\u00ba n\u00b0",
    "page": "page p pp pages pg seite",
    "entry": "entry entries record rec folio shelfmark lot catalogue cat accession inventory inv",
    "reference": "ref reference docket case file document doc form invoice",
    "drawing": "drawing dwg drg plate fig figure sheet map chart slide",
    "image": "img image dsc dscn dscf pic picture photo photograph scan frame",
    "telephone": "dial ring call ext extension phone tel telephone fax mobile hotline whatsapp",
    "id": "id uid sku isbn issn ean gtin part item article art model code postcode zip plz box",
    "version": "version v ver build firmware release revision rev android ios windows mk mark gen",
    "series": "series type class section chapter paragraph para \u00a7 line vol volume issue"
    " appendix footnote note annex step tip question exercise rule",
    "room": "room gate platform track bay shelf locker desk counter kiosk stall",
    "route": "flight route highway bus tram road motorway exit junction pier",
    "error": "error err status http bug thread topic comment post reply node",
}
LABELS: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
"""The kind of thing that a word names."""
_SHORT: Final = word_set("room route series version")
"""Kinds of which none has a thousand: `gate 23,417` may be a crowd."""
_OF_FILES: Final = word_set("image page drawing entry id")
_WITH_COLON: Final = word_set("telephone id reference page")
_SIGNS: Final = frozenset(".#_-:")
_THOUSAND: Final = 4
"""Digits."""


def labels_in(words: frozenset[str]) -> frozenset[str]:
    """The kinds of things that the words of a column name."""
    return frozenset(LABELS[word] for word in words if word in LABELS)


def may_be_many(kind: str, digits: int) -> bool:
    """Whether a number of so many digits may count something though the word is of a kind."""
    return kind in _SHORT and digits >= _THOUSAND


def label_before(items: Sequence[Item], start: int) -> str:
    """The kind of thing that the word names behind which a number begins; empty where none does.

    Args:
        items: What stands before the number in its line.
        start: Where its digits begin.
    """
    if not items:
        return ""
    last = items[-1]
    if last.text in _SIGNS:
        return _behind_a_sign(items, start)
    if last.end < start - 2 or last.number is not None or last.text not in LABELS:
        return ""
    if last.text == "number" and len(items) > 1 and items[-2].text.endswith(("s", "people")):
        return ""  # visitors number 12,406
    return LABELS[last.text]


def _behind_a_sign(items: Sequence[Item], start: int) -> str:
    """`no. 7`, `#7`, `IMG_3318`, `tel: 3318`."""
    last = items[-1]
    if last.end < start - 1:
        return ""
    if last.text == "#":
        return "number"
    word = items[-2] if len(items) > 1 else None
    if word is None or word.end != last.start or word.text not in LABELS:
        return ""
    kind = LABELS[word.text]
    if last.text in "_-" and kind not in _OF_FILES:
        return ""
    return "" if last.text == ":" and kind not in _WITH_COLON else kind
