"""Rankings: the first few rows by a measure, of all or of each group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.shapes.made import wide_specification
from fictionworld.tasks.draw.shapes.measures import measure_of
from fictionworld.tasks.specification import Condition, Extreme, Output, Specification

if TYPE_CHECKING:
    from fictionworld.tasks.draw.sketch import Size, Sketch

__all__ = ["draw_extreme_per_group", "draw_top_k"]

_FEW_GROUPS = 5
_CUTS = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""Where a person cuts a ranking."""


def draw_top_k(sketch: Sketch, size: Size) -> Specification | None:
    """The first rows by a measure, cut where no two are level."""
    order = measure_of(sketch)
    if order is None:
        return None
    fits = [k for k in _CUTS if size.rows[0] <= k <= size.rows[1]]
    if not fits:
        return None
    k = sketch.rng.pick(fits)
    rows: Sequence[int] = range(sketch.columns.rows(sketch.table))
    conditions: tuple[Condition, ...] = ()
    if sketch.rng.chance(0.7):
        narrowed = narrow(
            sketch.columns,
            sketch.ground,
            sketch.rng,
            wanted=(k + max(2, k // 3), len(rows)),
            conditions=sketch.rng.weighted({1: 3.0, 2: 1.0}),
            without=[order.path],
        )
        if narrowed is None:
            return None
        rows, conditions = narrowed.rows, narrowed.conditions
    values = sketch.columns.values(sketch.table, order.path)
    most = sketch.rng.chance(0.75)
    ranked = sorted(
        (row for row in rows if values[row] is not None),
        key=lambda row: values[row],  # type: ignore[arg-type, return-value]
        reverse=most,
    )
    if len(ranked) < k + 2 or values[ranked[k]] == values[ranked[k - 1]]:
        return None
    return _ordered(sketch, size, ranked[:k], conditions, Extreme(order.path, most, k, None))


def _ordered(
    sketch: Sketch,
    size: Size,
    rows: Sequence[int],
    conditions: tuple[Condition, ...],
    extreme: Extreme,
) -> Specification | None:
    keys = sketch.keys(rows)
    if keys is None:
        return None
    values = sketch.columns.values(sketch.table, extreme.order)
    level = len({values[row] for row in rows}) < len(rows)
    ranked = not level and sketch.rng.chance(0.8)
    others = size.columns - len(keys) - ranked
    shown = sketch.choose(
        sketch.ground.values,
        rows,
        max(1, others),
        start=[extreme.order],
        without=sketch.told(conditions, rows),
    )
    if shown is None:
        return None
    place = [Output("", "place", "place", "integer", 0, None)] if ranked else []
    outputs = [*place, *keys, *map(sketch.cell, shown)]
    return wide_specification(
        sketch, size, "top_k", len(rows), outputs, where=conditions, extreme=extreme
    )


def draw_extreme_per_group(sketch: Sketch, size: Size) -> Specification | None:
    """The first row, or few, of each group by a measure."""
    order = measure_of(sketch)
    if order is None or not sketch.ground.groups:
        return None
    path = sketch.rng.pick(sketch.ground.groups)
    parts = sketch.columns.values(sketch.table, path)
    values = sketch.columns.values(sketch.table, order.path)
    most = sketch.rng.chance(0.7)
    by_part: dict[object, list[int]] = {}
    for row, part in enumerate(parts):
        if part is not None and values[row] is not None:
            by_part.setdefault(part, []).append(row)
    k = sketch.rng.weighted({1: 4.0, 2: 2.0, 3: 2.0, 5: 1.0})
    count = sum(min(len(rows), k) for rows in by_part.values())
    whole = sum(len(rows) > k for rows in by_part.values())
    if not size.rows[0] <= count <= size.rows[1] or whole < max(2, len(by_part) // 2):
        return None
    if k == 1 and len(by_part) < _FEW_GROUPS:
        return None
    chosen: list[int] = []
    for rows in by_part.values():
        rows.sort(key=lambda row: values[row], reverse=most)  # type: ignore[arg-type, return-value]
        if len(rows) > k and values[rows[k]] == values[rows[k - 1]]:
            return None
        chosen += rows[:k]
    keys = sketch.keys(chosen)
    if keys is None:
        return None
    if path not in {key.path for key in keys}:
        keys.insert(0, sketch.cell(path, "key"))
    if len(keys) > 2:
        return None
    columns = sketch.choose(
        sketch.ground.values, chosen, max(1, size.columns - len(keys)), start=[order.path]
    )
    if columns is None:
        return None
    return wide_specification(
        sketch,
        size,
        "extreme_per_group",
        len(chosen),
        [*keys, *map(sketch.cell, columns)],
        extreme=Extreme(order.path, most, k, path),
    )
