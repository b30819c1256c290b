"""Growth that no year comes before: missing by definition, so that no table is made of it."""

from __future__ import annotations

import numpy as np

from fictionworld.packs.operators.groups import Growth
from fictionworld.streams import Bools
from fictionworld.web.batch import PlannedRows, WebBatch


def first_growth(batch: WebBatch, table: str) -> Bools:
    """Return, lines by facts of a table, which cells are growth in the first year of a group.

    It follows from years and references alone. Growth over or within columns of other tables, or
    such as twins do not share, is left out.
    """
    lines, columns = batch.lines[table], batch.codes.fact_columns(table)
    missing = np.zeros((len(lines), len(columns)), np.bool_)
    for fact, column in enumerate(columns):
        growth = None if column.spec.derive is None else column.spec.derive.get("growth")
        if growth is not None and _is_shared_by_twins(lines, growth):
            missing[:, fact] = ~_has_year_before(lines, growth)
    return missing


def _is_shared_by_twins(lines: PlannedRows, growth: Growth) -> bool:
    columns = lines.table.columns
    return all(
        len(path) == 1 and path[0] in columns and columns[path[0]].role in {"context", "name"}
        for path in (growth.over, *growth.within)
    )


def _has_year_before(lines: PlannedRows, growth: Growth) -> Bools:
    groups = (lines.world, *(lines.numbers(path[0]) for path in growth.within))
    years = lines.numbers(growth.over[0])
    rows = list(zip(*(numbers.tolist() for numbers in (*groups, years)), strict=True))
    known = set(rows)
    return np.array([(*group, year - 1) in known for *group, year in rows], np.bool_)
