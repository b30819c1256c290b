"""Days and whole years between two dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.validators.knowable import route
from fictionworld.validators.relations import Relation, ask, cells_of

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.validators.batch import StoredBatch
    from fictionworld.validators.cells import StoredCells

__all__ = ["days", "years"]


def days(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """Days from the first date to the second."""
    rows = Relation(batch, column.table)
    first, second = _dates(batch, rows, column)
    answer = ask(batch, f"SELECT {second} - {first} AS due FROM {rows} ORDER BY t._row")
    return cells_of(column, answer["due"])


def years(batch: StoredBatch, column: CompiledColumn) -> StoredCells:
    """Whole years from the first date to the second, as ages are counted: one more from each
    birthday on, and fewer than none before the first date. Who was born on 29 February is a year
    older from 1 March of a common year.
    """
    rows = Relation(batch, column.table)
    first, second = _dates(batch, rows, column)
    answer = ask(
        batch,
        f"""
        SELECT date_diff('year', first, second)
               - CASE WHEN (month(second), day(second)) < (month(first), day(first))
                      THEN 1 ELSE 0 END AS due
        FROM (SELECT t._row, {first} AS first, {second} AS second FROM {rows})
        ORDER BY _row
        """,
    )
    return cells_of(column, answer["due"])


def _dates(batch: StoredBatch, rows: Relation, column: CompiledColumn) -> tuple[str, str]:
    """Both dates; a year stands for its first day on the left and for its last on the right."""
    derive = column.spec.derive
    assert derive is not None
    first, second = derive.days or derive.years or ((), ())
    ends = []
    for path, day in ((first, "1, 1"), (second, "12, 31")):
        date = rows.value(path)
        if route(batch.pack, column.table, path).column.kind == "year":
            date = f"TRY(make_date({date}, {day}))"
        ends.append(date)
    return ends[0], ends[1]
