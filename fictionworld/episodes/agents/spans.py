"""What a title says of the rows that a part of a table holds: `Adela to Bruno`."""

from __future__ import annotations

import re
from typing import NamedTuple

from fictionworld.text.names import fold

__all__ = ["NameSpan", "span_in"]

_SPAN = re.compile(r", (?P<start>[^,:|(]+?) to (?P<stop>[^,:|(]+?)(?=,|:| - | \u2013 | \| | \(|$)")
_CUT = "..."
_CUT_SHORT = re.compile(r", (?P<start>[^\W\d_a-z][^,:|(]*?) (?:to )?\.\.\.$")
"""A title that was cut before it said where its span ends."""


class NameSpan(NamedTuple):
    """Names from one to another, A to Z."""

    start: str
    stop: str
    """Folded; of a title that was cut here, empty: anything may follow."""
    said: str
    """As the title has it."""

    def holds(self, name: str) -> bool:
        """Whether a name, folded, lies between the two; what begins as an end does lies within."""
        stop = self.stop
        return self.start <= name and (not stop or name[: len(stop)] <= stop)


def span_in(title: str) -> NameSpan | None:
    """The span that a title states, behind a comma; None where it states none."""
    for found in _SPAN.finditer(title):
        start, stop = found["start"].strip(), found["stop"].strip()
        cut = stop.endswith(_CUT)
        if cut or fold(start) <= fold(stop):
            return NameSpan(fold(start), "" if cut else fold(stop), found[0].strip(" ,"))
    if cut_short := _CUT_SHORT.search(title):
        return NameSpan(fold(cut_short["start"]), "", cut_short[0].strip(" ,"))
    return None
