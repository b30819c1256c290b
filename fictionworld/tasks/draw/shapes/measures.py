"""What rows are ordered by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.tasks.draw.ground import Asking
    from fictionworld.tasks.draw.sketch import Sketch

__all__ = ["measure_of"]


def measure_of(sketch: Sketch, *, figures: bool = False) -> Asking | None:
    """An own column that rows can be ordered by; with `figures` one that can be averaged."""
    found = [one for one in sketch.ground.values if (one.is_figure if figures else one.is_ordered)]
    return sketch.rng.pick(found) if found else None
