"""Contracts of `plan_webs`, over both packaged packs and packs drawn at random."""

from __future__ import annotations

import string
from dataclasses import astuple

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from fictionworld.generators.fill import FillOptions, fill_worlds
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.source import parse_source
from fictionworld.text.names import fold
from fictionworld.web.plan import plan_each, plan_web, plan_webs
from fictionworld.web.plans import WebPlans
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World
from tests.examples import examples, first_everyday
from tests.packs.planting import COPIES
from tests.small import each_pack
from tests.strategies import packs, source_text
from tests.web.drawn import drawn, planned, seeds
from tests.web.spread import spreads
from tests.web.written import written

FRAMES = ("pages", "statements", "entries", "name_lengths", "value_lengths")


def equal(a: WebPlans, b: WebPlans):
    return all(getattr(a, name).equals(getattr(b, name)) for name in FRAMES)


def facts(pack, filled, plans):
    """Every fact that a web must state: `world_id, column, row`."""
    codes = plans.codes
    present = filled.columns.filter(pl.col("present"))
    found = []
    for table in pack.world_tables:
        for code in codes.facts_of(table.name):
            has = present.filter(table_name=table.name, column_name=codes.columns[code].name)
            rows = filled.frames[table.name].select("world_id", pl.col("id").alias("row"))
            found.append(
                rows.join(has.select("world_id"), on="world_id", how="semi").with_columns(
                    pl.lit(code, pl.Int16).alias("column")
                )
            )
    return pl.concat(found)


def check_whole(pack, filled, plans):
    """What holds of every plan, whatever the pack."""
    wanted, stated = facts(pack, filled, plans), plans.statements
    key = ["world_id", "column", "row"]
    assert wanted.join(stated, on=key, how="anti").is_empty(), "each fact stands somewhere"
    assert stated.join(wanted, on=key, how="anti").is_empty(), "nothing else does"
    assert not stated.is_duplicated().any()
    assert not plans.entries.is_duplicated().any()
    pages = plans.pages
    assert not pages.select("world_id", "name").is_duplicated().any()
    for frame in (stated, plans.entries):
        assert frame.join(pages, on=["world_id", "page"], how="anti").is_empty()
        order = frame.select(pl.struct("world_id", "page").rle_id().alias("run"))
        assert order["run"].n_unique() == frame.select("world_id", "page").n_unique()
    numbered = pages.group_by("world_id").agg(pl.col("page"))
    for numbers in numbered["page"]:
        assert numbers.to_list() == list(range(1, len(numbers) + 1))
    background = pages.filter(kind="background").select("world_id", "page")
    assert stated.join(background, on=["world_id", "page"], how="semi").is_empty()
    assert set(background["world_id"]) == set(filled.worlds["world_id"])
    for table in pack.world_tables:
        check_directory(filled.frames[table.name], table.name, plans)


def check_directory(frame, table, plans):
    """Pages list every row once, twenty to sixty a page where there are so many."""
    chain = plans.pages.filter(pl.col("name").str.contains(f"^(directory|partial_list)/{table}/"))
    listed = chain.select("world_id", "page", "part", "parts").join(
        plans.entries.filter(table_name=table), on=["world_id", "page"]
    )
    rows = frame.select("world_id", pl.col("id").alias("row"))
    assert (
        listed.select("world_id", "row")
        .sort("world_id", "row")
        .equals(rows.sort("world_id", "row"))
    )
    sizes = listed.group_by("world_id", "page").agg(pl.len(), pl.col("parts").first())
    assert sizes["len"].max() is None or sizes["len"].max() <= 60
    several = sizes.filter(pl.col("parts") > 1)["len"].min()
    assert several is None or several >= 10
    for (parts,) in chain.group_by("world_id").agg("part").select("part").iter_rows():
        assert sorted(parts) == list(range(1, len(parts) + 1))


def check_partial_lists(web):
    """Their letters are A to Z together, each in one list, which has the names that it says."""
    lists = [page for page in web.plan.pages if page.is_partial_list]
    for table in {page.listed for page in lists}:
        pages = [page for page in lists if page.listed == table]
        spans = [web.heads[page.number - 1].title.rpartition(", ")[2][:6] for page in pages]
        letters = [range(ord(span[0]), ord(span[5]) + 1) for span in spans]
        assert "".join(chr(n) for span in letters for n in span) == string.ascii_uppercase
        assert len({page.site for page in pages}) == len(pages) == 3
        for page, span in zip(pages, letters, strict=True):
            names = [web.context.name(table, row) for _, row in web.plan.entries(page.number)]
            assert {ord(fold(name)[0].upper()) for name in names} <= set(span), names
            body = web.page(page.number).body
            others = [other for other in pages if other is not page]
            assert not any(web.heads[o.number - 1].url.partition("//")[2] in body for o in others)
    return len(lists)


def test_partial_lists_leave_out_no_letter_and_no_name():
    webs = [written("smartphones", world)[0] for world in range(12)]
    assert sum(map(check_partial_lists, webs)) >= 3


@pytest.fixture(scope="module", params=each_pack())
def name(request):
    return request.param


def test_every_fact_is_stated(name):
    check_whole(*drawn(name))


@pytest.mark.parametrize("copy", ["smartphones", "football"])
def test_a_pack_that_says_nothing_of_pages(copy):
    pack = load_pack(str(COPIES / f"{copy}.yaml"))
    assert not any(table.spec.pages for table in pack.world_tables)
    filled = fill_worlds(pack, seeds(range(8)))
    plans = planned(pack, filled)
    check_whole(pack, filled, plans)
    found = list(spreads(pack, filled, plans, np.random.default_rng(3), range(8)))
    assert np.mean([spread.good for spread in found]) >= 0.95


@examples(25)
@given(packs())
def test_packs_drawn_at_random(data):
    pack = compile_source(parse_source(source_text(data), "drawn.yaml"))
    filled = fill_worlds(pack, seeds(range(5)), FillOptions(row_range=(1, 5000)))
    plans = planned(pack, filled)
    check_whole(pack, filled, plans)
    alone = fill_worlds(pack, seeds([3]), FillOptions(row_range=(1, 5000)))
    assert equal(planned(pack, alone), of_world(plans, 3))


def of_world(plans, world):
    mine = {name: getattr(plans, name).filter(world_id=world) for name in FRAMES}
    return WebPlans(codes=plans.codes, **mine)


# What a plan depends on ----------------------------------------------------------------------


def test_each_plan_is_what_the_frames_hold(name):
    pack, filled, plans = drawn(name, 4)
    codes = {name: code for code, name in enumerate(plans.codes.tables)}
    each = plan_each(pack, filled.frames, filled.worlds, filled.columns)
    assert list(each) == sorted(filled.worlds["world_id"])
    for world, plan in each.items():
        mine = of_world(plans, world)
        assert [astuple(page)[:-1] for page in plan.pages] == mine.pages.drop("world_id").rows()
        lines = [(n, *line) for n in range(1, len(plan.pages) + 1) for line in plan.stated.on(n)]
        assert lines == mine.statements.drop("world_id").rows()
        lines = [(n, *line) for n in range(1, len(plan.pages) + 1) for line in plan.listed.on(n)]
        entries = mine.entries.drop("world_id").rows()
        assert lines == [(page, codes[table], row) for page, table, row in entries]


def test_a_plan_depends_on_its_world_alone(name):
    pack, _, plans = drawn(name)
    for ids in ([7], [31, 7], range(5, 35)):
        few = planned(pack, fill_worlds(pack, seeds(ids)))
        assert equal(of_world(few, 7), of_world(plans, 7))


def test_a_large_batch_is_no_matter(name):
    """Batches are some sixty worlds in a build; whole numbers must not run over in larger ones."""
    pack, _, plans = drawn(name)
    many = planned(pack, fill_worlds(pack, seeds(range(150))))
    for world in (0, 7, 39):
        assert equal(of_world(many, world), of_world(plans, world))


def test_the_order_in_which_rows_come_is_no_matter(name):
    pack, filled, plans = drawn(name)
    shuffled = {
        table: frame.sample(fraction=1, shuffle=True, seed=1)
        for table, frame in filled.frames.items()
    }
    assert equal(plan_webs(pack, shuffled, filled.worlds.reverse(), filled.columns), plans)


def test_twins_have_the_same_plan(name):
    _, filled, plans = drawn(name)
    _, other, twins = drawn(name, values=99)
    assert any(not rows.equals(other.frames[table]) for table, rows in filled.frames.items())
    assert equal(plans, twins)
    for part in FRAMES:
        one, two = (getattr(p, part).write_ipc(None).getvalue() for p in (plans, twins))
        assert one == two


def test_askable_cells_are_not_even_read(name):
    pack, filled, plans = drawn(name)
    bare = {
        table.name: filled.frames[table.name].drop(
            [column.name for column in table.stored if column.role == "askable"]
        )
        for table in pack.world_tables
    }
    assert equal(plan_webs(pack, bare, filled.worlds, filled.columns), plans)


def test_no_worlds(name):
    pack, filled, _ = drawn(name)
    frames = {table: frame.clear() for table, frame in filled.frames.items()}
    plans = plan_webs(pack, frames, filled.worlds.clear(), filled.columns.clear())
    assert plans.pages.is_empty()
    assert plans.statements.is_empty()
    assert plans.mentions.is_empty()


# What webs are like ---------------------------------------------------------------------------


@pytest.mark.parametrize("rows", first_everyday([(300, 500), (300, 310), (480, 500)]))
def test_the_number_of_pages(name, rows):
    _, filled, plans = drawn(name, rows=rows)
    counts = plans.pages.group_by("world_id").len()
    of_size = filled.worlds.filter(pl.col("row_count").is_between(300, 500))
    counts = counts.join(of_size, on="world_id", how="semi")["len"]
    assert counts.min() >= 150
    assert counts.max() <= 400


def test_webs_have_pages_of_all_kinds(name):
    pack, _, plans = drawn(name)
    kinds = plans.pages.group_by("world_id").agg(pl.col("kind").unique())["kind"]
    asked = {one.kind for table in pack.world_tables for one in table.spec.pages}
    usual = asked | {"background", "directory", "statistics"}
    assert len(usual) >= 6
    assert all(usual <= set(of_world) for of_world in kinds)
    background = plans.pages.filter(kind="background").group_by("world_id").len()["len"]
    assert background.min() >= 3
    assert background.max() <= 8


def test_where_facts_stand(name, record_property):
    """Most askable facts stand on pages of two or three kinds; the figures are in the report.

    Of rows of a large table that have no page of their own, tables have the facts.
    """
    _, _, plans = drawn(name)
    askable = [code for code, column in enumerate(plans.codes.columns) if column.role == "askable"]
    about = plans.pages.filter(pl.col("row").is_not_null() & pl.col("listed").is_null())
    homes = about.select("world_id", "row", pl.col("table_name").cast(pl.String)).unique()
    tables = pl.DataFrame(
        [(code, column.table) for code, column in enumerate(plans.codes.columns)],
        schema={"column": pl.Int16, "table_name": pl.String},
        orient="row",
    )
    kinds = (
        plans.statements.filter(pl.col("column").is_in(askable))
        .join(plans.pages.select("world_id", "page", "kind"), on=["world_id", "page"])
        .group_by("world_id", "column", "row")
        .agg(pl.col("kind").n_unique().alias("kinds"))
        .join(tables, on="column")
    )
    have_homes = pl.col("table_name").is_in(homes["table_name"].unique().to_list())
    kinds = pl.concat(
        [
            kinds.filter(have_homes).join(homes, on=["world_id", "table_name", "row"], how="semi"),
            kinds.filter(~have_homes),
        ]
    )
    share = kinds["kinds"].value_counts(normalize=True).sort("kinds")
    record_property("kinds of pages that state an askable fact", share.rows())
    assert (kinds["kinds"] >= 2).mean() >= 0.5
    assert (kinds["kinds"] >= 5).mean() <= 0.01


def test_pages_about_one_row_state_it_in_part(name):
    _, filled, plans = drawn(name)
    codes = plans.codes
    about = plans.pages.filter(
        pl.col("row").is_not_null()
        & pl.col("listed").is_null()
        & (pl.col("kind") == "encyclopedia")
    )
    for table in codes.tables:
        askable = [c for c in codes.facts_of(table) if codes.columns[c].role == "askable"]
        mine = about.filter(table_name=table)
        if len(askable) < 4 or mine.is_empty():
            continue
        stated = mine.select("world_id", "page", "row").join(
            plans.statements.filter(pl.col("column").is_in(askable)), on=["world_id", "page", "row"]
        )
        present = filled.columns.filter(pl.col("present") & (pl.col("table_name") == table))
        names = [codes.columns[c].name for c in askable]
        there = present.filter(pl.col("column_name").is_in(names)).group_by("world_id").len()
        whole = mine.join(there, on="world_id")["len"].sum()
        assert 0.5 <= len(stated) / whole <= 0.85


def test_tables_state_little(name):
    """A page that sets out many rows states one or two columns, of at most 120 of them.

    Some have 40 rows and more, where there are so many: a table of more than 40 is in three parts.
    """
    _, filled, plans = drawn(name)
    largest = max(
        frame["world_id"].value_counts()["count"].max() for frame in filled.frames.values()
    )
    askable = [code for code, column in enumerate(plans.codes.columns) if column.role == "askable"]
    tables = plans.pages.filter(pl.col("listed").is_not_null())
    stated = plans.statements.filter(pl.col("column").is_in(askable)).join(
        tables, on=["world_id", "page"]
    )
    sizes = stated.group_by("world_id", "page").agg(
        pl.col("column").n_unique().alias("columns"), pl.col("row").n_unique().alias("rows")
    )
    assert sizes["columns"].max() <= 2
    assert min(40, -(-largest // 3)) <= sizes["rows"].max() <= 120
    directories = stated.filter(kind="directory")
    assert directories.is_empty()


@pytest.mark.slow
def test_no_page_answers_much_of_a_question(name, record_property):
    """For 95% of wide questions no page states more than half, and three pages are not enough."""
    pack, filled, plans = drawn(name)
    found = list(spreads(pack, filled, plans, np.random.default_rng(1), range(40)))
    largest = np.array([spread.largest for spread in found])
    by_three = np.array([spread.by_three for spread in found])
    record_property("questions", len(found))
    record_property("at most half on one page", float(np.mean(largest <= 0.5)))
    record_property("four pages needed", float(1 - by_three.mean()))
    assert np.mean((largest <= 0.5) & ~by_three) >= 0.95
    for table in {spread.question.table for spread in found}:
        mine = [spread.good for spread in found if spread.question.table == table]
        assert np.mean(mine) >= 0.94, table


# One world ------------------------------------------------------------------------------------


def test_one_world_is_read_the_same_way(name):
    pack, filled, plans = drawn(name)
    record = filled.worlds.filter(world_id=7).row(0, named=True)
    frames = {table: frame.filter(world_id=7) for table, frame in filled.frames.items()}
    plan = plan_web(
        pack, frames, World(**record, split="train", attempt=0), filled.columns.filter(world_id=7)
    )
    mine = of_world(plans, 7)
    assert len(plan.pages) == len(mine.pages)
    assert sum(len(plan.statements(page.number)) for page in plan.pages) == len(mine.statements)
    assert sum(len(plan.entries(page.number)) for page in plan.pages) == len(mine.entries)
    page = plan.page(1)
    assert (page.number, page.name) == (1, mine.pages["name"][0])
    with pytest.raises(IndexError, match="allowed: 1 to"):
        plan.page(len(plan.pages) + 1)
    table = pack.world_tables[0].name
    fact = plan.statements(page.number)[0]
    assert fact.world_id == 7
    assert page.number in plan.pages_of(fact)
    named = FactId(7, table, 1, plan.codes.identity[table][0])
    assert set(plan.directory(table)) & set(plan.pages_of(named))
    rows = [row for number in plan.directory(table) for row in plan.entries(number)]
    assert sorted(row.id for row in rows) == frames[table]["id"].to_list()
