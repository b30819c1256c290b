from __future__ import annotations

from dataclasses import fields
from datetime import date
from decimal import Decimal

import duckdb
import polars as pl
import pytest

from fictionworld.worlds.record import World, world_frame
from fictionworld.worlds.schema import COMMON, WORLD, StoredTable, pack_table
from tests.faults.synthetic import synthetic_pack

TABLE = StoredTable(
    "t", {"world_id": "INTEGER", "name": "VARCHAR", "price": "DECIMAL(18,2)", "big": "BIGINT"}
)


def frame(**changed: pl.Series) -> pl.DataFrame:
    columns = {
        "world_id": pl.Series([1], dtype=pl.Int64),
        "name": pl.Series(["a"]),
        "price": pl.Series([Decimal("1.50")], dtype=pl.Decimal(38, 2)),
        "big": pl.Series([2**40]),
    }
    return pl.DataFrame({**columns, **changed})


def test_the_pack_says_the_same():
    for table in synthetic_pack("alpha").tables.values():
        compiled = table.create_sql.replace("world_id INT", '"world_id" INT')
        assert pack_table(table).create_sql == compiled.replace(" id INT", ' "id" INT')


@pytest.mark.parametrize("table", [*COMMON, TABLE], ids=lambda table: table.name)
def test_duckdb_and_polars_agree_on_the_types(table):
    with duckdb.connect() as connection:
        connection.execute(table.create_sql)
        reader = connection.sql(f"FROM {table.name}").to_arrow_reader()
        assert pl.DataFrame(reader).schema == pl.Schema(table.schema)


def test_the_record_is_the_table():
    assert [field.name for field in fields(World)] == list(WORLD.columns)


def test_seeds_keep_all_their_bits():
    world = World(
        3, "p", "t", "grounded", date(2029, 1, 1), "en", 2**64 - 1, 2**63, 400, "train", 0
    )
    with duckdb.connect() as connection:
        connection.execute(WORLD.create_sql)
        connection.register("incoming", world_frame([world]))
        connection.execute("INSERT INTO world FROM incoming")
        assert World(*connection.sql("FROM world").fetchall()[0]) == world


def test_conform_puts_columns_in_order_and_keeps_values():
    given = frame().select("big", "price", "name", "world_id")
    kept = TABLE.conform(given)
    assert kept.schema == pl.Schema(TABLE.schema)
    assert kept.rows() == [(1, "a", Decimal("1.50"), 2**40)]


def test_conform_takes_nulls_categories_and_whole_numbers_as_decimals():
    given = frame(
        name=pl.Series([None], dtype=pl.Null),
        price=pl.Series([3], dtype=pl.Int16),
    )
    assert TABLE.conform(given).rows() == [(1, None, Decimal("3.00"), 2**40)]
    labels = frame(name=pl.Series(["x"], dtype=pl.Categorical))
    assert TABLE.conform(labels)["name"].to_list() == ["x"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"world_id": pl.Series([2**31])}, "beyond Int32"),
        ({"price": pl.Series([1.5])}, "t.price is Float64"),
        ({"price": pl.Series([Decimal("1.505")], dtype=pl.Decimal(18, 3))}, "t.price is Decimal"),
        ({"name": pl.Series([1])}, "t.name is Int64"),
        ({"big": pl.Series(["1"])}, "t.big is String"),
        ({"big": pl.Series([date(2029, 1, 1)])}, "t.big is Date"),
        ({"more": pl.Series([1])}, "it stores"),
    ],
)
def test_conform_refuses_what_cannot_be_stored_exactly(changed, message):
    with pytest.raises(ValueError, match=message):
        TABLE.conform(frame(**changed))
