"""The answer to a specification, computed a second time: plain Python over one world's frames.

The keys of a dataset are computed by SQL over all worlds at once. This evaluator shares no line
and no method with it: rows one by one, sums as exact numbers, averages as fractions. Where the
two agree, the key follows from the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from fictionworld.packs.compiled import DECIMALS
from fictionworld.tasks.key import Row, key_cells, sort_rows
from fictionworld.tasks.selection import EXACT, AmbiguousError, Selection, groups_of, select
from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.worlds.fact import Value

_Number = int | Decimal | Fraction


def rederive(specification: Specification, rows: WorldRows) -> tuple[Row, ...]:
    """The rows of the answer in the order of `sort_rows`, cells in the order of `outputs`.

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
    selection = select(specification, rows)
    if specification.is_grouped:
        answer = _grouped(specification, rows, selection.kept)
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
    """One column of an answer whose rows are rows of the base."""
    table, kept, standings = specification.table, selection.kept, selection.standings
    if output.of == "cell":
        values = rows.shown(table, output.path)
        return [_typed(values[row], output) for row in kept]
    if output.of == "days_between":
        pairs = zip(rows.cells(table, output.path), rows.cells(table, output.until), strict=True)
        days = [_difference(since, until) for since, until in pairs]
        return [_typed(days[row], output) for row in kept]
    if specification.extreme is None:
        raise ValueError(f"{output.header!r} is a {output.of}, which needs an extreme")
    if output.of == "place":
        return [standings[row].place for row in kept]
    order = rows.cells(table, specification.extreme.order)
    leads: list[Value] = []
    for row in kept:
        if (follower := standings[row].follower) is None:
            leads.append(None)
        else:
            low, high = (follower, row) if specification.extreme.most else (row, follower)
            leads.append(_typed(_difference(order[low], order[high]), output))
    return leads


def _difference(since: Any, until: Any) -> int | Decimal | None:  # noqa: ANN401
    """How much `until` is more than `since`; of dates the days."""
    if since is None or until is None:
        return None
    if isinstance(since, date):
        days: int = (until - since).days
        return days
    with localcontext(EXACT):
        difference: int | Decimal = until - since
    return difference


def _grouped(specification: Specification, rows: WorldRows, kept: Sequence[int]) -> list[Row]:
    """The rows of an answer that stand for groups; one for all rows where `groups` is empty."""
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
        return [_typed(_shared([values[row] for row in group], output), output) for group in groups]
    if output.of not in {"total", "average", "least", "most"}:
        raise ValueError(f"{output.header!r} is a {output.of}, which groups do not have")
    values = rows.cells(table, output.path)
    return [
        _typed(
            _aggregate(output, [values[row] for row in group if values[row] is not None]), output
        )
        for group in groups
    ]


def _shared(values: list[Value], output: Output) -> Value:
    """The cell that all rows of a group have; a group path's is shared by its making."""
    if any(value != values[0] for value in values):
        raise AmbiguousError(f"{output.header!r} differs within a group")
    return values[0] if values else None


def _aggregate(output: Output, values: list[Any]) -> Value | Fraction:
    if not values:
        return None
    if output.of in {"least", "most"}:
        found: Value = min(values) if output.of == "least" else max(values)
        return found
    if not isinstance(values[0], int | Decimal):
        raise ValueError(f"{output.header!r} is a {output.of} of {type(values[0]).__name__}s")
    with localcontext(EXACT):
        total: int | Decimal = sum(values)
    return total if output.of == "total" else Fraction(total) / len(values)


def _typed(value: Value | Fraction, output: Output) -> Value:
    """The value as the output gives it: a decimal with its digits, or as stored."""
    if output.decimals > 0 or output.kind in DECIMALS:
        return _rounded(value, output.decimals) if isinstance(value, _Number) else value
    if isinstance(value, Decimal | Fraction):
        return int(_rounded(value, 0))
    return value


def _rounded(value: _Number, decimals: int) -> Decimal:
    """Half away from zero."""
    unit = Decimal((0, (1,), -decimals))
    if isinstance(value, Decimal) and value.same_quantum(unit):
        return value  # most cells: stored with the digits asked for
    scaled = Fraction(value) * 10**decimals
    whole, rest = divmod(abs(scaled.numerator), scaled.denominator)
    whole += 2 * rest >= scaled.denominator
    return EXACT.multiply(Decimal(-whole if scaled < 0 else whole), unit)
