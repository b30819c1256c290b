"""`Evaluator`: the answers to many specifications, computed by SQL over many worlds at once.

Three queries are run, whatever the number of tasks: the rows of each task's world tested against
its conditions; what an average, an extreme or a cut leaves of those that pass; and groups with
their figures. What differs between tasks stands in tables of parameters (`parameters.py`), so a
column is chosen by CASE and a test is one range or one list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.sandbox import sandbox
from fictionworld.tasks.evaluation.parameters import (
    AGGREGATED,
    AGGREGATES,
    AskedSpecification,
    parameters_of,
)
from fictionworld.tasks.evaluation.sql import GROUPED, KEPT, passed_sql, view_sql
from fictionworld.tasks.specification import Output, Path, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.rows import Code, WorldColumns, decode

if TYPE_CHECKING:
    import polars as pl


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
class FoundRows:
    """What SQL found for one task."""

    rows: tuple[FoundRow, ...]
    tied: bool
    """Two rows are level whose places are asked for."""


class Evaluator:
    """Worlds of one pack, ready to be asked; a context manager."""

    def __init__(self, pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> None:
        """Load `frames`: the pack's tables by name, of all worlds that will be asked."""
        self._pack = pack
        self._views: dict[str, set[Path]] = {}
        self._connection = sandbox()
        for name, table in pack.tables.items():
            self._connection.register("incoming", frames[name])
            self._connection.execute(f'CREATE TEMP TABLE "{table.sql_name}" AS FROM incoming')

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def evaluate(self, asked: Sequence[AskedSpecification]) -> list[FoundRows]:
        """Return the rows that each specification finds in its world, in the order given."""
        if not asked:
            return []
        parameters = parameters_of(self._pack, asked)
        for name in ("tasks", "conditions", "members"):
            self._connection.register(name, getattr(parameters, name))
        for table, paths in parameters.paths.items():
            self._view(table, paths)
        # `execute`, not `sql`, which binds a query twice: planning is half of what these cost
        self._connection.execute(passed_sql(self._pack, parameters))
        rows = self._connection.execute(KEPT).fetchall()
        groups = self._connection.execute(GROUPED).fetchall()
        return _found(
            [asked_specification.specification for asked_specification in asked], rows, groups
        )

    def _view(self, table: str, paths: set[Path]) -> None:
        """Create the view of a table, or keep the one made before where it has all these paths."""
        view_paths = self._views.setdefault(table, set())
        if not view_paths or not paths <= view_paths:
            view_paths |= paths
            view = view_sql(self._pack, table, view_paths)
            self._connection.execute(f'CREATE OR REPLACE TEMP TABLE "view {table}" AS {view}')


def _found(
    specifications: Sequence[Specification],
    rows: Iterable[tuple[Any, ...]],
    groups: Iterable[tuple[Any, ...]],
) -> list[FoundRows]:
    """Return the rows found for each specification, from the rows of `KEPT` and `GROUPED`."""
    found_rows: list[list[FoundRow]] = [[] for _ in specifications]
    tied: set[int] = set()
    for task, row, rank, lead, is_level in rows:
        found_rows[task].append(FoundRow(row, place=rank, lead=lead))
        if is_level and specifications[task].gives_order:
            tied.add(task)
    for task, row, count, *figures in groups:
        quads = tuple(tuple(figures[start : start + 4]) for start in range(0, 4 * AGGREGATES, 4))
        found_rows[task].append(FoundRow(row, count=count, figures=quads))
    for task, specification in enumerate(specifications):
        if specification.aggregated and not specification.groups and not found_rows[task]:
            found_rows[task].append(FoundRow(0, figures=((None, 0, None, None),) * AGGREGATES))
    return [
        FoundRows(tuple(rows_of_task), task in tied) for task, rows_of_task in enumerate(found_rows)
    ]


def coded_rows(
    specification: Specification, found: FoundRows, columns: WorldColumns
) -> list[tuple[Code, ...]]:
    """Return the answer's rows in the order in which they were found, a code for each output."""
    cells = []
    figure = 0
    for output in specification.outputs:
        cells.append(_column(specification.table, output, figure, found.rows, columns))
        figure += output.of in AGGREGATED
    return list(zip(*cells, strict=True))


def typed_rows(
    specification: Specification, rows: Sequence[tuple[Code, ...]]
) -> list[tuple[Value, ...]]:
    """Return coded rows as values."""
    cells = (
        [decode(code, output.kind, output.decimals) for code in codes]
        for output, codes in zip(specification.outputs, zip(*rows, strict=True), strict=bool(rows))
    )
    return list(zip(*cells, strict=True))


def _column(
    table: str, output: Output, figure: int, rows: Sequence[FoundRow], columns: WorldColumns
) -> list[Code]:
    """Return the codes of one output, row by row; `figure` counts aggregated outputs before it."""
    if output.of == "cell":
        values = columns.cells(table, output.path)
        return [values[row.id - 1] for row in rows]
    if output.of == "place":
        return [row.place for row in rows]
    if output.of == "lead":
        return [row.lead for row in rows]
    if output.of == "count":
        return [row.count for row in rows]
    if output.of == "days_between":
        first = columns.cells(table, output.path)
        last = columns.cells(table, output.until)
        return [_difference(first[row.id - 1], last[row.id - 1]) for row in rows]
    figures = [row.figures[figure] for row in rows]
    if output.of == "average":
        more_digits = output.decimals - columns.steps(table, output.path)[-1].decimals
        return [_average(total, count, more_digits) for total, count, _, _ in figures]
    part = {"total": 0, "least": 2, "most": 3}[output.of]
    return [row_figures[part] for row_figures in figures]


def _difference(first: Code, last: Code) -> int | None:
    if isinstance(first, int) and isinstance(last, int):
        return last - first
    return None


def _average(total: int | None, count: int, more: int) -> int | None:
    """Return `total / count` with `more` further digits, rounded half away from zero; else None."""
    if total is None or not count:
        return None
    quotient: int = (2 * abs(total) * 10**more + count) // (2 * count)
    return quotient if total >= 0 else -quotient
