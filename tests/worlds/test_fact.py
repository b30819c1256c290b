from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.errors import UsageError
from fictionworld.worlds.fact import Fact, FactId, parse_fact_id

names = st.from_regex(r"[a-z][a-z0-9_]{0,40}", fullmatch=True)


@given(st.integers(0, 10**9), names, st.integers(1, 10**9), names)
def test_id_and_back(world, table, row, column):
    fact = Fact(world, table, row, column, "a value")
    assert parse_fact_id(fact.id) == fact.key == FactId(world, table, row, column)


def test_the_text():
    assert Fact(17, "phone", 12, "price", 999).id == "17/phone/12/price"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1 pieces; a fact id has four"),
        ("17/phone/12", "3 pieces"),
        ("17/phone/12/price/x", "5 pieces"),
        ("-1/phone/12/price", "world '-1'; give a whole number from 0"),
        ("017/phone/12/price", "world '017'"),
        (f"{chr(0x661)}/phone/12/price", "world"),
        ("17/Phone/12/price", "table 'Phone'"),
        ("17/phone/0/price", "row '0'; give a whole number from 1"),
        ("17/phone/twelve/price", "row 'twelve'"),
        ("17/phone/12/", "column ''"),
        ("17/phone/12/price ", "column 'price '"),
        ("17/phone/12/price\n", "column"),
    ],
)
def test_what_is_no_id(text, message):
    with pytest.raises(UsageError) as caught:
        parse_fact_id(text)
    assert message in str(caught.value)
    assert "17/phone/12/price" in str(caught.value)
