"""Violations in words: the values that a rule weighs, and the way from row to row to them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import numpy as np

from fictionworld.packs.compiled import SETTING, CompiledColumn
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import route
from fictionworld.validators.relation import quoted, relation
from fictionworld.validators.report import Violation
from fictionworld.validators.rule import Check, RowCondition, ViolationQuery
from fictionworld.validators.tables import Hits, WorldTables

_IDENTITY = {"_row", "_rows", "world_id"}
_SHOWN_ROWS = 12
"""Rows of a group that a violation lists."""


def violations(tables: WorldTables, rule: Check, hits: Hits) -> Iterator[Violation]:
    """Yield the violations of a rule in words.

    Args:
        tables: The worlds.
        rule: A rule that SQL decides.
        hits: A line for each violation, with the columns of a `ViolationQuery`.
    """
    of = (isinstance(rule.broken, ViolationQuery) and rule.broken.of) or rule.table
    paths = rule.paths if of == rule.table else ()
    cells = _cells(tables, rule, paths, hits)
    for hit in hits:
        row = hit.get("_row")
        rows = hit.get("_rows") or ([] if row is None else [row])
        more = {name: cell for name, cell in hit.items() if name not in _IDENTITY}
        read = {} if row is None else cells.get(row, {})
        values = [
            (".".join(path), worded(read[".".join(path)], _column(tables, of, path)))
            for path in paths
            if row is not None
        ]
        shown = {**more, **{name: read[name] for name in _shown(rule)}}
        values += [(name, worded(cell, rule.columns.get(name))) for name, cell in shown.items()]
        labels = [tables.row(of, number) for number in rows[:_SHOWN_ROWS]]
        steps = [step for path in paths for step in _steps(tables, of, row, path, read)]
        subject = " and ".join(labels[:2]) or "The world"
        weighed = ", ".join(f"{name} is {text}" for name, text in values)
        yield Violation(
            world_id=hit["world_id"],
            rule=rule.name,
            table=of,
            rows=tuple(tables.row_id(of, number) for number in rows),
            values=tuple(values),
            path=tuple(dict.fromkeys(labels if len(labels) > 1 else steps or labels)),
            sentence=f"{subject}: {'; '.join(filter(None, (weighed, rule.due)))}.",
        )


def _shown(rule: Check) -> dict[str, str]:
    return dict(rule.broken.shown) if isinstance(rule.broken, RowCondition) else {}


def _column(tables: WorldTables, table: str, path: Path) -> CompiledColumn:
    return route(tables.pack, table, path).column


def _cells(
    tables: WorldTables, rule: Check, paths: tuple[Path, ...], hits: Hits
) -> dict[int, dict[str, Any]]:
    """Return what violations of a rule show, by the position of the row and the value's name."""
    shown = _shown(rule)
    if not (paths or shown) or any(hit.get("_row") is None for hit in hits):
        return {}
    rows = ", ".join(str(hit["_row"]) for hit in hits)
    reads = dict.fromkeys([*paths, *(way for path in paths for way in _ways(path))])
    extra = rule.broken.reads if isinstance(rule.broken, RowCondition) else ()
    columns = [quoted(path) for path in reads]
    columns += [f'({sql}) AS "{name}"' for name, sql in shown.items()]
    source = relation(tables.pack, rule.table, (*reads, *extra))
    every = f"SELECT _row, {', '.join(columns)} FROM {source}"
    # Filtered outside, since what a window shows depends on all rows.
    answer = tables.ask(f"SELECT * FROM ({every}) WHERE _row IN ({rows})")
    return {cells["_row"]: cells for cells in answer}


def _ways(path: Path) -> Iterator[Path]:
    """Yield the paths of the positions of the rows on the way along `path`."""
    if path[0] != SETTING:
        yield from ((*path[:k], "_row") for k in range(1, len(path)))


def _steps(
    tables: WorldTables, table: str, row: int | None, path: Path, cells: dict[str, Any]
) -> Iterator[str]:
    """Yield the way along a path from a row, a line for each step: rows, references, the value."""
    if row is None:
        return
    text = worded(cells[".".join(path)], _column(tables, table, path))
    if path[0] == SETTING and table != SETTING:
        yield f"{'.'.join(path)} = {text}"
        return
    yield tables.row(table, row)
    for way in _ways(path):
        table = str(tables.pack.tables[table].columns[way[-2]].target)
        yield f"{way[-2]} -> {tables.row(table, cells['.'.join(way)])}"
    yield f"{path[-1]} = {text}"


def worded(cell: object, column: CompiledColumn | None) -> str:
    """Return a cell of a relation as text, written as a value of `column`."""
    if cell is None:
        return "nothing"
    if isinstance(cell, bool):
        return str(cell).lower()
    if column is not None and column.kind == "date":
        return str(np.datetime64(int(str(cell)), "D"))  # of any year, also years without calendar
    if column is not None and column.decimals:
        return f"{Decimal(str(cell)).scaleb(-column.decimals):f}"
    return str(cell)
