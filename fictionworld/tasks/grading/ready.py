"""A key made ready to be compared with: the forms of its cells, and its rows by their key cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from fictionworld.tasks.grading.cells import (
    Cells,
    cells_of,
    combinations,
    forms_of_value,
    read_cell,
    written,
)
from fictionworld.tasks.grading.reading import Form
from fictionworld.tasks.key import Key


@dataclass(frozen=True, eq=False)
class ReadyKey:
    """A key of G rows and C columns, computed once for many answers."""

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
        """The rows that key cells of these texts may mean; `cells` are those of the key columns."""
        readings = [read_cell(one, text) for one, text in zip(cells, texts, strict=True)]
        found = (self.by_forms.get(forms, ()) for forms in combinations(readings))
        return list(dict.fromkeys(row for rows in found for row in rows))


@lru_cache(maxsize=256)
def ready(key: Key) -> ReadyKey:
    """`key` made ready; remembered, as many answers to one task are graded together."""
    columns = key.columns
    cells = tuple(cells_of(column) for column in columns)
    forms = tuple(
        tuple(forms_of_value(one, value) for one, value in zip(cells, row, strict=True))
        for row in key.rows
    )
    texts = tuple(
        tuple(written(column, value) for column, value in zip(columns, row, strict=True))
        for row in key.rows
    )
    keys = tuple(at for at, column in enumerate(columns) if column.role == "key")
    by_forms: dict[tuple[Form, ...], tuple[int, ...]] = {}
    for g, row in enumerate(forms):
        for one in product(*(row[at] for at in keys)):
            by_forms[one] = (*by_forms.get(one, ()), g)
    return ReadyKey(
        cells,
        forms,
        texts,
        keys,
        tuple(at for at, column in enumerate(columns) if column.role == "value"),
        tuple(frozenset(f for row in forms for f in row[at]) for at in range(len(columns))),
        {tuple(row[at] for at in keys): g for g, row in enumerate(texts)},
        by_forms,
    )
