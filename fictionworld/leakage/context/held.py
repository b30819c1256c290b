"""What a text goes on to say a named one is: `V came to X to teach. Now she is its head`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["holds_office"]

_REACH: Final = 260
_SOMEONE_ELSE: Final = re.compile(r"[A-Z][a-z'\u2019-]+ [A-Z][a-z]+")


@lru_cache(1 << 10)
def _office(column: str) -> re.Pattern[str] | None:
    """How a later clause gives one of whom it speaks the column's office."""
    words = [w for w in re.findall(r"[a-z]+", column.lower()) if len(w) > 3]
    if not words:
        return None
    return re.compile(
        r"\b(?:he|she|they|who)\b[^.;:?]{0,60}?\b(?:as|is|was|been|became|become|made|named|elected"
        r"|appointed)\s(?:now\s|today\s)?(?:its|the|their|our)\s"
        r"(?:(?!(?:of|to|for|than|former|deputy|vice|assistant|acting|late|next)\b)[a-z]+\s){0,2}"
        rf"(?:{'|'.join(map(re.escape, words))})\b(?!['\u2019])",
        re.IGNORECASE,
    )


def holds_office(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether what follows says of the one named, by a pronoun, that they are what is asked."""
    office = _office(asked.answer.column)
    if office is None:
        return False
    behind = text[hit.end : min(near.record_end, hit.end + _REACH)]
    found = office.search(behind)
    if found is None or not any(
        m.own for m in asked.subject.mentions(text, near.sentence, near.end)
    ):
        return False
    # a pronoun stands for the one named last
    others = _SOMEONE_ELSE.finditer(behind, 0, found.end())
    return all(any(m.own for m in asked.subject.mentions(o[0], 0, len(o[0]))) for o in others)
