from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.simulator.terms import query_terms, raw_words, terms_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Édition", "edition"),
        ("ŁUKASZ Nuñez", "lukasz nunez"),
        ("O'Åberg", "OAberg"),
        ("O\u2019Brien's", "OBriens"),
        ("phones", "phone"),
        ("batteries", "Battery"),
        ("boxes, watches; classes", "box watch class"),
        ("5,000", "5000"),
        ("5\u00a0000", "5000"),
        ("5\u202f000\u202f000", "5,000,000"),
        ("1,234.50", "1234.50"),
        ("5000mAh", "5,000 mAh"),
        ("6.7in", "6.7 in."),
        ("U.S.", "u.s"),
        ("\uff36\uff45\uff4c\uff41", "Vela"),
        ("Ve\u200bla", "vela"),
        ("\u201cVela\u201d (2029\u20132031)", "vela 2029 2031"),
        ("| Vela | **12** |", "vela 12"),
        ("€1,299.", "1299"),
    ],
)
def test_written_differently_but_the_same(one, other):
    assert query_terms(one) == query_terms(other) != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [("6.7", "67"), ("bus", "bu"), ("glass", "glas"), ("3rd", "3"), ("Vela 12", "Vela 13")],
)
def test_different(one, other):
    assert query_terms(one) != query_terms(other)


def test_a_number_in_groups_is_read_both_ways():
    assert query_terms("5 000 phones") == ("5", "000", "phone", "5000")
    assert "12000" not in query_terms("12.5 000")


def test_stop_words_and_marks_are_no_terms():
    assert query_terms("What is the ... of a - & ?! ' . ,") == ()


def test_operators_are_words_at_most():
    said = query_terms('site:vela.example "price" -cheap AND NEAR(x) title:*')
    assert said == ("site", "vela", "example", "price", "cheap", "near", "x", "title")


@given(st.text())
def test_pages_and_queries_read_alike(text):
    on_page = {term for raw in raw_words(text) for term in terms_of(raw)}
    assert on_page <= set(query_terms(text))
    assert all(term and not term.isspace() for term in on_page)


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_case_does_not_matter(text):
    assert query_terms(text.lower()) == query_terms(text.lower().casefold())
