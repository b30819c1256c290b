"""The key of a task: the table that is the right answer. Secret; it never travels with a question.

A key lists columns and rows of typed values. What an answer may write instead of a value (another
form of a number or a date, a name in another order) is decided by code from the column's kind:
`grading/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from fictionworld.packs.fields import Kind
from fictionworld.tasks.specification import Output, OutputRole
from fictionworld.worlds.fact import Value

Row = tuple[Value, ...]


def key_cells(row: Row, columns: Sequence[Output | KeyColumn]) -> Row:
    """Return the cells by which a row is matched: those in columns of role `key`."""
    return tuple(cell for cell, column in zip(row, columns, strict=True) if column.role == "key")


def sort_rows(rows: Iterable[Row], columns: Sequence[Output | KeyColumn]) -> tuple[Row, ...]:
    """Return rows sorted by their key cells, then by the other cells: a total order.

    Numbers and dates ascend, text goes by code point, and a missing cell comes after all others
    of its column.
    """
    indices = sorted(range(len(columns)), key=lambda index: columns[index].role != "key")

    def standing(row: Row) -> list[tuple[bool, Any]]:
        return [(row[index] is None, row[index]) for index in indices]

    # (True, None) meets only its like, and equal pairs are passed over: None is never compared
    return tuple(sorted(rows, key=standing))


@dataclass(frozen=True, slots=True)
class KeyColumn:
    """One column of the right answer."""

    header: str
    """As the question names it: `Battery capacity (mAh)`."""
    role: OutputRole
    """Rows are matched by the columns of role `key`; `place` is a rank 1..k that the question's own
    order gives; all others are `value`."""
    kind: Kind
    decimals: int
    """Digits behind the point that the question asks for."""
    unit: str | None = None
    """`mAh`, `million EUR`, `%`."""
    synonyms: tuple[str, ...] = ()
    """Other headers that mean this column."""


@dataclass(frozen=True, slots=True)
class Key:
    """The right answer to one task."""

    task_id: str
    columns: tuple[KeyColumn, ...]
    rows: tuple[Row, ...]
    """Typed values, None where the world has none; sorted; no two rows with equal key cells. No
    row at all for an empty task."""

    @property
    def required(self) -> tuple[str, ...]:
        """Return all headers."""
        return tuple(column.header for column in self.columns)

    @property
    def key_columns(self) -> tuple[str, ...]:
        """Return the headers by which rows are matched."""
        return tuple(column.header for column in self.columns if column.role == "key")


def answer_texts(key: Key) -> list[tuple[str, ...]]:
    """Return the rows of the key with each cell as the question asks for it: `NA`, `12.50`."""
    return [tuple(map(written, key.columns, row)) for row in key.rows]


def answer_markdown(key: Key) -> str:
    """Return the key as an agent would hand it in: one Markdown table in a fenced block."""
    return markdown_table(key.required, answer_texts(key))


def markdown_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return one Markdown table in a fenced block."""
    lines = [headers, ["---"] * len(headers), *rows]
    cells = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join(["```markdown", *cells, "```", ""])


def written(column: KeyColumn | Output, value: Value) -> str:
    """Return a value written as the question asks for it: `NA`, `yes`, `2040-06-04`, `12.50`."""
    if value is None:
        return "NA"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:.{column.decimals}f}"
    return value.isoformat() if isinstance(value, date) else str(value)
