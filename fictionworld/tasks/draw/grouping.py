"""Groups of rows and the figures that are drawn for them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.evaluation.parameters import AGGREGATES
from fictionworld.tasks.specification import Output, Specification

if TYPE_CHECKING:
    from fictionworld.tasks.draw.sizes import AnswerSize
    from fictionworld.tasks.draw.sketch import Sketch
    from fictionworld.tasks.task_shape import WideShape
    from fictionworld.worlds.rows import Code

__all__ = ["draw_groups"]


def draw_groups(
    shape: WideShape, sketch: Sketch, size: AnswerSize, *, groups: int
) -> Specification | None:
    """Figures of groups by one path, or by two at once."""
    count = sketch.columns.rows(sketch.table)
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=(max(10, count // 4), count),
        conditions=sketch.rng.below(2),
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
    return shape.sized(sketch, size, len(counts), outputs, where=conditions, groups=tuple(chosen))


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
