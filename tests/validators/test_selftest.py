"""The self-test: every planted fault is caught, and every rule has one that breaks it."""

import json
from random import Random

import polars as pl
import pytest

from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.validators.check import check_worlds
from fictionworld.validators.faults import faults_of
from fictionworld.validators.faults.fault_context import FaultContext
from fictionworld.validators.selftest import self_test
from tests.small import PACKS as SMALL_PACKS
from tests.validators.factory import HERE, choir, choir_pack, generated

PACKS = [("smartphones", 30, (300, 500)), ("football", 24, (300, 500)), ("regatta", 60, (20, 200))]
OTHERS = [
    pytest.param(name, 60, (300, 500), marks=pytest.mark.every_pack, id=name)
    for name in pack_names()
    if name not in {pack for pack, *_ in PACKS}
]
UNSEEN = {"resolution.granted: never missing where carried is True"}
"""What `carried` is follows from votes, and no fault is planted by a column that is not stored."""
KINDS = {
    "dangling reference", "swapped references", "duplicate key", "duplicated name",
    "confusable name", "rank off by one", "broken sum", "cause after effect", "overlap", "cycle",
    "component cut off", "altered derived value", "unit slip by 1,000", "match result swapped",
    "missing where none may be", "row dropped", "row doubled", "row moved to another world",
    "text of no category", "truncated name", "case change", "shifted year", "columns exchanged",
    "schedule that favours one side", "chain with two heads", "stale total",
    "name of somebody real",
}  # fmt: skip
"""The kinds that were promised by hand; there are more."""


def sound(name, count, rows):
    pack, filled, known = generated(name, count, rows)
    report = check_worlds(
        pack, filled.frames, worlds=filled.worlds, present=filled.columns, known_names=known
    )
    kept = ~pl.col("world_id").is_in(report.bad_worlds)
    frames = {table: frame.filter(kept) for table, frame in filled.frames.items()}
    return pack, frames, filled.worlds.filter(kept), filled.columns.filter(kept), known


@pytest.mark.parametrize(
    ("name", "count", "rows"),
    [
        pytest.param(*pack, id=pack[0], marks=[] if pack is PACKS[0] else pytest.mark.slow)
        for pack in PACKS
    ]
    + OTHERS,
)
def test_every_fault_is_caught_and_every_rule_triggered(name, count, rows):
    pack, frames, worlds, present, known = sound(name, count, rows)
    test = self_test(
        pack, frames, worlds=worlds, present=present, known_names=known, repeats=1, changes=3
    )
    assert not test.false_alarms
    assert not test.missed, "\n".join(test.missed)
    untriggered = set(test.untriggered) - UNSEEN
    assert not untriggered, "\n".join(untriggered)
    assert test.caught == test.planted > 150
    for column in test.columns:
        # some packs have references, and keys made of them, that nothing else depends on
        proven = {"derived"} | ({"key"} if name in {pack for pack, *_ in PACKS} else set())
        if column.kind in proven or (column.kind == "reference" and name in SMALL_PACKS):
            assert column.killed == column.tried, column


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count", "rows"), PACKS, ids=[pack[0] for pack in PACKS])
def test_every_fault_is_caught_wherever_it_is_planted(name, count, rows):
    is_caught_wherever_it_is_planted(name, count, rows, seed=0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize(("name", "count", "rows"), PACKS, ids=[pack[0] for pack in PACKS])
def test_every_fault_is_caught_in_more_places(name, count, rows, seed):
    is_caught_wherever_it_is_planted(name, count, rows, seed)


def is_caught_wherever_it_is_planted(name, count, rows, seed):
    pack, frames, worlds, present, known = sound(name, 3 * count, rows)
    test = self_test(
        pack, frames, worlds=worlds, present=present, known_names=known, seed=seed, repeats=6
    )
    assert test, (test.missed, test.untriggered)


def test_the_promised_kinds_exist():
    kinds = {f.kind for name, *rest in PACKS for f in faults_of(generated(name, *rest)[0])}
    assert kinds >= KINDS
    assert len(kinds) >= 60


def test_faults_have_names_of_their_own():
    names = [fault.name for fault in faults_of(choir_pack())]
    assert len(names) == len(set(names))


def test_a_number_taken_twice_is_a_number():
    pack, filled, _ = generated("regatta", 4, (20, 200))
    (fault,) = (f for f in faults_of(pack) if f.name == "number taken twice at boat.policy")
    for world in range(4):
        frames = {name: frame.filter(world_id=world) for name, frame in filled.frames.items()}
        spoiled = fault.plant(FaultContext(pack, frames, Random(world)))
        if spoiled is not None:
            counts = [f["boat"]["policy"].null_count() for f in (frames, spoiled)]
            assert counts[0] == counts[1]


def test_a_copy_of_what_no_world_stores_gets_no_fault():
    hidden, stored = load_pack("rail_network"), load_pack(str(HERE / "regatta.yaml"))
    assert "copy that differs" not in {fault.kind for fault in faults_of(hidden)}
    assert "copy that differs" in {fault.kind for fault in faults_of(stored)}


def test_a_world_made_by_hand_can_be_tested_too():
    test = self_test(choir_pack(), choir(), repeats=1, changes=1)
    assert test.worlds == 1
    assert not test.missed, "\n".join(test.missed)
    shown = json.loads(test.to_json())
    assert shown["caught"] == shown["planted"]
    assert shown["columns"][0].keys() == {"table", "column", "kind", "tried", "killed"}


def test_an_unsound_world_is_a_false_alarm_and_gets_no_copies():
    frames = choir()
    other = {
        k: f.with_columns(world_id=pl.lit(1, pl.Int32))
        for k, f in choir(singer={1: {"parts": 9}}).items()
    }
    both = {name: pl.concat([frames[name], other[name]]) for name in frames}
    test = self_test(choir_pack(), both, repeats=1, changes=0)
    assert test.false_alarms == (1,)
    assert not test
    assert test.worlds == 1


def test_equal_seeds_plant_equal_faults():
    one, two = (self_test(choir_pack(), choir(), seed=3, repeats=2, changes=2) for _ in range(2))
    assert (one.kinds, one.missed, one.columns) == (two.kinds, two.missed, two.columns)
