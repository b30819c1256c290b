# ruff: noqa: RUF001  (dashes and digits of other scripts are what is tested)

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.text.markup import plain_text
from fictionworld.text.number_words import read_number_words
from fictionworld.text.numbers import find_number_words, find_numbers


def found(text):
    """The readings of each number, as text."""
    return [
        [f"{one.value.normalize():f}" for one in readings]
        for readings in find_numbers(plain_text(text))
    ]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("1298", ["1298"]), ("1,298", ["1298", "1.298"]), ("1.298", ["1.298", "1298"]),
        ("1 298", ["1298"]), ("1\u202f298", ["1298"]), ("1'298", ["1298"]),
        ("1\u2019298", ["1298"]),
        ("1,298.50", ["1298.5"]), ("1.298,50", ["1298.5"]), ("1,298,000", ["1298000"]),
        ("12,34,567", ["1234567"]), ("0.125", ["0.125"]), ("0,125", ["0.125"]), (".5", ["0.5"]),
        ("1.3k", ["1300", "1.3"]), ("1.3 million", ["1300000"]), ("2 hundred thousand", ["200000"]),
        ("12.5%", ["12.5"]), ("12.5 per cent", ["12.5"]), ("34‰", ["3.4"]),
        ("€1,299", ["1299", "1.299"]),
        ("−3.4", ["-3.4"]), ("–3.4", ["-3.4"]), ("+3.4", ["3.4"]), ("-€3.4", ["-3.4"]),
        ("- 5", ["-5"]),
        ("1/8", ["0.125"]), ("2½", ["2.5"]), ("1e3", ["1000"]), ("3rd", ["3"]), ("٣٤", ["34"]),
        ("５６", ["56"]), ("5600[3]", ["5600"]), ("5600²", ["5600"]), ("1e9999", []),
        ("9" * 60, []),
        ("USD1.2m", ["1200000", "1.2"]), ("1/0", []),
    ],
)  # fmt: skip
def test_one_number(text, readings):
    numbers = found(text)
    assert len(numbers) == 1
    assert numbers[0] == readings


@pytest.mark.parametrize(
    ("text", "count"),
    [("5,600 / 5,800", 2), ("5600–5800", 2), ("5-10", 2), ("1.2.3", 2), ("12:30", 2),
     ("no number", 0),
     ("m2", 0), ("45 m2", 1), ("x86", 0), ("", 0), ("in 2031 450 units", 2)],
)  # fmt: skip
def test_how_many(text, count):
    assert len(find_numbers(text)) == count


def test_marks_of_a_number():
    (percent,) = find_numbers("12.50 %")[0]
    assert (percent.percent, percent.digits, percent.scale) == (True, 2, 0)
    scaled, metres = find_numbers("1.3m")[0]
    assert (scaled.scale, scaled.end, metres.scale, metres.end) == (6, 4, 0, 3)
    assert find_numbers("1/8")[0][0].fraction and find_numbers("4th")[0][0].ordinal
    assert find_numbers("EUR 5 million a year")[0][0][:3] == (Decimal(5_000_000), 4, 13)


def test_no_more_than_asked_for():
    assert len(find_numbers("1 / 2 / 3 / 4", 2)) == 2


@given(st.integers(-(10**15), 10**15), st.integers(0, 6))
def test_every_decimal_is_read_exactly(number, places):
    value = Decimal(number).scaleb(-places)
    for text in (f"{value:f}", f"{value:,f}"):
        assert value in [one.value for one in find_numbers(text)[0]]


@given(st.text(max_size=200))
def test_any_text(text):
    for readings in find_numbers(plain_text(text)) + find_number_words(text):
        for one in readings:
            assert one.value.is_finite() and 0 <= one.start < one.end


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", 0), ("twelve", 12), ("twenty-one", 21), ("one hundred and five", 105),
        ("a dozen", 12),
        ("twelve hundred", 1200), ("twelve hundred and ninety-nine", 1299),
        ("two and a half million", 2_500_000),
        ("two million and a half", 2_500_000), ("half a million", 500_000), ("a quarter", "0.25"),
        ("one and a half", "1.5"), ("one point five million", 1_500_000), ("twenty forty", 2040),
        ("nineteen eighty-four", 1984), ("nineteen hundred eighty-four", 1984),
        ("twelve ninety-nine", 1299),
        ("three million two hundred thousand and six", 3_200_006), ("minus five", -5), ("third", 3),
        ("twenty-first", 21), ("one hundredth", 100), ("quarter of a million", 250_000),
        ("two dozen", 24),
        ("one hundred thousand", 100_000), ("Five Thousand", 5_000), ("fifty-six hundred", 5600),
    ],
)  # fmt: skip
def test_words(text, value):
    assert read_number_words(text)[0] == Decimal(value)
    (readings,) = find_number_words(f"it has {text}, so")
    assert readings[0].value == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one two",
        "five and six",
        "thousand million million",
        "hundred",
        "and",
        "twenty thirteen twelve",
    ],
)
def test_no_number_words(text):
    assert read_number_words(text) is None


def test_words_with_percent():
    assert find_number_words("twelve percent")[0][0].percent
    assert find_number_words("the third of five") != []
