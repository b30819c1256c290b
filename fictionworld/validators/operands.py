"""Terms over the rows of a table: `launched + 14d`, `setting.year - 1`, 69.

A year that meets a date stands for its days: for the first of them where it is a lower bound or
the left side, for the last where it is an upper bound or the right side. So `[kick_off, year]`
is kept by every day of that year. A year moved by days, weeks or months is such a day, moved; by
years, it stays a year. Months and years clip to the month's end.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

import numpy as np

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.terms import Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, StoredCells, constant
from fictionworld.validators.days import first_day, last_day, shift_months
from fictionworld.validators.knowable import route

Side = Literal["low", "high"]
_EPOCH = date(1970, 1, 1).toordinal()


def means_date(pack: CompiledPack, table: str, term: Term) -> bool:
    """Return whether `term` is a calendar day by itself, not merely a year or a number."""
    if term.path is None:
        return term.day is not None
    kind = route(pack, table, term.path).column.kind
    return kind == "date" or (kind == "year" and term.unit in {"d", "w", "m"})


def operand(batch: StoredBatch, table: str, term: Term, side: Side, *, dates: bool) -> StoredCells:
    """Return the values of `term` for every row of `table`; as days where `dates` is set."""
    rows = len(batch.rows(table))
    if term.number is not None:
        return constant(term.number, rows)
    if term.day is not None:
        days = np.full(rows, term.day.toordinal() - _EPOCH, dtype=np.int64)
        return StoredCells(days, np.ones(rows, dtype=bool), "date")
    assert term.path is not None, "a term is a number, a day or a path"
    cells = batch.read(table, term.path)
    if cells.kind == "year":
        if term.unit in {"", "y"}:
            cells = StoredCells(cells.data + term.offset, cells.valid, "year")
            return _as_days(cells, side) if dates else cells
        cells = _as_days(cells, side)
    return _moved(cells, term)


def _as_days(years: StoredCells, side: Side) -> StoredCells:
    days = first_day(years.data) if side == "low" else last_day(years.data)
    return StoredCells(days, years.valid, "date")


def _moved(cells: StoredCells, term: Term) -> StoredCells:
    if not term.offset:
        return cells
    if cells.kind == "date" and term.unit in {"m", "y"}:
        months = term.offset * (12 if term.unit == "y" else 1)
        return StoredCells(shift_months(cells.data, months), cells.valid, "date")
    step = 7 if term.unit == "w" else 10**cells.scale
    return StoredCells(cells.data + term.offset * step, cells.valid, cells.kind, cells.scale)


def above(left: StoredCells, right: StoredCells) -> Bools:
    """Return where both values are present and the left is greater than the right."""
    scale = max(left.scale, right.scale)
    greater: Bools = (left.at_scale(scale).data > right.at_scale(scale).data).astype(bool)
    return left.valid & right.valid & greater
