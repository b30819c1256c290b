"""`share_out`: parts sum to the total, within their bounds."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.operators.small import filled, mistakes, pack_of, report, require_every_rule_triggered

TABLES = """
  club:
    rows: 3..5
    columns:
      name: {{role: name, draw: {{pool: town}}}}
      budget: {{role: askable, type: money, decimals: 1, draw: {{uniform: [0, 90]}}}}
      games: {{role: askable, type: integer, draw: {{uniform: [0, {games}]}}}}
  player:
    rows: {{per: club, count: 6..9}}
    columns:
      club: {{role: context, ref: club}}
      name: {{role: name, draw: {{pool: person}}}}
      position: {{role: context, draw: {{choice: [front, back]}}}}
      skill: {{role: hidden, type: decimal, draw: {{normal: [0, 1]}}}}
      most: {{role: askable, type: integer, draw: {{uniform: [{low}, {high}]}}}}
      games: {{role: askable, type: integer, draw: {{share_out: {{total: club.games, by: club,
              cap: most{least}, spread: {spread}}}, driven_by: {{skill: 0.9}}}}}}
      fee: {{role: askable, type: money, decimals: 2, draw: {{share_out: {{total: club.budget,
            by: club, weights: {{position: {{front: 5}}}}, spread: 1}}}}}}
"""


def tables(games=60, low=12, high=30, spread=0.5, least=""):
    return TABLES.format(games=games, low=low, high=high, spread=spread, least=least)


@examples(6)
@given(st.integers(0, 70), st.integers(12, 14), st.integers(0, 20), st.sampled_from([0, 0.5, 2]))
def test_parts_sum_to_the_total_and_none_is_above_its_cap(games, low, wider, spread):
    pack = pack_of(tables(games, low, low + wider, spread))
    worlds = filled(pack, 4)
    found = report(pack, worlds)
    assert not found.violations, found.violations[0]


def test_the_caps_may_just_suffice():
    pack = pack_of(tables(games=60, low=10, high=10))  # six players of ten at the least
    assert not report(pack, filled(pack, 30)).violations


def test_a_total_that_finds_no_takers_sets_the_world_aside():
    pack = pack_of(tables(games=900, low=1, high=2))
    found = report(pack, filled(pack, 10))
    assert set(found.by_rule) == {"player.games: shares out club.games by club"}


def test_each_takes_the_least():
    pack = pack_of(tables(games=90, low=14, high=40, least=", least: 1").replace(
        "uniform: [0, 90]}}\n  player", "uniform: [30, 90]}}\n  player"))  # fmt: skip
    worlds = filled(pack, 12)
    assert worlds.frames["player"]["games"].min() >= 1
    assert not report(pack, worlds).violations


def test_the_better_get_more():
    text = tables(games=60, spread=1).replace("skill: {role: hidden", "skill: {role: askable")
    rows = filled(pack_of(text), 60).frames["player"]
    skill, games = rows["skill"].cast(float), rows["games"].cast(float)
    assert pl.select(pl.corr(skill, games)).item() > 0.4
    fees = rows.group_by("position").agg(pl.col("fee").cast(float).mean()).sort("position")["fee"]
    assert fees[1] > 3 * fees[0]


def test_mutations_trigger_every_rule():
    pack = pack_of(tables())
    require_every_rule_triggered(pack, filled(pack))
    pack = pack_of(
        tables(games=40, low=14, high=30, least=", least: 1").replace("[0, 40]", "[20, 40]")
    )
    require_every_rule_triggered(pack, filled(pack))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cap: most", "cap: 1, least: 4", "got a least of 4 above the cap 1; swap them"),
        ("total: club.budget", "total: club.budgets", "did you mean 'budget'?"),
        ("by: club, weights", "by: clubs, weights", "did you mean 'club'?"),
        ("type: money, decimals: 2", "type: money", "got club.budget with 1 decimals"),
        ("total: club.games", "total: club.name", "allowed: a number"),
    ],
)
def test_mistakes_are_named(old, new, said):
    text = tables()
    assert old in text
    assert any(said in line for line in mistakes(text.replace(old, new))), mistakes(
        text.replace(old, new)
    )
