"""Which rows of an answer are which rows of the key.

A key is made ready first, once for many answers: the forms of its cells, its rows by key cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Final

from fictionworld.tasks.grading.cells import (
    Cells,
    TextCellGrader,
    cells_of,
    forms_of_value,
    read_cell,
)
from fictionworld.tasks.grading.reading import Form
from fictionworld.tasks.key import Key, KeyColumn, answer_texts

_MOST_COMPARED: Final = 20  # differing rows of one key compared form by form
_MOST_TRIED: Final = 16  # choices of one form for each key cell of a row


@dataclass(frozen=True, eq=False)
class ReadyKey:
    """A key of G rows and C columns, computed once for many answers."""

    columns: tuple[KeyColumn, ...]
    cells_C: tuple[Cells, ...]  # noqa: N815 (the letter is the axis)
    forms_G_C: tuple[tuple[tuple[Form, ...], ...], ...]  # noqa: N815
    """For each cell the forms that are right."""
    texts_G_C: tuple[tuple[str, ...], ...]  # noqa: N815
    """For each cell its text as the question asks for it."""
    key_places: tuple[int, ...]
    """Where the columns of role `key` stand; likewise `value`."""
    value_places: tuple[int, ...]
    column_forms: tuple[frozenset[Form], ...]
    """All right forms of a column: another of them in one cell is a second value."""
    by_text: Mapping[tuple[str, ...], int]
    """Rows by the texts of their key cells, and by any forms of them."""
    by_forms: Mapping[tuple[Form, ...], tuple[int, ...]]

    def candidates(self, texts: Sequence[str], cells: Sequence[Cells]) -> list[int]:
        """Return the rows that key cells of these texts may mean; `cells` read the key columns."""
        readings = [read_cell(reader, text) for reader, text in zip(cells, texts, strict=True)]
        rows = self._rows(reading.forms for reading in readings)
        if not rows and any(reading.loose for reading in readings):
            rows = self._rows((*reading.forms, *reading.loose) for reading in readings)
        return rows

    def _rows(self, forms: Iterable[tuple[Form, ...]]) -> list[int]:
        tried = islice(product(*forms), _MOST_TRIED)
        return list(dict.fromkeys(row for key in tried for row in self.by_forms.get(key, ())))


@lru_cache(maxsize=256)
def ready(key: Key) -> ReadyKey:
    """Return `key` made ready; cached, as many answers to one task are graded together."""
    columns = key.columns
    cells = tuple(map(cells_of, columns))
    forms = tuple(
        tuple(forms_of_value(reader, value) for reader, value in zip(cells, row, strict=True))
        for row in key.rows
    )
    texts = tuple(answer_texts(key))
    key_indices = tuple(index for index, column in enumerate(columns) if column.role == "key")
    by_forms: dict[tuple[Form, ...], tuple[int, ...]] = {}
    for g, row in enumerate(forms):
        for row_forms in product(*(row[index] for index in key_indices)):
            by_forms[row_forms] = (*by_forms.get(row_forms, ()), g)
    return ReadyKey(
        columns,
        cells,
        forms,
        texts,
        key_indices,
        tuple(index for index, column in enumerate(columns) if column.role == "value"),
        tuple(frozenset(f for row in forms for f in row[index]) for index in range(len(columns))),
        {tuple(row[index] for index in key_indices): g for g, row in enumerate(texts)},
        by_forms,
    )


_NUMBER: Final = re.compile(
    r"(?P<mark>[*_`\s]{0,3})(?:(?P<n>\d{1,4})[.)]|#\s?(?P<hash>\d{1,4})[.):]?|\((?P<in>\d{1,4})\))\s+(?=\S)"
)


def without_numbering(
    key: ReadyKey, rows: list[list[str]], places: Sequence[int | None]
) -> list[list[str]]:
    """Return the rows of an answer without the numbers before their names: `1. AS Borgo`.

    Only in columns of names and texts in which each row has its number, from 1 on, and none is
    right as it stands (`1. FC Borgo`).
    """
    for cells, forms, index in zip(key.cells_C, key.column_forms, places, strict=True):
        if index is None or not rows or not isinstance(cells, TextCellGrader):
            continue
        if not (rows[0][index][:12].strip("*_`# (")[:1].isdigit()):
            continue
        numbers = [_NUMBER.match(row[index]) for row in rows]
        if not all(
            number and int(number["n"] or number["hash"] or number["in"]) == n
            for n, number in enumerate(numbers, start=1)
        ) or any(not forms.isdisjoint(read_cell(cells, row[index]).forms) for row in rows):
            continue
        rows = [
            [*row[:index], number["mark"] + row[index][number.end() :], *row[index + 1 :]]
            for row, number in zip(rows, numbers, strict=True)
            if number
        ]
    return rows


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """All rows of an answer whose key cells mean one row of the key."""

    row: int
    """The first of them: its place in the answer, from 0."""
    count: int
    """How many differ: rows that say the same in every column of the key are one."""
    conflicting: frozenset[int]
    """Columns of the key in which they differ."""


@dataclass(frozen=True, slots=True)
class Matched:
    """The rows of an answer, sorted by what they match."""

    groups: dict[int, AnswerGroup]
    """By row of the key."""
    unmatched: list[int]
    """Places of rows that match none."""
    given: int
    """How many rows there are, those that say the same counted once."""


def match_rows(
    key: ReadyKey, rows: Sequence[list[str]], places: Sequence[int | None], cells: Sequence[Cells]
) -> Matched:
    """Match the rows of an answer one to one with the key's, by their key cells.

    A row whose key cells are written as in the key matches first; then those whose forms fit one
    row of the key; then those that fit several (`06/04/2040`), which take one not yet matched, or,
    where none is left, speak of them all.

    Args:
        key: The key.
        rows: The answer's rows of cell texts.
        places: For each column of the key its place in a row, None where lacking; never for a key
            column.
        cells: For each column of the key the reader of its cells.
    """
    key_indices = [place_index for n in key.key_places if (place_index := places[n]) is not None]
    readers = [cells[n] for n in key.key_places]
    members: dict[int, list[int]] = {}
    unmatched: list[int] = []
    unsure: dict[tuple[str, ...], list[int]] = {}
    candidates_by_texts: dict[tuple[str, ...], list[int]] = {}
    for n, row in enumerate(rows):
        texts = tuple([row[index] for index in key_indices])
        g = key.by_text.get(texts)
        if g is None:
            candidates = candidates_by_texts.get(texts)
            if candidates is None:
                candidates = candidates_by_texts[texts] = key.candidates(texts, readers)
            if not candidates:
                unmatched.append(n)
                continue
            if len(candidates) > 1:
                unsure.setdefault(texts, []).append(n)
                continue
            g = candidates[0]
        members.setdefault(g, []).append(n)
    for texts, ns in unsure.items():
        free = [g for g in candidates_by_texts[texts] if g not in members][:1]
        for g in free or candidates_by_texts[texts]:
            members.setdefault(g, []).extend(ns)
    taken = [(column, index) for column, index in enumerate(places) if index is not None]
    groups = {
        g: AnswerGroup(ns[0], 1, frozenset())
        if len(ns) == 1
        else _group(rows, ns, taken, cells, key)
        for g, ns in members.items()
    }
    rows_given = sum(group.count for group in groups.values())
    rows_given += len({tuple([rows[n][index] for _, index in taken]) for n in unmatched})
    return Matched(groups, unmatched, rows_given)


def _group(
    rows: Sequence[list[str]],
    members: list[int],
    taken: list[tuple[int, int]],
    cells: Sequence[Cells],
    key: ReadyKey,
) -> AnswerGroup:
    """Return the group of one key's rows, counted once if they agree, else once per wording."""
    distinct_rows = {tuple([rows[n][index] for _, index in taken]) for n in members}
    conflicting = frozenset(
        column
        for nth, (column, _) in enumerate(taken)
        if column not in key.key_places
        and _differ({row[nth] for row in distinct_rows}, cells[column])
    )
    return AnswerGroup(members[0], len(distinct_rows) if conflicting else 1, conflicting)


def _differ(texts: set[str], cells: Cells) -> bool:
    """Return whether texts mean different things."""
    if len(texts) == 1:
        return False
    if len(texts) > _MOST_COMPARED:
        return True
    readings = [read_cell(cells, text) for text in texts]
    # a text without a form, such as a blank, differs from all others
    return len({frozenset(reading.forms) for reading in readings}) > 1 or not readings[0].forms
