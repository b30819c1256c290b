from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.text.dates import find_dates, written_date


@pytest.mark.parametrize(
    "sample", ["4 June 2031", "June 4, 2031", "4 Jun 2031", "Jun 4, 2031", "2031-06-04"]
)
@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_a_written_date_is_found_again(sample, day):
    assert written_date(date(2031, 6, 4), sample) == sample
    assert one(written_date(day, sample)) == [(str(day), str(day))]


def one(text):
    (readings,) = find_dates(text)
    return [(str(found.first), str(found.last)) for found in readings]


@pytest.mark.parametrize(
    "text",
    ["2040-06-04", "2040/6/4", "2040.06.04", "20400604", "4 June 2040", "4 Jun. 2040",
     "04-Jun-2040", "4. June 2040",
     "4th of June 2040", "the 4th of June, 2040", "4th day of June 2040", "June 4, 2040",
     "June 4th 2040",
     "Jun 4 2040", "2040 June 4", "Monday, 4 June 2040", "Mon 4 June 2040", "4.6.2040",
     "04. 06. 2040",
     "2040-06-04T12:30:00Z", "2040-06-04 12:30:00.123+02:00", "4 June 2040, 12:30 pm",
     "4 JUNE 2040",
     "June 4 2040"],
)  # fmt: skip
def test_a_day(text):
    assert one(text) == [("2040-06-04", "2040-06-04")]
    found = find_dates(f"it was {text} then")
    assert len(found) == 1 and found[0][0].day
    start, end = found[0][0][2:]
    assert f"it was {text} then"[start:end].strip() in {text, text.removeprefix("the ")}


def test_both_orders():
    assert one("06/04/2040") == [("2040-04-06",) * 2, ("2040-06-04",) * 2]
    assert one("13/06/2040") == one("06/13/2040") == [("2040-06-13",) * 2]
    assert one("04/04/2040") == [("2040-04-04",) * 2]
    assert one("6-4-2040") == one("06/04/2040")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2040", "2040-01-01", "2040-12-31"), ("June 2040", "2040-06-01", "2040-06-30"),
        ("Jun 2040", "2040-06-01", "2040-06-30"), ("2040-02", "2040-02-01", "2040-02-29"),
        ("06/2040", "2040-06-01", "2040-06-30"), ("2040 June", "2040-06-01", "2040-06-30"),
        ("Q1 2029", "2029-01-01", "2029-03-31"), ("2029 Q4", "2029-10-01", "2029-12-31"),
        ("second quarter of 2029", "2029-04-01", "2029-06-30"),
        ("H2 2029", "2029-07-01", "2029-12-31"),
        ("first half of 2029", "2029-01-01", "2029-06-30"),
        ("mid-March 2029", "2029-03-11", "2029-03-20"),
        ("late February 2028", "2028-02-21", "2028-02-29"),
        ("early 2029", "2029-01-01", "2029-04-30"),
        ("2030s", "2030-01-01", "2039-12-31"), ("late 2030s", "2037-01-01", "2039-12-31"),
    ],
)  # fmt: skip
def test_longer_than_a_day(text, first, last):
    assert one(text) == [(first, last)]


@pytest.mark.parametrize(
    "text", ["", "June", "4 June", "04.06.40", "12040", "20401", "0999", "x", "5600 mAh"]
)
def test_no_date(text):
    assert find_dates(text) == []


@pytest.mark.parametrize("text", ["31 June 2040", "2039-02-29", "32/01/2040", "2040-13-01"])
def test_no_such_day(text):
    assert all(not found or not found[0].day for found in find_dates(text))


def test_several():
    assert len(find_dates("2040-06-04 / 2040-06-05, then June 2041 and 2042")) == 4


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_every_day(day):
    for text in (
        day.isoformat(),
        f"{day.day} {day:%B} {day.year}",
        f"{day:%A}, {day:%b} {day.day}, {day.year}",
    ):
        assert [(found.first, found.last) for found in find_dates(text)[0]] == [(day, day)]


@given(st.text(alphabet="0123456789-/. ,JuneMayQTsth:Z", max_size=60))
def test_any_text(text):
    for readings in find_dates(text):
        for found in readings:
            assert found.first <= found.last and 0 <= found.start < found.end <= len(text)
