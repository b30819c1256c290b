"""Which rows of an answer are which rows of the key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fictionworld.tasks.grading.cells import Cells, read_cell
from fictionworld.tasks.grading.ready import ReadyKey

_MOST_COMPARED: Final = 20  # differing rows of one key compared form by form


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
    foreign_names: list[int]
    """Places of rows that match none."""
    given: int
    """How many rows there are, those that say the same counted once."""


def match_rows(
    key: ReadyKey, rows: Sequence[list[str]], places: Sequence[int | None], cells: Sequence[Cells]
) -> Matched:
    """The rows of an answer matched one to one with the key's, by their key cells.

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
    at = [place for n in key.key_places if (place := places[n]) is not None]
    readers = [cells[n] for n in key.key_places]
    members: dict[int, list[int]] = {}
    foreign_names: list[int] = []
    unsure: dict[tuple[str, ...], list[int]] = {}
    known: dict[tuple[str, ...], list[int]] = {}
    for n, row in enumerate(rows):
        texts = tuple([row[place] for place in at])
        g = key.by_text.get(texts)
        if g is None:
            candidates = known.get(texts)
            if candidates is None:
                candidates = known[texts] = key.candidates(texts, readers)
            if not candidates:
                foreign_names.append(n)
                continue
            if len(candidates) > 1:
                unsure.setdefault(texts, []).append(n)
                continue
            g = candidates[0]
        members.setdefault(g, []).append(n)
    for texts, ns in unsure.items():
        free = [g for g in known[texts] if g not in members][:1]
        for g in free or known[texts]:
            members.setdefault(g, []).extend(ns)
    taken = [(column, place) for column, place in enumerate(places) if place is not None]
    groups = {
        g: AnswerGroup(ns[0], 1, frozenset())
        if len(ns) == 1
        else _group(rows, ns, taken, cells, key)
        for g, ns in members.items()
    }
    given = sum(group.count for group in groups.values())
    given += len({tuple([rows[n][place] for _, place in taken]) for n in foreign_names})
    return Matched(groups, foreign_names, given)


def _group(
    rows: Sequence[list[str]],
    members: list[int],
    taken: list[tuple[int, int]],
    cells: Sequence[Cells],
    key: ReadyKey,
) -> AnswerGroup:
    """Rows of one key: one if they say the same, else as many as are written differently."""
    differing = {tuple([rows[n][place] for _, place in taken]) for n in members}
    conflicting = frozenset(
        column
        for nth, (column, _) in enumerate(taken)
        if column not in key.key_places and _differ({row[nth] for row in differing}, cells[column])
    )
    return AnswerGroup(members[0], len(differing) if conflicting else 1, conflicting)


def _differ(texts: set[str], cells: Cells) -> bool:
    """Whether texts mean different things."""
    if len(texts) == 1:
        return False
    if len(texts) > _MOST_COMPARED:
        return True
    readings = [read_cell(cells, text) for text in texts]
    # a text without a form, such as a blank, differs from all others
    return len({frozenset(reading.forms) for reading in readings}) > 1 or not readings[0].forms
