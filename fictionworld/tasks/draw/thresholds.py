"""Bounds that a person would choose: round, and between two values, never on one."""

from __future__ import annotations

from datetime import date, timedelta

__all__ = ["round_between", "round_day_between"]

_STEPS = (1, 2, 5)
_EPOCH = date(1970, 1, 1)
_DECEMBER = 12


def round_between(low: int, high: int) -> int | None:
    """The roundest whole number strictly between the two; None where there is none.

    Roundest: the multiple of the largest of 1, 2, 5, 10, 20, 50...; the smallest of several.
    """
    if high - low < 2:
        return None
    if low < 0 < high:
        return 0
    best = low + 1
    power = 1
    while power <= high - low + abs(high):
        for step in _STEPS:
            multiple = (low // (step * power) + 1) * step * power
            if multiple < high:
                best = multiple
        power *= 10
    return best


def round_day_between(low: int, high: int) -> int | None:
    """The roundest day strictly between two, as days since 1970-01-01.

    The first of a year before the first of a month, that before any other day.
    """
    if high - low < 2:
        return None
    after = _EPOCH + timedelta(days=low + 1)
    new_year = date(after.year + 1, 1, 1) if (after.month, after.day) != (1, 1) else after
    if (day := (new_year - _EPOCH).days) < high:
        return day
    if after.day == 1:
        return low + 1
    month = (
        date(after.year + 1, 1, 1)
        if after.month == _DECEMBER
        else date(after.year, after.month + 1, 1)
    )
    day = (month - _EPOCH).days
    return day if day < high else low + 1
