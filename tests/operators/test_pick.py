"""`pick` with conditions, and never the same row twice in a slot."""

import polars as pl
import pytest

from tests.operators.small import (
    filled,
    mistakes,
    pack_of,
    report,
    require_every_rule_triggered,
    twins_share_structure,
)

TABLES = """
  club:
    rows: 6
    columns:
      name: {role: name, draw: {pool: town}}
      region: {role: context, draw: {choice: [north, south]}}
  referee:
    rows: 14..18
    columns:
      name: {role: name, draw: {pool: person}}
      level: {role: context, draw: {deal: [national, local, national]}}
      active: {role: context, draw: {true_share: 0.9}}
      region: {role: context, draw: {deal: [south, north, south, north, north]}}
  game:
    rows: {round_robin: club, legs: 2, round: round}
    key: [home, away]
    columns:
      home: {role: context, ref: club}
      away: {role: context, ref: club}
      round: {role: context, type: integer}
      crowd: {role: askable, type: integer, draw: {uniform: [1, 99]}}
      referee: {role: context, ref: referee, pick: {where: {level: national}, free_in: [round]}}
      doctor: {role: context, ref: referee, pick: {match: {region: home.region}, skew: 1.2}}
      driver: {role: context, ref: referee, pick: {free_in: [round], skew: 1}}
"""


def test_conditions_hold_and_no_slot_has_one_twice():
    pack = pack_of(TABLES)
    worlds = filled(pack, 30)
    found = report(pack, worlds)
    # too few of a region or a level in a world: seen, not passed over
    assert set(found.by_rule) <= {
        "game.doctor: never missing", "game.referee: never the same twice in round",
    }  # fmt: skip
    assert len(found.bad_worlds) <= 3
    games = worlds.frames["game"].filter(~pl.col("world_id").is_in(found.bad_worlds))
    for who in ("referee", "driver"):
        assert games.select("world_id", "round", who).is_unique().all()
    levels = games.join(
        worlds.frames["referee"], left_on=["world_id", "referee"], right_on=["world_id", "id"]
    )
    assert set(levels["level"]) == {"national"}


def test_skew_has_favourites_and_none_has_not():
    def most(skew):
        pack = pack_of(TABLES.replace("[round], skew: 1}", f"[round], skew: {skew}}}"))
        counts = filled(pack, 30).frames["game"].group_by("world_id", "driver").len()
        return counts.group_by("world_id").agg(pl.col("len").max())["len"].mean()

    assert most(3) > 1.5 * most(0)


def test_twins_share_it_and_a_world_stands_alone():
    pack = pack_of(TABLES)
    twins_share_structure(pack)
    many, few = filled(pack, 12).frames["game"], filled(pack, 3).frames["game"]
    assert many.filter(pl.col("world_id") < 3).equals(few)


def test_one_region_too_few_sets_the_world_aside():
    pack = pack_of(TABLES.replace("rows: 14..18", "rows: 2"))
    found = report(pack, filled(pack, 5))
    assert "game.driver: never the same twice in round" in found.by_rule


def test_mutations_trigger_every_rule():
    pack = pack_of(TABLES)
    worlds = filled(pack, 30)
    bad = report(pack, worlds).bad_worlds
    kept = ~pl.col("world_id").is_in(bad)
    frames = {name: frame.filter(kept) for name, frame in worlds.frames.items()}
    object.__setattr__(worlds, "frames", frames)
    object.__setattr__(worlds, "columns", worlds.columns.filter(kept))
    require_every_rule_triggered(pack, worlds)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("where: {level: national}", "where: {levels: national}", "did you mean 'level'?"),
        ("where: {level: national}", "where: {level: nationl}", "did you mean 'national'?"),
        ("where: {level: national}", "where: {active: yes_please}", "allowed: one of its values"),
        ("match: {region: home.region}", "match: {region: home.name}", "make them equal"),
        ("free_in: [round], skew", "free_in: [crowd], skew", "made from the askable game.crowd"),
        ("{free_in: [round], skew: 1}", "{free_in: [round], unlike: referee}", "beside free_in"),
    ],
)
def test_mistakes_are_named(old, new, said):
    assert old in TABLES
    found = mistakes(TABLES.replace(old, new))
    assert any(said in line for line in found), found
