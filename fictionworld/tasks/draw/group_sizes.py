"""Sizes of groups as search results let one count them, and the counts that follow from them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from fictionworld.tasks.specification import Condition, Path
from fictionworld.tasks.stated import is_stated
from fictionworld.worlds.rows import Code, WorldColumns, encode


def passing(condition: Condition, values: Sequence[Code], decimals: int) -> list[int]:
    """Return the indices, from 0 and ascending, of the values that pass a test."""
    wanted = [encode(value, decimals) for value in condition.values]
    if condition.operator in {"is", "one_of"}:
        return [row for row, value in enumerate(values) if value in wanted]
    present = [(row, value) for row, value in enumerate(values) if value is not None]
    if condition.operator == "is_not":
        return [row for row, value in present if value not in wanted]
    low = wanted[0] if condition.operator != "at_most" else -math.inf
    high = wanted[-1] if condition.operator != "at_least" else math.inf
    return [row for row, value in present if low <= value <= high]  # type: ignore[operator]


def rows_passing(columns: WorldColumns, table: str, condition: Condition) -> list[int]:
    """Return the indices of the rows of a table that pass a test."""
    decimals = columns.steps(table, condition.path)[-1].decimals
    return passing(condition, columns.cells(table, condition.path), decimals)


def group_sizes(
    columns: WorldColumns, table: str, groups: Sequence[Path], where: Sequence[Condition]
) -> Counter[tuple[Code, ...]]:
    """Return how many rows each group has that pass the tests on columns that are not protected."""
    lists = [columns.cells(table, path) for path in groups]
    rows: set[int] = set(range(columns.rows(table)))
    for condition in where:
        if is_stated(columns.pack, table, condition.path):
            rows.intersection_update(rows_passing(columns, table, condition))
    keys = (tuple(values[row] for values in lists) for row in rows)
    return Counter(key for key in keys if None not in key)


def share_told(counts: Sequence[int], sizes: Sequence[int]) -> float:
    """Return the share of these counts that the sizes of their groups tell.

    A count is told if all rows of its group are counted, or as large a share of them as of the
    rows of all groups. That share is more than an agent can know, as are the values by which other
    guesses are judged; it bounds what may be learned of conditions in other worlds.
    """
    counted, total = sum(counts), sum(sizes)
    told = sum(
        count in {size, (2 * size * counted + total) // (2 * total)}
        for count, size in zip(counts, sizes, strict=True)
    )
    return told / len(counts)
