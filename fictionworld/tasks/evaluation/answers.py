"""From what SQL found to the cells of an answer: codes first, typed values when it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.columns import decode
from fictionworld.tasks.evaluation.parameters import AGGREGATED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fictionworld.tasks.columns import Code, WorldColumns
    from fictionworld.tasks.evaluation.evaluate import Found, FoundRow
    from fictionworld.tasks.specification import Output, Specification
    from fictionworld.worlds.fact import Value

__all__ = ["coded_rows", "typed_rows"]


def coded_rows(
    specification: Specification, found: Found, columns: WorldColumns
) -> list[tuple[Code, ...]]:
    """The answer's rows in the order that they were found in; a code for each output."""
    readers = []
    figure = 0
    for output in specification.outputs:
        readers.append(_reader(specification, output, figure, columns))
        figure += output.of in AGGREGATED
    return [tuple(read(row) for read in readers) for row in found.rows]


def typed_rows(
    specification: Specification, rows: Sequence[tuple[Code, ...]]
) -> list[tuple[Value, ...]]:
    """The same rows as values."""
    kinds = [(output.kind, output.decimals) for output in specification.outputs]
    return [
        tuple(decode(code, *kind) for code, kind in zip(row, kinds, strict=True)) for row in rows
    ]


def _reader(
    specification: Specification, output: Output, figure: int, columns: WorldColumns
) -> Callable[[FoundRow], Code]:
    table = specification.table
    if output.of == "cell":
        values = columns.values(table, output.path)
        return lambda row: values[row.id - 1]
    if output.of == "place":
        return lambda row: row.place
    if output.of == "lead":
        return lambda row: row.lead
    if output.of == "count":
        return lambda row: row.count
    if output.of == "days_between":
        first = columns.values(table, output.path)
        last = columns.values(table, output.until)
        return lambda row: _difference(first[row.id - 1], last[row.id - 1])
    if output.of == "average":
        decimals = columns.steps(table, output.path)[-1].decimals
        more = output.decimals - decimals
        return lambda row: _average(row.figures[figure][0], row.figures[figure][1], more)
    part = {"total": 0, "least": 2, "most": 3}[output.of]
    return lambda row: row.figures[figure][part]


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
