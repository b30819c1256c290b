"""What a pack may say of its pages: mistakes are found, and what is said is what comes out."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import jsonschema
import polars as pl
import pytest

from fictionworld.generators.fill import fill_worlds
from fictionworld.packs.compile import compile_source
from fictionworld.packs.pages import own_kinds, pages_of
from fictionworld.packs.schema import pack_schema
from fictionworld.packs.source import parse_source
from tests.packs.planting import json_form, plant
from tests.web.drawn import planned, seeds
from tests.web.test_plan import check_whole

KEY = "    key: [phone, year]\n"


def with_pages(text):
    """The copy of smartphones in which the sales table says so of its pages."""
    return plant("smartphones", KEY, KEY + f"    pages: [{text}]\n")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("{kind: encyclopaedia}", "[0].kind", "got 'encyclopaedia'; allowed: encyclopedia, official, memo, minutes, news, review, statistics, forum, report, directory, ticket; did you mean 'encyclopedia'?"),
        ("{kind: news, shares: 0.2}", "[0]", "got 'shares'; allowed: kind, on, rows, by, share, columns, site; did you mean 'share'?"),
        ("{on: phone}", "[0]", "got no 'kind'; give it one of encyclopedia, official"),
        ("{kind: news, share: 2}", "[0].share", "got 2; give a number from 0 to 1"),
        ("{kind: news, rows: 90}", "[0].rows", "got 90; give a whole number from 2 to 25"),
        ("{on: fone, kind: encyclopedia}", "[0].on", "got 'fone'; references: phone; did you mean 'phone'?"),
        ("{on: phone, kind: review}", "[0].kind", "got 'review'; pages that phone has for each row: encyclopedia, official, news, forum"),
        ("{on: phone, kind: news, rows: 9}", "[0].rows", "got rows with on; give one of them"),
        ("{on: phone, kind: news, site: phone}", "[0].site", "got site with on"),
        ("{kind: news, by: year}", "[0].by", "got by without rows; give rows: 12"),
        ("{kind: report, rows: 9, by: yeer}", "[0].by", "got 'yeer'; columns of sales: phone, year, units, share, rank, growth, revenue; did you mean 'year'?"),
        ("{kind: report, rows: 9, by: rank}", "[0].by", "got 'rank', which is askable; allowed: context, which twins share"),
        ("{kind: news, site: units}", "[0].site", "got 'units', which is askable"),
        ("{kind: news, columns: [unit]}", "[0].columns[0]", "got 'unit'; columns of sales: units, share, rank, growth, revenue; did you mean 'units'?"),
        ("{kind: news, columns: [units, units]}", "[0].columns[1]", "got 'units' twice"),
        ("{kind: news, columns: [year]}", "[0].columns[0]", "got 'year', a key or name, which is stated anyway"),
        ("{kind: news, columns: [[units, rank]]}", "[0].columns[0]", "got brackets without rows"),
        ("{kind: directory, rows: 20}", "[0].kind", "got directory, which lists all rows in any case; give it rows: 20, and by"),
        ("{kind: directory, rows: 20, by: year, columns: [units]}", "[0].columns", "got columns with directory"),
    ],
)  # fmt: skip
def test_a_mistake_is_found(text, place, said):
    complaint = with_pages(text).complaint()
    assert complaint.startswith("copy.yaml:"), complaint
    assert f"tables.sales.pages{place}: {said}" in complaint


@pytest.mark.parametrize(
    "text",
    [
        "{kind: newz}",
        "{kind: news, rows: 1}",
        "{kind: news, columns: []}",
        "{kind: news, columns: [[units]]}",
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(text):
    data = json_form(parse_source(with_pages(text).text, "copy.yaml").data)
    assert with_pages(text).complaint()
    assert not jsonschema.Draft202012Validator(pack_schema()).is_valid(data)


def compiled(text):
    planted = with_pages(text)
    assert planted.complaint() == ""
    return compile_source(parse_source(planted.text, "copy.yaml"))


def test_what_is_said_is_what_comes_out():
    pack = compiled(
        "{kind: news, share: 0.3, columns: [units, rank]}, {kind: news, share: 0.2, columns: [growth]}, "
        "{kind: directory, rows: 20, by: year}, {kind: report, rows: 10, by: year, columns: [[units, rank], share]}"
    )
    filled = fill_worlds(pack, seeds(range(6)))
    plans = planned(pack, filled)
    check_whole(pack, filled, plans)
    pages = plans.pages
    codes = {name: plans.codes.code("sales", name) for name in ("units", "rank", "share", "growth")}

    def stated(names):
        mine = pages.filter(names).select("world_id", "page")
        return set(plans.statements.join(mine, on=["world_id", "page"])["column"])

    assert stated(pl.col("name").str.starts_with("news/sales/")) == {codes["units"], codes["rank"]}
    assert stated(pl.col("name").str.starts_with("news-2/sales/")) == {codes["growth"]}
    assert stated(pl.col("topic") == "units+rank") >= {codes["units"], codes["rank"]}
    by_year = pages.filter(pl.col("name").str.starts_with("directory.year/sales/"))
    assert by_year["value"].null_count() == 0
    listed = plans.entries.join(by_year, on=["world_id", "page"]).select("world_id", "row", "value")
    rows = filled.frames["sales"].select(
        "world_id", pl.col("id").alias("row"), pl.col("year").cast(pl.String).alias("value")
    )
    assert listed.sort("world_id", "row").equals(rows.sort("world_id", "row"))
    # what the pages named leave out (revenue) is stated all the same
    more = pages.filter(pl.col("name").str.starts_with("statistics.more/sales/revenue/"))
    assert not more.is_empty()


def test_pages_stand_on_the_site_of_the_body():
    pack = compiled("{kind: official, rows: 9, site: body, columns: [units]}")
    filled = fill_worlds(pack, seeds(range(2)))
    pages = planned(pack, filled).pages.filter(listed="sales", kind="official")
    assert set(pages["site"]) == {"body"}


def test_growth_of_the_first_year_is_in_no_table_by_itself():
    """Nothing comes before it, so there would be dashes alone: of a table or of its column."""
    pack = compiled(
        "{kind: statistics, rows: 10, by: year, columns: [[units, growth], share]}, "
        "{kind: report, rows: 10, by: year, columns: [growth]}"
    )
    filled = fill_worlds(pack, seeds(range(6)))
    plans = planned(pack, filled)
    check_whole(pack, filled, plans)
    tables = plans.pages.filter(pl.col("listed") == "sales")
    missing = filled.frames["sales"].select(
        "world_id", pl.col("id").alias("row"), pl.col("growth").is_null().alias("missing")
    )
    growth = (
        plans.statements.filter(column=plans.codes.code("sales", "growth"))
        .join(tables, on=["world_id", "page"])
        .join(missing, left_on=["world_id", "row"], right_on=["world_id", "row"])
        .group_by("world_id", "page", "kind")
        .agg(pl.col("missing").all())
    )
    assert {"statistics", "report"} <= set(growth["kind"])
    assert not growth["missing"].any()


def test_what_follows_from_the_structure():
    pack = compiled("{kind: news}").spec
    assert own_kinds(pack, "phone") == ("encyclopedia", "official", "news", "forum")
    assert own_kinds(pack, "sales") == ("news",)
    kinds = [(pages.kind, pages.on, pages.by) for pages in pages_of(pack, "offer")]
    assert kinds[:2] == [("encyclopedia", "retailer", None), ("official", "retailer", None)]
    assert kinds[2:4] == [("encyclopedia", "phone", None), ("official", "phone", None)]
