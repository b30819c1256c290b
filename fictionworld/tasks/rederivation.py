"""The answer to a specification, computed a second time: plain Python over one world's frames.

The keys of a dataset are computed by SQL over all worlds at once. This evaluator shares no line
and no method with it: rows one by one, sums as exact numbers, averages as fractions. Where the
two agree, the key follows from the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from fictionworld.packs.compiled import DECIMALS
from fictionworld.tasks.exact import EXACT, Number, difference, rounded
from fictionworld.tasks.key import Row, key_cells, sort_rows
from fictionworld.tasks.selection import AmbiguousError, Selection, groups_of, select
from fictionworld.tasks.specification import Output, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows


def rederive(specification: Specification, rows: WorldRows) -> tuple[Row, ...]:
    """Return the rows of the answer in the order of `sort_rows`, cells in the order of `outputs`.

    Whole numbers are `int`; decimals, money and percent `Decimal` with the output's digits, rounded
    half away from zero; a row pointed to is given by its name. A sum, an average, a least or a most
    of no values is None, a count of no rows 0. Rows without a value of a group path are in no
    group, as they are in none of an average or an extreme.

    Args:
        specification: What is asked.
        rows: One world's; one reader serves all its tasks.

    Raises:
        AmbiguousError: A tie where the answer must tell rows apart, or rows with equal key cells.
        ValueError: The specification asks for what has no meaning, such as a place without an
            order.
    """
    return answer_of(specification, rows, select(specification, rows))


def answer_of(
    specification: Specification, rows: WorldRows, selection: Selection
) -> tuple[Row, ...]:
    """Return what `rederive` does, of rows that `select` has left.

    Raises:
        AmbiguousError: Rows have equal key cells, or a group has no single cell.
        ValueError: As `rederive`.
    """
    if specification.is_grouped:
        answer = _grouped(specification, rows, selection.kept.rows)
    else:
        columns = [
            _row_cells(specification, output, rows, selection) for output in specification.outputs
        ]
        answer = list(zip(*columns, strict=True))
    return _apart(sort_rows(answer, specification.outputs), specification.outputs)


def _apart(answer: tuple[Row, ...], outputs: tuple[Output, ...]) -> tuple[Row, ...]:
    seen: set[Row] = set()
    for row in answer:
        cells = key_cells(row, outputs)
        if cells in seen:
            raise AmbiguousError(f"two rows of the answer have the key cells {cells}")
        seen.add(cells)
    return answer


def _row_cells(
    specification: Specification, output: Output, rows: WorldRows, selection: Selection
) -> list[Value]:
    """Return one column of an answer whose rows are rows of the base."""
    table, base_rows, ranking = specification.table, selection.kept.rows, selection.ranking
    if output.of == "cell":
        values = rows.shown(table, output.path)
        return _typed([values[row] for row in base_rows], output)
    if output.of == "days_between":
        pairs = zip(rows.cells(table, output.path), rows.cells(table, output.until), strict=True)
        days = [difference(since, until) for since, until in pairs]
        return _typed([days[row] for row in base_rows], output)
    if specification.extreme is None or ranking is None:
        raise ValueError(f"{output.header!r} is a {output.of}, which needs an extreme")
    if output.of == "place":
        return [ranking.place(row) for row in base_rows]
    order: list[Any] = rows.cells(table, specification.extreme.order)
    followers = [(row, ranking.follower(row)) for row in base_rows]
    leads = [
        None if next_ is None else difference(*sorted((order[row], order[next_])))
        for row, next_ in followers
    ]
    return _typed(leads, output)


def _grouped(specification: Specification, rows: WorldRows, kept: Sequence[int]) -> list[Row]:
    """Return the rows of an answer that stand for groups; without group paths one for all rows."""
    groups = groups_of(specification, rows, kept)
    columns = [
        _group_cells(output, rows, specification.table, groups) for output in specification.outputs
    ]
    return list(zip(*columns, strict=True))


def _group_cells(
    output: Output, rows: WorldRows, table: str, groups: list[tuple[int, ...]]
) -> list[Value]:
    if output.of == "count":
        return [len(group) for group in groups]
    if output.of == "cell":
        values = rows.shown(table, output.path)
        return _typed([_shared([values[row] for row in group], output) for group in groups], output)
    if output.of not in {"total", "average", "least", "most"}:
        raise ValueError(f"{output.header!r} is a {output.of}, which groups do not have")
    values = rows.cells(table, output.path)
    present = ([values[row] for row in group if values[row] is not None] for group in groups)
    return _typed([_aggregate(output, cells) for cells in present], output)


def _shared(values: list[Value], output: Output) -> Value:
    """Return the cell that all rows of a group have; raise AmbiguousError where they differ."""
    if any(value != values[0] for value in values):
        raise AmbiguousError(f"{output.header!r} differs within a group")
    return values[0] if values else None


def _aggregate(output: Output, values: list[Any]) -> Value | Fraction:
    if not values:
        return None
    if output.of in {"least", "most"}:
        end: Value = min(values) if output.of == "least" else max(values)
        return end
    if not isinstance(values[0], int | Decimal):
        raise ValueError(f"{output.header!r} is a {output.of} of {type(values[0]).__name__}s")
    with localcontext(EXACT):
        total: int | Decimal = sum(values)
    return total if output.of == "total" else Fraction(total) / len(values)


def _typed(values: Sequence[Value | Fraction], output: Output) -> list[Value]:
    """Return values as the output gives them: decimals with its digits, all else as stored."""
    if output.decimals > 0 or output.kind in DECIMALS:
        return [
            rounded(value, output.decimals) if isinstance(value, Number) else value
            for value in values
        ]
    return [
        int(rounded(value, 0)) if isinstance(value, Decimal | Fraction) else value
        for value in values
    ]
