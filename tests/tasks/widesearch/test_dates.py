from __future__ import annotations

import subprocess
import sys
from datetime import date, datetime

import dateparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.tasks.widesearch import dates
from fictionworld.tasks.widesearch.dates import DateReader
from tests.examples import examples

NEW_YEAR = datetime.fromisoformat("2026-01-01")  # no zone, as in the dates of cells
SETTINGS = {"PREFER_DAY_OF_MONTH": "first", "RELATIVE_BASE": NEW_YEAR}

FORMS = ["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%B %Y", "%d %b %Y", "%b %d, %Y", "%b %Y"]


@examples(150)
@given(
    st.dates(min_value=date(1000, 1, 1)),
    st.sampled_from(FORMS),
    st.sampled_from([str, str.lower, str.upper]),
)
def test_plain_forms_are_read_as_dateparser_reads_them(day, form, case):
    text = case(day.strftime(form).replace(" 0", " ").removeprefix("0"))
    assert DateReader().read(text) == dateparser.parse(text, settings=SETTINGS)


@examples(25)
@given(st.from_regex(r"[0-9]{1,4}([-/. :,][0-9]{1,4}){0,5}", fullmatch=True))
def test_numbers_mean_the_same_in_three_locales_as_in_all(text):
    assert DateReader().read(text) == dateparser.parse(text, settings=SETTINGS)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("31 February 2031", "31 February 2031"),
        ("2031", "2031-01-01"),  # this month, in dateparser's own reading
        ("12 March", "2026-03-12"),
        ("yesterday", "2025-12-31"),
        ("Q3 2031", "Q3 2031"),
        ("TBA", "TBA"),
        ("5. März 2031", "2031-03-05"),
        ("2031-03-05T23:00:00-05:00", "2031-03-05"),
        ("", ""),
    ],
)
def test_some_texts(text, normal):
    assert DateReader().normalise(text) == normal


def test_an_order_of_reading_leaves_no_trace():
    texts = ["13/5/2031", "5/13/2031", "5.6.2031", "5 juin 2031", "99-99-99", "2031年3月5日"]
    forward = [DateReader().read(text) for text in texts]
    assert [DateReader().read(text) for text in reversed(texts)] == forward[::-1]


def test_what_is_spent_hangs_on_the_texts_alone(monkeypatch):
    monkeypatch.setattr(dates, "_BUDGET", 400)  # four of the words
    words = [f"am {place}" for place in range(6)]

    def readable(reader):
        for word in words:
            reader.read(word)
        return reader.read("5th of March 2031"), reader.read("5 March 2031")

    first = readable(DateReader())
    assert readable(DateReader()) == first  # known to the cache by now, and no cheaper
    assert first == (None, datetime.fromisoformat("2031-03-05"))


def test_importing_the_package_loads_neither_library():
    code = (
        "import fictionworld.tasks.widesearch, sys;"
        "print([m for m in ('pandas', 'dateparser') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
