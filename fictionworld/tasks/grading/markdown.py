"""Markdown tables in a text, with or without the outer bars and the line under the header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fictionworld.tasks.grading.table import MOST_LINES, AnswerTable, squared

_SEPARATOR: Final = re.compile(r"[\s|:+=\u2013\u2014-]*-{2,}[\s|:+=\u2013\u2014-]*")
_SHORT_SEPARATOR: Final = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
_BAR: Final = re.compile(r"(?<!\\)(?:\\\\)*\|")
_PREFIX: Final = re.compile(r"\s*(?:>\s?)*(?:(?:[-*+\u2022]|\d{1,3}[.)])\s+)?(?=\|)|\s*(?:>\s?)+")
"""Marks of a quotation or a list before a line."""
_GLUED: Final = re.compile(r"[^|\\]+(?=\|)")


def markdown_tables(text: str) -> Iterator[AnswerTable]:
    """Yield the tables of `text`, the last first.

    Lines with a bar that follow one another are a table; blank lines between them do not part it
    unless a header with its line of dashes follows. Without such a line the first line is header.
    What stands before the first bar of a header whose rows begin with bars is no cell (`Answer: |
    Phone |`), and there a line of words that begins and ends without a bar is no row.
    """
    if "|" not in text:
        return
    for run in reversed(_runs(text)):
        table = _table(*run)
        if table is not None:
            yield table


_Run = tuple[int, list[str]]
"""The number of the first line, and the lines."""


def _runs(text: str) -> list[_Run]:
    """Return the lines with bars, in runs, each with the number of its first line."""
    runs: list[_Run] = []
    run: list[str] = []
    first = 0
    blank = False
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if "|" in line:
            if blank and run and _opens(line, lines[index + 1 : index + 2]):
                runs.append((first, run))
                run = []
            if not run:
                first = index
            run.append(line)
            blank = False
        elif not line or line.isspace():
            blank = True
        elif run:
            runs.append((first, run))
            run = []
    if run:
        runs.append((first, run))
    return runs


def _opens(line: str, following: list[str]) -> bool:
    """Return whether a line is a header over its line of dashes."""
    return bool(following) and _underline(following[0]) and not _underline(line)


def _underline(line: str) -> bool:
    """Return whether a line is the dashes under a header: two in a row, or bars and dashes."""
    line = line.strip()
    return line[:1] in "|:->" and len(line) < 10_000 and "--" in line and _is_separator(line)


def _is_separator(line: str) -> bool:
    return _SEPARATOR.fullmatch(line) is not None


def _table(first: int, lines: list[str]) -> AnswerTable | None:
    beyond = max(0, len(lines) - MOST_LINES)
    lines = [
        line if line[:1] == "|" else _PREFIX.sub("", line, count=1) for line in lines[:MOST_LINES]
    ]
    at = next((n for n, line in enumerate(lines[:50]) if _under_header(line)), None)
    if at == 0:  # a line above the header, or dashes and no header
        first, lines, at = first + 1, lines[1:], None
    head = at - 1 if at else 0
    if head >= len(lines):
        return None
    start = head + 1
    barred = lines[start].lstrip()[:1] == "|" if start < len(lines) else False
    glued = _GLUED.match(lines[head]) if barred else None
    header = _cells(lines[head][glued.end() :] if glued else lines[head])
    if at is None and len(lines) == 1 and not lines[head].lstrip().startswith("|"):
        return None  # a bar in a sentence
    if at is not None and "--" not in lines[start]:
        start += 1  # a line of single dashes, which further down would be a row of dashes
    rows = (
        _cells(line)
        for line in lines[start:]
        if ("--" not in line or not _is_separator(line))
        and (line[:1] == "|" or _is_row(line, len(header), barred=barred))
    )
    return squared(header, rows, beyond, first + head)


def _is_row(line: str, width: int, *, barred: bool) -> bool:
    """Return whether a line with a bar is a row, and not a sentence."""
    if barred:
        return line.lstrip()[:1] == "|" or line.rstrip()[-1:] == "|"
    return line.lstrip()[:1] == "|" or len(_cells(line)) == width


def _under_header(line: str) -> bool:
    return "-" in line and len(line) < 10_000 and _SHORT_SEPARATOR.fullmatch(line) is not None


def _cells(line: str) -> list[str]:
    line = line.strip()
    if "\\" in line:
        return [cell.replace("\\|", "|") for cell in _split_escaped(line)]
    start = 1 if line[:1] == "|" else 0
    end = len(line) - 1 if line[-1:] == "|" and len(line) > 1 else len(line)
    return [cell.strip() for cell in line[start:end].split("|")]


def _split_escaped(line: str) -> list[str]:
    cells: list[str] = []
    start = 0
    for bar in _BAR.finditer(line):
        cells.append(line[start : bar.end() - 1].strip())
        start = bar.end()
    cells.append(line[start:].strip())
    if cells[0] == "" and line[0] == "|":
        cells = cells[1:]
    if len(cells) > 1 and cells[-1] == "":
        cells.pop()
    return cells
