"""Exact arithmetic in SQL: numbers as their digits, days since 1970, and terms of the notation.

Digits are computed with in 128 bits. A day or year that DuckDB's calendar lacks is reckoned with
the calendar's mean year: it is millions of years away from all that it is compared with.

A year that meets a date stands for its days: for the first of them where it is a lower bound or
the left side, for the last where it is an upper bound or the right side. So `[kick_off, year]`
is kept by every day of that year. A year moved by days, weeks or months is such a day, moved; by
years, it stays a year. Months and years clip to the month's end.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.knowable import route
from fictionworld.validators.relation import quoted

Side = Literal["low", "high"]
_EPOCH = date(1970, 1, 1)

MACROS = f"""
CREATE TEMP MACRO quotient(above, below) AS
    above // below
    + CASE WHEN 2 * abs(above % below) < abs(below) THEN 0 ELSE sign(above) * sign(below) END;
CREATE TEMP MACRO first_day(year) AS
    coalesce(TRY(make_date(year, 1, 1)) - DATE '{_EPOCH}', (year - 1970) * 146097 // 400);
CREATE TEMP MACRO last_day_of(year) AS first_day(year + 1) - 1;
CREATE TEMP MACRO months_later(day, months) AS
    coalesce(TRY(CAST(DATE '{_EPOCH}' + CAST(day AS INTEGER) + to_months(months) AS DATE))
             - DATE '{_EPOCH}', day + months * 146097 // 4800);
"""
"""`quotient` is rounded half away from zero, and missing where it divides by zero."""


class Operand(NamedTuple):
    """A whole number in SQL: digits of a number, a year, or days since 1970."""

    sql: str
    scale: int = 0
    """How many of the digits are decimals."""

    def at_scale(self, scale: int) -> str:
        """Return the digits with `scale` of them behind the point; none may be lost."""
        factor = 10 ** (scale - self.scale)
        return f"({self.sql}) * {factor}" if factor > 1 else f"({self.sql})"


def digits(path: Path) -> str:
    """Return the SQL of the digits of the number at the end of `path`, in 128 bits."""
    return f"{quoted(path)}::HUGEINT"


def value(pack: CompiledPack, table: str, path: Path) -> Operand:
    """Return the number or the day at the end of `path`."""
    return Operand(digits(path), route(pack, table, path).column.decimals)


def number(constant: Decimal | int) -> Operand:
    """Return a number of the pack, at the scale that it is written with."""
    exact = Decimal(constant)
    scale = max(0, -int(exact.as_tuple().exponent))
    return Operand(f"{int(exact.scaleb(scale))}::HUGEINT", scale)


def day_number(day: date) -> int:
    """Return a day as days since 1970."""
    return day.toordinal() - _EPOCH.toordinal()


def means_date(pack: CompiledPack, table: str, term: Term) -> bool:
    """Return whether `term` is a calendar day by itself, not merely a year or a number."""
    if term.path is None:
        return term.day is not None
    kind = route(pack, table, term.path).column.kind
    return kind == "date" or (kind == "year" and term.unit in {"d", "w", "m"})


def operand(pack: CompiledPack, table: str, term: Term, side: Side, *, dates: bool) -> Operand:
    """Return the value of `term` for a row of `table`; as days where `dates` is set."""
    if term.number is not None:
        return number(term.number)
    if term.day is not None:
        return Operand(f"{day_number(term.day)}::HUGEINT")
    assert term.path is not None, "a term is a number, a day or a path"
    column = route(pack, table, term.path).column
    sql, kind = quoted(term.path), column.kind
    if kind == "year":
        if term.unit in {"", "y"}:
            sql = f"({sql} + {term.offset})" if term.offset else sql
            return Operand(_day_of_year(sql, side) if dates else f"{sql}::HUGEINT")
        sql, kind = _day_of_year(sql, side), "date"
    if not term.offset:
        return Operand(f"{sql}::HUGEINT", column.decimals)
    if kind == "date" and term.unit in {"m", "y"}:
        months = term.offset * (12 if term.unit == "y" else 1)
        return Operand(f"months_later({sql}, {months})::HUGEINT")
    step = 7 if term.unit == "w" else 10**column.decimals
    return Operand(f"({sql}::HUGEINT + {term.offset * step})", column.decimals)


def _day_of_year(year: str, side: Side) -> str:
    return f"first_day({year})" if side == "low" else f"last_day_of({year})"


def above(left: Operand, right: Operand) -> str:
    """Return the SQL of whether the left number is greater; missing where one of them is."""
    scale = max(left.scale, right.scale)
    return f"{left.at_scale(scale)} > {right.at_scale(scale)}"


def rounded(operand: Operand, scale: int) -> str:
    """Return the digits with `scale` of them behind the point, halves rounded away from zero."""
    if scale >= operand.scale:
        return operand.at_scale(scale)
    return f"quotient({operand.sql}, {10 ** (operand.scale - scale)})"
