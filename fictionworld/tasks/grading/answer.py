"""Finds the table in an answer: the last fenced one, else Markdown, CSV or JSON outside fences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from fictionworld.tasks.grading.delimited import delimited_tables
from fictionworld.tasks.grading.json_rows import json_tables
from fictionworld.tasks.grading.markdown import markdown_tables
from fictionworld.tasks.grading.table import AnswerTable, IsHeader

MOST_CHARACTERS: Final = 8_000_000
"""In a longer answer stretches of more than 2,000 characters without a bar are cut, and of what
is left the last so many characters are read. A table of 120 rows has some 20,000."""

_MOST_TABLES: Final = 20  # tables looked at for the right header
_MOST_BLOCKS: Final = 40  # fenced blocks looked into, from the last
# tried where a stretch begins and nowhere within it: else each of its places reads on to its end
_STRETCH: Final = re.compile(r"(?<![^|\n])([^|\n]{2000})[^|\n]+")
_FENCE: Final = re.compile(
    r"^[ \t>]*(?:[-*] )?(?P<marks>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE
)


def read_table(answer: str, is_header: IsHeader) -> AnswerTable | None:
    """The table that an answer gives; None where it gives none.

    Looked for in this order: fenced blocks from the last to the first, then the text outside them;
    in each Markdown, then CSV (commas, tabs, semicolons), then JSON; of several the last. The
    first whose header `is_header` accepts is the answer, so that a list of sources below the table
    does no harm; where there is none, the first found is returned, for its reason.
    """
    if len(answer) > MOST_CHARACTERS:
        answer = _STRETCH.sub(r"\1", answer)[-MOST_CHARACTERS:]
    text = answer.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    first: AnswerTable | None = None
    for table in islice(_tables(text, is_header), _MOST_TABLES):
        if is_header(table.header):
            return table
        first = first or table
    return first


def _tables(text: str, is_header: IsHeader) -> Iterator[AnswerTable]:
    inside, outside = _parts(text)
    for block in inside[: -_MOST_BLOCKS - 1 : -1]:
        yield from markdown_tables(block)
        yield from _json_first(block, is_header)
    for part in (outside, text) if inside else (text,):
        # the whole once more, for fences that do not match
        yield from markdown_tables(part)
        yield from delimited_tables(part, is_header, fenced=False)
        yield from json_tables(part)


def _json_first(block: str, is_header: IsHeader) -> Iterator[AnswerTable]:
    """JSON has commas: a block that opens with a bracket is no CSV."""
    if block.lstrip()[:1] in ("[", "{"):
        yield from json_tables(block)
    else:
        yield from delimited_tables(block, is_header, fenced=True)


def _parts(text: str) -> tuple[list[str], str]:
    """What stands in fenced blocks, in order, and the text outside, joined.

    A fence with a language opens a block, even within another; a bare one closes what is open.
    """
    inside: list[str] = []
    outside: list[str] = []
    end, opened = 0, False
    for fence in _FENCE.finditer(text):
        (inside if opened else outside).append(text[end : fence.start()])
        opened = bool(fence["info"].strip()) or not opened
        end = fence.end()
    (inside if opened else outside).append(text[end:])
    return [block for block in inside if block.strip()], "\n".join(outside)
