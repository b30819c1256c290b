"""The grade of an answer: its figures, and for every cell a verdict with its reason.

By code, from the key alone: an answer may write a value in any form that means it exactly
(`number_cells.py`, `cells.py`), its table in any common form (`answer.py`), its columns and rows in
any order. One value a cell, one row a key: a cell or a key given with several values earns nothing
for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from fictionworld.errors import UsageError
from fictionworld.tasks.determination import Determined
from fictionworld.tasks.grading.answer import read_table
from fictionworld.tasks.grading.cells import Cells, TextCellGrader, cells_of, read_cell
from fictionworld.tasks.grading.columns import Columns, match_columns
from fictionworld.tasks.grading.figures import Figures, GradeCounts, figures
from fictionworld.tasks.grading.reading import outside_brackets
from fictionworld.tasks.grading.rows import Matched, ReadyKey, match_rows, ready
from fictionworld.tasks.grading.table import AnswerTable
from fictionworld.tasks.key import Key, KeyColumn
from fictionworld.text.markup import plain_text

_Json = Any

_MOST_UNMATCHED: Final = 200  # rows of no key row that get a verdict each
_SHOWN: Final = 200  # characters of a cell that a verdict repeats
_PARTS: Final = re.compile(r"[;,/|\n]|\s(?:or|and|vs\.?)\s|\s&\s", re.IGNORECASE)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_KIND_NAMES: Final = {
    "integer": "number", "decimal": "number", "money": "number", "percent": "number",
    "date": "date", "year": "year", "name": "name", "url": "address",
}  # fmt: skip


class CellVerdict(NamedTuple):
    """One cell judged."""

    row: int | None
    """The row's number in the answer, from 1; None for a row that the answer lacks."""
    header: str
    """The key's column."""
    got: str
    """What the answer says, its first 200 characters."""
    accepted: str
    """What is right, as the question asks for it; empty for a row that the key lacks."""
    right: bool
    reason: str
    """In plain words: `right`, `another number`, `several values in one cell`, `blank`, ..."""


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
        """`f1_grounded`, the default reward."""
        return self.figures.f1_grounded

    def as_dict(self) -> dict[str, _Json]:
        """The grade as plain data, for JSON."""
        return {
            **asdict(self.figures),
            "problem": self.problem,
            "rows_given": self.rows_given,
            "rows_matched": self.rows_matched,
            "cells": [cell._asdict() for cell in self.cells],
        }


def grade(key: Key, answer: str, determined: Determined | None = None) -> Grade:
    """The grade of `answer`, the text that an agent handed in, against `key`.

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
    answer = _SURROGATES.sub("\ufffd", answer)
    columns = key.columns
    needed = tuple(column for column in columns if column.role == "key") or columns

    def is_header(header: Sequence[str]) -> bool:
        if len(header) < len(key.key_columns):
            return False
        lacking = match_columns(header, needed).lacking(needed)
        return not lacking if key.key_columns else len(lacking) < len(needed)

    table = read_table(answer, is_header)
    if table is None:
        return _nothing(key, determined, "the answer has no table")
    found = match_columns(table.header, columns)
    lacking = [column.header for column in found.lacking(columns)]
    if not is_header(table.header):
        missing = [header for header in lacking if header in key.key_columns] or lacking
        return _nothing(key, determined, f"the table has no column {_listed(missing)}", table)
    problem = f"the table has no column {_listed(lacking)}" if lacking else None
    if table.beyond:
        problem = f"{table.beyond:,} rows behind the first {len(table.rows):,} were not looked at"
    if not key.rows and lacking:
        return _nothing(key, determined, f"the table has no column {_listed(lacking)}", table)
    return _graded(key, table, found, determined, problem)


def _nothing(
    key: Key, determined: Determined | None, problem: str, table: AnswerTable | None = None
) -> Grade:
    """The grade of an answer that cannot be compared: 0 throughout."""
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
    cells = prepared.cells_C
    if any(scale is not None for scale in found.scales):
        cells = tuple(map(cells_of, key.columns, found.scales))
    matched = match_rows(prepared, table.rows, found.places, cells)
    verdicts: list[CellVerdict] = []
    right_cells = right_rows = right_values = evidenced_cells = 0
    grounded = evidenced = 0.0
    width = len(key.columns)
    for g, group in sorted(matched.groups.items()):
        row = table.rows[group.row]
        judged = [
            _verdict(prepared, key.columns[c], cells[c], (g, c), group.row + 1,
                     None if place is None else row[place], conflicting=c in group.conflicting)
            for c, place in enumerate(found.places)
        ]  # fmt: skip
        verdicts += judged
        right = [verdict.right for verdict in judged]
        count = sum(right)
        right_cells += count
        right_rows += count == width
        right_values += sum([right[c] for c in prepared.value_places])
        grounded += _weighed(prepared, g, right)
        if determined is not None:
            shown = [a and b for a, b in zip(right, determined.rows[g], strict=True)]
            evidenced_cells += sum(shown)
            evidenced += _weighed(prepared, g, shown)
    given = matched.given + table.beyond
    if determined is not None and not key.rows:
        evidenced_cells = int(determined.settled)
    counts = GradeCounts(
        columns=width,
        values=len(prepared.value_places),
        expected=len(key.rows),
        given=given,
        matching=sum(group.count for group in matched.groups.values()),
        right_cells=right_cells,
        right_rows=right_rows,
        right_values=right_values,
        grounded=grounded,
        evidenced_cells=None if determined is None else evidenced_cells,
        evidenced=evidenced,
    )
    verdicts += _lacking(key, prepared, matched)
    verdicts += _unmatched(key, table, found, matched)
    return Grade(figures(counts), tuple(verdicts), problem, given, len(matched.groups))


def _verdict(
    key: ReadyKey,
    column: KeyColumn,
    cells: Cells,
    at: tuple[int, int],
    row: int,
    text: str | None,
    *,
    conflicting: bool,
) -> CellVerdict:
    g, c = at
    accepted = key.texts_G_C[g][c]
    if text is None:
        return CellVerdict(row, column.header, "", accepted, False, "column missing")
    if conflicting:
        reason = "several rows of this key, which differ here"
    elif column.role == "key" or text == accepted:
        reason = "right"
    else:
        reason = _reason(key, column, cells, at, text)
    return CellVerdict(row, column.header, text[:_SHOWN], accepted, reason == "right", reason)


def _reason(key: ReadyKey, column: KeyColumn, cells: Cells, at: tuple[int, int], text: str) -> str:
    """`right`, or why a cell is wrong."""
    g, c = at
    forms = key.forms_G_C[g][c]
    reading = read_cell(cells, text)
    right = not set(forms).isdisjoint(reading.forms)
    if isinstance(cells, TextCellGrader):
        several = _remark_is_value(key, c, cells, text) if right else _one_part(cells, forms, text)
        if several:
            return "several values in one cell"
    if right:
        return "right"
    if not reading.forms:
        return reading.problem
    if reading.forms[0] is None:
        return "given as missing"
    if forms == (None,):
        return "the key has no value here"
    return f"another {_KIND_NAMES.get(column.kind, 'value')}"


def _remark_is_value(key: ReadyKey, c: int, cells: TextCellGrader, text: str) -> bool:
    """Whether a bracketed remark beside a right text is another right text of the column."""
    if "(" not in text and "[" not in text:
        return False
    outside, remarks = outside_brackets(plain_text(text))
    return any(
        not key.column_forms[c].isdisjoint(forms) and set(forms).isdisjoint(cells.forms(outside))
        for forms in map(cells.forms, remarks)
    )


def _one_part(cells: TextCellGrader, forms: tuple[object, ...], text: str) -> bool:
    """Whether a list of texts has the right one among them."""
    if len(text) > _SHOWN or not _PARTS.search(text):
        return False
    return any(not set(forms).isdisjoint(cells.forms(part)) for part in _PARTS.split(text))


def _weighed(key: ReadyKey, g: int, right: list[bool]) -> float:
    """What the right cells of a row add to the grounded count."""
    values = [c for c in key.value_places if key.forms_G_C[g][c] != (None,)] or key.value_places
    found = sum([right[c] for c in values])
    # where all are found this is a whole number, so that an answer that is all right earns just 1
    return found + (sum(right) - found) * found / len(values) if values else 0.0


def _lacking(key: Key, prepared: ReadyKey, matched: Matched) -> list[CellVerdict]:
    """One verdict for each row of the key that the answer lacks."""
    places = prepared.key_places or (0,)
    header = key.columns[places[0]].header
    return [
        CellVerdict(None, header, "", ", ".join(row[c] for c in places), False, "row missing")
        for g, row in enumerate(prepared.texts_G_C)
        if g not in matched.groups
    ]


def _unmatched(key: Key, table: AnswerTable, found: Columns, matched: Matched) -> list[CellVerdict]:
    """One verdict for each of the first rows that the key lacks."""
    taken = [
        (column.header, place)
        for column, place in zip(key.columns, found.places, strict=True)
        if column.role == "key" and place is not None
    ]
    return [
        CellVerdict(
            n + 1,
            taken[0][0],
            ", ".join(table.rows[n][place][:_SHOWN] for _, place in taken)[:_SHOWN],
            "",
            False,
            "no such row in the answer key",
        )
        for n in matched.unmatched[:_MOST_UNMATCHED]
    ]
