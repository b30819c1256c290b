"""Whether a text looks disguised: then it is read in all its readings, not only as it stands."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["looks_disguised"]

_SHAPES: Final = re.compile(
    r"[a-z]{2}[A-Z]|[A-Za-z0-9+/]{16}|\b\w[ .*_-]\w[ .*_-]\w[ .*_-]\w[ .*_-]"
)
"""`OrenTalvik`, a code, `T a l v i k`."""
_AMONG_FIGURES: Final = re.compile(r"\d(?:[OoIl](?:\d|[OoIl])|(?<=[A-Za-z]\d)[A-Za-z])")
"""`5l80`, `5lO`, `a5c`."""
_SIGNS: Final = {
    "&": re.compile(r"&#?\w+;"),
    "%": re.compile(r"%[0-9a-fA-F]{2}"),
    "\\": re.compile(r"\\[ux]"),
    "_": re.compile(r"\w_\w"),
    "*": re.compile(r"\*\*"),
    "<": re.compile(r"<\w"),
    "-\n": re.compile(r"-\n"),
    "=": re.compile(r"\b[A-Za-z0-9+/]{6,}={1,2}"),
}
"""What none of these patterns is without, and the pattern."""
_ODD: Final = re.compile(
    "[\u0370-\u04ff\u13a0-\u13ff\u200b-\u200f\u2060-\u206f\u00ad\ufeff\uff10-\uff5a]"
)
"""Letters of other alphabets, characters of no width, wide figures."""


def looks_disguised(text: str) -> bool:
    """Whether a value may stand in a text in another form than a reader's eye is used to."""
    return (
        _SHAPES.search(text) is not None
        or _AMONG_FIGURES.search(text) is not None
        or any(sign in text and found.search(text) for sign, found in _SIGNS.items())
        or (not text.isascii() and _ODD.search(text) is not None)
    )
