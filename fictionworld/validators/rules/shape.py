"""The schema of worlds: tables, columns and types; ids; one setting row; the listed counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from fictionworld.errors import DatasetError
from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.validators.relation import as_date, quoted, relation, rows_table
from fictionworld.validators.rule import Check, RowCondition, ViolationQuery
from fictionworld.worlds.schema import pack_table

if TYPE_CHECKING:
    import polars as pl


def require_shape(pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> None:
    """Raise unless every table has every column in its type, and every row a world and an id.

    Raises:
        DatasetError: One line for each table or column that is missing or of another type.
    """
    errors = [line for table in pack.tables.values() for line in _shape_errors(table, frames)]
    if errors:
        raise DatasetError(
            f"these are no worlds of the pack {pack.name}:\n  " + "\n  ".join(errors)
        )


def _shape_errors(table: CompiledTable, frames: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    frame = frames.get(table.name)
    if frame is None:
        yield f"{table.name}: the table is missing; got {', '.join(frames) or 'none'}"
        return
    for name, dtype in pack_table(table).schema.items():
        if name not in frame.columns:
            yield f"{table.name}.{name}: the column is missing; got {', '.join(frame.columns)}"
        elif frame.schema[name] != dtype:
            yield f"{table.name}.{name}: got type {frame.schema[name]}, it is declared {dtype}"
        elif name in {"world_id", "id"} and frame[name].null_count():
            yield f"{table.name}.{name}: {frame[name].null_count()} rows have none"


def shape_rules(pack: CompiledPack) -> Iterator[Check]:
    """Yield the rules that ids run from 1, and that each world has one setting row."""
    before = "coalesce(lag(id) OVER (PARTITION BY world_id ORDER BY id, _row), 0)"
    apart = RowCondition(f"id != {before} + 1", shown={"id before": before})
    for table in pack.tables:
        yield Check(f"{table}: ids run from 1 without gap", table, apart, due="due is the next id")
    setting = f"""
        SELECT world_id, count(s._row) AS "rows of setting"
        FROM worlds LEFT JOIN {rows_table(SETTING)} AS s USING (world_id)
        GROUP BY world_id HAVING count(s._row) != 1
        """
    yield Check(f"{SETTING}: one row", SETTING, ViolationQuery(setting), due="due is one")


def listing_rules(pack: CompiledPack, listed: pl.DataFrame) -> Iterator[Check]:
    """Yield the rules that every world that has rows is listed, with its number of rows and its
    day.

    `listed` has a row for each world: `world_id` and, where they are known, `row_count`, which
    counts the rows of all tables but the setting, and `as_of`, the setting's day.
    """
    unlisted = 'SELECT world_id FROM worlds ANTI JOIN "listed worlds" USING (world_id)'
    due = "a world with rows is in the list of worlds"
    yield Check("world: is listed", SETTING, ViolationQuery(unlisted), due=due)
    if "row_count" in listed.columns:
        ids = (f"SELECT world_id FROM {rows_table(table.name)}" for table in pack.world_tables)
        counts = f"""
            SELECT world_id, coalesce(rows, 0) AS rows, row_count
            FROM "listed worlds" LEFT JOIN (
                SELECT world_id, count(*) AS rows FROM ({" UNION ALL ".join(ids)}) GROUP BY ALL)
            USING (world_id) WHERE coalesce(rows, 0) != row_count
            """
        name = "world: has the rows it is listed with"
        yield Check(name, SETTING, ViolationQuery(counts), due="due is row_count")
    if "as_of" in listed.columns and "as_of" in pack.tables[SETTING].columns:
        as_of = ("as_of",)
        days = f"""
            SELECT _row FROM {relation(pack, SETTING, (as_date(as_of),))}
            LEFT JOIN "listed worlds" AS listed USING (world_id)
            WHERE {quoted(as_date(as_of))} != listed.as_of
            """
        due = "the world is listed with another day"
        yield Check(
            f"{SETTING}.as_of: the day it is listed with",
            SETTING,
            ViolationQuery(days),
            (as_of,),
            due,
        )
