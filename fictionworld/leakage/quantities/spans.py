"""Closed intervals of days: what a day, a month, a quarter, a year is, if there is such a one."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from typing import Final, TypeAlias

__all__ = [
    "YEARLESS", "Span", "day_span", "full_year", "month_span", "quarter_span", "week_span",
    "year_span",
]  # fmt: skip

Span: TypeAlias = tuple[date, date]
YEARLESS: Final = 2000
"""The leap year in which days stand that name no year."""


def day_span(year: int, month: int, day: int) -> Iterator[Span]:
    """A day of the calendar; nothing where there is no such day."""
    if 1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]:
        yield date(year, month, day), date(year, month, day)


def month_span(year: int, month: int, last: int | None = None) -> Iterator[Span]:
    """A month, or all from one month to another of a year."""
    last = last or month
    if 1 <= year <= 9999 and 1 <= month <= last <= 12:
        yield date(year, month, 1), date(year, last, monthrange(year, last)[1])


def quarter_span(year: int, which: int, months: int) -> Iterator[Span]:
    """The part of a year of so many months that comes in the given place."""
    if 1 <= which <= 12 // months:
        yield from month_span(year, which * months - months + 1, which * months)


def year_span(year: int) -> Iterator[Span]:
    """A year."""
    yield from month_span(year, 1, 12)


def full_year(year: int) -> int:
    """The year that two digits mean."""
    return year + (2000 if year < 70 else 1900) if year < 100 else year


def week_span(year: int, week: int, weekday: int | None = None) -> Iterator[Span]:
    """A week as the international standard numbers them, or a day of it, Monday being one."""
    try:
        first = date.fromisocalendar(year, week, weekday or 1)
        yield first, first if weekday else date.fromisocalendar(year, week, 7)
    except ValueError:
        return
