"""A wide task put together, if its answer is as large as wanted."""

from __future__ import annotations

from collections.abc import Sequence

from fictionworld.tasks.draw.sketch import FEWEST_COLUMNS, Size, Sketch
from fictionworld.tasks.specification import Output, Shape, Specification

__all__ = ["wide_specification"]


def wide_specification(
    sketch: Sketch,
    size: Size,
    shape: Shape,
    rows: int,
    outputs: Sequence[Output],
    **parts: object,
) -> Specification | None:
    """The task, if its answer of so many rows is as large as wanted."""
    if rows * len(outputs) < size.cells or len(outputs) < FEWEST_COLUMNS:
        return None
    return Specification(
        pack=sketch.columns.pack.name,
        kind="wide",
        shape=shape,
        table=sketch.table,
        outputs=tuple(outputs),
        **parts,  # type: ignore[arg-type]
    )
