"""The self-test: mutations trigger every rule; a rule that tests nothing fails it."""

import json
from dataclasses import replace
from random import Random

import polars as pl
import pytest

from fictionworld.packs.source import pack_names
from fictionworld.validators.check import check_worlds
from fictionworld.validators.mutations import WorldFrames, mutations_of
from fictionworld.validators.rule import RowCondition
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.validators.selftest import self_test
from tests.examples import first_everyday
from tests.operators import small
from tests.validators.factory import choir, choir_pack, generated, regatta_pack

PACKS = [("smartphones", 8, (300, 500)), ("football", 24, (300, 500)), ("regatta", 60, (20, 200))]
OTHERS = [
    pytest.param(name, 24, (300, 500), marks=pytest.mark.every_pack, id=name)
    for name in pack_names()
    if name not in {pack for pack, *_ in PACKS}
]


def self_tested(name, count, rows):
    pack, filled, known = generated(name, count, rows)
    report = check_worlds(
        pack, filled.frames, worlds=filled.worlds, present=filled.columns, known_names=known
    )
    sound = ~pl.col("world_id").is_in(report.bad_worlds)
    return self_test(
        pack,
        {table: frame.filter(sound) for table, frame in filled.frames.items()},
        worlds=filled.worlds.filter(sound),
        present=filled.columns.filter(sound),
        known_names=known,
    )


@pytest.mark.parametrize(
    ("name", "count", "rows"),
    [
        *(pytest.param(*pack, id=pack[0], marks=pytest.mark.slow) for pack in PACKS),
        *OTHERS,
    ],
)
def test_mutations_trigger_every_rule_and_no_derived_value_is_mutated_unnoticed(name, count, rows):
    test = self_tested(name, count, rows)
    assert test, (test.false_alarms, test.unnoticed, test.untriggered)
    assert not test.untried
    assert test.caught > test.planted / 2 > 100


@pytest.mark.parametrize("pack", first_everyday(PACKS[::-1]))  # the smallest every day
def test_one_world_is_enough(pack):
    name, _, rows = pack
    test = self_tested(name, 1, rows)
    assert test, (test.false_alarms, test.unnoticed, test.untriggered)
    assert test.caught > test.planted / 2 > 100


def test_mutations_have_names_of_their_own():
    for pack in (choir_pack(), regatta_pack()):
        names = [mutation.name for mutation in mutations_of(pack, "Marie Curie")]
        assert len(names) == len(set(names))


def test_every_kind_of_mutation_changes_a_world():
    """Each kind finds something to mutate in some pack; what it returns is another world."""
    kinds, planted = set(), set()
    for name in ("smartphones", "football", "regatta"):
        pack, filled, _ = generated(name, 4, (20, 200) if name == "regatta" else (300, 500))
        frames = {table: frame.filter(world_id=1) for table, frame in filled.frames.items()}
        world = WorldFrames(frames, frozenset())
        for mutation in mutations_of(pack, "Marie Curie"):
            kinds.add(mutation.kind)
            mutated = mutation.plant(world, Random(0))
            if mutated is not None:
                planted.add(mutation.kind)
                same = all(mutated.frames[table].equals(frames[table]) for table in frames)
                assert not same or mutated.absent != world.absent
    assert kinds == planted


@pytest.fixture
def few_rounds(monkeypatch):
    """For rules that nothing triggers, however often it is tried."""
    monkeypatch.setattr("fictionworld.validators.selftest._ROUNDS", 3)


def without(rule):
    """The catalogue of the choir, with a rule that is always kept."""
    proven = catalogue(choir_pack())
    rules = [
        replace(each, broken=RowCondition("false")) if each.name == rule else each
        for each in proven.rules
    ]
    return replace(proven, rules=tuple(rules))


@pytest.mark.parametrize(
    ("rule", "unnoticed"),
    [
        ("part: singer, song is a key", False),
        ("part.share: is the share of fee within concert", True),
        pytest.param("singer.voice: one of its labels", False, marks=pytest.mark.slow),
        pytest.param("part.concert: never missing", False, marks=pytest.mark.slow),
    ],
)
@pytest.mark.usefixtures("few_rounds")
def test_a_rule_that_tests_nothing_fails(rule, unnoticed, monkeypatch):
    weakened = without(rule)
    for module in ("check", "selftest"):
        monkeypatch.setattr(f"fictionworld.validators.{module}.catalogue", lambda _: weakened)
    test = self_test(choir_pack(), choir())
    assert not test
    assert test.untriggered == (rule,)
    assert bool(test.unnoticed) == unnoticed


LACKING = """
  a:
    rows: 8..12
    columns:
      name: {role: name, draw: {pool: town}}
      low: {role: askable, type: integer, optional: 0.5, draw: {uniform: [1, 40]}}
      high: {role: askable, type: integer, optional: 0.5, draw: {uniform: [50, 90]}}
"""


@pytest.mark.usefixtures("few_rounds")
def test_what_could_not_be_tried_is_said_and_is_no_failure():
    pack = small.pack_of(LACKING, "  - {in: a, order: [low, high]}\n")
    frames = small.filled(pack, 4).frames
    nothing = pl.lit(None, pl.Int64)
    lacking = frames["a"].with_columns(low=nothing, high=nothing)
    test = self_test(pack, {**frames, "a": lacking})
    assert test, (test.unnoticed, test.untriggered)
    assert test.untried == ("a.order: low <= high",)


def test_without_a_world_nothing_is_planted():
    test = self_test(choir_pack(), {name: frame.clear() for name, frame in choir().items()})
    assert test
    assert test.planted == test.worlds == 0


def test_a_world_made_by_hand_can_be_tested_too():
    test = self_test(choir_pack(), choir())
    assert test.worlds == 1
    assert test, (test.unnoticed, test.untriggered)
    shown = json.loads(test.to_json())
    assert shown["ok"]
    assert shown["planted"] > shown["caught"] > 100
    assert shown["columns"][0].keys() == {"table", "column", "kind", "tried", "killed"}


def test_an_unsound_world_is_a_false_alarm_and_gets_no_copies():
    frames = choir()
    other = {
        k: f.with_columns(world_id=pl.lit(1, pl.Int32))
        for k, f in choir(singer={1: {"parts": 9}}).items()
    }
    both = {name: pl.concat([frames[name], other[name]]) for name in frames}
    test = self_test(choir_pack(), both)
    assert test.false_alarms == (1,)
    assert not test
    assert test.worlds == 1


def test_equal_seeds_plant_equal_mutations():
    one, two = (self_test(choir_pack(), choir(), seed=3) for _ in range(2))
    assert replace(one, seconds=0) == replace(two, seconds=0)
