"""`compound`: change by calendar years, part-years as such."""

from datetime import date

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.validators.check import check_worlds
from tests.examples import examples
from tests.operators.small import filled, mistakes, pack_of, report, require_every_rule_triggered

TABLES = """
  phone:
    rows: 12..16
    columns:
      name: {{role: name, draw: {{pool: town}}}}
      model_year: {{role: context, type: year, draw: {{uniform: [setting.year - 9, setting.year]}}}}
      launched: {{role: askable, draw: {{between: [model_year, model_year], at_most: as_of - 2w}}}}
      size: {{role: hidden, type: decimal, decimals: 2, draw: {{uniform: [0.5, 2]}}}}
      battery: {{role: askable, type: integer, draw: {{compound: {{start: [3000, 4500],
                 rate: [0.04, 0.06], over: launched, since: setting.year - 9, noise: 0.05}},
                 step: 10}}}}
  sales:
    rows: {{each: phone, years: [model_year, setting.year]}}
    key: [phone, year]
    columns:
      phone: {{role: context, ref: phone}}
      year: {{role: context, type: year}}
      units: {{role: askable, type: integer, draw: {{compound: {{start: [40000, 900000],
               rate: [{low}, {high}], over: year, since: phone.model_year, by: phone,
               noise: {noise}, part: [phone.launched, as_of]}}, at_least: 3}}}}
"""


def tables(low=-0.4, high=-0.2, noise=0.1):
    return TABLES.format(low=low, high=high, noise=noise)


@examples(6)
@given(st.sampled_from([(-0.5, -0.1), (0, 0), (0.1, 0.8)]), st.sampled_from([0, 0.1, 1]))
def test_values_keep_to_their_ends_and_rates(rate, noise):
    pack = pack_of(tables(*rate, noise=noise))
    found = report(pack, filled(pack, 8))
    assert not found.violations, found.violations[0]


def test_there_is_a_trend_and_a_part_of_a_year_counts_as_such():
    worlds = filled(pack_of(tables(low=-0.01, high=0.01, noise=0)), 60)
    phones, sales = worlds.frames["phone"], worlds.frames["sales"]
    trend = pl.corr(pl.col("launched").dt.year().cast(float), pl.col("battery").cast(float))
    assert phones.select(trend).item() > 0.6
    rows = sales.join(phones, left_on=["world_id", "phone"], right_on=["world_id", "id"])
    pairs = rows.join(rows.with_columns(pl.col("year") + 1), on=["world_id", "phone", "year"])
    first = pairs.filter(
        (pl.col("year") == pl.col("model_year") + 1) & (pl.col("year") < 2030)
    ).to_dicts()
    assert len(first) > 50
    for row in first:
        days = (date(row["year"] - 1, 12, 31) - row["launched"]).days + 1
        whole = 366 if row["year"] % 4 == 1 else 365
        if row["units_right"] > 100:
            assert row["units_right"] / row["units"] == pytest.approx(days / whole, rel=0.03)


def test_mutations_trigger_every_rule():
    pack = pack_of(tables())
    require_every_rule_triggered(pack, filled(pack))


@pytest.mark.parametrize("year", [-(2**31), -1, 2**31 - 1])
def test_a_year_that_no_calendar_has_is_a_violation_and_no_error(year):
    pack = pack_of(tables())
    worlds = filled(pack, 2)
    sales = worlds.frames["sales"].with_columns(year=pl.lit(year, pl.Int32))
    found = check_worlds(pack, {**worlds.frames, "sales": sales}, present=worlds.columns)
    assert "sales.year: in model_year to setting.year" in found.by_rule


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("start: [3000, 4500]", "start: [0, 4500]", "got 0; allowed: above 0"),
        ("start: [3000, 4500]", "start: [4500, 3000]", "swap them"),
        ("rate: [0.04, 0.06]", "rate: [0.06, 0.04]", "the lesser first"),
        ("over: launched", "over: name", "allowed: a date or a year"),
        ("noise: 0.05}", "noise: 0.05, part: [as_of - 1y, as_of]}", "a date; give a year"),
    ],
)
def test_mistakes_are_named(old, new, said):
    text = tables()
    assert old in text
    found = mistakes(text.replace(old, new))
    assert any(said in line for line in found), found
