"""Which tasks a pack has to give: found by a pilot, kept, and the same whether kept or not."""

import json
from dataclasses import replace

import pytest

from fictionworld.build import BuildConfig
from fictionworld.building.combinations import (
    PACKAGED,
    PACKAGED_ROWS,
    combinations_of,
    packaged_text,
    source_hash,
)
from fictionworld.building.config import resolve
from fictionworld.errors import KeyMismatchError
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names, read_pack
from fictionworld.tasks.draw import draw, pilot
from fictionworld.tasks.draw.combinations import ALL_COMBINATIONS, Combinations
from fictionworld.tasks.draw.judging import judge
from tests.tasks.drawing import draw as drawn_of

FOUND = {("filter", "small", "ship"), ("filter", "small", "port"), ("chain", "any", "port")}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "fictionworld"


@pytest.fixture
def own_pack(tmp_path):
    """A pack that is not packaged, of the text of one that is."""
    path = tmp_path / "own.yaml"
    path.write_text(load_pack("smartphones").source + "\n# mine\n", "utf-8")
    return str(path)


def test_combinations_are_written_and_read_back():
    combinations = Combinations.of(["chain", "filter", "join"], FOUND)
    assert Combinations.parse(json.loads(json.dumps(combinations.plain()))) == combinations
    assert combinations.among("filter", "small", ["port", "ship", "voyage"]) == ["port", "ship"]
    assert combinations.among("filter", "any", ["port"]) == []
    assert combinations.among("join", "small", ["port"]) == []


def test_shapes_that_no_pilot_has_tried_may_have_any_table():
    assert Combinations.of(["chain"], set()).among("mine", "any", {"b", "a"}) == ["a", "b"]
    assert ALL_COMBINATIONS.among("filter", "any", ["a"]) == ["a"]


def test_every_packaged_pack_has_the_combinations_of_its_text():
    """After a change of a pack: `make combinations`."""
    packaged = json.loads(PACKAGED.read_text("utf-8"))
    assert sorted(packaged) == pack_names()
    for name, entry in packaged.items():
        assert entry["source"] == source_hash(load_pack(name).source), name
        tables = set(read_pack(name).tables)
        for sizes in entry["tables"].values():
            assert {table for text in sizes.values() for table in text.split()} <= tables


@pytest.mark.slow
def test_the_packaged_combinations_are_those_that_a_pilot_finds():
    assert packaged_text() == PACKAGED.read_text("utf-8"), "run `make combinations`"


@pytest.fixture
def pilots(monkeypatch):
    """The pilots that were played; each gives what is packaged for the text of `own_pack`."""
    packaged = json.loads(PACKAGED.read_text("utf-8"))["smartphones"]["tables"]
    played = []

    def play(*asked):
        played.append(asked)
        return Combinations.parse(packaged)

    monkeypatch.setattr("fictionworld.building.combinations.find_combinations", play)
    return played


def test_a_pilot_of_fewer_worlds_finds_some_of_the_same(monkeypatch):
    monkeypatch.setattr(pilot, "_WORLDS", 2)
    monkeypatch.setattr(pilot, "_TRIES", 1)
    pack = load_pack("smartphones")
    few, all_ = pilot.find_combinations(pack, PACKAGED_ROWS), combinations_of(pack, PACKAGED_ROWS)
    assert few.tables.keys() == all_.tables.keys()
    assert len([size for sizes in few.tables.values() for size in sizes]) > 20
    for shape, sizes in few.tables.items():
        for size, tables in sizes.items():
            assert all_.among(shape, size, tables) == sorted(tables)


def test_what_a_pilot_finds_is_kept_until_it_is_damaged(cache, own_pack, pilots):
    pack = resolve(BuildConfig(1, packs=(own_pack,))).packs[0]
    first = combinations_of(pack, (300, 500))
    [kept] = cache.iterdir()
    assert combinations_of(pack, (300, 500)) == first and len(pilots) == 1
    kept.write_text("{damaged", "utf-8")
    assert combinations_of(pack, (300, 500)) == first and len(pilots) == 2
    assert combinations_of(pack, (310, 500)) == first and len(pilots) == 3
    assert len(list(cache.iterdir())) == 2


def test_a_folder_that_cannot_be_written_to_keeps_nothing(cache, own_pack, pilots):
    pack = resolve(BuildConfig(1, packs=(own_pack,))).packs[0]
    cache.parent.write_text("a file in the place of the folder", "utf-8")
    assert combinations_of(pack, (300, 500)).tables["filter"]


def test_a_build_without_tasks_needs_no_pilot(cache, own_pack):
    config = BuildConfig(1, packs=(own_pack,))
    config = replace(config, tasks=replace(config.tasks, per_world=0))
    assert not resolve(config).with_combinations().combinations
    assert not cache.exists()


def test_evaluators_that_differ_stop_the_draw(monkeypatch):
    def wrong(*args):
        verdict = judge(*args)
        if isinstance(verdict, str) or not verdict.task.rows:
            return verdict
        return replace(verdict, task=replace(verdict.task, rows=verdict.task.rows[1:]))

    monkeypatch.setattr(draw, "judge", wrong)
    with pytest.raises(KeyMismatchError, match="SQL finds"):
        drawn_of(load_pack("smartphones"), range(2))


def test_what_fills_no_slot_is_counted_as_refused(monkeypatch):
    candidates = []
    monkeypatch.setattr(draw, "judge", lambda *args: candidates.append(args) or judge(*args))
    drawn = drawn_of(load_pack("football"), range(3))
    assert len(candidates) == len(drawn.tasks) + sum(drawn.refused.values())
