"""The first rows by a measure, and those that are level with the last of them."""

from __future__ import annotations

from fictionworld.tasks.draw.narrowing import first_of, narrow
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Extreme, Output, Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need
from fictionworld.tasks.wording.ranking import top

_CUTS = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""Where a person cuts a ranking."""


class TopKShape(WideShape):
    """The shape `top_k`."""

    name = "top_k"
    order = 3
    weight = 1.5

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw the first rows by a measure, with all rows level with the last of them."""
        order = sketch.measure()
        if order is None:
            return None
        fits = [k for k in _CUTS if size.rows[0] <= k <= size.rows[1]]
        if not fits:
            return None
        k = sketch.rng.pick(fits)
        narrowed = narrow(
            sketch,
            wanted=(k + max(2, k // 3), sketch.row_count),
            conditions=sketch.rng.weighted({0: 3.0, 1: 5.0, 2: 2.0}),
            alternatives=True,
            without=[order.path],
        )
        if narrowed is None:
            return None
        values = sketch.values(order.path)
        most = sketch.rng.chance(0.75)
        ranked = sorted(
            (row for row in narrowed.rows if values[row] is not None),
            key=lambda row: values[row],  # type: ignore[arg-type, return-value]
            reverse=most,
        )
        if len(ranked) < k + 2:
            return None
        first = first_of(ranked, [values[row] for row in ranked], k)
        keys = sketch.keys(first, narrowed.conditions) if first else None
        if keys is None:
            return None
        level = len({values[row] for row in first}) < len(first)
        if not level and sketch.rng.chance(0.8):
            keys = [Output("", "place", "place", "integer", 0, None), *keys]
        extreme = Extreme(order.path, most, k, None)
        return self.list_rows(
            sketch, size, first, keys, narrowed, first=[order.path], extreme=extreme
        )

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for the first `k` rows by a measure."""
        return top(lexicon, specification)


SHAPE = TopKShape()
