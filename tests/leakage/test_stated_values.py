"""Texts undisguised, and the values that stand in them."""

from __future__ import annotations

import base64
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.column_words import stated_spans
from fictionworld.leakage.stated_values import forms_of, rounded_forms_of
from fictionworld.leakage.visible_text import visible_text
from tests.examples import examples

SEEN = {
    "**51**80": "5180",
    "5&#49;80": "5180",
    "51%380": "5180",
    "5 1 8 0": "5180",
    "V e l a   P r o": "Vela Pro",
    "5\u200b1\u200b80": "5180",
    "５１８０": "5180",  # noqa: RUF001 - full width
    "V\u0435la": "Vela",
    "[Vela](/vela)": "[Vela /vela)",
    "#OrenTalvik": "#Oren Talvik",
    "<b>Vela</b>": "Vela",
    "a\tb": "a b",
    base64.b64encode(b"Oren Talvik").decode(): "Oren Talvik",
    "Riou": "Riou",
}


@pytest.mark.parametrize("given_text", SEEN, ids=ascii)
def test_disguises_are_undone(given_text):
    assert visible_text(given_text).text == SEEN[given_text]


@examples(200)
@given(st.text(max_size=60))
def test_each_character_has_an_offset_in_order(text):
    visible = visible_text(text)
    assert len(visible.text) == len(visible.offsets)
    assert list(visible.offsets) == sorted(visible.offsets)
    assert all(0 <= offset < len(text) for offset in visible.offsets)


STATED = [
    (Answer("Battery (mAh)", "number", "5180"), "The Vela 5 has a 5,180 mAh battery.", "5,180"),
    (
        Answer("Battery (mAh)", "number", "5180"),
        "Vela 5: battery of five thousand one hundred and eighty",
        "five thousand one hundred and eighty",
    ),
    (
        Answer("Sales (million EUR)", "money", "12.5"),
        "sales of the Vela 5: 12,500,000 euros",
        "12,500,000",
    ),
    (Answer("Released", "date", "2029-03-14"), "on 14 March 2029.", "14 March 2029"),
    (Answer("Designer", "name", "Oren Talvik"), "by Talvik, Oren", "Talvik, Oren"),
    (Answer("Designer", "name", "Oren Talvik"), "by O. Talvik", "O. Talvik"),
    (Answer("Designer", "name", "Oren Talvik"), "by Oren Tal...", "Oren Tal"),
]
NOT_STATED = [
    (Answer("Battery (mAh)", "number", "5180"), "The Vela 5 has a 5,181 mAh battery."),
    (Answer("Parts", "number", "1234"), "Vela 5, part 1234 of 2000"),
    (Answer("Battery (mAh)", "number", "5180"), "The Vela 5 has a battery of not 5,180 mAh"),
    (Answer("Cores", "number", "12"), "The Vela 6 has 12 cores."),
    (Answer("Released", "date", "2029-03-14"), "in March 2029"),
    (Answer("Designer", "name", "Oren Talvik"), "by Oren Talviksson"),
    (Answer("Has a radio", "bool", "yes"), "yes, the Vela 5 has a radio"),
]


@pytest.mark.parametrize(("answer", "text", "stated"), STATED, ids=str)
def test_a_stated_value_is_found_where_it_stands(answer, text, stated):
    spans = {text[start:end] for start, end in stated_spans(text, answer, ["Vela 5"])}
    assert stated in spans


@pytest.mark.parametrize(("answer", "text"), NOT_STATED, ids=str)
def test_another_value_is_not_found(answer, text):
    assert not stated_spans(text, answer, ["Vela 5"])


def test_a_number_is_looked_up_with_and_without_its_scale():
    forms = forms_of(Answer("Sales (million EUR)", "money", "12.5"))
    assert forms == {Decimal("12.5"), Decimal(12_500_000)}


def test_a_rounded_value_is_a_value():
    answer = Answer("Sales (million EUR)", "money", "12.7")
    assert rounded_forms_of(answer, 5) == {Decimal(15), Decimal(15_000_000)}
    assert rounded_forms_of(answer, None) == rounded_forms_of(answer, 50) == frozenset()
