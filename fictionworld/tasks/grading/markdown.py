"""Markdown tables in a text, with or without the outer bars and the line under the header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fictionworld.tasks.grading.table import MOST_LINES, AnswerTable, squared

_SEPARATOR: Final = re.compile(r"[\s|:+=\u2013\u2014-]*-{2,}[\s|:+=\u2013\u2014-]*")
_SHORT_SEPARATOR: Final = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")
_BAR: Final = re.compile(r"(?<!\\)(?:\\\\)*\|")
_QUOTED: Final = re.compile(r"\s*(?:>\s?)+")


def markdown_tables(text: str) -> Iterator[AnswerTable]:
    """The tables of `text`, the last first.

    Lines with a bar that follow one another are a table; blank lines between them do not part it
    unless a header with its line of dashes follows. Without such a line the first line is header.
    """
    for lines in reversed(_runs(text)):
        table = _table(lines)
        if table is not None:
            yield table


def _runs(text: str) -> list[list[str]]:
    """Lines with bars, in runs."""
    runs: list[list[str]] = []
    run: list[str] = []
    blank = False
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if "|" in line:
            if blank and run and _opens(line, lines[at + 1 : at + 2]):
                runs.append(run)
                run = []
            run.append(line)
            blank = False
        elif not line or line.isspace():
            blank = True
        elif run:
            runs.append(run)
            run = []
    if run:
        runs.append(run)
    return runs


def _opens(line: str, following: list[str]) -> bool:
    """Whether a line is a header over its dashes."""
    return bool(following) and _underline(following[0]) and not _underline(line)


def _underline(line: str) -> bool:
    """Whether a line is the dashes under a header: two dashes in a row, or bars and dashes."""
    line = line.strip()
    return line[:1] in "|:->" and len(line) < 10_000 and "--" in line and _is_separator(line)


def _is_separator(line: str) -> bool:
    return _SEPARATOR.fullmatch(line) is not None


def _table(lines: list[str]) -> AnswerTable | None:
    beyond = max(0, len(lines) - MOST_LINES)
    lines = [
        _QUOTED.sub("", line) if line.lstrip()[:1] == ">" else line for line in lines[:MOST_LINES]
    ]
    at = next((n for n, line in enumerate(lines[:50]) if _under_header(line)), None)
    if at == 0:  # a line above the header, or dashes and no header
        lines, at = lines[1:], None
    head = at - 1 if at else 0
    if head >= len(lines):
        return None
    header = _cells(lines[head])
    if at is None and len(lines) == 1 and not lines[head].lstrip().startswith("|"):
        return None  # a bar in a sentence
    start = head + 1
    if at is not None and "--" not in lines[start]:
        start += 1  # a line of single dashes, which further down would be a row of dashes
    rows = (_cells(line) for line in lines[start:] if "--" not in line or not _is_separator(line))
    return squared(header, rows, beyond)


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
