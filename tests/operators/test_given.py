"""`given` and `curve`: draws by category, and numbers that rise and fall with another."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.operators.small import filled, mistakes, pack_of, report, require_every_rule_triggered

TABLES = """
  club:
    rows: 4
    columns:
      name: {{role: name, draw: {{pool: town}}}}
  player:
    rows: {{per: club, count: 12}}
    columns:
      club: {{role: context, ref: club}}
      name: {{role: name, draw: {{pool: person}}}}
      position: {{role: context, draw: {{within: [club], deal: [keeper, back, front, back]}}}}
      fame: {{role: hidden, type: decimal, draw: {{normal: [0, 1]}}}}
      shirt: {{role: askable, type: integer, draw: {{given: {{position: {{
        keeper: {{distinct: 1..3, within: [club]}}, back: {{distinct: 4..12, within: [club]}},
        front: {{distinct: 13..20, within: [club]}}}}}}}}}}
      foot: {{role: askable, type: category, draw: {{given: {{position: {{
        keeper: {{choice: [right]}}, back: {{choice: {{left: 3, right: 2}}}},
        front: {{choice: [both, left]}}}}}}}}}}
      reach: {{role: askable, type: decimal, decimals: 1, draw: {{given: {{position: {{
        keeper: {{uniform: [180, 200]}}, back: {{normal: [170, 5], at_least: 160, at_most: 180}},
        front: {{uniform: [150, 160], step: 0.5}}}}}}}}}}
      age: {{role: askable, type: integer, draw: {{uniform: [16, 38]}}}}
      level: {{role: askable, type: decimal, decimals: 2,
               draw: {{map: {{position: {{keeper: 0.5, back: 0.8, front: 1.6}}}}}}}}
      value: {{role: askable, type: money, decimals: 2, draw: {{curve: {{over: age,
               points: {{17: 0.4, 26: {peak}, 36: 1}}, band: {band}}}, driven_by: {{fame: 0.8}},
               times: level, at_least: 0.1{shape}}}}}
"""


def tables(peak=12, band=0.4, shape=""):
    return TABLES.format(peak=peak, band=band, shape=shape)


@examples(6)
@given(st.sampled_from([0.5, 3, 40]), st.sampled_from([0, 0.2, 3]),
       st.sampled_from(["", ", step: 0.05", ", figures: 2"]))  # fmt: skip
def test_each_category_has_its_own_draw(peak, band, shape):
    pack = pack_of(tables(peak, band, shape))
    found = report(pack, filled(pack, 8))
    assert not found.violations, found.violations[0]


def test_values_follow_category_and_age():
    rows = filled(pack_of(tables()), 40).frames["player"]
    spans = rows.group_by("position").agg(
        low=pl.col("shirt").min(), high=pl.col("shirt").max(), feet=pl.col("foot").unique().sort()
    )
    found = {row["position"]: (row["low"], row["high"], row["feet"]) for row in spans.to_dicts()}
    assert found == {
        "keeper": (1, 3, ["right"]), "back": (4, 12, ["left", "right"]),
        "front": (13, 20, ["both", "left"]),
    }  # fmt: skip
    assert rows.select("world_id", "club", "shirt").is_unique().all()
    worth = rows.with_columns(pl.col("value").cast(float) / pl.col("level").cast(float))
    mean = worth.group_by("age").agg(pl.col("value").mean()).sort("age")["value"].to_list()
    assert max(range(len(mean)), key=mean.__getitem__) in {9, 10, 11}  # 25 to 27
    assert mean[0] < mean[5] < mean[10] > mean[15] > mean[20]


def test_mutations_trigger_every_rule():
    pack = pack_of(tables())
    require_every_rule_triggered(pack, filled(pack))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("keeper: {choice: [right]},", "", "got no draw for 'keeper'"),
        ("keeper: {choice: [right]}", "kepper: {choice: [right]}", "did you mean 'keeper'?"),
        ("front: {choice: [both, left]}", "front: {deal: [both, left]}", "got deal; allowed"),
        ("26: 12, 36", "12: 12, 36", "got points out of order"),
        ("over: age", "over: name", "allowed: a number"),
        ("type: integer, draw: {given", "type: category, draw: {given", "with draw distinct"),
    ],
)  # fmt: skip
def test_mistakes_are_named(old, new, said):
    text = tables()
    assert old in text
    found = mistakes(text.replace(old, new, 1))
    assert any(said in line for line in found), found
