"""Sanity queries: what they count and measure, and that a shuffled column shows."""

from __future__ import annotations

import json

import pytest

from fictionworld.errors import PackError
from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.validators.foreign import load_world
from fictionworld.validators.sanity import SanityResult, ask_sanity
from tests.validators.factory import choir_pack, write_csvs


def query(**given):
    return {"says": "Fees are so.", "watches": "part.fee", **given}


def choir(*queries):
    """The choir with these sanity queries."""
    said = "".join(f"  - {json.dumps(one)}\n" for one in queries)
    return compile_source(parse_source(f"{choir_pack().source}\nsanity:\n{said}", "choir.yaml"))


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    return load_world(choir_pack(), write_csvs(tmp_path_factory.mktemp("choir")))


def ask(frames, *, shuffle=False, seed=0, **given):
    (result,) = ask_sanity(choir(query(**given)), frames, shuffle=shuffle, seed=seed)
    return result


def test_what_is_impossible_is_counted_and_shown(frames):
    result = ask(frames, none="SELECT id AS part, fee FROM part WHERE fee < 85 ORDER BY id")
    assert not result
    assert result.violations == 4
    assert result.examples == ("part=2, fee=80.50", "part=3, fee=80.00", "part=4, fee=60.00")
    assert ask(frames, none="SELECT * FROM part WHERE fee < 60")


@pytest.mark.parametrize(("band", "holds"), [([78, 79], True), ([79, 80], False)])
def test_a_figure_lies_in_its_band(frames, band, holds):
    result = ask(frames, figure="SELECT avg(fee) FROM part", between=band)
    assert result.figure == pytest.approx(78.1)
    assert bool(result) is holds


def test_no_number_is_in_no_band(frames):
    result = ask(frames, figure="SELECT avg(fee) FROM part WHERE id > 99", between=[0, 100])
    assert result.figure is None
    assert not result


def test_a_query_that_sees_no_shuffle_fails(frames):
    blind = {"figure": "SELECT sum(fee) FROM part", "between": [390, 391]}
    assert ask(frames, **blind).sees_shuffle is None
    result = ask(frames, shuffle=True, **blind)
    assert result.holds
    assert result.sees_shuffle is False
    assert not result
    keen = "SELECT * FROM part WHERE rank = 1 AND fee < 80"
    assert any(ask(frames, none=keen, shuffle=True, seed=n).sees_shuffle for n in range(9))


def test_a_shuffle_leaves_the_worlds_as_they_were(frames):
    first = query(figure="SELECT sum(fee) FROM part", between=[0, 999])
    second = query(none="SELECT * FROM part WHERE id = 1 AND fee <> 90")
    for seed in range(5):
        assert ask_sanity(choir(first, second), frames, shuffle=True, seed=seed)[1].holds


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT 1, 2", "got 1 rows of 2 columns"),
        ("SELECT fee FROM part", "got 5 rows of 1 columns"),
        ("DROP TABLE part", "syntax error"),
        ("SELECT fea FROM part", "fea"),
        ("SELECT count(*) FROM read_csv('/etc/passwd')", "disabled"),
    ],
)
def test_what_is_no_figure_is_named(frames, sql, said):
    with pytest.raises(PackError, match=r"pack choir, sanity: 'Fees are so\.'") as error:
        ask(frames, figure=sql, between=[0, 1])
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"watches": "port.fee", "none": "SELECT 1"}, "did you mean 'part'?"),
        ({"watches": "part.fea", "none": "SELECT 1"}, "did you mean 'fee'?"),
        ({"watches": "part", "none": "SELECT 1"}, "sanity[0].watches"),
        ({}, "exactly one of none, figure"),
        ({"figure": "SELECT 1"}, "a figure has a band"),
        ({"none": "SELECT 1", "between": [0, 1]}, "a figure has a band"),
    ],
)
def test_a_query_that_means_nothing_is_found_by_line(given, said):
    with pytest.raises(PackError) as error:
        choir(query(**given))
    assert said in str(error.value)
    line = choir_pack().source.count("\n") + 3
    assert f"choir.yaml:{line}:" in str(error.value)


def test_a_result_is_true_where_all_is_well():
    assert SanityResult("a", "b.c", violations=0)
    assert SanityResult("a", "b.c", violations=0, sees_shuffle=True)
    assert not SanityResult("a", "b.c", violations=0, sees_shuffle=False)
