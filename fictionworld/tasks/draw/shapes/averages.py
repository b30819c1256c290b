"""Rows above, or below, the average of their group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.shapes.made import wide_specification
from fictionworld.tasks.draw.shapes.measures import measure_of
from fictionworld.tasks.specification import Against, Condition, Specification

if TYPE_CHECKING:
    from fictionworld.tasks.draw.sketch import Size, Sketch

__all__ = ["draw_against_average"]


def draw_against_average(sketch: Sketch, size: Size) -> Specification | None:
    """Rows whose measure lies on one side of the average, of all or of their group."""
    measure = measure_of(sketch, figures=True)
    if measure is None:
        return None
    rows: Sequence[int] = range(sketch.columns.rows(sketch.table))
    conditions: tuple[Condition, ...] = ()
    if sketch.rng.chance(0.4):
        narrowed = narrow(
            sketch.columns,
            sketch.ground,
            sketch.rng,
            wanted=(size.rows[0] * 2, len(rows)),
            conditions=1,
            without=[measure.path],
        )
        if narrowed is None:
            return None
        rows, conditions = narrowed.rows, narrowed.conditions
    tested = {condition.path[0] for condition in conditions}
    paths = [path for path in sketch.ground.groups if path[0] not in tested]
    per = sketch.rng.pick(paths) if paths and sketch.rng.chance(0.6) else None
    above = sketch.rng.chance(0.6)
    values = sketch.columns.values(sketch.table, measure.path)
    parts = sketch.columns.values(sketch.table, per) if per else [""] * len(values)
    by_part: dict[object, list[int]] = {}
    for row in rows:
        if values[row] is not None and parts[row] is not None:
            by_part.setdefault(parts[row], []).append(row)
    if any(len(same) < 2 for same in by_part.values()):
        return None
    kept = []
    for same in by_part.values():
        total: int = sum(values[row] for row in same)  # type: ignore[misc]
        sides = ((row, values[row] * len(same) - total) for row in same)  # type: ignore[operator]
        kept += [row for row, side in sides if (side > 0 if above else side < 0)]
    kept.sort()
    if not size.rows[0] <= len(kept) <= size.rows[1] or (keys := sketch.keys(kept)) is None:
        return None
    columns = sketch.choose(
        sketch.ground.values,
        kept,
        max(1, size.columns - len(keys)),
        start=[measure.path],
        without=sketch.told(conditions, kept),
    )
    if columns is None:
        return None
    return wide_specification(
        sketch,
        size,
        "against_average",
        len(kept),
        [*keys, *map(sketch.cell, columns)],
        where=conditions,
        against=Against(measure.path, above, per),
    )
