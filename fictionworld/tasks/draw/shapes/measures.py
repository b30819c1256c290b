"""What rows are ordered and grouped by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.tasks.draw.ground import Asking
    from fictionworld.tasks.draw.sketch import Sketch
    from fictionworld.tasks.specification import Path

__all__ = ["group_paths", "measure_of"]


def measure_of(sketch: Sketch, *, figures: bool = False) -> Asking | None:
    """An own column that rows can be ordered by; with `figures` one that can be averaged."""
    found = [
        one
        for one in sketch.there(sketch.ground.values)
        if (one.is_figure if figures else one.is_ordered)
    ]
    return sketch.dice.pick(found) if found else None


def group_paths(sketch: Sketch) -> list[Path]:
    """What rows are grouped by, references spelled out as the names they stand for."""
    found: list[Path] = []
    for path in sketch.ground.groups:
        if not sketch.columns.has(sketch.table, path):
            continue
        target = sketch.columns.steps(sketch.table, path)[-1].target
        name = None if target is None else sketch.columns.pack.tables[target].name_column
        found.append(path if name is None else (*path, name.name))
    return found
