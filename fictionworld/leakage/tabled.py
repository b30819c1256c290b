"""Values of tables: the cell where the subject's row meets the column that is asked for.

Rows are lines with the same mark between their cells: bars, tabs, semicolons or commas, with bars
at their ends or without. The subject may stand in any cell of its row, so the value may come first.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.cues import word_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fictionworld.leakage.asked import Asked

__all__ = ["find_tabled"]

_MARKS: Final = "|\t;,"
_RULE: Final = re.compile(r"[\s|:+-]+")
_YES: Final = re.compile(
    r"(?:yes|y|true|ja|oui|s[i\u00ed]|x|1|\u2713|\u2714|\u2705|\u2611|available|included|\[x\])\W*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"(?:no|n|false|nein|non|none|0|-|\u2013|\u2717|\u2718|\u274c|\u2716|\u2715|\[ \])\W*",
    re.IGNORECASE,
)
_RANKED: Final = re.compile(r"(?:rank|place|position|pos|no|#)\b|#", re.IGNORECASE)
_MOST_ROWS: Final = 400
_LONGEST: Final = 1000


class _Row(NamedTuple):
    start: int
    end: int
    mark: str
    cells: tuple[tuple[int, int], ...]
    """Their places in the text, blanks at the ends left out."""


def find_tabled(text: str, asked: Asked, told: Callable[[str], bool]) -> list[Hit]:
    """The cells of the subject's row that tell the answer.

    Args:
        text: A reading that keeps its lines.
        asked: What is asked of whom.
        told: Whether a short text, `heading: cell`, tells the value.
    """
    if "\n" not in text:
        return []
    own = word_pattern(asked.notions) if asked.notions else None
    words = set(re.findall(r"[a-z]{3,}", asked.answer.column.lower()))
    found: list[Hit] = []
    for head, *rows in _tables(text):
        heads = [text[a:b] for a, b in head.cells]
        at = _column(heads, own, words, asked.answer.type)
        if at is None:
            continue
        for row in rows[:_MOST_ROWS]:
            if len(row.cells) != len(heads):
                continue
            named = [
                i
                for i, (a, b) in enumerate(row.cells)
                if i != at and any(m.own for m in asked.subject.mentions(text, a, b))
            ]
            if not named:
                continue
            start, end = row.cells[at]
            if end > start and _tells(heads[at], text[start:end], asked, told):
                found.append(Hit(start, end, "table cell", alone=True))
    return found


def _tells(head: str, cell: str, asked: Asked, told: Callable[[str], bool]) -> bool:
    if asked.answer.type != "bool":
        return told(f"{head}: {cell}")
    wanted = asked.answer.value.strip().lower() in {"yes", "true", "y", "1", "t"}
    return (_YES if wanted else _NO).fullmatch(cell) is not None


def _column(
    heads: list[str], own: re.Pattern[str] | None, words: set[str], kind: str
) -> int | None:
    """Which heading is that of the column: the one that shares most with its label."""
    shared = [len(words & set(re.findall(r"[a-z]{3,}", head.lower()))) for head in heads]
    most = [at for at, many in enumerate(shared) if many == max(shared)]
    if len(most) == 1:
        return most[0]
    if kind == "rank":
        ranked = [at for at in most if _RANKED.match(heads[at].strip())]
        if len(ranked) == 1:
            return ranked[0]
    said = [at for at in most if own is not None and own.search(heads[at].lower())]
    return said[0] if len(said) == 1 else None


def _tables(text: str) -> Iterator[list[_Row]]:
    """Runs of lines that have the same mark the same number of times, the heading first."""
    rows: list[_Row | None] = []
    at = 0
    for line in text.split("\n"):
        rows.append(_row(line, at) if 2 < len(line) < _LONGEST else None)
        at += len(line) + 1
    ruled = [r for r in rows if r is None or r.cells]
    for key, run in groupby(ruled, key=lambda r: None if r is None else (r.mark, len(r.cells))):
        table = [r for r in run if r is not None]
        if key is not None and len(table) > 1:
            yield table


def _row(line: str, at: int) -> _Row | None:
    if _RULE.fullmatch(line):
        return _Row(at, at + len(line), "|", ())
    for mark in _MARKS:
        if mark not in line or (mark == "," and ", " in line):
            continue
        if mark in ";," and re.search(r"[.!?]\s", line):
            continue
        cells = []
        place = 0
        for cell in line.split(mark):
            start = place + len(cell) - len(cell.lstrip())
            cells.append((at + start, at + place + len(cell.rstrip())))
            place += len(cell) + 1
        if mark == "|":
            if cells[0][0] >= cells[0][1]:
                cells = cells[1:]
            if len(cells) > 1 and cells[-1][0] >= cells[-1][1]:
                cells = cells[:-1]
        cells = [(a, max(a, b)) for a, b in cells]
        return _Row(at, at + len(line), mark, tuple(cells)) if len(cells) > 1 else None
    return None
