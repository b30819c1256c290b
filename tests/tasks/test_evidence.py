"""The evidence of tasks about the harbour, and in drawn worlds: enough, and no cell too many."""

import pytest

from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.reach import hops_of, tables_of
from fictionworld.tasks.specification import Against, Extreme, MembershipCondition
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.world_rows import WorldRows
from tests.tasks.harbour import WORLD, asks, condition, figure, harbour, harbour_pack


def evidence(specification, **changed):
    """Facts as `ship/1/crew`, and the tables enumerated."""
    found = evidence_of(specification, WorldRows(harbour_pack(), harbour(**changed)), WORLD)
    assert list(found.facts) == sorted(set(found.facts))
    assert all(isinstance(fact, FactId) and fact.world_id == WORLD for fact in found.facts)
    return {str(fact).partition("/")[2] for fact in found.facts}, found.enumerated


def facts(text):
    """`ship crew 1 2` on each line: the facts of column crew in the rows 1 and 2."""
    found = set()
    for line in text.strip().splitlines():
        table, column, *rows = line.split()
        found |= {f"{table}/{row}/{column}" for row in rows}
    return found


def test_the_first_failing_condition_rules_a_row_out():
    asked = asks("ship", "*name", "built",
                 where=[("kind", "is", "ferry"), ("crew", "at_least", 9)])  # fmt: skip
    # Rosk is the answer. Ondra's crew is too small, which its kind does nothing to show; that
    # Quist's is missing must be read too
    assert evidence(asked) == (
        facts("""
            ship kind 2 4 5 6
            ship crew 1 3 4
            ship built 4
        """),
        ("ship",),
    )


def test_each_reference_on_the_way_is_a_fact():
    asked = asks("ship", "*name", "sister.owner", where=[("owner.home.coast", "is", "south")])
    # Quist and Rosk: their sisters are Ondra and Quist, whose owners are Ada and Bo; a name is no
    # fact, and Sarn has no owner
    assert evidence(asked)[0] == facts("""
        ship owner 1 2 3 4 5 6
        owner home 1 2 3
        port coast 1 2
        ship sister 3 4
    """)


def test_what_a_row_is_called_needs_no_fact():
    by_name = asks("ship", "crew", where=[("kind", "is", "tug"), ("name", "is", "Pelm")])
    # the others are ruled out by their names although their kinds fail first
    assert evidence(by_name) == (facts("ship kind 2\nship crew 2"), ())
    by_names = asks("ship", "*name", "crew", where=[("name", "one_of", "Pelm", "Sarn")])
    assert evidence(by_names) == (facts("ship crew 2 5"), ())
    named_by_key = asks("call", "day", where=[("ship", "is", 1), ("owner", "is", 2)])
    assert evidence(named_by_key) == (facts("call day 2"), ())


def test_part_of_a_key_leaves_rows_to_enumerate():
    asked = asks("call", "*owner", "cargo", where=[("ship.name", "is", "Ondra")])
    assert evidence(asked) == (facts("call cargo 1 2"), ("call",))


def test_the_setting_is_known():
    asked = asks("ship", "*name", figure("days_between", "built", until="setting.as_of"),
                 where=[("name", "is", "Sarn"), ("setting.year", "is", 2025)])  # fmt: skip
    assert evidence(asked) == (facts("ship built 5"), ())


def heavy(*, holds):
    return (MembershipCondition("call", "ship", (condition("cargo", "at_least", 15),), holds),)


def test_members_are_shown_by_one_and_their_absence_by_all():
    told = facts("""
        call cargo 2 3 4 6 7
    """)
    # Ondra has call 2, Quist call 4; of the others' calls (3, 6, 7) the third has no cargo
    assert evidence(asks("ship", "*name", members=heavy(holds=True))) == (told, ("ship", "call"))
    # nor does it matter which of them were asked for
    assert evidence(asks("ship", "*name", members=heavy(holds=False))) == (told, ("ship", "call"))


def test_members_alone_are_enumerated_only_where_they_say_nothing():
    named = {"where": [("name", "one_of", "Ondra", "Quist")]}
    asked = asks("ship", "*name", members=heavy(holds=True), **named)
    assert evidence(asked) == (facts("call cargo 2 4"), ())
    asked = asks(
        "ship", "*name", members=(MembershipCondition("call", "ship", (), holds=True),), **named
    )
    assert evidence(asked) == (set(), ("call",))


def test_the_references_of_all_rows_show_that_none_points_here():
    tugs = MembershipCondition("ship", "owner", (condition("kind", "is", "tug"),), holds=False)
    asked = asks("owner", "*name", members=(tugs,), where=[("name", "one_of", "Ada", "Bo")])
    # Ada has Pelm; Bo's ships are Quist and Rosk; whose the others are, or nobody's, is told too
    assert evidence(asked) == (facts("ship owner 1 2 3 4 5 6\nship kind 2 3 4"), ("ship",))


def test_all_measures_count_in_an_average():
    asked = asks("ship", "*name", where=[("kind", "one_of", "tug", "barge", "ferry")],
                 against=Against(("crew",), above=True, per=("owner",)))  # fmt: skip
    # Quist has no crew to count and Sarn no owner, so their kinds do not matter
    assert evidence(asked)[0] == facts("""
        ship kind 1 2 4 6
        ship crew 1 2 3 4 5 6
        ship owner 1 2 3 4 5 6
    """)


def test_losers_need_their_order_alone():
    asked = asks("ship", "*name", "built", where=[("kind", "is_not", "tug")],
                 extreme=Extreme(("length",), most=True, k=1, per=None))  # fmt: skip
    assert evidence(asked)[0] == facts("""
        ship kind 2 5
        ship length 1 3 4 5 6
        ship built 5
    """)
    lead = figure("lead", kind="decimal", decimals=1)
    asked = asks("ship", "*name", lead, where=[("kind", "is_not", "tug")],
                 extreme=Extreme(("length",), most=True, k=1, per=None))  # fmt: skip
    # the lead is over Tulv, which must be known to be in play
    assert evidence(asked)[0] == facts("ship kind 2 5 6\nship length 1 3 4 5 6")


def test_aggregates_follow_from_all_rows_of_their_groups():
    asked = asks("call", "*owner.home", figure("total", "cargo"), figure("count"),
                 where=[("ship.kind", "is", "ferry")], groups=(("owner", "home"),))  # fmt: skip
    assert evidence(asked) == (
        facts("""
            ship kind 1 2 3 5
            owner home 1 2 3
            call cargo 1 2 4 5
        """),
        ("call",),
    )


@pytest.mark.parametrize(
    ("asked", "hops", "tables"),
    [
        (asks("ship", "crew", where=[("name", "is", "Pelm")]), 1, ("ship",)),
        (asks("ship", "owner", where=[("name", "is", "Pelm")]), 1, ("owner", "ship")),
        (asks("ship", "owner.home.coast", "owner.name"), 4, ("port", "owner", "ship")),
        (asks("ship", "sister.sister.crew"), 4, ("ship",)),
        (asks("call", "day", where=[("ship.kind", "is", "tug"), ("ship.crew", "is", 4)]), 3,
         ("ship", "call")),
        (asks("ship", figure("days_between", "built", until="setting.as_of")), 2, ("ship",)),
        (asks("ship", "*name", extreme=Extreme(("crew",), most=True, k=1, per=("owner", "home"))),
         4, ("port", "owner", "ship")),
        (asks("ship", "*name", against=Against(("crew",), above=True, per=None)), 3, ("ship",)),
        (asks("ship", figure("count")), 3, ("ship",)),
        (asks("ship", "*name", members=(
            *heavy(holds=False),
            MembershipCondition("call", "ship", (condition("owner.home", "is", 1),), holds=True))),
         5, ("port", "owner", "ship", "call")),
    ],
)  # fmt: skip
def test_reach(asked, hops, tables):
    assert hops_of(asked, harbour_pack()) == hops
    assert tables_of(asked, harbour_pack()) == tables
