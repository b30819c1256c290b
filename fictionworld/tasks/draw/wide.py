"""Wide tasks: one drawing for each shape. Each gives a specification, or None where none fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.draw.shapes.averages import draw_against_average
from fictionworld.tasks.draw.shapes.grouping import draw_aggregate, draw_grid
from fictionworld.tasks.draw.shapes.listing import draw_filter, draw_join
from fictionworld.tasks.draw.shapes.membership import draw_set_operation
from fictionworld.tasks.draw.shapes.ranking import draw_extreme_per_group, draw_top_k
from fictionworld.tasks.draw.sketch import Size

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.tasks.draw.sketch import Sketch
    from fictionworld.tasks.specification import Shape, Specification

__all__ = ["WIDE", "draw_wide"]


def draw_wide(sketch: Sketch, shape: Shape, *, large: bool) -> Specification | None:
    """A wide task of this shape over the sketch's table; None where the world has none to give."""
    return WIDE[shape](sketch, Size.drawn(sketch.rng, large=large))


WIDE: dict[Shape, Callable[[Sketch, Size], Specification | None]] = {
    "filter": draw_filter,
    "join": draw_join,
    "top_k": draw_top_k,
    "aggregate": draw_aggregate,
    "grid": draw_grid,
    "set_operation": draw_set_operation,
    "extreme_per_group": draw_extreme_per_group,
    "against_average": draw_against_average,
}
