"""Tables that a world may lack: no rows, no columns, and rows enough in the others."""

from itertools import combinations
from statistics import fmean

import numpy as np
import polars as pl
import pytest

from fictionworld.generators.batch import WorldBatch
from fictionworld.generators.fill import FillOptions, fill_worlds
from fictionworld.generators.frames import present_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.text.known import KnownNames
from tests.operators.small import filled, pack_of, report, require_every_rule_triggered
from tests.small import each_pack
from tests.web.drawn import seeds

HALVES = """
  office:
    rows: 5..6
    columns:
      name: {role: name, draw: {pool: town}}
      visits: {role: context, derive: {count: {of: visit, by: office}}}
      busy: {role: hidden, type: integer, derive: {count: {of: visit, by: office}}}
      least: {role: hidden, type: integer, derive: {sql: "greatest(busy, 1)"}}
      staff: {role: askable, type: integer, draw: {uniform: [1, 90], at_least: least}}
  visit:
    rows: {ROWS}
    optional: 0.5
    key: [office, number]
    columns:
      office: {role: context, ref: office}
      number: {role: context, type: integer, draw: {distinct: 1..400, within: [office]}}
      hours: {role: askable, type: integer, draw: {uniform: [1, 9]}}
  note:
    rows: 20..90
    columns:
      name: {role: name, draw: {pool: person}}
"""
PLANS = {
    "span": "20..40",
    "per": "{per: office, count: 2..3}",
    "weights": "{weights: {20: 1, 24: 2}}",
}


@pytest.mark.parametrize("plan", PLANS)
def test_a_world_has_a_table_whole_or_not_at_all(plan):
    pack = pack_of(HALVES.replace("{ROWS}", PLANS[plan]))
    worlds = filled(pack, 40)
    assert report(pack, worlds), report(pack, worlds).violations[:3]
    has = worlds.columns.filter(table_name="visit").group_by("world_id").agg(
        pl.col("present").all().alias("all"), pl.col("present").any().alias("any")
    ).sort("world_id")  # fmt: skip
    assert has["all"].equals(has["any"].rename("all"))
    assert 10 <= has["all"].sum() <= 30
    lacking = has.filter(~pl.col("all"))["world_id"]
    rows = worlds.frames["visit"]["world_id"]
    assert set(rows) == set(has["world_id"]) - set(lacking)
    counted = worlds.columns.filter(table_name="office", column_name="visits", present=False)
    assert set(counted["world_id"]) == set(lacking)
    offices = worlds.frames["office"].filter(pl.col("world_id").is_in(lacking.implode()))
    assert offices["visits"].is_null().all()


@pytest.mark.parametrize("plan", PLANS)
def test_mutations_trigger_the_rules_about_an_optional_table(plan):
    pack = pack_of(HALVES.replace("{ROWS}", PLANS[plan]))
    require_every_rule_triggered(pack, filled(pack, 30))


def test_other_tables_fill_a_world_that_lacks_one():
    pack = pack_of(HALVES.replace("{ROWS}", PLANS["span"]))
    worlds = fill_worlds(pack, seeds(range(80)), FillOptions((70, 100)))
    assert worlds.worlds["row_count"].is_between(70, 100).all()
    notes = worlds.frames["note"].group_by("world_id").len()
    assert notes["len"].min() < 50 and notes["len"].max() > 60


@pytest.mark.parametrize("name", each_pack())
def test_worlds_that_lack_a_table_reach_their_rows_at_the_first_draw(name):
    pack = load_pack(name)
    counts = fill_worlds(pack, seeds(range(200))).worlds["row_count"]
    assert (~counts.is_between(300, 500)).sum() <= 4


def test_two_worlds_of_a_pack_share_at_most_four_fifths_of_their_columns():
    """Measured on draws alone: nothing is filled."""
    shared = {}
    for name in pack_names():
        pack = load_pack(name)
        batch = WorldBatch(pack, tuple(seeds(range(60))), (300, 500), False, KnownNames.load())
        columns = [column for table in pack.world_tables for column in table.stored]
        has = np.stack([present_worlds(batch, column) for column in columns], 1)
        shared[name] = fmean(
            (has[a] & has[b]).sum() / (has[a] | has[b]).sum() for a, b in combinations(range(60), 2)
        )
    assert fmean(shared.values()) <= 0.8, shared
    assert sum(
        any(table.spec.optional for table in load_pack(name).world_tables) for name in shared
    ) >= 12  # fmt: skip
