"""Words clipped for want of room: `Pontrieth Univ.`, `gross stor. cap.`, `Vendel Da...`.

Which word is meant the column, the question and the subject's name tell: one that begins so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.readings.key_words import is_short_for
from fictionworld.leakage.thesaurus.cues import STOPWORDS

if TYPE_CHECKING:
    from fictionworld.leakage.readings.view import View

__all__ = ["written_out"]

_CLIPPED: Final = re.compile(
    r"(?<![A-Za-z0-9.@/-])(?P<word>[A-Za-z]{2,12})(?P<end>\.{3}|\.(?![A-Za-z0-9])|['\u2019](?=[nt]?l\b)(?:n|t)?l\.?)"
)
_WORD: Final = re.compile(r"[A-Za-z]{3,}")


def written_out(view: View, *, of: str) -> View:
    """The view in which words that are short for one of `of` are that word."""
    if "." not in view.text:
        return view
    words = list(dict.fromkeys(w for w in _WORD.findall(of) if w.lower() not in STOPWORDS))
    if not words:
        return view
    by_start: dict[str, list[str]] = {}
    for word in words:
        by_start.setdefault(word[0].lower(), []).append(word)

    def whole(match: re.Match[str]) -> str | None:
        low = match["word"].lower()
        for word in by_start.get(low[0], ()):
            full = word.lower()
            if low == full or len(low) >= len(full):
                continue
            if full.startswith(low) and (len(low) > 2 or match["end"] == "..."):
                return _cased(match["word"], word)
            if match["end"] != "..." and is_short_for(low, full):
                return _cased(match["word"], word)
        return None

    return view.rewritten(_CLIPPED, whole)


def _cased(clipped: str, word: str) -> str:
    if clipped.isupper() and len(clipped) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if clipped[0].isupper() else word[:1].lower() + word[1:]
