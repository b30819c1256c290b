"""Any number in any of these forms is found; one that would be graded otherwise is not."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.values.scan import scan
from fictionworld.tasks.grading.number_cells import NumberCells
from fictionworld.tasks.key import KeyColumn
from tests.examples import examples
from tests.numerals import SMALL, in_words


def find_stated(text, answer):
    return scan(text).find(answer)


def roman(n):
    found = ""
    for value, letters in (
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
        (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):  # fmt: skip
        found += letters * (n // value)
        n %= value
    return found


FORMS = {
    "plain": str,
    "comma": lambda n: f"{n:,}",
    "blank": lambda n: f"{n:,}".replace(",", " "),
    "narrow blank": lambda n: f"{n:,}".replace(",", "\u202f"),
    "point": lambda n: f"{n:,}".replace(",", "."),
    "apostrophe": lambda n: f"{n:,}".replace(",", "'"),
    "underscore": lambda n: f"{n:_}",
    "with zeros": lambda n: f"{n:,}.00",
    "thousands": lambda n: f"{Decimal(n) / 1000} thousand",
    "k": lambda n: f"{Decimal(n) / 1000}k",
    "million": lambda n: f"{Decimal(n) / 10**6} million",
    "words": in_words,
    "capital words": lambda n: in_words(n).capitalize(),
    "digits in words": lambda n: " ".join(SMALL[int(c)] for c in str(n)) if n > 99 else str(n),
    "eastern digits": lambda n: "".join(chr(0x660 + int(c)) for c in str(n)),
}
NUMBERS = st.integers(10, 9_999_999)
FRAMES = st.sampled_from(["{}", "It has {} in all.", "total: {};", "({}), they say", "a\t{}\nb"])


@pytest.mark.parametrize("form", FORMS)
@examples(15)
@given(NUMBERS, FRAMES)
def test_a_number_is_found_in_every_form(form, number, frame):
    if form == "point":  # 1.298 is a decimal where the column has decimals, else it is grouped
        assume(number >= 1000)
    if form == "with zeros":
        assume(number >= 1000)
    assert find_stated(frame.format(FORMS[form](number)), Answer("Units", "number", str(number)))


@examples(50)
@given(st.integers(1, 3999).filter(lambda n: len(roman(n)) > 3))
def test_a_roman_numeral_is_found(number):
    assert find_stated(f"It is {roman(number)}.", Answer("Units", "number", str(number)))


@pytest.mark.parametrize("form", FORMS)
@examples(15)
@given(NUMBERS, NUMBERS)
def test_another_number_is_not(form, number, other):
    assume(number != other)
    if form == "digits in words":
        assume(other > 9)
    if form in {"thousands", "million", "k"}:
        assume(number >= 1000)
    found = find_stated(FORMS[form](number), Answer("Units", "number", str(other)))
    assert not found


@examples(50)
@given(
    st.integers(100, 10**7), st.integers(0, 2), st.integers(-10**7, 10**7), st.integers(0, 4)
)  # fmt: skip
def test_roundings_agree_with_the_grader(value, decimals, shift, digits):
    """What the grader takes for right is a hit, what it takes for wrong is none."""
    answer = Decimal(value).scaleb(-decimals)
    text = f"{answer + Decimal(shift).scaleb(-decimals - 3):.{digits}f}"
    assume(not text.startswith("-") and answer >= 100)
    cells = NumberCells.of(KeyColumn("Units", "value", "decimal", decimals))
    right = cells.form(answer) in cells.read(text).forms
    column = Answer("Units", "number", f"{answer:.{decimals}f}")
    grouped = decimals > 0 and digits == 3  # 1.298 may be 1298
    month = re.fullmatch(r"[12]\d{3}\.(0[1-9]|1[0-2])", text)  # 2010.02 may be February 2010
    if not grouped and not month:
        assert bool(find_stated(text, column)) == right


UNITS = {
    "g": (("kg", Decimal("0.001")), ("mg", Decimal(1000))),
    "km": (("m", Decimal(1000)),),
    "cm": (("mm", Decimal(10)), ("m", Decimal("0.01"))),
    "mAh": (("Ah", Decimal("0.001")),),
    "hours": (("minutes", Decimal(60)), ("s", Decimal(3600))),
    "Wh": (("kWh", Decimal("0.001")),),
    "GB": (("MB", Decimal(1000)), ("TB", Decimal("0.001"))),
    "L": (("ml", Decimal(1000)),),
}


@examples(50)
@given(st.sampled_from(sorted(UNITS)), st.integers(100, 99_999), st.data())
def test_an_exact_conversion_is_found(unit, number, data):
    other, factor = data.draw(st.sampled_from(UNITS[unit]))
    answer = Answer(f"Size ({unit})", "number", str(number))
    assert find_stated(f"{number * factor:f} {other}", answer)
    assert find_stated(f"{(number + 1) * factor:f} {other}", answer) == []


MONTH_NAMES = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def nth(n):
    return f"{n}{'th' if 10 < n % 100 < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


DATE_FORMS = {
    "iso": lambda d: d.isoformat(),
    "slashes": lambda d: f"{d:%d/%m/%Y}",
    "American": lambda d: f"{d.month}/{d.day}/{d.year}",
    "points": lambda d: f"{d.day}.{d.month}.{d.year}",
    "named": lambda d: f"{d.day} {MONTH_NAMES[d.month - 1]} {d.year}",
    "month first": lambda d: f"{MONTH_NAMES[d.month - 1]} {nth(d.day)}, {d.year}",
    "short": lambda d: f"{d.day}-{MONTH_NAMES[d.month - 1][:3]}-{d.year}",
    "of": lambda d: f"the {nth(d.day)} of {MONTH_NAMES[d.month - 1]} {d.year}",
    "run together": lambda d: f"{d:%Y%m%d}",
    "Roman month": lambda d: f"{d.day}.{roman(d.month)}.{d.year}",
    "day of the year": lambda d: f"{d:%Y-%j}",
    "week": lambda d: "{}-W{:02}-{}".format(*d.isocalendar()),
    "timestamp": lambda d: str(86400 * (d - date(1970, 1, 1)).days),
}
DAYS = st.dates(date(2002, 1, 5), date(2060, 12, 20))


@pytest.mark.parametrize("form", DATE_FORMS)
@examples(15)
@given(DAYS, FRAMES)
def test_a_day_is_found_in_every_form(form, day, frame):
    text = frame.format(DATE_FORMS[form](day))
    found = find_stated(text, Answer("Launch", "date", day.isoformat()))
    assert any(hit.alone for hit in found)
    assert find_stated(text, Answer("Launch", "date", str(day.year)))


@pytest.mark.parametrize("form", DATE_FORMS)
@examples(15)
@given(DAYS, DAYS)
def test_another_day_is_not(form, day, other):
    assume(day != other and (day.day, day.month) != (other.month, other.day))
    assume(abs((day - other).days) > 4)
    found = find_stated(DATE_FORMS[form](day), Answer("Launch", "date", other.isoformat()))
    assert not [hit for hit in found if hit.alone]


@examples(50)
@given(st.text(max_size=200))
def test_no_text_is_too_odd(text):
    for answer in (
        Answer("Units", "number", "12"),
        Answer("Share", "percent", "12.5%"),
        Answer("Rank", "rank", "3"),
        Answer("Launch", "date", "2029-03-14"),
    ):
        for hit in find_stated(text, answer):
            assert 0 <= hit.start < hit.end <= len(text)


JUMBLE = (
    "5 5,000 0x1 five hundred thousand and a half million of point minus - + x / : ( ) % $ EUR "
    "more than between twice march may 14 2029 the third last day before week Q1 ' . , 1.5 oh zero "
    "km h ft in MMX fünf mille"
)


@examples(50)
@given(st.lists(st.sampled_from(JUMBLE.split()), max_size=40))
def test_no_jumble_is_too_odd(words):
    text = " ".join(words)
    for answer in (Answer("Units", "number", "12"), Answer("Launch", "date", "2029-03-14"),
                   Answer("Rank", "rank", "3"), Answer("Share", "percent", "12.5%")):  # fmt: skip
        for hit in find_stated(text, answer):
            assert 0 <= hit.start < hit.end <= len(text)
