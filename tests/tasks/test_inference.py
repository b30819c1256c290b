"""What names and whole lists settle: nothing that could be otherwise in a world that has the lists.

The adversary of `test_determination.py` changes whatever was not read. The lists stay true: a row
that a list of a value does not hold never gets that value.
"""

import random
from collections import Counter

import polars as pl
import pytest

from fictionworld.tasks.determination import determine
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.inference import ListsRead, closed_by, columns_in_names
from fictionworld.tasks.specification import Extreme, MembershipCondition
from fictionworld.worlds.world_rows import WorldRows
from tests.examples import first_everyday
from tests.small import PACKS, each_pack
from tests.tasks.drawn import drawn_world
from tests.tasks.harbour import asks, condition, figure, harbour, harbour_pack
from tests.tasks.test_determination import check_elsewhere, drawn_answers, facts_of, spoilt


def drawn_groups(rng, specification, rows):
    """Values of columns that conditions and memberships go by, as lists of their rows have them."""
    uses = [(specification.table, test.path, test.values) for test in specification.where]
    for member in specification.members:
        uses += [(member.table, test.path, test.values) for test in member.where]
        uses.append((member.table, (member.by,), rows.ids(specification.table)))
    uses += [(specification.table, path, ()) for path in specification.groups]
    groups = {}
    for table, path, values in uses:
        column = path[0]
        if path[0] == "setting" or rng.random() < 0.2 or not rows.is_fact(table, column):
            continue
        target = rows.pack.tables[table].columns[column].target
        whole = rows.ids(target) if target else rows.cells(table, (column,))
        likely = whole if len(path) > 1 or not values else values
        chosen = {value for value in likely if value is not None and rng.random() < 0.97}
        groups.setdefault((table, column), set()).update(chosen)
    return groups


def with_lists(changed, known, groups, rows, rng):
    """The world changed so that the lists are still whole."""
    for (table, column), values in groups.items():
        frame = changed[table]
        others = [v for v in rows.cells(table, (column,)) if v not in values] or [None]
        cells = [
            rng.choice(others) if value in values and (table, row, column) not in known else value
            for row, value in zip(frame["id"], frame[column], strict=True)
        ]
        changed[table] = frame.with_columns(pl.Series(column, cells, dtype=frame.schema[column]))
    return changed


@pytest.mark.parametrize("tries", first_everyday([40, 200]))
@pytest.mark.parametrize("name", each_pack())
def test_what_lists_settle_stays_whatever_else_the_world_says(name, tries):
    rows, frames = drawn_world(name)
    rng = random.Random(f"inference/{name}")
    every = facts_of(rows)
    seen = Counter()
    for specification, answer in drawn_answers(rng, rows, tries):
        groups = drawn_groups(rng, specification, rows)
        known = set(rng.sample(every, rng.randint(0, len(every) // 8)))
        known |= set(evidence_of(specification, rows, 2).cells)
        for (table, column), values in groups.items():
            cells = zip(rows.ids(table), rows.cells(table, (column,)), strict=True)
            pairs = [((table, row, column), value) for row, value in cells]
            known -= {cell for cell, value in pairs if value not in values}
            known |= {cell for cell, value in pairs if value in values}
        listed = {t.name for t in rows.pack.world_tables if rng.random() < 0.5}
        cells, tables = closed_by(specification, rows, known, ListsRead(frozenset(listed), groups))
        found = determine(specification, rows, known | cells, listed | tables)
        seen["closed"] += bool(tables)
        seen["settled"] += bool(tables) and found.settled
        spoilt_worlds = (spoilt(frames, known, listed, rows, rng) for _ in range(3))
        worlds = (with_lists(other, known, groups, rows, rng) for other in spoilt_worlds)
        check_elsewhere(specification, answer, found, worlds, rows.pack)
    if tries > 100 or name in PACKS:  # of forty others, which the two hundred begin with, none may
        assert seen["closed"] and seen["settled"], seen


# By eye ------------------------------------------------------------------------------------------

ROWS = WorldRows(harbour_pack(), harbour())


def settled_by(specification, **groups):
    """The tables that lists of rows with these values settle; by `table__column`."""
    pairs = {tuple(name.split("__")): set(values) for name, values in groups.items()}
    lists = ListsRead(frozenset({"berth"} if "berth" in ROWS.pack.tables else ()), pairs)
    return closed_by(specification, ROWS, set(), lists)[1]


def test_a_list_of_the_wanted_value_closes_the_table():
    ferries = asks("ship", "*name", "built", where=[("kind", "is", "ferry")])
    assert settled_by(ferries, ship__kind=["ferry"]) == {"ship"}
    assert settled_by(ferries, ship__kind=["tug"]) == set()
    either = asks("ship", "*name", where=[("kind", "one_of", "ferry", "tug")])
    assert settled_by(either, ship__kind=["ferry"]) == set()
    assert settled_by(either, ship__kind=["ferry", "tug", "barge"]) == {"ship"}
    others = asks("ship", "*name", where=[("kind", "is_not", "ferry")])
    assert settled_by(others, ship__kind=["tug", "barge"]) == set()


def test_a_table_that_is_used_twice_must_be_closed_for_both():
    heavy = MembershipCondition("call", "ship", (condition("cargo", "at_least", 15),), holds=True)
    asked = asks("ship", "*name", members=(heavy,), where=[("kind", "is", "ferry")])
    assert settled_by(asked, ship__kind=["ferry"]) == {"ship"}


def test_a_ranking_of_all_is_not_closed_by_a_list_of_some():
    top = asks("ship", "*name", figure("place", role="place"),
               extreme=Extreme(("length",), most=True, k=2, per=None))  # fmt: skip
    assert settled_by(top, ship__kind=["ferry"]) == set()


def test_names_state_references_and_whole_words():
    from fictionworld.packs.compile import load_pack

    assert columns_in_names(load_pack("smartphones"), "phone") == ("series",)
    assert columns_in_names(load_pack("smartphones"), "brand") == ()
    assert columns_in_names(load_pack("rail_network"), "section") == ("near", "far")
    assert columns_in_names(load_pack("rail_network"), "service") == ()
    assert columns_in_names(load_pack("wine_region"), "bottling") == ("wine", "year")
    assert columns_in_names(load_pack("museum"), "object") == ()
