"""Long pages in parts: cut before sections where that is possible, else between paragraphs or rows.

The parts of a page, one after another, are the page. A part that begins within a table says the
table's heading again, so that its rows can be read.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["BodyPart", "parts_of"]

_SEPARATOR: Final = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")


class BodyPart(NamedTuple):
    """`body[start:end]`, and the lines of a table's heading to set before it."""

    start: int
    end: int
    heading: str = ""


def parts_of(body: str, room: int) -> tuple[BodyPart, ...]:
    """`body` in parts, each of at most `room` characters with its heading; at least one."""
    found: list[BodyPart] = []
    start = 0
    while start < len(body) or not found:
        heading = _heading_at(body, start)
        if 2 * len(heading) > room:
            heading = ""
        end = _end(body, start, start + room - len(heading))
        found.append(BodyPart(start, end, heading))
        start = end
    return tuple(found)


def _end(body: str, start: int, limit: int) -> int:
    """Where the part from `start` ends: at the best place up to `limit`, and after `start`."""
    if len(body) <= limit:
        return len(body)
    room = limit - start
    section = body.rfind("\n#", start + 2 * room // 5, limit)
    if section >= 0:
        return section + 1
    paragraph = _last(body, "\n\n", start + room // 4, limit)
    if paragraph is not None:
        return paragraph
    line = _last(body, "\n", start, limit)
    if line is not None:
        return line
    for mark in (". ", " "):
        place = body.rfind(mark, start + room // 4, limit)
        if place >= 0:
            return place + len(mark)
    return limit


def _last(body: str, mark: str, start: int, limit: int) -> int | None:
    """The last place after `mark` at which what stands before does not need what follows."""
    end = limit
    while (place := body.rfind(mark, start, end)) >= 0:
        if place > start and not _leads_on(body, place):
            return place + len(mark)
        end = place + len(mark) - 1
    return None


def _leads_on(body: str, place: int) -> bool:
    """Whether the line that ends at `place` is a heading, of a section or of a table."""
    line = body[body.rfind("\n", 0, place) + 1 : place]
    if line.startswith("#") or line == "[edit]" or not line.strip() or _SEPARATOR.fullmatch(line):
        return True
    following = body[place + 1 : _line_end(body, place + 1)]
    return _SEPARATOR.fullmatch(following) is not None


def _heading_at(body: str, start: int) -> str:
    """The heading of the table within which `start` stands, if it stands in one, below its rows."""
    if not body.startswith("|", start) or body[start - 1 : start] != "\n":
        return ""
    top = start
    while top > 0:
        above = body.rfind("\n", 0, top - 1) + 1
        if not body.startswith("|", above):
            break
        top = above
    below = _line_end(body, top) + 1
    end = _line_end(body, below) + 1
    return body[top:end] if end <= start and _SEPARATOR.fullmatch(body[below : end - 1]) else ""


def _line_end(body: str, start: int) -> int:
    end = body.find("\n", start)
    return len(body) if end < 0 else end
