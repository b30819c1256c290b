"""`along`: steps along chains, trees and years."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.operators.small import filled, mistakes, pack_of, report, require_every_rule_triggered

TABLES = """
  series:
    rows: 6..8
    columns:
      name: {{role: name, draw: {{pool: town}}}}
  phone:
    rows: {{each: series, years: [setting.year - 6, setting.year]}}
    key: [series, year]
    columns:
      series: {{role: context, ref: series}}
      year: {{role: context, type: year}}
      next: {{role: context, ref: phone, pick: {{successor: [series, year]}}}}
      storage: {{role: askable, type: integer, draw: {{along: {{down: next, start: [64, 256],
                 step: [0, 1], levels: [64, 128, 256, 512, 1024]}}}}}}
      score: {{role: askable, type: decimal, decimals: 1, draw: {{along: {{order: year,
               within: [series], start: [10, 90], step: [{low}, {high}], ratio: {ratio},
               back: {back}}}, at_most: 400}}}}
  firm:
    rows: 20..30
    columns:
      name: {{role: name, draw: {{pool: company}}}}
      owner: {{role: context, ref: firm, pick: {{roots: 0.3}}}}
      founded: {{role: context, type: year, draw: {{along: {{up: owner,
                 start: [1900, 1950], step: [1, 12]}}, at_most: 2028}}}}
"""


def tables(low=0.5, high=20, ratio="false", back=0):
    return TABLES.format(low=low, high=high, ratio=ratio, back=back)


@examples(6)
@given(
    st.sampled_from([(-0.2, 0.4, "true"), (0.05, 0.3, "true"), (-7, 9, "false"), (1, 2, "false")]),
    st.sampled_from([0, 0.1, 0.5]),
)
def test_every_step_lies_in_its_range(step, back):
    pack = pack_of(tables(*step, back=back))
    found = report(pack, filled(pack, 8))
    assert not found.violations, found.violations[0]


def test_chains_grow_and_owners_are_older():
    worlds = filled(pack_of(tables()), 20)
    phones, firms = worlds.frames["phone"], worlds.frames["firm"]
    keys = {"left_on": ["world_id", "next"], "right_on": ["world_id", "id"]}
    pairs = phones.join(phones, **keys)
    assert (pairs["storage_right"] >= pairs["storage"]).all()
    assert (pairs["score_right"].cast(float) > pairs["score"].cast(float)).mean() > 0.95
    keys = {"left_on": ["world_id", "owner"], "right_on": ["world_id", "id"]}
    pairs = firms.join(firms, **keys)
    assert (pairs["founded_right"] < pairs["founded"]).sum() >= 0.99 * len(pairs)
    assert pairs["founded"].n_unique() > 20


def test_so_many_steps_go_back():
    phones = filled(pack_of(tables(back=0.25)), 20).frames["phone"]
    pairs = phones.join(
        phones, left_on=["world_id", "next"], right_on=["world_id", "id"]
    ).with_columns(fell=pl.col("score_right") < pl.col("score"))
    assert 0.15 < pairs["fell"].mean() <= 0.25


def test_mutations_trigger_every_rule():
    pack = pack_of(tables(back=0.1))
    require_every_rule_triggered(pack, filled(pack))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("down: next, start", "start", "give exactly one of up, down, order"),
        ("down: next", "down: series", "references of phone to itself: next"),
        ("step: [1, 12]", "step: [12, 1]", "got 12 above 1; swap them"),
        ("levels: [64, 128,", "levels: [128, 64,", "got levels out of order"),
        ("step: [0, 1]", "step: [0, 0.5]", "with levels give whole numbers"),
    ],
)
def test_mistakes_are_named(old, new, said):
    text = tables()
    assert old in text
    found = mistakes(text.replace(old, new))
    assert any(said in line for line in found), found
