"""A table as an answer gives it: texts, before anything is made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

MOST_ROWS: Final = 5_000
"""Rows kept; those behind them are only counted."""

MOST_LINES: Final = 2 * MOST_ROWS
"""Lines of text taken apart; those behind them are counted as rows."""

MOST_COLUMNS: Final = 200
"""Columns kept, from the left."""

IsHeader = Callable[[tuple[str, ...]], bool]
"""Whether cells are the header that the question asks for: enough of it to match rows."""


class AnswerTable(NamedTuple):
    """Header and rows of cell texts, as written, blanks at the ends stripped."""

    header: tuple[str, ...]
    rows: list[list[str]]
    """Each as long as the header: short rows are filled with blanks, long ones cut. Rows of
    blanks only, and repeated headers, are left out."""
    beyond: int
    """How many rows follow that are not kept."""
    line: int = 0
    """On which line of the text its header stands, from 0."""


def squared(
    header: Sequence[str], rows: Iterable[Sequence[str]], beyond: int = 0, line: int = 0
) -> AnswerTable:
    """Return a table of rows as long as the header; `beyond` counts rows not among `rows`."""
    head = list(header[:MOST_COLUMNS])
    width = len(head)
    kept_rows: list[list[str]] = []
    for cells in rows:
        if len(kept_rows) == MOST_ROWS:
            beyond += any(cells)
            continue
        row = [*cells[:width], *[""] * (width - len(cells))]
        if any(row) and row != head:
            kept_rows.append(row)
    return AnswerTable(tuple(head), kept_rows, beyond, line)
