"""Parts of tables that follow one another by name: which tables have them, and what titles say."""

from __future__ import annotations

import re

import polars as pl
import pytest

from fictionworld.simulator.web_search import shortened
from fictionworld.text.names import fold
from fictionworld.web.heads import HeadContext
from tests.small import each_pack
from tests.web.drawn import drawn
from tests.web.written import written

TO = re.compile(r", (?P<start>[^,:]+) to (?P<stop>[^,:]+)")


@pytest.fixture(scope="module", params=each_pack())
def name(request):
    return request.param


def headed(plan):
    """The series of parts that follow one another by name; selections have no parts.

    Lists for some letters of the alphabet are as long as these letters have names: `test_plan.py`.
    """
    series = {}
    for page in plan.pages:
        if page.heading is not None and (page.parts or 1) > 1 and not page.is_partial_list:
            series.setdefault(page.name.rpartition("/")[0], []).append(page)
    return series


def has_own_names(web):
    """Whether rows of a table have names of their own: not where all are numbers and copies.

    A table of few rows is on one page, whatever their names.
    """
    few, wordings = 9, web.context.wordings  # a table that this world lacks has no wordings
    names = [t.name_column for t in web.context.pack.world_tables if t.name_column is not None]
    names = [n for n in names if (n.table, n.name) in wordings]
    draws = [n.spec.draw for n in names if len(wordings[n.table, n.name].cells) > few]
    return any(draw is not None and draw.kind in {"pool", "brands"} for draw in draws)


def names_on(web, page):
    context = web.context
    rows = dict.fromkeys(fact.row for fact in web.plan.statements(page.number))
    return [fold(context.cell_text(page.listed, row, page.heading)) for row in rows]


def test_parts_follow_one_another_by_name(name):
    web, _ = written(name, 1)
    series = headed(web.plan)
    assert bool(series) == has_own_names(web)
    for parts in series.values():
        names = [one for page in parts for one in names_on(web, page)]
        assert names == sorted(names)
        sizes = [len(set(names_on(web, page))) for page in parts]
        assert max(sizes) - min(sizes) <= 1


def test_no_table_of_phones_is_in_an_order_that_tells_of_their_series():
    """Phones are called after their series; in parts by name a brand would stand in one."""
    _, _, plans = drawn("smartphones")
    # a list for some letters of the alphabet states no figure
    pages = plans.pages.filter(pl.col("heading").is_not_null(), pl.col("kind") != "directory")
    assert set(pages["listed"].cast(pl.String)) <= {"brand", "retailer", "series", "review"}
    football = drawn("football")[2].pages.filter(pl.col("listed") == "match")
    alone = football.filter(pl.col("heading").is_not_null())
    assert set(alone["heading"]) == {"away"} and alone["row"].is_not_null().all()


def test_titles_say_which_rows_a_part_holds(name):
    web, _ = written(name, 1)
    told, series = 0, headed(web.plan)
    for parts in series.values():
        for page in parts:
            title = web.heads[page.number - 1].title
            names, found = names_on(web, page), TO.search(title.partition(" ...")[0])
            if found is None:
                continue  # cut
            told += 1
            assert names[0].startswith(fold(found["start"])), title
    parts = sum(map(len, series.values()))
    assert told >= 0.6 * parts and (parts > 0) == has_own_names(web)


def test_titles_tell_the_parts_of_a_table_apart(name):
    """What is left of a title at 70 characters still tells one part from another, but for few."""
    web, _ = written(name, 1)
    shown = {}
    for page in web.plan.pages:
        if page.listed is not None:
            title = shortened(web.heads[page.number - 1].title)
            shown.setdefault((page.site, title), []).append(page.name)
    alike = [names for names in shown.values() if len(names) > 1]
    assert len(alike) <= 0.03 * len(shown), alike


def test_spans_say_no_more_than_they_must(name):
    web, _ = written(name, 1)
    spans = HeadContext(web.context, web.plan).spans
    for parts in headed(web.plan).values():
        said = [spans[page.number] for page in parts]
        assert len(set(said)) == len(said), said
