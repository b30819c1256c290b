"""Amounts of money and counts, as writers have them."""

from __future__ import annotations

import pytest

from fictionworld.text.number_words import count_word
from fictionworld.text.units import written_money


@pytest.mark.parametrize(
    ("number", "unit", "sample", "text"),
    [
        ("549", "EUR", "€549", "€549"),
        ("549", "EUR", "549 EUR", "549 EUR"),
        ("549", "EUR", "EUR 549", "EUR 549"),
        ("-1.7", "million EUR", "€549", "-€1.7 million"),
        ("549", "SEK", "€549", "SEK 549"),
        ("549", "crowns", "€549", "549 crowns"),
        ("549", "", "€549", "549"),
    ],
)
def test_money_follows_the_sample(number, unit, sample, text):
    assert written_money(number, unit, sample) == text


def test_a_header_that_says_the_scale_leaves_the_currency():
    assert written_money("1.7", "million EUR", "549 EUR", bare=True) == "EUR 1.7"
    assert written_money("1.7", "million EUR", "€549", million="m") == "€1.7m"


def test_counts_are_words_up_to_a_limit():
    assert [count_word(n) for n in (0, 1, 12, 13)] == ["zero", "one", "twelve", "13"]
    assert [count_word(n, 9, zero="no") for n in (0, 9, 10, 1200)] == ["no", "nine", "10", "1,200"]
