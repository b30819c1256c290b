"""The signatures of three strategies in each of their packs; `tests/web/test_private.py` has the
fourth. Bands are two or three times as wide as forty worlds vary."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import duckdb
import pytest

from fictionworld.generators.fill import fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from tests.small import strategies
from tests.web.drawn import seeds
from tests.web.written import written

if TYPE_CHECKING:
    import polars as pl

WORLDS = 40
TODAY = 2026
"""Worlds moved in time lie after this year; of the others some lie before."""
PACKS = {
    strategy: [name for name, has in strategies().items() if has == strategy]
    for strategy in ("time_shifted", "long_tail", "grounded")
}
# The figure of a pack, and between what it must lie; what it follows is cited in the pack or here.
TRENDS = {
    # a chip's speed grows by 14% a year; 4,900 mAh in 2025, 3% more each year; 438 dollars in 2023
    "smartphones": [
        ("SELECT regr_slope(ln(benchmark), announced) FROM chip WHERE class = 'entry'", 0.1, 0.17),
        ("SELECT exp(regr_intercept(ln(battery), model_year - 2025)) FROM phone", 4700, 5100),
        ("SELECT regr_slope(ln(battery), model_year) FROM phone", 0.02, 0.04),
        (("SELECT avg(price / pow(1.03, model_year - 2023)) FROM phone JOIN setting "
          "USING (world_id) WHERE currency = 'USD'"), 370, 510),
    ],
    # 9 to 16 thousand dollars a kilogram in 2045, after Jones, ICES-2018-81; 5.5% less each year
    "moon_settlement": [
        (("SELECT exp(regr_intercept(ln(price), year(launched) - 2045)) FROM flight "
         "JOIN setting USING (world_id) WHERE use = 'cargo' AND currency = 'USD'"), 9000, 16000),
        (("SELECT regr_slope(ln(price), year(launched)) FROM flight JOIN setting USING (world_id) "
         "WHERE use = 'cargo' AND currency = 'USD'"), -0.08, -0.03),
    ],
    # 3.114 t of carbon dioxide from a tonne of oil: IMO, MEPC.308(73); oil gives way by 2050
    "shipping": [
        (("SELECT median(carbon / v.fuel) FROM voyage v JOIN ship s ON s.world_id = v.world_id "
         "AND s.id = v.ship JOIN class c ON c.world_id = s.world_id AND c.id = s.class "
         "WHERE c.fuel = 'fuel oil'"), 3.05, 3.18),
        ("SELECT regr_slope((fuel = 'fuel oil')::INTEGER, first) FROM class", -0.1, -0.01),
    ],
}  # fmt: skip
CITED = {
    # Premier League 2018/19: 1,072 goals in 380 matches, of which 181 won at home, 71 drawn
    "football": [
        ("SELECT avg(home_goals + away_goals) FROM match", 2.4, 3.1),
        ("SELECT avg((home_goals > away_goals)::INTEGER) FROM match", 0.4, 0.52),
        ("SELECT avg((home_goals = away_goals)::INTEGER) FROM match", 0.17, 0.3),
    ],
    "municipality": [
        ("SELECT quantile_cont(turnout, 0.1) FROM district", 40, 60),
        ("SELECT quantile_cont(turnout, 0.9) FROM district", 55, 75),
        ("SELECT min(council) FROM setting", 20, 40),
        ("SELECT max(council) FROM setting", 20, 60),
    ],
    "rail_network": [
        ("SELECT avg(punctual) FROM figure", 86, 90),
        ("SELECT avg(cancelled) FROM figure", 1.5, 3.8),
        ("SELECT median(cover) FROM figure", 22, 52),
    ],
}


@cache
def rows(name: str) -> dict[str, pl.DataFrame]:
    return fill_worlds(load_pack(name), seeds(range(WORLDS))).frames


def figure(name: str, query: str) -> float:
    with duckdb.connect() as connection:
        for table, frame in rows(name).items():
            connection.register(table, frame)
        return connection.execute(query).fetchone()[0]


def test_each_pack_has_its_figures():
    assert set(TRENDS) == set(PACKS["time_shifted"])
    assert set(CITED) == set(PACKS["grounded"])


@pytest.mark.parametrize("name", pack_names())
def test_only_worlds_moved_in_time_all_lie_ahead(name):
    setting = rows(name)["setting"]
    years = setting["season_year" if name == "football" else "year"]
    assert (years.min() > TODAY) == (name in PACKS["time_shifted"])


@pytest.mark.parametrize(
    ("name", "query", "low", "high"),
    [(name, *one) for group in (TRENDS, CITED) for name, found in group.items() for one in found],
)
def test_figures_are_those_of_the_source(name, query, low, high):
    assert low <= figure(name, query) <= high


@pytest.mark.parametrize("name", PACKS["long_tail"])
def test_a_long_tail_has_many_subjects_and_few_pages_about_each(name):
    """Most have one page, and a register of all worlds' subjects is far larger than a world's."""
    web, _ = written(name, 1)
    own = [re.fullmatch(r"\w+/(\w+)/(\d+)", head.name) for head in web.heads]
    pages = Counter(found.groups() for found in own if found)
    assert len(pages) >= 180
    assert sum(count == 1 for count in pages.values()) >= 0.65 * len(pages)
    assert sum(pages.values()) <= 1.45 * len(pages)
    for table in load_pack(name).world_tables:
        if table.name_column is not None:
            frame = rows(name)[table.name]
            named = frame.group_by("world_id").len()["len"].max()
            register = frame[table.name_column.name].n_unique()
            assert register >= 10 * named, table.name
