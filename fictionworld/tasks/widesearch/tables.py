"""The table in a response, and the gold CSV, as columns of text.

Cells are what pandas makes of them: it infers a type for each column, and the text of the typed
value is compared, on both sides. So pandas reads the cells here too; everything else about the
table is plain text work.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from itertools import takewhile
from typing import Any

from fictionworld.errors import UsageError
from fictionworld.extras import require_extra
from fictionworld.tasks.widesearch.evaluation import column_name

_FENCE = "```"
_OPENING = "```markdown"
_LEAST_BARS = 4
"""Text outside a fence is a table from so many bars on."""
_MOST_BARS = 1000
"""In one line. A table of many thousand columns takes pandas minutes, and no task asks for one."""


class NoTableError(ValueError):
    """A response holds no table that can be compared; the message says why."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """Columns of text, all of one length."""

    columns: tuple[str, ...]
    """Names in normal form, in the order of the table, no two equal."""
    cells: dict[str, tuple[str, ...]]
    """By column, from the first row to the last."""

    @property
    def row_count(self) -> int:
        return len(self.cells[self.columns[0]]) if self.columns else 0

    def rows(self, columns: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the rows, with these columns only."""
        return list(zip(*(self.cells[name] for name in columns), strict=True))

    def distinct(self, columns: tuple[str, ...]) -> TextTable:
        """Return the table without the rows that repeat an earlier row in these columns."""
        first: dict[tuple[str, ...], int] = {}
        for index, row in enumerate(self.rows(columns)):
            first.setdefault(row, index)
        return self if len(first) == self.row_count else self.take(tuple(first.values()))

    def take(self, places: tuple[int, ...]) -> TextTable:
        """Return the table of the rows with these indices."""
        return TextTable(
            self.columns,
            {name: tuple(cells[p] for p in places) for name, cells in self.cells.items()},
        )


def read_gold(text: str, required: tuple[str, ...]) -> TextTable:
    """Return the required columns of a gold CSV, in that order; other columns are left out.

    Raises:
        UsageError: It cannot be read, or lacks a required column, or has one twice.
    """
    try:
        names, cells = _read_cells(text, ",")
    except ValueError as error:
        raise UsageError(
            f"the gold CSV cannot be read: {error}; give a CSV whose first line names the columns"
        ) from error
    for name in required:
        if names.count(name) != 1:
            fault = "no column" if name not in names else "more than one column"
            raise UsageError(
                f"the gold CSV has {fault} {name!r}, but {names}; give one column for each of "
                f"the required {list(required)}"
            )
    return TextTable(required, {name: cells[names.index(name)] for name in required})


def read_response(text: str, required: tuple[str, ...]) -> TextTable:
    """Return the table of a response, with the required columns in any order.

    The table is the first block fenced as `markdown`; without one, the lines from the first bar on
    that begin with a bar.

    Raises:
        NoTableError: There is none, or its columns are others.
    """
    lines = _table_lines(text)
    try:
        names, cells = _read_cells("\n".join(lines), "|")
    except ValueError as error:
        raise NoTableError(f"the table cannot be read: {error}") from error
    if set(names) != set(required):
        raise NoTableError(
            f"the columns differ: got {_listed(names)}, required {_listed(required)}"
        )
    if len(names) != len(required):
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise NoTableError(f"the table has columns of one name: {_listed(repeated)}")
    return TextTable(tuple(names), dict(zip(names, cells, strict=True)))


def _table_lines(response: str) -> list[str]:
    """Return the header and rows of the table, cells stripped, without separator lines."""
    block = _block(response).strip()
    lines = block.split("\n")
    lines[0] = lines[0].replace(" ", "").lower()
    rows = []
    for line in map(str.strip, lines):
        # a line of nothing but bars, dashes, colons and spaces separates header and rows
        if "|" in line and line.strip("|-: "):
            if line.count("|") > _MOST_BARS:
                raise NoTableError(
                    f"a line of the table has {line.count('|')} bars, allowed are {_MOST_BARS}"
                )
            rows.append("|".join(cell.strip() for cell in line.split("|")))
    if not rows:
        raise NoTableError("no table found: the fenced markdown block has no row with bars")
    return rows


def _block(response: str) -> str:
    start = response.find(_OPENING)
    if start >= 0:
        end = response.find(_FENCE, start + len(_OPENING))
        if end >= 0:
            return response[start + len(_OPENING) : end]
    if response.count("|") < _LEAST_BARS:
        raise NoTableError(
            "no table found: give one Markdown table, in a block fenced as ```markdown"
        )
    lines = response[response.index("|") :].split("\n")
    return "\n".join(takewhile(lambda line: line.startswith("|"), lines))


def _read_cells(text: str, separator: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the columns' names in normal form, and the cells of each column as text.

    Raises:
        ValueError: pandas cannot read it.
    """
    require_extra("widesearch", "scoring as WideSearch does")
    import pandas  # noqa: PLC0415 - of an extra, 0.4 s

    try:
        # Types are inferred over whole columns: in parts, as by default, pandas warns on tables of
        # more than some 100,000 rows, and the type of a cell would depend on its neighbours.
        frame: Any = pandas.read_csv(StringIO(text, newline=""), sep=separator, low_memory=False)
    except Exception as error:  # also of the kinds that pandas raises by mistake
        message = str(error).strip() or type(error).__name__
        raise ValueError(message.splitlines()[0].encode("utf-8", "replace").decode()) from error
    # bars at the ends of a line make columns without a name, which pandas calls `Unnamed: 0`
    indices = [
        index for index, header in enumerate(frame.columns) if not header.startswith("Unnamed")
    ]
    names = [column_name(frame.columns[index]) for index in indices]
    return names, [tuple(frame.iloc[:, index].astype(str)) for index in indices]


def _listed(names: list[str] | tuple[str, ...], most: int = 20) -> str:
    """Return names as a message shows them, cut where they are many or long."""
    shown = ", ".join(repr(name if len(name) <= 60 else f"{name[:57]}...") for name in names[:most])
    return f"[{shown}{', ...' if len(names) > most else ''}]"
