"""Which of several like entries a value stands in: `{"slot": "drive", "host": V}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["in_another_entry"]

_REACH: Final = 400
_ENTRY: Final = re.compile(r"\{[^{}]*\}")


def in_another_entry(text: str, start: int, stop: int, asked: Asked) -> bool:
    """Whether a word of the column is the value of another entry, and the name's own has none."""
    low, high = max(0, start - _REACH), min(len(text), stop + _REACH)
    entries = _ENTRY.findall(text, low, high)
    if len(entries) < 2:
        return False
    opening, closing = text.rfind("{", low, start), text.find("}", stop, high)
    own = text[opening : closing + 1]
    if own not in entries:
        return False
    words = [w for w in re.findall(r"[a-z]+", asked.answer.column.lower()) if len(w) > 3]
    return any(
        word not in own.lower() and any(f'"{word}"' in e.lower() for e in entries if e != own)
        for word in words
    )
