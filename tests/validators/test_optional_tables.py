"""Rows of a table that their world lacks are found, and a world without them breaks no rule."""

import polars as pl
import pytest

from fictionworld.validators.check import check_worlds
from tests.operators import small

TABLES = """
  office:
    rows: 5..6
    columns:
      name: {role: name, draw: {pool: town}}
      visits: {role: context, derive: {count: {of: visit, by: office}}}
  visit:
    rows: {per: office, count: 2..3}
    optional: 0.5
    key: [office, number]
    columns:
      office: {role: context, ref: office}
      number: {role: context, type: integer, draw: {distinct: 1..400, within: [office]}}
      hours: {role: askable, type: integer, draw: {uniform: [1, 9]}}
"""
DEGREE = "  - {in: office, degree: {of: visit, by: office, between: 2..3}}\n"
NO_ROWS = "visit: no rows in worlds without it"
COUNTED = "office.visits: is the count of visit"
ROWS_OF_EACH = "visit: rows for each office"


@pytest.fixture(scope="module")
def pack():
    return small.pack_of(TABLES, DEGREE)


@pytest.fixture(scope="module")
def worlds(pack):
    return small.filled(pack, 20)


def broken(pack, frames, present):
    """By rule, the worlds that break it."""
    return check_worlds(pack, frames, present=present).worlds_by_rule


def lacking(present):
    """The worlds that lack the table, and those that have it."""
    told = present.filter(table_name="visit", column_name="number")
    return tuple(set(told.filter(present=has)["world_id"]) for has in (False, True))


def said_of(present, world, *, has):
    """The list of columns, which says of one world that it has the table or lacks it."""
    goes = (pl.col("table_name") == "visit") | (pl.col("column_name") == "visits")
    here = (pl.col("world_id") == world) & goes
    return present.with_columns(
        present=pl.when(here).then(pl.lit(has)).otherwise(pl.col("present"))
    )


def test_worlds_with_and_without_the_table_are_sound(pack, worlds):
    without, having = lacking(worlds.columns)
    assert without and having
    assert not broken(pack, worlds.frames, worlds.columns)
    assert not broken(pack, worlds.frames, None), "no list of columns: no rows, no table"


def test_rows_of_a_table_that_the_world_lacks_are_found(pack, worlds):
    world = min(lacking(worlds.columns)[1])
    found = broken(pack, worlds.frames, said_of(worlds.columns, world, has=False))
    assert found[NO_ROWS] == (world,)


def test_a_row_that_is_put_into_a_world_without_the_table_is_found(pack, worlds):
    without, having = lacking(worlds.columns)
    visits, to = worlds.frames["visit"], min(without)
    moved = visits.filter(world_id=min(having))[:1].with_columns(world_id=pl.lit(to, pl.Int32))
    frames = {**worlds.frames, "visit": pl.concat([visits, moved])}
    assert broken(pack, frames, worlds.columns)[NO_ROWS] == (to,)


def test_a_table_that_is_there_has_its_rows(pack, worlds):
    world = min(lacking(worlds.columns)[0])
    found = broken(pack, worlds.frames, said_of(worlds.columns, world, has=True))
    assert found[ROWS_OF_EACH] == (world,)
    assert found["office.degree: 2..3 of visit by office"] == (world,)
    assert found[COUNTED] == (world,), "what counts its rows is there too"
