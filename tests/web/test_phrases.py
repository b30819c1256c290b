"""Values in sentences: units said once, counts in words, and all of it read back."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.packs.compile import load_pack
from fictionworld.web.writing.marking import marked
from fictionworld.web.writing.phrases import _says_unit, counted, nones_of, phrases_of
from fictionworld.web.writing.prose import capital, family_name, joined_predicates
from fictionworld.web.writing.style import in_prose, number_word, style_of
from tests.web.reader import read_number

STYLES = st.builds(
    replace,
    st.integers(0, 10**6).map(style_of),
    spelled=st.sampled_from((9, 10, 12)),
    in_full=st.booleans(),
    million=st.sampled_from((" million", "m")),
    money=st.sampled_from(("€549", "EUR 549", "549 EUR")),
    percent=st.sampled_from(("%", " percent", " per cent")),
)
CASES = st.sampled_from([
    ("integer", None), ("integer", "mAh"), ("integer", "years"), ("integer", "thousand"),
    ("decimal", "hours"), ("percent", "%"), ("money", "EUR"), ("money", "thousand EUR"),
    ("money", "million CHF"), ("money", "million EUR"),
])  # fmt: skip


@given(STYLES, CASES, st.integers(-(10**6), 10**9))
def test_numbers_in_sentences_are_read_back(style, case, hundredths):
    kind, unit = case
    value = hundredths // 100 if kind == "integer" else Decimal(hundredths) / 100
    text = in_prose(value, kind, unit, style)
    assert read_number(text, unit, "") == value, text


@given(STYLES, st.integers(0, 500))
def test_counts_are_read_back(style, value):
    text = number_word(value, style) + counted(" goal(s)", one=value == 1)
    assert read_number(text, None, "") == value
    assert text.endswith(" goal") == (value == 1)
    assert (text == "no goals") == (value == 0)


@pytest.mark.parametrize(
    ("behind", "unit", "says"),
    [
        (" megapixels", "MP", True),
        ("-inch display", "inches", True),
        (" GB of storage", "GB", True),
        (" days", "days", True),
        ("-day test", "days", True),
        (" million in all", "million EUR", True),
        (" members", "mAh", False),
        (" games", "g", False),
        (" wins", "W", False),
        (" in total", "inches", False),
        (" units", "thousand", False),
        (" owners", "%", False),
        ("", "mAh", False),
    ],
)
def test_the_word_behind_a_value_is_its_unit_or_not(behind, unit, says):
    assert _says_unit(behind, unit) is says


def test_phrases_of_the_packs():
    phone = load_pack("smartphones").tables["phone"].columns
    screens = phrases_of(phone["display"], "Display", "inches")
    assert [phrase.bare for phrase in screens[:3]] == [True, False, False]
    assert all(phrase.counted for phrase in phrases_of(phone["offers"], "Sold by", None))
    assert all("{value}" in text for text in phone["offers"].spec.spoken.none)
    assert [phrase.counted for phrase in nones_of(phone["offers"], "Sold by")] == ["", ""]
    sales = load_pack("smartphones").tables["sales"].columns
    assert all(phrase.moves for phrase in phrases_of(sales["growth"], "Growth", "%"))


@pytest.mark.parametrize(
    ("group", "said"),
    [
        (["has a battery", "has 8 cores"], "has a battery and 8 cores"),
        (["has been open since 1921", "has 8 stores"], "has been open since 1921 and has 8 stores"),
        (["has cleared goods for X", "has 15 clerks"], "has cleared goods for X and has 15 clerks"),
        (["is based in X", "is owned by Y"], "is based in X and owned by Y"),
        (["is on the books of X", "is a forward"], "is on the books of X and is a forward"),
        (["was played in May", "was played at X"], "was played in May and at X"),
        (["is still here, with luck", "was born"], "is still here, with luck, and was born"),
        (["won", "drew", "lost"], "won, drew and lost"),
    ],
)
def test_predicates_are_joined(group, said):
    assert joined_predicates(group) == said


def test_names_and_capitals():
    assert family_name("Iben Trulgaard") == "Trulgaard"
    assert family_name("Jan van der Hulst") == "van der Hulst"
    assert family_name("Luma Abou Ghazoud") == "Ghazoud"
    assert family_name("Aldoro") == "Aldoro"
    assert capital(f"{marked('no goals', 0)} were scored") == f"{marked('No goals', 0)} were scored"
    assert capital(f"{marked('mAh', 7)} is a unit") == f"{marked('mAh', 7)} is a unit"
    assert capital(marked("one", 5, 2)) == marked("One", 5, 2)
