"""The calendar over arrays of days since 1970: years, months that clip to their end."""

from __future__ import annotations

import numpy as np

from fictionworld.validators.cells import Ints

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""As packs write them, by the number that `weekday` gives."""
_MONTHS_TO_1970 = 1970 * 12


def _month(days: Ints) -> Ints:
    """Return the months since January 1970."""
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)


def _month_start(months: Ints) -> Ints:
    return months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)


def first_day(years: Ints) -> Ints:
    """Return 1 January of each year."""
    return _month_start(years * 12 - _MONTHS_TO_1970)


def last_day(years: Ints) -> Ints:
    """Return 31 December of each year."""
    return first_day(years + 1) - 1


def shift_months(days: Ints, months: int) -> Ints:
    """Return the days `months` months later: the same day of the month, or the month's last. 31
    March plus one month is 30 April.
    """
    old = _month(days)
    new = old + months
    length = _month_start(new + 1) - _month_start(new)
    return _month_start(new) + np.minimum(days - _month_start(old), length - 1)


def weekday(days: Ints) -> Ints:
    """Return the day of the week, 0 for Monday to 6 for Sunday."""
    return (days + 3) % 7  # 1970 began on a Thursday
