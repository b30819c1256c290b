"""The calendar over arrays agrees with the calendar of the standard library."""

from calendar import monthrange
from datetime import date

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.validators.days import (
    first_day,
    last_day,
    shift_months,
    weekday,
)

EPOCH = date(1970, 1, 1).toordinal()
dates = st.dates(date(1800, 1, 1), date(2300, 1, 1))


def days(*values):
    return np.array([value.toordinal() - EPOCH for value in values])


def back(array):
    return date.fromordinal(int(array[0]) + EPOCH)


@given(dates, st.integers(-600, 600))
def test_months_clip_to_their_end(day, months):
    whole = day.year * 12 + day.month - 1 + months
    year, month = whole // 12, whole % 12 + 1
    due = date(year, month, min(day.day, monthrange(year, month)[1]))
    assert back(shift_months(days(day), months)) == due


@given(dates)
def test_years_and_weekdays(day):
    assert weekday(days(day)).tolist() == [day.weekday()]
    assert back(first_day(np.array([day.year]))) == date(day.year, 1, 1)
    assert back(last_day(np.array([day.year]))) == date(day.year, 12, 31)
