"""Days and whole years between two dates."""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import StoredCells
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, cells_of

_Pair = tuple[Path, Path]


def _days(batch: StoredBatch, column: CompiledColumn, spec: _Pair) -> StoredCells:
    """Return the days from the first date to the second."""
    rows = Relation(batch, column.table)
    first, second = _dates(rows, spec)
    answer = ask(batch, f"SELECT {second} - {first} AS due FROM {rows} ORDER BY t._row")
    return cells_of(column, answer["due"])


def _years(batch: StoredBatch, column: CompiledColumn, spec: _Pair) -> StoredCells:
    """Return the whole years from the first date to the second, as ages are counted: one more from
    each birthday on, negative before the first date. A person born on 29 February is a year older
    from 1 March of a common year.
    """
    rows = Relation(batch, column.table)
    first, second = _dates(rows, spec)
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


def _dates(rows: Relation, spec: _Pair) -> tuple[str, str]:
    """Return the SQL of both dates; a year stands for its first day on the left, its last on the
    right.
    """
    ends = []
    for path, day in zip(spec, ("1, 1", "12, 31"), strict=True):
        date = rows.value(path)
        if rows.kind(path) == "year":
            date = f"TRY(make_date({date}, {day}))"
        ends.append(date)
    return ends[0], ends[1]


register(
    Proof(name="days", due=_days),
    Proof(name="years", due=_years),
)
