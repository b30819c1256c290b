"""Bounds lie strictly between two values, and are the roundest that do."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from fictionworld.tasks.draw.narrowing import round_between, round_day_between

EPOCH = date(1970, 1, 1)


def test_the_roundest():
    assert round_between(4980, 5040) == 5000
    assert round_between(1298, 1312) == 1300
    assert round_between(12, 14) == 13
    assert round_between(-7, 6) == 0
    assert round_between(5, 6) is None
    assert round_between(6, 6) is None


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**7))
def test_strictly_between(low, width):
    bound = round_between(low, low + width)
    assert (bound is None) == (width < 2)
    assert bound is None or low < bound < low + width


@given(st.integers(-(10**6), 10**6), st.integers(2, 10**5))
def test_no_rounder_one_was_there(low, width):
    bound = round_between(low, low + width)
    for step in (10, 100, 1000):
        if bound % step:
            assert not any(low < step * k < low + width for k in (low // step + 1,))


def day(text):
    return (date.fromisoformat(text) - EPOCH).days


def test_the_roundest_day():
    assert round_day_between(day("2030-11-20"), day("2031-02-03")) == day("2031-01-01")
    assert round_day_between(day("2030-02-20"), day("2030-03-03")) == day("2030-03-01")
    assert round_day_between(day("2030-02-20"), day("2030-02-24")) == day("2030-02-21")
    assert round_day_between(day("2030-02-20"), day("2030-02-21")) is None
    assert round_day_between(day("2030-12-31"), day("2031-01-02")) == day("2031-01-01")


@given(st.integers(0, 30_000), st.integers(2, 3000))
def test_days_strictly_between(low, width):
    bound = round_day_between(low, low + width)
    assert low < bound < low + width
    if width > 400:
        assert (EPOCH + timedelta(days=bound)).timetuple().tm_yday == 1
