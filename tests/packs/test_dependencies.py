"""What columns are made from, and the order that follows."""

# A table of cases reads across.
# ruff: noqa: E501, ISC004

from __future__ import annotations

import pytest

from fictionworld.errors import PackError
from fictionworld.packs.dependencies import Dependencies, chain, nodes_of
from fictionworld.packs.source import pack_names, parse_source, read_pack, read_source
from tests.packs.planting import COPIES, plant

PHONES = read_source(COPIES / "smartphones.yaml").pack()
FOOTBALL = read_source(COPIES / "football.yaml").pack()


@pytest.mark.parametrize("name", pack_names())
def test_each_node_stands_after_what_it_is_made_from(name):
    pack = read_pack(name)
    order, needs = Dependencies(pack).order, Dependencies(pack).needs
    assert sorted(order) == sorted(nodes_of(pack)) == sorted(needs)
    place = {node: number for number, node in enumerate(order)}
    for node, found in needs.items():
        assert all(place[need] < place[node] for need in found), node
    assert all(
        place[table, "*rows"] < place[table, column] for table, column in order if column != "*rows"
    )
    assert Dependencies(pack).cycles == []


def test_the_order_is_that_of_the_file_where_nothing_else_decides():
    order = Dependencies(PHONES).order
    assert order[:3] == (("setting", "*rows"), ("setting", "year"), ("setting", "as_of"))
    assert Dependencies(PHONES).order == order
    assert Dependencies(read_source(COPIES / "smartphones.yaml").pack()).order == order


@pytest.mark.parametrize(
    ("table", "column", "needed"),
    [
        # every reference on the way
        ("sales", "units", "sales.*rows sales.phone sales.year phone.brand brand.pull phone.series "
         "series.tier setting.market_size"),
        ("sales", "revenue", "sales.*rows sales.units sales.phone phone.price"),
        ("sales", "share", "sales.*rows sales.units sales.year"),
        ("sales", "rank", "sales.*rows sales.units sales.year"),
        ("sales", "growth", "sales.*rows sales.units sales.year sales.phone"),
        # row plans
        ("sales", "*rows", "phone.*rows phone.model_year setting.year"),
        ("sales", "phone", "sales.*rows phone.*rows"),
        ("sales", "year", "sales.*rows"),
        ("offer", "*rows", "retailer.*rows phone.*rows"),
        ("phone", "*rows", "series.*rows setting.year"),
        ("brand", "*rows", ""),
        # aggregates, patterns, picks, ordinals, palettes, per
        ("phone", "review_average", "phone.*rows review.*rows review.score review.phone"),
        ("phone", "review_count", "phone.*rows review.*rows review.phone"),
        ("phone", "name", "phone.*rows phone.series series.name phone.number"),
        ("phone", "chip", "phone.*rows chip.*rows chip.announced phone.model_year"),
        ("phone", "successor", "phone.*rows phone.series phone.model_year"),
        ("phone", "number", "phone.*rows phone.series phone.model_year series.first_number"),
        ("phone", "brand", "phone.*rows brand.*rows phone.series series.brand"),
        ("chip", "line", "chip.*rows chip.maker setting.culture"),
        ("chip", "name", "chip.*rows chip.line chip.number chip.maker"),
        ("review", "reviewer", "review.*rows review.outlet setting.culture"),
        ("review", "outlet", "review.*rows review.phone setting.culture"),
        ("setting", "currency", "setting.*rows setting.region"),
        ("brand", "name", "brand.*rows setting.culture"),
    ],
)  # fmt: skip
def test_what_columns_of_phones_are_made_from(table, column, needed):
    found = Dependencies(PHONES).needs[table, column]
    assert found == {tuple(name.split(".", 1)) for name in needed.split()}


@pytest.mark.parametrize(
    ("table", "column", "needed"),
    [
        ("standing", "points", "standing.*rows standing.club match.*rows match.home match.away "
         "match.home_goals match.away_goals"),
        ("standing", "played", "standing.*rows standing.club match.*rows match.home match.away"),
        ("player", "goals", "player.*rows player.club player.position standing.*rows standing.club "
         "standing.scored club.*rows"),
        ("player", "shirt", "player.*rows player.club"),
        ("player", "name", "player.*rows setting.gender setting.culture"),
        ("manager", "appointed", "manager.*rows setting.kick_off setting.as_of"),
        ("manager", "*rows", "club.*rows setting.kick_off setting.as_of"),
        ("match", "*rows", "club.*rows"),
        ("match", "home", "match.*rows club.*rows"),
        ("match", "attendance", "match.*rows match.home club.strength match.away club.capacity"),
        ("club", "name", "club.*rows club.town setting.culture"),
        ("transfer", "*rows", "player.*rows"),
        ("transfer", "to_club", "transfer.*rows club.*rows transfer.player player.club"),
        ("transfer", "from_club", "transfer.*rows club.*rows transfer.to_club"),
        ("transfer", "outside_club", "transfer.*rows transfer.from_club setting.culture"),
        ("transfer", "fee", "transfer.*rows transfer.player player.value transfer.free"),
        ("referee", "matches", "referee.*rows match.*rows match.referee"),
    ],
)  # fmt: skip
def test_what_columns_of_football_are_made_from(table, column, needed):
    found = Dependencies(FOOTBALL).needs[table, column]
    assert found == {tuple(name.split(".", 1)) for name in needed.split()}


def test_two_tables_matched_over_a_third():
    planted = plant(
        "football", "      played:  ",
        "      squad: {role: context, type: integer, derive: {count: {of: player, by: club}}}\n      played:  ",
    )  # fmt: skip
    pack = parse_source(planted.text).pack()
    needed = {
        ("standing", "*rows"),
        ("standing", "club"),
        ("player", "*rows"),
        ("player", "club"),
        ("club", "*rows"),
    }
    assert Dependencies(pack).needs["standing", "squad"] == needed
    assert planted.complaint() == ""


def test_structure():
    kept = Dependencies(PHONES).structural
    assert {
        ("phone", "*rows"),
        ("phone", "name"),
        ("phone", "successor"),
        ("chip", "maker"),
    } <= kept
    assert {
        ("series", "tier"),
        ("phone", "number"),
        ("series", "first_number"),
    } <= kept  # hidden, needed
    assert (
        not {("phone", "price"), ("phone", "body"), ("brand", "pull"), ("setting", "market_size")}
        & kept
    )


def test_a_circle_is_spelled_out():
    planted = plant(
        "smartphones", "draw: {trend: {start: [420, 0.7]", "draw: {trend: {start: [share, 0.7]"
    )
    pack = parse_source(planted.text).pack()
    assert [chain(circle) for circle in Dependencies(pack).cycles] == [
        "sales.units -> sales.share -> sales.units"
    ]
    with pytest.raises(
        PackError, match=r"got the circle sales\.units -> sales\.share -> sales\.units"
    ):
        Dependencies(pack).sized_last()
    assert (
        f"copy.yaml:{planted.line - 1}: tables.sales.columns.units: got the circle"
        in planted.complaint()
    )


def test_rows_that_need_their_own_columns():
    planted = plant(
        "smartphones", "years: [setting.year - 3, setting.year], keep", "years: [first_number, setting.year], keep",
        ("first_number:  {role: hidden, type: integer, draw: {choice: {1: 6, 2: 1, 5: 1, 7: 1, 10: 2}}}",
         "first_number:  {role: hidden, type: integer, derive: {count: {of: phone, by: series}}}"),
    )  # fmt: skip
    assert (
        "got the circle series.first_number -> rows of phone -> series.first_number"
        in planted.complaint()
    )


def test_which_columns_may_be_missing():
    found = Dependencies(PHONES).nullable
    assert {("phone", "review_average"), ("sales", "growth"), ("phone", "successor")} <= found
    assert not found & {
        ("phone", "price"),
        ("sales", "units"),
        ("sales", "share"),
        ("phone", "name"),
    }


def test_the_first_row_of_a_forest_refers_to_none_even_without_further_roots():
    planted = plant("smartphones", "roots: 0.75", "roots: 0")
    pack = parse_source(planted.text).pack()
    assert ("retailer", "owner") in Dependencies(pack).nullable


def test_a_case_that_ends_with_null_may_be_missing():
    sql = '"CASE WHEN units > 5 THEN units * phone.price END"'
    planted = plant(
        "smartphones", '"units * phone.price / 1000"', sql.replace("END", "ELSE NULL END")
    )
    assert ("sales", "revenue") in Dependencies(parse_source(planted.text).pack()).nullable
    assert "CASE" not in planted.complaint()
