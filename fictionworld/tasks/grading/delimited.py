"""Tables in a text with commas, tabs or semicolons between the cells."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Final

from fictionworld.tasks.grading.table import MOST_LINES, AnswerTable, IsHeader, squared

_MARKS: Final = ("\t", ",", ";")
_HEADER_TRIES: Final = 2_000  # lines looked at, from the last: a longer answer is all table


def delimited_tables(
    text: str, is_header: IsHeader, *, fenced: bool, cells: int = 1
) -> Iterator[AnswerTable]:
    """Yield the table under the last line that is the header asked for.

    In a fenced block, where there is no such line, the first line is taken for the header if the
    line after it has as many cells. Outside, a blank line ends the table.

    Args:
        text: The text.
        is_header: Whether cells are the header asked for.
        fenced: Whether the text is a fenced block.
        cells: How many a header has at least.
    """
    lines = text.split("\n")
    header = _header(lines, is_header, cells)
    if header is None and fenced:
        header = _first(lines)
    if header is not None:
        header_index, mark = header
        table = lines[header_index:] if fenced else _to_blank(lines[header_index:])
        rows = _read(table[:MOST_LINES], mark)
        # in the open, a line of headers without rows is the question said again
        if len(rows) > 1 or (rows and fenced):
            yield squared(rows[0], rows[1:], max(0, len(table) - MOST_LINES), header_index)


def _header(lines: list[str], is_header: IsHeader, cells: int) -> tuple[int, str] | None:
    first = max(0, len(lines) - _HEADER_TRIES)
    # the header stands above its rows: in a long answer among the first lines
    for index in (*range(len(lines) - 1, first - 1, -1), *range(min(first, 200))):
        line = lines[index]
        if len(line) > 5_000:
            continue
        for mark in _MARKS:
            if line.count(mark) >= max(1, cells - 1) and is_header(tuple(_split(line, mark))):
                return index, mark
    if cells == 1 and len(lines) < 500:  # one column has no mark
        for index in range(len(lines) - 1, -1, -1):
            if (
                0 < len(lines[index]) < 200
                and "|" not in lines[index]
                and is_header((lines[index].strip(),))
            ):
                return index, ","
    return None


def _first(lines: list[str]) -> tuple[int, str] | None:
    indices = [index for index, line in enumerate(lines[:100]) if line.strip()][:2]
    if len(indices) < 2:
        return None
    first_line, second_line = (lines[index][:5_000] for index in indices)
    for mark in _MARKS:
        if 1 < len(_split(first_line, mark)) == len(_split(second_line, mark)):
            return indices[0], mark
    return None


def _split(line: str, mark: str) -> list[str]:
    if '"' not in line:
        return [cell.strip() for cell in line.split(mark)]
    return next(iter(_read([line], mark)), [])


def _to_blank(lines: list[str]) -> list[str]:
    end = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    return lines[:end]


def _read(lines: list[str], mark: str) -> list[list[str]]:
    """Return the rows up to one that the csv module cannot read (a cell above 131,072)."""
    rows: list[list[str]] = []
    reader = csv.reader([f"{line}\n" for line in lines], delimiter=mark, skipinitialspace=True)
    try:
        rows.extend([cell.strip() for cell in row] for row in reader if row)
    except csv.Error:
        return rows
    return rows
