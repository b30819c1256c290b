"""Lines of several parts, `Gorsefell Dam | Built 1931 | 48 million m3`: which part is of whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.names.words import COMMON

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked
    from fictionworld.leakage.names.mention import Mention
    from fictionworld.leakage.readings.tables import Cell

__all__ = ["is_key", "owner_in_row", "segment_of"]

_CAPITAL: Final = re.compile(r"(?<![\w'])[A-Z][A-Za-z'-]{2,}")
_LABELLED: Final = re.compile(r"\s*[A-Z]?[\w /-]{2,30}:")


def segment_of(text: str, hit: Hit, cell: Cell) -> tuple[int, int]:
    """The part of a line between two bars or tabs in which a value stands."""
    start, end = cell.row_start, cell.row_end
    for mark in "|\t":
        start = max(start, text.rfind(mark, cell.row_start, hit.start) + 1)
        behind = text.find(mark, hit.end, cell.row_end)
        end = min(end, behind if behind >= 0 else end)
    return start, end


def is_key(text: str, mention: Mention, cell: Cell) -> bool:
    """Whether a name stands first in its line, so that the line is of it."""
    return not any(map(str.isalnum, text[cell.row_start : mention.start]))


def owner_in_row(text: str, hit: Hit, cell: Cell, row: list[Mention], asked: Asked) -> bool | None:
    """Whose a value is in a line without headings; None where its part names nobody."""
    start, end = segment_of(text, hit, cell)
    owns = [m for m in row if m.own]
    if any(start <= m.start < end for m in owns):
        return True if not any(start <= m.start < end and not m.own for m in row) else None
    if not owns:
        return None
    if any(start <= m.start < hit.start and m.kin for m in row):
        return False
    if cell.cells < 3:
        return True
    first = owns[0]
    if _LABELLED.match(text, start, hit.start):
        return True
    named = _names_another(text, start, end, hit, asked)
    if first.start > hit.end:
        return not named
    # `Gorsefell 9 | Sarn 12`: each part has its own figure
    low, high = _bounds(text, first, cell)
    own_part = text[low : first.start] + text[first.end : high]
    return not (named and re.search(r"\d", own_part))


def _bounds(text: str, mention: Mention, cell: Cell) -> tuple[int, int]:
    low = max(text.rfind(mark, cell.row_start, mention.start) for mark in "|\t") + 1
    ends = [text.find(mark, mention.end, cell.row_end) for mark in "|\t"]
    return max(low, cell.row_start), min([e for e in ends if e >= 0], default=cell.row_end)


def _names_another(text: str, start: int, end: int, hit: Hit, asked: Asked) -> bool:
    own = asked.own
    values = f"{asked.answer.value} {' '.join(asked.answer.aliases)}".lower()
    for match in _CAPITAL.finditer(text, start, end):
        word = match[0].lower()
        if hit.start <= match.start() < hit.end or word in COMMON or word in values:
            continue
        if word in asked.subject.allowed or (own is not None and own.search(word)):
            continue
        return True
    return False
