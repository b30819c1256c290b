"""The validators' arithmetic in SQL: rounding, and a calendar for every day of a cell."""

from calendar import monthrange
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.packs.sandbox import sandbox
from fictionworld.validators.arithmetic import MACROS, day_number


@pytest.fixture(scope="module")
def ask():
    with sandbox(keep_errors_apart=True) as connection:
        connection.execute(MACROS)
        yield lambda sql: connection.execute(f"SELECT {sql}").fetchone()[0]


numbers = st.integers(-(10**18) + 1, 10**18 - 1)


@given(numbers, numbers)
def test_a_quotient_is_rounded_half_away_from_zero(ask, above, below):
    got = ask(f"quotient({above}::HUGEINT, {below}::HUGEINT)")
    if below == 0:
        assert got is None
    else:
        assert abs(2 * (got * below - above)) <= abs(below)
    tie = Decimal(above) / 2
    assert ask(f"quotient({above}::HUGEINT, 2)") == tie.quantize(Decimal(1), ROUND_HALF_UP)


@given(st.dates(date(1800, 1, 1), date(2300, 1, 1)), st.integers(-600, 600))
def test_months_clip_to_their_end(ask, day, months):
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    due = date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    assert ask(f"months_later({day_number(day)}::BIGINT, {months})") == day_number(due)


@given(st.dates())
def test_years_begin_and_end(ask, day):
    year = f"{day.year}::BIGINT"
    assert ask(f"first_day({year})") == day_number(date(day.year, 1, 1))
    assert ask(f"last_day_of({year})") == day_number(date(day.year, 12, 31))


@pytest.mark.parametrize("extreme", [2**31 - 1, -(2**31)])
def test_no_day_or_year_is_beyond_the_calendar(ask, extreme):
    assert ask(f"months_later({extreme}::BIGINT, 2)") > extreme
    assert ask(f"months_later({extreme}::BIGINT, -2)") < extreme
    assert ask(f"last_day_of({extreme}::BIGINT)") - ask(f"first_day({extreme}::BIGINT)") in {
        364,
        365,
    }
