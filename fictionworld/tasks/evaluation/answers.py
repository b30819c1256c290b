"""From what SQL found to the cells of an answer: codes first, typed values when it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.evaluation.parameters import AGGREGATED
from fictionworld.worlds.rows import decode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.tasks.evaluation.evaluate import Found, FoundRow
    from fictionworld.tasks.specification import Output, Specification
    from fictionworld.worlds.fact import Value
    from fictionworld.worlds.rows import Code, WorldColumns

__all__ = ["coded_rows", "typed_rows"]


def coded_rows(
    specification: Specification, found: Found, columns: WorldColumns
) -> list[tuple[Code, ...]]:
    """The answer's rows in the order that they were found in; a code for each output."""
    cells = []
    figure = 0
    for output in specification.outputs:
        cells.append(_column(specification.table, output, figure, found.rows, columns))
        figure += output.of in AGGREGATED
    return list(zip(*cells, strict=True))


def typed_rows(
    specification: Specification, rows: Sequence[tuple[Code, ...]]
) -> list[tuple[Value, ...]]:
    """The same rows as values."""
    cells = (
        [decode(code, output.kind, output.decimals) for code in codes]
        for output, codes in zip(specification.outputs, zip(*rows, strict=True), strict=bool(rows))
    )
    return list(zip(*cells, strict=True))


def _column(
    table: str, output: Output, figure: int, rows: Sequence[FoundRow], columns: WorldColumns
) -> list[Code]:
    """The codes of one output, row by row; `figure` counts the aggregated outputs before it."""
    if output.of == "cell":
        values = columns.values(table, output.path)
        return [values[row.id - 1] for row in rows]
    if output.of == "place":
        return [row.place for row in rows]
    if output.of == "lead":
        return [row.lead for row in rows]
    if output.of == "count":
        return [row.count for row in rows]
    if output.of == "days_between":
        first = columns.values(table, output.path)
        last = columns.values(table, output.until)
        return [_difference(first[row.id - 1], last[row.id - 1]) for row in rows]
    figures = [row.figures[figure] for row in rows]
    if output.of == "average":
        more = output.decimals - columns.steps(table, output.path)[-1].decimals
        return [_average(total, count, more) for total, count, _, _ in figures]
    part = {"total": 0, "least": 2, "most": 3}[output.of]
    return [one[part] for one in figures]


def _difference(first: Code, last: Code) -> int | None:
    if isinstance(first, int) and isinstance(last, int):
        return last - first
    return None


def _average(total: int | None, count: int, more: int) -> int | None:
    """`total / count` with `more` further digits, rounded half away from zero."""
    if total is None or not count:
        return None
    whole: int = (2 * abs(total) * 10**more + count) // (2 * count)
    return whole if total >= 0 else -whole
