"""Where the sentence of a value really begins and ends.

A full stop behind a figure may end a sentence (`finished in 1988. At 412 metres`) or make an
ordinal of it (`am 4. Mai`), and one behind a short word may only cut it short (`Marlow Bros.
Brewery`). Where a figure stands alone and the next
sentence says what it is (`Seventeen. That is how many ...`), the two are one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.asked import SENTENCE
from fictionworld.leakage.names.words import COMMON

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Near

__all__ = ["closer"]

_FIGURE_ENDS: Final = re.compile(
    r"(?P<figure>[\d.,]*\d)(?P<stop>\.[\"')\]]{0,2}\s+)(?=[\"'(\[]?(?P<next>[A-Z][a-z]*))"
)
_ALONE: Final = 60
"""Characters of a sentence that may hold a figure and no more."""
_TELLS_WHAT: Final = re.compile(
    r"\s*(?:That|This|It)(?:'s|\u2019s|\s(?:is|was|would be|makes))\s(?:also |exactly |just )?"
    r"(?:how|what|the (?:number|share|price|length|height|age|weight|sum|proportion|figure"
    r"|total))\b"
)
"""`One in five. That is how many ...`: what says of what the sentence before was."""
_CUT: Final = re.compile(
    r"\b(?:Bros|Univ|Inst|Mus|Mt|Ft|Pt|Intl|Natl|Assn|Dept|Capt|Gen|Gov|Sen|Rev|Col|Lt|Sgt|Ltd|Corp|Cie"
    r"|Str|Ave|Blvd|Sq|Nos|Fig|Vol|Arch|Eng|Dir|Pres|Ed|Gebr|Hr|Fr|Bgm|Ing|Mme|Mlle|Mgr|Snr|Jnr)\.\s*$"
)


def closer(text: str, hit: Hit, near: Near) -> Near:
    """The surroundings with the sentence of the value cut, or drawn out, to what it is."""
    start, end = near.sentence, near.end
    for _ in range(3):
        if start <= near.record or not _CUT.search(text, max(near.record, start - 12), start):
            break
        ends = [m.end() for m in SENTENCE.finditer(text, max(near.record, start - 300), start - 1)]
        start = next((e for e in reversed(ends) if e < start - 1), near.record)
    for _ in range(3):
        if end >= near.record_end or not _CUT.search(text, max(hit.end, end - 12), end):
            break
        behind = SENTENCE.search(text, end + 1, near.record_end)
        end = behind.end() if behind is not None else near.record_end
    for match in _FIGURE_ENDS.finditer(text, start, end):
        if len(match["figure"]) < 3 and match["next"].lower() not in COMMON:
            continue  # `am 4. Mai`
        if match.end() <= hit.start:
            start = match.end()
        elif match.start("stop") >= hit.end:
            end = match.end()
            break
    if end < near.record_end and end - start < _ALONE:
        told = _TELLS_WHAT.match(text, end)
        if told is not None:
            behind = SENTENCE.search(text, told.end(), near.record_end)
            end = behind.end() if behind is not None else near.record_end
    if (start, end) == (near.sentence, near.end):
        return near
    return replace(near, sentence=start, end=end)
