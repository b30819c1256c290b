from __future__ import annotations

import pytest

from fictionworld.tasks.grading.columns import match_columns
from fictionworld.tasks.key import KeyColumn
from tests.tasks.grading.writing import COLUMNS, PHONE

PRICE = KeyColumn("Launch price (EUR)", "value", "money", 0, "EUR", synonyms=("price at launch",))


def places(header, *columns):
    return match_columns(tuple(header), columns).places


@pytest.mark.parametrize(
    "header", ["Launch price (USD)", "Price", "Launch", "Launch price in USD", "", "Launch date"]
)
def test_other_column(header):
    assert places(["Phone", header], PHONE, PRICE) == (0, None)


def test_any_order():
    header = [column.header for column in COLUMNS]
    assert places(header[::-1], *COLUMNS) == tuple(range(len(COLUMNS)))[::-1]


def test_exact_wins():
    assert places(["launch price", "Phone", "Launch price (EUR)"], PHONE, PRICE) == (1, 2)
    years = [KeyColumn(f"Sales {year}", "value", "integer", 0) for year in (2030, 2031)]
    assert places(["Sales 2031", "Sales 2030"], *years) == (1, 0)
    assert places(["Sales 2032", "Sales 2031"], *years) == (None, 1)


def test_one_column_to_one():
    one, other = KeyColumn("Rank", "value", "integer", 0), KeyColumn("Ranks", "value", "integer", 0)
    assert places(["Rank"], one, other) == (0, None)
    assert places(["Phone", "Phone"], PHONE) == (0,)


def test_scale_of_a_header():
    revenue = KeyColumn("Revenue (million EUR)", "value", "money", 1, "million EUR")

    def scale(header):
        unit = match_columns((header,), (revenue,)).columns[0].unit
        return None if unit is None else unit.scale

    assert scale("Revenue (thousand EUR)") == 3
    assert scale("Revenue (billions)") == 9
    assert scale("Revenue (EUR)") == 0
    assert scale("Revenue (EUR m)") is scale("Revenue (million EUR)") is scale("Revenue") is None


@pytest.mark.parametrize(
    ("header", "day_first"),
    [("Day (DD/MM/YYYY)", True), ("Day (dd.mm.yyyy)", True), ("Day (MM/DD/YYYY)", False),
     ("Day (YYYY-MM-DD)", None), ("Day", None)],
)  # fmt: skip
def test_order_of_dates_of_a_header(header, day_first):
    day = KeyColumn("Day (YYYY-MM-DD)", "value", "date", 0)
    (found,) = match_columns((header,), (day,)).columns
    assert (found.place, found.day_first) == (0, day_first)


def test_a_header_in_its_own_unit_goes_before_one_to_convert():
    weight = KeyColumn("Weight (g)", "value", "integer", 0, "g")
    assert places(["Weight (kg)", "weight [g]"], weight) == (1,)
    assert places(["Weight (kg)"], weight) == (0,)


def test_a_header_of_another_kind_is_named():
    (found,) = match_columns(("Launch price (USD)",), (PRICE,)).columns
    assert found.place is None and found.refused == "Launch price (USD)"


def test_many_headers():
    assert places([f"x{n}" for n in range(100_000)] + ["Phone"], PHONE) == (None,)
