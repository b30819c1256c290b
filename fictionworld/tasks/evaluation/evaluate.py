"""`Evaluator`: the answers to many specifications, computed by SQL over many worlds at once.

For each base table three queries are run, whatever the number of tasks: the rows of each task's
world tested against its conditions; what an average, an extreme or a cut leaves of those that
pass; and groups with their figures. What differs between tasks stands in tables of parameters
(`parameters.py`), so a column is chosen by CASE and a test is one range or one list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

from fictionworld.tasks.evaluation.parameters import AGGREGATES, Asked, parameters_of
from fictionworld.tasks.evaluation.sql import grouped_sql, kept_sql, passed_sql
from fictionworld.tasks.evaluation.views import view_sql

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.specification import Specification

__all__ = ["Asked", "Evaluator", "Found", "FoundRow"]


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One row of an answer before its cells are looked up."""

    id: int
    """The row of the base; for a group, its first."""
    place: int = 0
    """1..k in the order of `extreme`."""
    lead: int | None = None
    """How far the order's value is from the next row's, coded."""
    count: int = 0
    """Rows of the group."""
    figures: tuple[tuple[int | None, int, int | None, int | None], ...] = ()
    """Sum, number of values, least and most, coded; one for each aggregated output."""


@dataclass(frozen=True, slots=True)
class Found:
    """What SQL found for one task."""

    rows: tuple[FoundRow, ...]
    tied: bool
    """Two rows are level at the cut, or where their places are asked for."""


_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "temp_directory": "",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


class Evaluator:
    """Worlds of one pack, ready to be asked; a context manager."""

    def __init__(self, pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> None:
        """`frames` are the pack's tables by name, of all worlds that will be asked."""
        self._pack = pack
        self._connection = duckdb.connect(config=_CONFIG)
        for name, table in pack.tables.items():
            self._connection.register("incoming", frames[name])
            self._connection.execute(f'CREATE TABLE "{table.sql_name}" AS FROM incoming')

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def evaluate(self, asked: Sequence[Asked]) -> list[Found]:
        """What each specification finds in its world, in the order given."""
        found = [Found((), tied=False)] * len(asked)
        by_base: dict[str, list[tuple[int, Asked]]] = {}
        for number, one in enumerate(asked):
            by_base.setdefault(one.specification.table, []).append((number, one))
        for table, tasks in by_base.items():
            for number, answer in _evaluate_base(self._connection, self._pack, table, tasks):
                found[number] = answer
        return found


def _evaluate_base(
    connection: duckdb.DuckDBPyConnection,
    pack: CompiledPack,
    table: str,
    asked: Sequence[tuple[int, Asked]],
) -> list[tuple[int, Found]]:
    parameters = parameters_of(pack, table, asked)
    for name in ("tasks", "conditions", "members"):
        connection.register(name, getattr(parameters, name))
    for name, paths in parameters.paths.items():
        view = f'CREATE OR REPLACE TEMP TABLE "view {name}" AS {view_sql(pack, name, paths)}'
        connection.execute(view)
    connection.execute(passed_sql(pack, table, parameters))
    aggregated = parameters.tasks["aggregated"]
    rows = groups = []
    # `execute` rather than `sql`, which binds a query twice: planning is most of what these cost
    if not aggregated.all():
        rows = connection.execute(kept_sql(parameters)).fetchall()
    if aggregated.any():
        groups = connection.execute(grouped_sql(parameters)).fetchall()
    plain: dict[int, list[FoundRow]] = {}
    tied: set[int] = set()
    specifications = {number: one.specification for number, one in asked}
    for task, row, place, lead, level in rows:
        plain.setdefault(task, []).append(FoundRow(row, place=place, lead=lead))
        if level and _matters(specifications[task], place):
            tied.add(task)
    for task, row, count, *figures in groups:
        quads = tuple(tuple(figures[start : start + 4]) for start in range(0, 4 * AGGREGATES, 4))
        plain.setdefault(task, []).append(FoundRow(row, count=count, figures=quads))
    for number, specification in specifications.items():
        if specification.aggregated and not specification.groups and number not in plain:
            plain[number] = [FoundRow(0, figures=((None, 0, None, None),) * AGGREGATES)]
    return [(number, Found(tuple(plain.get(number, ())), number in tied)) for number, _ in asked]


def _matters(specification: Specification, place: int) -> bool:
    """Whether it makes a difference that the row at this place and the next are level."""
    assert specification.extreme is not None
    told = any(output.of in {"place", "lead"} for output in specification.outputs)
    return told or place == specification.extreme.k
