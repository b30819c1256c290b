"""Groups with their figures, and grids of a thing by a year or of two things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.shapes.made import wide_specification
from fictionworld.tasks.evaluation.parameters import AGGREGATES
from fictionworld.tasks.specification import Condition, Output, Shape, Specification

if TYPE_CHECKING:
    from fictionworld.tasks.draw.sketch import Size, Sketch
    from fictionworld.worlds.rows import Code

__all__ = ["draw_aggregate", "draw_grid"]


def draw_aggregate(sketch: Sketch, size: Size) -> Specification | None:
    """Figures of each group: totals, averages, extremes, a count."""
    return _grouped(sketch, size, "aggregate", groups=1)


def draw_grid(sketch: Sketch, size: Size) -> Specification | None:
    """A thing by a year, where rows are told apart so; or figures by two groupings at once."""
    if sketch.ground.years and sketch.rng.chance(0.75):
        return _year_grid(sketch, size)
    return _grouped(sketch, size, "grid", groups=2)


def _year_grid(sketch: Sketch, size: Size) -> Specification | None:
    """Rows told apart by what they are about and by the year."""
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=size.rows,
        conditions=sketch.rng.weighted({1: 3.0, 2: 1.0}),
        without=sketch.ground.years,
    )
    if narrowed is None:
        return None
    keys = sketch.keys(narrowed.rows)
    if keys is None or len(keys) != len(sketch.ground.identity):
        return None
    values = sketch.choose(
        sketch.ground.values,
        narrowed.rows,
        size.columns - len(keys),
        without=sketch.told(narrowed.conditions, narrowed.rows),
    )
    if values is None:
        return None
    return wide_specification(
        sketch,
        size,
        "grid",
        len(narrowed.rows),
        [*keys, *map(sketch.cell, values)],
        where=narrowed.conditions,
    )


def _grouped(sketch: Sketch, size: Size, shape: Shape, *, groups: int) -> Specification | None:
    rows: Sequence[int] = range(sketch.columns.rows(sketch.table))
    conditions: tuple[Condition, ...] = ()
    if sketch.rng.chance(0.5):
        narrowed = narrow(
            sketch.columns,
            sketch.ground,
            sketch.rng,
            wanted=(max(10, len(rows) // 4), len(rows)),
            conditions=1,
        )
        if narrowed is None:
            return None
        rows, conditions = narrowed.rows, narrowed.conditions
    tested = {condition.path[0] for condition in conditions}
    paths = [path for path in sketch.ground.groups if path[0] not in tested]
    chosen = sketch.rng.some(paths, groups)
    if len(chosen) < groups:
        return None
    if groups > 1 and chosen[0][:1] == chosen[1][:1]:
        return None
    lists = [sketch.columns.values(sketch.table, path) for path in chosen]
    counts = Counter(zip(*([values[row] for row in rows] for values in lists), strict=True))
    counts = Counter({part: count for part, count in counts.items() if None not in part})
    if not size.rows[0] <= len(counts) <= size.rows[1] or _mostly_single(counts):
        return None
    if groups > 1 and any(len({part[place] for part in counts}) < 2 for place in range(groups)):
        return None
    figures = _figures(sketch, size.columns - groups)
    if not figures:
        return None
    outputs = [*(sketch.cell(path, "key") for path in chosen), *figures]
    return wide_specification(
        sketch, size, shape, len(counts), outputs, where=conditions, groups=tuple(chosen)
    )


def _mostly_single(counts: Counter[tuple[Code, ...]]) -> bool:
    """Groups of one row each are no groups."""
    return sum(count == 1 for count in counts.values()) > len(counts) // 3


def _figures(sketch: Sketch, most: int) -> list[Output]:
    """Totals and averages first, which differ from group to group; then extremes, and a count."""
    means: list[Output] = []
    ends: list[Output] = []
    for one in sketch.ground.values:
        if one.adds_up:
            means.append(sketch.figure("total", one))
        if one.is_figure:
            means.append(sketch.figure("average", one))
        if one.is_ordered:
            ends += [sketch.figure("least", one), sketch.figure("most", one)]
    count = max(1, min(most, AGGREGATES))
    chosen = sketch.rng.some(means, max(1, count - sketch.rng.below(3)))
    chosen += sketch.rng.some(ends, count - len(chosen))
    if len(chosen) > 1 and sketch.rng.chance(0.4):
        chosen[-1] = Output("", "value", "count", "integer", 0, None)
    return chosen
