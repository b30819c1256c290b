"""Tables in a text: the row and the column that a place stands in."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["Cell", "cell_at", "is_heading"]

_RULE: Final = re.compile(r"[\s|:+-]+")
_MOST: Final = 4000
"""Characters back to a table's heading, at most."""


class Cell(NamedTuple):
    """A cell, as places of the text."""

    row_start: int
    row_end: int
    column_start: int | None
    """Where its column's heading stands, where the table has one."""
    column_end: int | None
    header: bool
    heads: tuple[str, ...]
    """All headings, small letters."""
    cells: int
    first_cell: int
    """Characters of the row up to the end of its first cell."""


def cell_at(text: str, place: int) -> Cell | None:
    """The cell at a place; None where it stands in no table."""
    start = text.rfind("\n", max(0, place - 1000), place) + 1
    if start == 0:
        start = max(0, place - 1000)
    end = text.find("\n", place, place + 1000)
    end = min(len(text), place + 1000) if end < 0 else end
    row = text[start:end]
    for mark, least in (("|", 1), ("\t", 1), (";", 1), (",", 2)):
        if row.count(mark) < least:
            continue
        top = _top(text, start, mark, row.count(mark))
        has_header = top < start
        if mark in ";," and not has_header:
            continue
        if mark == "," and ", " in row:
            continue
        at = row[: place - start].count(mark)
        column_start = column_end = None
        heads: tuple[str, ...] = ()
        if has_header:
            line_end = text.find("\n", top)
            header = text[top:line_end]
            heads = tuple(h.strip().lower() for h in header.split(mark))
            bounds = [-1, *(m.start() for m in re.finditer(re.escape(mark), header)), len(header)]
            if at + 1 < len(bounds):
                column_start, column_end = top + bounds[at] + 1, top + bounds[at + 1]
        first = row.find(mark, 1)
        if row.startswith(mark):
            first = row.find(mark, first + 1) if first == 0 else first
        return Cell(
            start,
            end,
            column_start,
            column_end,
            has_header,
            heads,
            row.count(mark) + 1,
            max(first, 0),
        )
    return None


def is_heading(text: str, place: int) -> bool:
    """Whether a place stands in the first line of a table, other lines of which follow."""
    start = text.rfind("\n", max(0, place - 1000), place) + 1
    end = text.find("\n", place, place + 1000)
    if end < 0:
        return False
    row = text[start:end]
    below = text[end + 1 : end + 1001].split("\n", 1)[0]
    for mark in "|\t;":
        if mark in row:
            return (
                row.count(mark) == below.count(mark)
                and _top(text, start, mark, row.count(mark)) == start
            )
    return False


def _top(text: str, start: int, mark: str, count: int) -> int:
    """The first line of the table in which the line at `start` stands."""
    top = start
    while top > 0 and start - top < _MOST:
        above = text.rfind("\n", max(0, top - 1001), top - 1) + 1
        line = text[above : top - 1]
        if above >= top or mark not in line or (mark != "|" and line.count(mark) != count):
            break
        if mark == "|" and abs(line.count(mark) - count) > 1 and not _RULE.fullmatch(line):
            break
        top = above
        if above == 0:
            break
    return top
