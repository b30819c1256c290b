"""The grade of an answer: its figures, and for every cell a verdict with its reason.

By code, from the key alone: an answer may write a value in any form that means it exactly
(`number_cells.py`, `cells.py`), its table in any common form (`answer.py`), its columns and rows in
any order. One value a cell, one row a key: a cell or a key given with several values earns nothing
for them.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any, Final

from fictionworld.errors import UsageError
from fictionworld.tasks.determination import Determined
from fictionworld.tasks.grading.answer import AskedColumns, ReadAnswer, read_answer
from fictionworld.tasks.grading.cells import cells_of
from fictionworld.tasks.grading.columns import Columns
from fictionworld.tasks.grading.figures import Figures, GradeCounts, figures
from fictionworld.tasks.grading.rows import ReadyKey, match_rows, ready, without_numbering
from fictionworld.tasks.grading.table import AnswerTable
from fictionworld.tasks.grading.verdicts import (
    CellVerdict,
    lacking_rows,
    row_verdicts,
    unmatched_rows,
)
from fictionworld.tasks.key import Key

_Json = Any

_SURROGATES: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer is worth, and why."""

    figures: Figures
    cells: tuple[CellVerdict, ...]
    """Each cell of each row that matches, by row of the key; then one for each row of the key that
    the answer lacks, and one for each row (of the first 200) that the key lacks."""
    problem: str | None
    """What kept the answer, or a part of it, from being compared; None where nothing did."""
    rows_given: int
    rows_matched: int
    """Rows of the key that the answer has."""

    def __float__(self) -> float:
        """Return `f1_grounded`, which needs no record of what was read."""
        return self.figures.f1_grounded

    def as_dict(self) -> dict[str, _Json]:
        """Return the grade as plain data for JSON."""
        return {
            **asdict(self.figures),
            "problem": self.problem,
            "rows_given": self.rows_given,
            "rows_matched": self.rows_matched,
            "cells": [cell._asdict() for cell in self.cells],
        }


def grade(key: Key, answer: str, determined: Determined | None = None) -> Grade:
    """Return the grade of `answer`, the text that an agent handed in, against `key`.

    `determined` says which cells of the key follow from what the agent was shown, for the figure
    `f1_evidenced`.

    Never raises, whatever the text. Time is linear in it, and bounded: of an answer the last
    8,000,000 characters are read, of its table the first 5,000 rows (all count against its
    precision) and 200 columns. A cell is wrong if it has more than 1,000 characters, or more than
    150 where no text is asked for.

    Raises:
        UsageError: The answer is no text.
    """
    if not isinstance(answer, str):
        raise UsageError(
            f"got {type(answer).__name__} as an answer; an answer is text, and '' where an agent "
            "gave none"
        )
    columns = key.columns
    asked = AskedColumns(columns)
    taken = read_answer(_SURROGATES.sub("\ufffd", answer), asked).taken
    if taken is None:
        return _nothing(key, determined, "the answer has no table")
    table = taken.table
    written_columns = asked.found(table.header)
    lacking = [column.header for column in written_columns.lacking(columns)]
    if not asked.accepts(table.header):
        lacking = [header for header in lacking if header in key.key_columns] or lacking
        return _nothing(key, determined, _lacking_columns(lacking, written_columns), table)
    problem = _lacking_columns(lacking, written_columns) if lacking else None
    if table.beyond:
        problem = f"{table.beyond:,} rows behind the first {len(table.rows):,} were not looked at"
    if not key.rows and lacking:
        return _nothing(key, determined, _lacking_columns(lacking, written_columns), table)
    return _graded(key, table, written_columns, determined, problem)


def describe_answer(key: Key, answer: str) -> ReadAnswer:
    """Return which table of `answer` is graded, and what is left out."""
    return read_answer(_SURROGATES.sub("\ufffd", answer), AskedColumns(key.columns), every=True)


def _lacking_columns(headers: list[str], found: Columns) -> str:
    refused = [column.refused for column in found.columns if column.refused]
    other_unit = f"; {_listed(refused)} is in another unit" if refused else ""
    return f"the table has no column {_listed(headers)}{other_unit}"


def _nothing(
    key: Key, determined: Determined | None, problem: str, table: AnswerTable | None = None
) -> Grade:
    """Return the grade of an answer that cannot be compared: 0 throughout."""
    values = sum(column.role == "value" for column in key.columns)
    rows = len(table.rows) + table.beyond if table else 0
    evidenced = None if determined is None else 0
    counts = GradeCounts(
        len(key.columns), values, len(key.rows), max(1, rows), 0, 0, 0, 0, 0, evidenced
    )
    return Grade(figures(counts), (), problem, rows, 0)


def _listed(headers: list[str]) -> str:
    return ", ".join(f"'{header}'" for header in headers)


def _graded(
    key: Key, table: AnswerTable, found: Columns, determined: Determined | None, problem: str | None
) -> Grade:
    prepared = ready(key)
    cells = tuple(
        ready_cells
        if written_column.unit is None and written_column.day_first is None
        else cells_of(column, written_column.unit, day_first=written_column.day_first)
        for column, written_column, ready_cells in zip(
            key.columns, found.columns, prepared.cells_C, strict=True
        )
    )
    rows = without_numbering(prepared, table.rows, found.places)
    matched = match_rows(prepared, rows, found.places, cells)
    verdicts: list[CellVerdict] = []
    right_cells = right_rows = right_values = evidenced_cells = 0
    grounded = evidenced = 0.0
    width = len(key.columns)
    for g, group in sorted(matched.groups.items()):
        row = rows[group.row]
        judged = row_verdicts(prepared, found, cells, g, group, row)
        verdicts += judged
        right = [verdict.right for verdict in judged]
        count = sum(right)
        right_cells += count
        right_rows += count == width
        right_values += sum([right[c] for c in prepared.value_places])
        grounded += _weighed(prepared, g, right)
        if determined is not None:
            shown_cells = [a and b for a, b in zip(right, determined.rows[g], strict=True)]
            evidenced_cells += sum(shown_cells)
            evidenced += _weighed(prepared, g, shown_cells)
    rows_given = matched.given + table.beyond
    if determined is not None and not key.rows:
        evidenced_cells = int(determined.settled)
    counts = GradeCounts(
        columns=width,
        values=len(prepared.value_places),
        expected=len(key.rows),
        given=rows_given,
        matching=sum(group.count for group in matched.groups.values()),
        right_cells=right_cells,
        right_rows=right_rows,
        right_values=right_values,
        grounded=grounded,
        evidenced_cells=None if determined is None else evidenced_cells,
        evidenced=evidenced,
    )
    verdicts += lacking_rows(key, prepared, matched)
    verdicts += unmatched_rows(key, table, found, matched)
    return Grade(figures(counts), tuple(verdicts), problem, rows_given, len(matched.groups))


def _weighed(key: ReadyKey, g: int, right: list[bool]) -> float:
    """Return the grounded count of one row's right cells."""
    values = [c for c in key.value_places if key.forms_G_C[g][c] != (None,)] or key.value_places
    right_values = sum([right[c] for c in values])
    # where all are found this is a whole number, so that an answer that is all right earns just 1
    return (
        right_values + (sum(right) - right_values) * right_values / len(values) if values else 0.0
    )
