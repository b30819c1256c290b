"""Contracts of `fill_worlds`, over every packaged pack."""

import polars as pl
import pytest

from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.packs.words import brand_list
from fictionworld.seeds import child_seed
from fictionworld.worlds.schema import WORLD_COLUMN, pack_table
from tests.small import each_pack


def seeds(ids, structure=0, values=0):
    return [
        WorldSeeds(
            i,
            child_seed(structure, f"world/{i}/structure"),
            child_seed(values, f"world/{i}/values"),
        )
        for i in ids
    ]


@pytest.fixture(scope="module", params=each_pack())
def pack(request):
    return load_pack(request.param)


def world(filled, world_id):
    of_world = pl.col("world_id") == world_id
    return {name: frame.filter(of_world) for name, frame in filled.frames.items()} | {
        "*columns": filled.columns.filter(of_world),
        "*world": filled.worlds.filter(of_world),
    }


@pytest.fixture(scope="module")
def many(pack):
    return fill_worlds(pack, seeds(range(300)))


def test_a_world_depends_on_its_own_seeds_alone(pack, many):
    among_few = fill_worlds(pack, seeds([31, 7]))
    for world_id in (7, 31):
        alone = world(fill_worlds(pack, seeds([world_id])), world_id)
        for name, frame in alone.items():
            assert frame.equals(world(many, world_id)[name]), name
            assert frame.equals(world(among_few, world_id)[name]), name


def test_other_seeds_give_other_worlds(pack):
    a, b = fill_worlds(pack, seeds([0])), fill_worlds(pack, seeds([1]))
    assert not a.frames[pack.world_tables[0].name].equals(b.frames[pack.world_tables[0].name])


def test_twins_share_structure_and_differ_in_what_is_askable(pack):
    # so many that one has an optional column of an optional table
    one = fill_worlds(pack, seeds(range(40)))
    two = fill_worlds(pack, seeds(range(40), values=99))
    assert one.columns.equals(two.columns)
    for name, table in pack.tables.items():
        a, b = one.frames[name], two.frames[name]
        assert a.height == b.height
        for column in table.stored:
            same = a[column.name].equals(b[column.name])
            if column.role == "askable":
                differing = (a[column.name].ne_missing(b[column.name])).sum()
                # followed from structure alone (a count of rows), or drawn anew
                assert differing > 0 or column.structural or column.spec.derive, column
            else:
                assert same, f"{name}.{column.name} is {column.role} and must not change"


def test_frames_have_the_types_that_are_stored(pack):
    filled = fill_worlds(pack, seeds(range(3)))
    assert filled.columns.schema == WORLD_COLUMN.schema
    for name, table in pack.tables.items():
        assert dict(filled.frames[name].schema) == pack_table(table).schema


def test_rows_stay_in_the_range_most_often(many):
    counts = many.worlds["row_count"]
    outside = ((counts < 300) | (counts > 500)).sum()
    assert outside <= 6, "a world outside the range is drawn anew: rarely, please"


def test_the_last_tables_fill_a_world_up_to_a_narrower_range(pack, many):
    free = many.worlds["row_count"][:200]
    low = int(free.quantile(0.45))
    rows = (low, low + 8)
    counts = fill_worlds(pack, seeds(range(200)), FillOptions(rows)).worlds["row_count"]
    assert counts.is_between(*rows).sum() > 1.5 * free.is_between(*rows).sum()


def test_every_optional_column_is_there_in_some_worlds_and_not_in_others(pack):
    filled = fill_worlds(pack, seeds(range(80)))
    for table in pack.tables.values():
        for column in table.stored:
            here = filled.columns.filter(
                (pl.col("table_name") == table.name) & (pl.col("column_name") == column.name)
            )["present"]
            if not column.optional and not column.goes_with:
                assert here.all()
            else:
                assert 0 < here.sum() < len(here)
                absent = set(
                    filled.columns.filter(
                        (pl.col("table_name") == table.name)
                        & (pl.col("column_name") == column.name)
                        & ~pl.col("present")
                    )["world_id"]
                )
                cells = filled.frames[table.name].filter(pl.col("world_id").is_in(sorted(absent)))
                assert cells[column.name].is_null().all()


def test_real_brands_only_where_they_are_wanted(pack):
    branded = fill_worlds(pack, seeds(range(20)), FillOptions(real_brands=True))
    for table, column in pack.real_names:
        draw = pack.tables[table].columns[column].spec.draw
        real = set(brand_list(draw.brands))
        assert set(branded.frames[table][column]) <= real
        assert not set(fill_worlds(pack, seeds(range(20))).frames[table][column]) & real
