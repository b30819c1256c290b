"""How a wide question's cells are spread over pages: drawn questions, and how few pages answer one.

A question here takes 5 to 120 rows of one table, all that pass a filter (or all), and two to seven
askable columns.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import polars as pl

MOST_COLUMNS = 7


@dataclass(frozen=True)
class Question:
    world: int
    table: str
    by: str
    rows: frozenset[int]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Spread:
    question: Question
    largest: float
    """The largest share of its cells on one page."""
    by_three: bool
    """Whether three pages state all of it."""

    @property
    def good(self):
        return self.largest <= 0.5 and not self.by_three


def questions(pack, filled, world, rng, each=6):
    """Some questions about each table and each way to filter it, in one world."""
    present = filled.columns.filter(world_id=world, present=True)
    has = set(present.select("table_name", "column_name").iter_rows())
    for table in pack.world_tables:
        frame = filled.frames[table.name].filter(world_id=world)
        askable = [
            c.name for c in table.stored if c.role == "askable" and (table.name, c.name) in has
        ]
        if len(askable) < 2:
            continue
        for by, groups in filters(pack, filled, table, frame, world):
            fit = [rows for rows in groups if 5 <= len(rows) <= 120]
            if not fit:
                continue
            for _ in range(each):
                rows = fit[rng.integers(len(fit))]
                count = rng.integers(2, min(len(askable), MOST_COLUMNS) + 1)
                columns = tuple(rng.choice(askable, count, replace=False).tolist())
                yield Question(world, table.name, by, frozenset(rows), columns)


def filters(pack, filled, table, frame, world):
    """Context columns of the table and of the rows it refers to: the rows of each value."""
    yield "all", [frame["id"].to_list()]
    for column in table.stored:
        if column.role != "context":
            continue
        yield column.name, by_value(frame, column.name)
        if column.target is None:
            continue
        target = pack.tables[column.target]
        other = filled.frames[target.name].filter(world_id=world)
        for further in target.stored:
            if further.role == "context":
                joined = frame.select("id", pl.col(column.name).alias("to")).join(
                    other.select(pl.col("id").alias("to"), pl.col(further.name).alias("value")),
                    on="to",
                )
                yield f"{column.name}.{further.name}", by_value(joined, "value")


def by_value(frame, column):
    kept = frame.filter(pl.col(column).is_not_null())
    return [
        ids
        for (ids,) in kept.group_by(column, maintain_order=True).agg("id").select("id").iter_rows()
    ]


def spreads(pack, filled, plans, rng, worlds):
    codes = plans.codes
    for world in worlds:
        where = defaultdict(list)
        mine = plans.statements.filter(world_id=world)
        for page, code, row in mine.select("page", "column", "row").iter_rows():
            where[code, row].append(page)
        for question in questions(pack, filled, world, rng):
            cells = [
                where[codes.code(question.table, column), row]
                for column in question.columns
                for row in question.rows
            ]
            yield measure(question, cells)


def measure(question, cells):
    counts = np.bincount([page for pages in cells for page in pages])
    top = np.sort(counts)[-3:].sum()
    by_three = bool(top >= len(cells)) and covered(cells, 3)
    return Spread(question, counts.max() / len(cells), by_three)


def covered(cells, pages):
    """Whether so many pages state every cell: one of the pages of the rarest cell must be read."""
    if not cells:
        return True
    if not pages:
        return False
    rarest = min(cells, key=len)
    return any(covered([c for c in cells if page not in c], pages - 1) for page in rarest)
