"""The schema of worlds: tables, columns and types; ids; one setting row; the listed counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import polars as pl

from fictionworld.errors import DatasetError
from fictionworld.packs.compiled import SETTING, CompiledPack, CompiledTable
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    cell_findings,
    no_findings,
)
from fictionworld.worlds.schema import pack_table


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


def shape_checks(pack: CompiledPack) -> Iterator[Check]:
    """Yield the rules that ids run from 1, and that each world has one setting row."""
    for table in pack.tables:
        yield Check(f"{table}: ids run from 1 without gap", table, "shape", _ids(table))
    yield Check(f"{SETTING}: one row", SETTING, "shape", _one_setting)


def listing_checks(listed: pl.DataFrame) -> Iterator[Check]:
    """Yield the rules that every world that has rows is listed, with its number of rows and its
    day.

    `listed` has a row for each world: `world_id` and, where they are known, `row_count`, which
    counts the rows of all tables but the setting, and `as_of`, the setting's day.
    """
    yield Check("world: is listed", SETTING, "shape", lambda batch: _listed(batch, listed))
    if "row_count" in listed.columns:
        yield Check(
            "world: has the rows it is listed with",
            SETTING,
            "shape",
            lambda batch: _row_counts(batch, listed),
        )
    if "as_of" in listed.columns:
        yield Check(
            f"{SETTING}.as_of: the day it is listed with",
            SETTING,
            "shape",
            lambda batch: _days(batch, listed),
        )


def _ids(table: str) -> Callable[[StoredBatch], Findings]:
    def find(batch: StoredBatch) -> Findings:
        rows = batch.rows(table)
        if rows.is_dense:
            return no_findings()
        order = np.lexsort((rows.id, rows.world))
        start = np.cumsum(rows.count) - rows.count
        expected_ids = np.arange(len(order)) - start[rows.world[order]] + 1
        off = np.flatnonzero(rows.id[order] != expected_ids)
        worlds, first = np.unique(rows.world[order][off], return_index=True)
        bad_rows, expected = order[off[first]], expected_ids[off[first]]

        def describe(k: int) -> FindingText:
            actual, due = int(rows.id[bad_rows[k]]), int(expected[k])
            fault = f"{due} is missing" if actual > due else f"{actual} is there twice"
            if actual < 1:
                fault = f"{actual} is no id"
            return FindingText(
                rows=(actual,),
                values=(("id", str(actual)), ("place", str(due))),
                sentence=f"The ids of {table} do not run from 1 without gap: {fault}.",
            )

        return Findings(worlds, describe)

    return find


def _one_setting(batch: StoredBatch) -> Findings:
    count = batch.rows(SETTING).count
    worlds = np.flatnonzero(count != 1)

    def describe(k: int) -> FindingText:
        rows = int(count[worlds[k]])
        return FindingText(
            rows=tuple(range(1, min(rows, 5) + 1)),
            values=(("rows", str(rows)),),
            sentence=f"The world has {rows} setting rows; it has exactly one.",
        )

    return Findings(worlds, describe)


def _listed(batch: StoredBatch, listed: pl.DataFrame) -> Findings:
    worlds = np.flatnonzero(~np.isin(batch.worlds, listed["world_id"].to_numpy()))

    def describe(k: int) -> FindingText:
        world = int(batch.worlds[worlds[k]])
        return FindingText((), (), f"World {world} has rows, but is not in the list of worlds.")

    return Findings(worlds, describe)


def _row_counts(batch: StoredBatch, listed: pl.DataFrame) -> Findings:
    row_counts = np.sum([batch.rows(table.name).count for table in batch.pack.world_tables], axis=0)
    indices = np.searchsorted(batch.worlds, listed["world_id"].to_numpy())
    due = np.full(len(batch.worlds), -1, dtype=np.int64)
    due[indices] = listed["row_count"].to_numpy()
    worlds = np.flatnonzero((due >= 0) & (row_counts != due))

    def describe(k: int) -> FindingText:
        rows, expected = int(row_counts[worlds[k]]), int(due[worlds[k]])
        return FindingText(
            rows=(),
            values=(("rows", str(rows)), ("row_count", str(expected))),
            sentence=f"The world has {rows} rows; it is listed with {expected}.",
        )

    return Findings(worlds, describe)


def _days(batch: StoredBatch, listed: pl.DataFrame) -> Findings:
    setting = batch.frames[SETTING]
    if "as_of" not in setting.columns:
        return no_findings()
    days = dict(zip(listed["world_id"], listed["as_of"], strict=True))
    due = pl.Series("due", [days.get(world) for world in setting["world_id"]], pl.Date)
    bad = (setting["as_of"] != due).fill_null(value=False).to_numpy()
    return cell_findings(batch, SETTING, bad, (("as_of",),), "the world is listed with another day")
