"""What terms of the notation mean in a batch: numbers, dates, and bounds taken from other cells."""

from __future__ import annotations

from datetime import date

import numpy as np

from fictionworld.generators.batch import WorldBatch
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.terms import Term
from fictionworld.streams import Bools, Floats, Ints

_EPOCH = date(1970, 1, 1)


def year_of(days: Ints) -> Ints:
    """Return the year of days since 1970."""
    return days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970


def first_day(years: Ints) -> Ints:
    """Return 1 January of each year, in days since 1970."""
    return (years - 1970).astype("datetime64[Y]").astype("datetime64[D]").astype(np.int64)


def last_day(years: Ints) -> Ints:
    """Return 31 December of each year, in days since 1970."""
    return first_day(years + 1) - 1


def add_months(days: Ints, months: int) -> Ints:
    """Return the same day of another month, or that month's last day where it is shorter."""
    month = days.astype("datetime64[D]").astype("datetime64[M]")
    within = days - month.astype("datetime64[D]").astype(np.int64)
    moved = month + months
    length = (moved + 1).astype("datetime64[D]") - moved.astype("datetime64[D]")
    day = np.minimum(within, length.astype(np.int64) - 1)
    return moved.astype("datetime64[D]").astype(np.int64) + day


def day_operand(
    batch: WorldBatch, table: str, term: Term, at: Ints, *, upper: bool
) -> tuple[Ints, Bools]:
    """Return a term as days since 1970 for the rows `at`, and where it has a value.

    A year stands for its first day, or for its last one where the term is an upper bound.
    """
    if term.day is not None:
        days = np.full(len(at), (term.day - _EPOCH).days, np.int64)
        return days, np.ones(len(at), np.bool_)
    assert term.path is not None, f"{term} is no date"
    column, cells = batch.follow_from(table, term.path, at)
    days = cells.values
    if column.kind in {"year", "integer"}:
        days = last_day(days) if upper else first_day(days)
    if term.unit in {"m", "y"}:
        days = add_months(days, term.offset * (12 if term.unit == "y" else 1))
    else:
        days = days + term.offset * (7 if term.unit == "w" else 1)
    return days, cells.present()


def number_operand(batch: WorldBatch, table: str, term: Term, at: Ints) -> tuple[Floats, Bools]:
    """Return a term as a number for the rows `at`, and where it has a value."""
    if term.number is not None:
        return np.full(len(at), float(term.number)), np.ones(len(at), np.bool_)
    assert term.path is not None, f"{term} is no number"
    column, cells = batch.follow_from(table, term.path, at)
    return unscaled(column, cells.values) + term.offset, cells.present()


def unscaled(column: CompiledColumn, values: Ints) -> Floats:
    """Return a column's whole numbers as the numbers that they represent."""
    return values / float(10**column.decimals)
