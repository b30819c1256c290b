"""The second evaluator on a harbour whose answers were worked out by hand."""

from datetime import date
from decimal import Decimal

import pytest

from fictionworld.tasks.key import sort_rows
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Against, Extreme, MembershipCondition, Output
from fictionworld.worlds.world_rows import WorldRows
from tests.tasks.harbour import asks, condition, figure, harbour, harbour_pack

D = Decimal
TOP = figure("place", role="place")


def answer(specification, **changed):
    return list(rederive(specification, WorldRows(harbour_pack(), harbour(**changed))))


def ships(*where, **stages):
    """The names of the ships that stages leave."""
    return [name for (name,) in answer(asks("ship", "*name", where=where, **stages))]


def most(order, k, per=None):
    return Extreme((order,), most=True, k=k, per=per)


def least(order, k, per=None):
    return Extreme((order,), most=False, k=k, per=per)


# conditions


@pytest.mark.parametrize(
    ("where", "left"),
    [
        (("kind", "is", "ferry"), ["Ondra", "Quist", "Rosk"]),
        (("kind", "is_not", "ferry"), ["Pelm", "Sarn", "Tulv"]),
        (("kind", "one_of", "tug", "barge"), ["Pelm", "Sarn", "Tulv"]),
        (("crew", "is_not", 8), ["Pelm", "Rosk", "Sarn", "Tulv"]),  # Quist's crew is missing
        (("crew", "at_least", 5), ["Ondra", "Rosk", "Tulv"]),
        (("crew", "at_most", 5), ["Pelm", "Sarn", "Tulv"]),
        (("crew", "between", 4, 8), ["Ondra", "Pelm", "Tulv"]),
        (("length", "between", D("30.5"), D("55.4")), ["Ondra", "Quist", "Tulv"]),
        (("length", "at_least", D("55.45")), ["Sarn"]),
        (("built", "at_most", date(2019, 3, 1)), ["Ondra", "Rosk"]),
        (("owner", "is", 1), ["Ondra", "Pelm"]),  # a row id
        (("owner", "is_not", 1), ["Quist", "Rosk", "Tulv"]),  # Sarn has no owner
        (("owner", "one_of", 2, 3), ["Quist", "Rosk", "Tulv"]),
        (("owner.home", "is", 1), ["Ondra", "Pelm", "Tulv"]),
        (("owner.home.coast", "is", "south"), ["Quist", "Rosk"]),
        (("owner.home.coast", "is_not", "south"), ["Ondra", "Pelm", "Tulv"]),
        (("sister.sister.name", "is", "Ondra"), ["Rosk"]),
        (("sister.crew", "at_least", 0), ["Pelm", "Quist", "Tulv"]),
    ],
)
def test_a_condition_leaves(where, left):
    assert ships(where) == left


def test_conditions_all_hold():
    assert ships(("kind", "is", "ferry"), ("crew", "at_least", 9)) == ["Rosk"]
    assert ships(("kind", "is", "ferry"), ("crew", "at_least", 12)) == []


def test_the_setting_is_read_from_any_row():
    assert len(ships(("setting.year", "is", 2025))) == 6
    assert ships(("setting.year", "is", 2026)) == []


def test_cells_come_as_typed_values():
    outputs = ("*name", "owner", "owner.home", "sister.length", "built", "crew")
    got = answer(asks("ship", *outputs, where=[("kind", "is_not", "tug")]))
    assert got == [
        ("Ondra", "Ada", "Alness", None, date(2019, 3, 1), 8),
        ("Quist", "Bo", "Bexley", D("30.5"), date(2021, 7, 9), None),
        ("Rosk", "Bo", "Bexley", D("41.0"), date(2018, 1, 2), 11),
        ("Sarn", None, None, None, date(2022, 5, 5), 3),
        ("Tulv", "Cy", "Alness", D("55.5"), None, 5),
    ]
    assert str(got[2][3]) == "41.0"


def test_a_reference_to_a_row_that_is_not_there_is_a_missing_one():
    lost = [(1, 9, "Ondra", "ferry", None, None, None, 1)]
    assert answer(asks("ship", "*name", "owner"), ship=lost) == [("Ondra", None)]


def test_a_table_without_rows_has_an_answer_without_rows():
    assert answer(asks("ship", "*name", "owner.home"), ship=[]) == []


def test_a_path_goes_through_references_only():
    with pytest.raises(ValueError, match=r"ship\.kind is no reference"):
        WorldRows(harbour_pack(), harbour()).cells("ship", ("kind", "name"))


# memberships


def calls(*where, holds):
    return (MembershipCondition("call", "ship", tuple(condition(*one) for one in where), holds),)


def test_memberships():
    assert ships(members=calls(holds=True)) == ["Ondra", "Pelm", "Quist", "Sarn"]
    assert ships(members=calls(holds=False)) == ["Rosk", "Tulv"]
    assert ships(members=calls(("cargo", "at_least", 15), holds=True)) == ["Ondra", "Quist"]
    # Pelm's only cargo is missing: no call of its passes
    without = ships(members=calls(("cargo", "at_least", 15), holds=False))
    assert without == ["Pelm", "Rosk", "Sarn", "Tulv"]


def test_conditions_of_a_membership_hold_of_one_row_together():
    south = ("owner.home.coast", "is", "south")
    assert ships(members=calls(south, ("cargo", "at_least", 41), holds=True)) == []
    both = calls(south, holds=True) + calls(("cargo", "at_least", 41), holds=True)
    assert ships(members=both) == ["Quist"]


def test_missing_references_are_nobodys_members():
    fleet = MembershipCondition("ship", "owner", (condition("kind", "is", "barge"),), holds=True)
    assert answer(asks("owner", "*name", members=(fleet,))) == [("Cy",)]


# averages to compare with


def test_against_the_average_of_all():
    # crews 8, 4, 11, 3, 5: the average is 6.2
    assert ships(against=Against(("crew",), above=True, per=None)) == ["Ondra", "Rosk"]
    assert ships(against=Against(("crew",), above=False, per=None)) == ["Pelm", "Sarn", "Tulv"]


def test_who_equals_the_average_is_on_neither_side():
    of_three = [
        (n, 1, name, "tug", None, None, "0.1", crew)
        for n, name, crew in [(1, "A", 1), (2, "B", 2), (3, "C", 3)]
    ]
    for above, name in ((True, "C"), (False, "A")):
        by_crew = asks("ship", "*name", against=Against(("crew",), above=above, per=None))
        assert answer(by_crew, ship=of_three) == [(name,)]
        # three times 0.1: a float's average would lie beside it
        by_length = asks("ship", "*name", against=Against(("length",), above=above, per=None))
        assert answer(by_length, ship=of_three) == []


def test_against_the_average_of_a_group():
    # ferries 30.5 and 41.0 (35.75), barges 55.5 and 55.4, the tug alone
    above = Against(("length",), above=True, per=("kind",))
    assert ships(against=above) == ["Quist", "Sarn"]
    # of owners: Bo has 41.0 alone, Sarn no owner and so no average
    assert ships(against=Against(("length",), above=True, per=("owner",))) == ["Ondra"]


def test_the_average_is_of_the_rows_that_pass_where():
    above = Against(("crew",), above=True, per=None)
    assert ships(("kind", "is", "barge"), against=above) == ["Tulv"]


def test_the_average_of_dates():
    above = Against(("built",), above=True, per=("kind",))
    assert ships(("kind", "is", "ferry"), against=above) == ["Quist"]


# extremes


def test_the_most_and_the_least():
    assert ships(extreme=most("crew", 2)) == ["Ondra", "Rosk"]
    assert ships(extreme=least("crew", 2)) == ["Pelm", "Sarn"]
    assert ships(extreme=most("crew", 99)) == ["Ondra", "Pelm", "Rosk", "Sarn", "Tulv"]


def test_place_and_lead_in_each_group():
    lead = figure("lead", kind="decimal", decimals=1)
    got = answer(asks("ship", "kind", "*name", TOP, lead, extreme=most("length", 2, ("kind",))))
    assert got == [
        ("ferry", "Ondra", 2, None),
        ("tug", "Pelm", 1, None),
        ("ferry", "Quist", 1, D("10.5")),
        ("barge", "Sarn", 1, D("0.1")),
        ("barge", "Tulv", 2, None),
    ]


def test_the_lead_over_a_row_that_is_not_kept():
    days = figure("lead")
    assert answer(asks("ship", "*name", days, extreme=most("built", 1))) == [("Sarn", 300)]
    assert answer(asks("ship", "*name", days, extreme=least("built", 1))) == [("Rosk", 423)]


def test_rows_without_a_group_are_left_out():
    assert ships(extreme=most("length", 1, ("owner",))) == ["Ondra", "Quist", "Tulv"]


TIED = [
    (n, 1, name, "tug", None, None, None, crew)
    for n, name, crew in [(1, "A", 7), (2, "B", 7), (3, "C", 5)]
]


@pytest.mark.parametrize("k", [1, 2])
def test_rows_that_tie_are_kept_together_unless_their_places_are_told(k):
    first = most("crew", k)
    assert answer(asks("ship", "*name", extreme=first), ship=TIED) == [("A",), ("B",)]
    for output in (TOP, figure("lead")):
        with pytest.raises(AmbiguousError, match="rows 1 and 2 of ship tie by crew"):
            answer(asks("ship", "*name", output, extreme=first), ship=TIED)


def test_a_tie_below_the_cut_is_no_tie():
    rows = [*TIED, (4, 1, "D", "tug", None, None, None, 9)]
    got = answer(asks("ship", "*name", figure("lead"), extreme=most("crew", 1)), ship=rows)
    assert got == [("D", 2)]


# groups


def test_groups_by_two_paths():
    counts = asks(
        "call", "*owner.home.coast", "*ship.kind", figure("count"), figure("total", "cargo"),
        groups=(("owner", "home", "coast"), ("ship", "kind")),
    )  # fmt: skip
    assert answer(counts) == [
        ("north", "barge", 1, 9),
        ("north", "ferry", 2, 51),
        ("north", "tug", 1, None),  # its one cargo is missing
        ("south", "barge", 1, 0),
        ("south", "ferry", 2, 55),
    ]


def test_groups_by_a_reference_are_told_by_name():
    counts = asks("ship", "*owner", figure("count"), groups=(("owner",),))
    assert answer(counts) == [("Ada", 2), ("Bo", 2), ("Cy", 1)]  # nobody owns Sarn


def test_two_rows_of_one_name_are_two_groups_and_no_answer():
    twins = [(1, "Ada", 1), (2, "Ada", 2), (3, "Cy", 1)]
    with pytest.raises(AmbiguousError, match="Ada"):
        answer(asks("ship", "*owner", figure("count"), groups=(("owner",),)), owner=twins)


def test_all_rows_are_one_group_even_where_there_are_none():
    whole = asks(
        "ship", figure("count"), figure("least", "crew"), figure("most", "built", kind="date"),
        figure("average", "length", kind="decimal", decimals=1), figure("total", "crew"),
    )  # fmt: skip
    assert answer(whole) == [(6, 3, date(2022, 5, 5), D("40.5"), 31)]
    assert answer(whole, ship=[]) == [(0, None, None, None, None)]


def test_groups_without_a_row_are_not_in_the_answer():
    counts = asks(
        "ship", "*kind", figure("count"), where=[("crew", "at_least", 5)], groups=(("kind",),)
    )
    assert answer(counts) == [("barge", 1), ("ferry", 2)]


def test_groups_alone_give_each_value_once():
    assert answer(asks("ship", "*kind", groups=(("kind",),))) == [("barge",), ("ferry",), ("tug",)]


def test_a_cell_beside_the_groups_must_be_shared():
    by_owner = {"groups": (("owner",),)}
    got = answer(asks("ship", "*owner", "owner.home", figure("count"), **by_owner))
    assert got == [("Ada", "Alness", 2), ("Bo", "Bexley", 2), ("Cy", "Alness", 1)]
    with pytest.raises(AmbiguousError, match="kind"):
        answer(asks("ship", "*owner", "kind", figure("count"), **by_owner))


@pytest.mark.parametrize(
    ("balances", "decimals", "average"),
    [
        (["0.05", "0.00"], 1, "0.0"),  # 0.025
        (["0.10", "0.00"], 1, "0.1"),  # 0.05 goes away from zero
        (["-0.10", "0.00"], 1, "-0.1"),
        (["-0.05", "0.00"], 1, "0.0"),
        (["0.01", "0.02"], 2, "0.02"),
        (["-0.01", "-0.02"], 2, "-0.02"),
        (["0.29", "0.00"], 2, "0.15"),  # 0.145, which no float is
        (["1.00", "1.00", "0.00"], 3, "0.667"),
        (
            ["9999999999999999.99", "9999999999999999.98", "9999999999999999.98"],
            3,
            "9999999999999999.983",
        ),
        (["2.50", "2.50"], 0, "3"),
        (["-2.50", "-2.50"], 0, "-3"),
    ],
)
def test_averages_are_rounded_half_away_from_zero(balances, decimals, average):
    rows = [(n, 1, 1, None, None, balance) for n, balance in enumerate(balances, 1)]
    output = figure("average", "balance", kind="money", decimals=decimals)
    (((got),),) = answer(asks("call", output), call=rows)
    assert str(got) == average


def test_an_average_of_whole_numbers():
    by_kind = asks(
        "ship", "*kind", figure("average", "crew", kind="decimal", decimals=2), groups=(("kind",),)
    )
    assert answer(by_kind) == [("barge", D("4.00")), ("ferry", D("9.50")), ("tug", D("4.00"))]
    ((whole,),) = answer(asks("ship", figure("average", "crew")))
    assert (whole, type(whole)) == (6, int)


def test_totals_of_money_keep_their_digits():
    ((total,),) = answer(asks("call", figure("total", "balance", kind="money", decimals=2)))
    assert str(total) == "-0.20"


# worked out between columns


def test_days_between():
    days = figure("days_between", "built", until="setting.as_of")
    got = answer(asks("ship", "*name", days, where=[("kind", "is", "barge")]))
    assert got == [("Sarn", 1306), ("Tulv", None)]
    back = figure("days_between", "day", until="ship.built")
    assert answer(asks("call", "*ship", back, where=[("ship", "is", 2)])) == [("Pelm", -1808)]


# the answer as a whole


def test_rows_with_equal_keys_are_refused():
    with pytest.raises(AmbiguousError, match="barge"):
        answer(asks("ship", "*kind", "name"))
    with pytest.raises(AmbiguousError):
        answer(asks("ship", "name"))  # no key column tells six rows apart
    assert answer(asks("ship", "name", where=[("name", "is", "Pelm")])) == [("Pelm",)]


@pytest.mark.parametrize(
    "wrong",
    [
        asks("ship", "*name", TOP),
        asks("ship", "*kind", figure("lead"), groups=(("kind",),)),
        asks("ship", figure("total", "name")),
        asks("ship", figure("average", "built", kind="date")),
        asks("ship", "*name", against=Against(("kind",), above=True, per=None)),
    ],
)
def test_what_has_no_meaning_is_refused(wrong):
    with pytest.raises(ValueError, match=r"extreme|groups|total|average"):
        answer(wrong)


def test_the_order_of_rows():
    columns = [
        Output("value", "value", "cell", "integer", 0, None),
        Output("key", "key", "cell", "name", 0, None),
        Output("other", "key", "cell", "integer", 0, None),
    ]
    rows = [(1, "b", None), (3, None, 1), (2, "b", 4), (9, "a", 9), (0, None, None), (None, "é", 1)]
    ordered = (
        (9, "a", 9),
        (2, "b", 4),
        (1, "b", None),
        (None, "é", 1),
        (3, None, 1),
        (0, None, None),
    )
    assert sort_rows(rows, columns) == ordered
    assert sort_rows(reversed(rows), columns) == ordered


def test_one_reader_serves_many_tasks():
    rows = WorldRows(harbour_pack(), harbour())
    for kind, names in (("tug", ["Pelm"]), ("barge", ["Sarn", "Tulv"])):
        asked = asks("ship", "*name", where=[("kind", "is", kind)])
        assert [name for (name,) in rederive(asked, rows)] == names
