"""A world that lacks a table has nothing of it: no page, no word, no question, no view."""

import re

import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_handle import open_world
from fictionworld.explore.world_view import schema_graph
from fictionworld.table_views import TableReader

PACK, TABLE = "theatre_seasons", "season"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    out = tmp_path_factory.mktemp("optional") / "worlds"
    build(BuildConfig(8, packs=(PACK,)), out, workers=1)
    return open_dataset(out)


@pytest.fixture(scope="module")
def lacking(dataset):
    """The worlds that lack the table."""
    worlds = [
        world
        for world in dataset.world_ids
        if not dataset.columns(world).filter(table_name=TABLE)["present"].any()
    ]
    assert 0 < len(worlds) < len(dataset.world_ids)
    return worlds


def test_no_page_is_about_it_and_none_states_it(dataset, lacking):
    for world in lacking:
        plan = open_world(dataset, world).web.plan
        assert not any(TABLE in {page.table, page.listed} for page in plan.pages)
        numbers = range(1, len(plan.pages) + 1)
        assert not any(entry.table == TABLE for n in numbers for entry in plan.entries(n))
        assert not any(fact.table == TABLE for n in numbers for fact in plan.statements(n))


def test_no_page_has_a_label_of_it(dataset, lacking):
    table = dataset.pack_of(lacking[0]).tables[TABLE]
    others = {
        label
        for other in dataset.pack_of(lacking[0]).world_tables
        if other.name != TABLE
        for column in other.stored
        for label in column.all_labels
    }
    own = {
        label
        for column in table.stored
        if column.role == "askable"
        for label in column.all_labels
        if label not in others and " " in label
    }
    said = re.compile("|".join(map(re.escape, sorted(own))), re.IGNORECASE)
    web = open_world(dataset, lacking[0]).web
    found = [said.search(web.page(n).body) for n in range(1, len(web.plan.pages) + 1)]
    assert own and not any(found), next(filter(None, found))


def test_no_question_asks_of_it(dataset, lacking):
    asked = [task.question for world in lacking for task in dataset.tasks(world)]
    noun = dataset.pack_of(lacking[0]).tables[TABLE].spec.spoken.many or TABLE
    assert len(asked) >= 4 * len(lacking)
    assert not [question for question in asked if noun in question]


def test_no_view_shows_it(dataset, lacking):
    pack = dataset.pack_of(lacking[0])
    having = next(world for world in dataset.world_ids if world not in lacking)
    for world, shown in ((lacking[0], False), (having, True)):
        tables = TableReader(dataset, world)
        assert (TABLE in tables.sizes()) == shown
        assert (TABLE in {node.name for node in schema_graph(pack, tables)}) == shown
