"""Which of the objects of a list a column asks for, where they differ by what they are said to be.

Of `[{"category": "adult", "price": null}, {"category": "catalogue", "price": 14}]` the column
`Admission (adult)` asks for the first, and the price of the second is another's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.leakage.readings.key_words import is_form_of, words_of_key
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.readings.keyed import Node

__all__ = ["is_sibling_of_asked"]

_WIDEST: Final = 20
"""Objects of one list, and values of one object, that are compared."""


def is_sibling_of_asked(node: Node, column: str) -> bool:
    """Whether another object of the same list bears more of the column's words as values."""
    listing = node.parent
    if listing is None or not listing.listed or len(listing.nodes) > _WIDEST:
        return False
    words = [w for w in words_of_key(column.lower()) if w not in STOPWORDS]
    return max(_borne(one, words) for one in listing.nodes) > _borne(node, words)


def _borne(node: Node, words: list[str]) -> int:
    said = {w for leaf in node.leaves[:_WIDEST] if leaf.quoted for w in words_of_key(leaf.said)}
    return sum(1 for own in words if any(is_form_of(word, own) for word in said))
