"""Lists: rows that pass a few tests, with what they are and what they refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.shapes.made import wide_specification

if TYPE_CHECKING:
    from fictionworld.tasks.draw.sketch import Size, Sketch
    from fictionworld.tasks.specification import Specification

__all__ = ["draw_filter", "draw_join"]


def draw_filter(sketch: Sketch, size: Size) -> Specification | None:
    """Rows that pass one to three tests, with their own values."""
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=size.rows,
        conditions=sketch.rng.weighted({1: 3.0, 2: 4.0, 3: 2.0}),
    )
    if narrowed is None or (keys := sketch.keys(narrowed.rows)) is None:
        return None
    told = sketch.told(narrowed.conditions, narrowed.rows)
    values = sketch.choose(
        sketch.ground.values, narrowed.rows, size.columns - len(keys), without=told
    )
    if values is None:
        return None
    return wide_specification(
        sketch,
        size,
        "filter",
        len(narrowed.rows),
        [*keys, *map(sketch.cell, values)],
        where=narrowed.conditions,
    )


def draw_join(sketch: Sketch, size: Size) -> Specification | None:
    """Rows that pass a test or two, with values of what they refer to."""
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=size.rows,
        conditions=sketch.rng.weighted({1: 4.0, 2: 3.0}),
    )
    if narrowed is None or (keys := sketch.keys(narrowed.rows)) is None:
        return None
    told = sketch.told(narrowed.conditions, narrowed.rows)
    far = sketch.choose(sketch.ground.far_values, narrowed.rows, 2, without=told)
    if far is None:
        return None
    # what is read of another row is easier to follow where that row is named
    direct = [
        path
        for path in sketch.ground.far_names
        if path[:1] in {path[:1] for path in far} and sketch.missing(path, narrowed.rows) == 0
    ]
    if direct and len(keys) == 1:
        keys.append(sketch.cell(direct[0], "key"))
    values = sketch.choose(
        sketch.ground.values,
        narrowed.rows,
        size.columns - len(keys),
        start=far[: max(1, size.columns - len(keys))],
        without=told,
    )
    if values is None:
        return None
    return wide_specification(
        sketch,
        size,
        "join",
        len(narrowed.rows),
        [*keys, *map(sketch.cell, values)],
        where=narrowed.conditions,
    )
