"""What a text shows and does not assert: struck out, an option of a form, beside an empty box."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_choice"]

_CUE: Final = re.compile(
    r"~~|</?(?:s|del|strike|option)\b|[\u2610\u25a1\u25cb]|\[ \]|\( \)", re.IGNORECASE
)
_STRUCK: Final = re.compile(r"<(s|del|strike)\b[^<>]{0,80}>[^<>]{0,200}$", re.IGNORECASE)
_STRUCK_END: Final = re.compile(r"[^<>]{0,200}</(?:s|del|strike)>", re.IGNORECASE)
_OPTION: Final = re.compile(
    r"<option\b(?![^<>]{0,80}\bselected)[^<>]{0,80}>[^<>]{0,120}$", re.IGNORECASE
)
_EMPTY_BOX: Final = re.compile(r"(?:[\u2610\u25a1\u25cb]|\[ \]|\( \))\ufe0f?[^\S\n]?$")
_REACH: Final = 240


def is_choice(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]`, of the original, is shown without being said."""
    low = max(0, start - _REACH)
    if _CUE.search(text, low, start) is None:
        return False
    before = text[low:start]
    if _EMPTY_BOX.search(before) or _OPTION.search(before):
        return True
    if _STRUCK.search(before) and _STRUCK_END.match(text, end):
        return True
    line = before[before.rfind("\n") + 1 :]
    return line.count("~~") % 2 == 1 and "~~" in text[end : end + 80].split("\n", 1)[0]
