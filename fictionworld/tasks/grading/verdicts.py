"""The verdict on each cell of an answer, with its reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from fictionworld.tasks.grading.cells import Cells, TextCellGrader, read_cell
from fictionworld.tasks.grading.columns import Columns, WrittenColumn
from fictionworld.tasks.grading.number_cells import NumberCells
from fictionworld.tasks.grading.reading import CellReading, outside_brackets
from fictionworld.tasks.grading.rows import AnswerGroup, Matched, ReadyKey
from fictionworld.tasks.grading.table import AnswerTable
from fictionworld.tasks.key import Key
from fictionworld.text.markup import plain_text

_MOST_UNMATCHED: Final = 200  # rows of no key row that get a verdict each
_SHOWN: Final = 200  # characters of a cell that a verdict repeats
_PARTS: Final = re.compile(r"[;,/|\n]|\s(?:or|and|vs\.?)\s|\s&\s", re.IGNORECASE)
_LONGEST_NAME: Final = 100  # characters of a row's name looked for in its cells
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


def row_verdicts(
    key: ReadyKey,
    found: Columns,
    cells: Sequence[Cells],
    g: int,
    group: AnswerGroup,
    row: list[str],
) -> list[CellVerdict]:
    """Return the verdicts on a row of an answer that matches a row of the key.

    Args:
        key: The key.
        found: The answer's columns.
        cells: For each column of the key the reader of its cells.
        g: The row of the key.
        group: The answer's rows that match it.
        row: The cells of the first of them.
    """
    verdicts: list[CellVerdict] = []
    row_number = group.row + 1
    places = (found.columns[n].place for n in key.key_places)
    names = [row[index] for index in places if index is not None]
    for c, (column, written_column) in enumerate(zip(key.columns, found.columns, strict=True)):
        accepted = key.texts_G_C[g][c]
        if written_column.place is None:
            reason = _why_missing(written_column)
            verdicts.append(CellVerdict(row_number, column.header, "", accepted, False, reason))
            continue
        text = row[written_column.place]
        if c in group.conflicting:
            reason = "several rows of this key, which differ here"
        elif column.role == "key" or (text == accepted and cells[c] is key.cells_C[c]):
            # where the answer's header gives another unit, the text of the key is no right answer
            reason = "right"
        else:
            reason = _reason(key, cells[c], (g, c), text, names)
        verdicts.append(
            CellVerdict(
                row_number, column.header, text[:_SHOWN], accepted, reason == "right", reason
            )
        )
    return verdicts


def _why_missing(own: WrittenColumn) -> str:
    return f"column in another unit: '{own.refused}'" if own.refused else "column missing"


def _reason(
    key: ReadyKey, cells: Cells, at: tuple[int, int], text: str, names: Sequence[str]
) -> str:
    """Return `right`, or why a cell is wrong; `names` are the row's key cells."""
    g, c = at
    column, forms = key.columns[c], key.forms_G_C[g][c]
    reading = read_cell(cells, text)
    if not reading.forms and isinstance(cells, NumberCells):
        reading = _without_names(cells, text, names) or reading
    right = not set(forms).isdisjoint(reading.forms)
    if not right and reading.loose and key.column_forms[c].isdisjoint(reading.forms):
        right = not set(forms).isdisjoint(reading.loose)
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


def _without_names(cells: NumberCells, text: str, names: Sequence[str]) -> CellReading | None:
    """Return the reading of a cell that repeats its row's name, less the name: `Orvane 3: 5600`."""
    for name in map(plain_text, names):
        if len(name) > _LONGEST_NAME or not any(letter.isalpha() for letter in name):
            continue
        plain = plain_text(text)
        name_at = re.search(rf"(?<!\w){re.escape(name)}(?!\w|[.,]\d)", plain, re.IGNORECASE)
        if name_at is not None:
            rest = f"{plain[: name_at.start()]} {plain[name_at.end() :]}".strip(" :=,")
            return read_cell(cells, rest)
    return None


def _remark_is_value(key: ReadyKey, c: int, cells: TextCellGrader, text: str) -> bool:
    """Return whether a bracketed remark beside a right text is another right text of the column."""
    if "(" not in text and "[" not in text:
        return False
    outside, remarks = outside_brackets(plain_text(text))
    return any(
        not key.column_forms[c].isdisjoint(forms) and set(forms).isdisjoint(cells.forms(outside))
        for forms in map(cells.forms, remarks)
    )


def _one_part(cells: TextCellGrader, forms: tuple[object, ...], text: str) -> bool:
    """Return whether a list of texts has the right one among them."""
    if len(text) > _SHOWN or not _PARTS.search(text):
        return False
    return any(not set(forms).isdisjoint(cells.forms(part)) for part in _PARTS.split(text))


def lacking_rows(key: Key, prepared: ReadyKey, matched: Matched) -> list[CellVerdict]:
    """Return one verdict for each row of the key that the answer lacks."""
    places = prepared.key_places or (0,)
    header = key.columns[places[0]].header
    return [
        CellVerdict(None, header, "", ", ".join(row[c] for c in places), False, "row missing")
        for g, row in enumerate(prepared.texts_G_C)
        if g not in matched.groups
    ]


def unmatched_rows(
    key: Key, table: AnswerTable, found: Columns, matched: Matched
) -> list[CellVerdict]:
    """Return one verdict for each of the first rows that the key lacks."""
    taken = [
        (column.header, index)
        for column, index in zip(key.columns, found.places, strict=True)
        if column.role == "key" and index is not None
    ]
    return [
        CellVerdict(
            n + 1,
            taken[0][0],
            ", ".join(table.rows[n][index][:_SHOWN] for _, index in taken)[:_SHOWN],
            "",
            False,
            "no such row in the answer key",
        )
        for n in matched.unmatched[:_MOST_UNMATCHED]
    ]
