"""What else is true of the row that has the most, or the least, of something."""

from __future__ import annotations

from fictionworld.tasks.draw.narrowing import MOST_LEVEL, narrow
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Extreme, Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need
from fictionworld.tasks.wording.ranking import extreme_of, one_best, top

_TRIES = 12
_FAR = 0.85
"""How often what is asked is a value of what the row refers to: the leader of the winner."""


class SuperlativeShape(DeepShape):
    """The shape `superlative`."""

    name = "superlative"
    order = 3
    weight = 2.0
    one_row = True

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Draw another value of the row that has the most, or the least, of something."""
        orders = [candidate for candidate in sketch.base.values if candidate.is_ordered]
        if not orders:
            return None
        order = sketch.rng.pick(orders)
        narrowed = narrow(
            sketch,
            wanted=(6, max(6, sketch.row_count * 3 // 4)),
            conditions=sketch.rng.weighted({1: 4.0, 2: 2.0}),
            without=[order.path],
        )
        if narrowed is None:
            return None
        values = sketch.values(order.path)
        rows = [row for row in narrowed.rows if values[row] is not None]
        if len(rows) < 4:
            return None
        most = sketch.rng.chance(0.6)
        pick = max if most else min
        best = pick(rows, key=lambda row: values[row])  # type: ignore[arg-type, return-value]
        if sum(values[row] == values[best] for row in rows) > MOST_LEVEL:
            return None
        keys = sketch.keys(rows, narrowed.conditions)
        if keys is None:
            return None
        far = sketch.base.far_values
        own = [candidate for candidate in sketch.base.values if candidate.path != order.path]
        given = sketch.given(narrowed.conditions, rows)
        for _ in range(_TRIES):
            pool = far if far and sketch.rng.chance(_FAR) else own
            if not pool:
                continue
            end = sketch.rng.pick(pool)
            value = sketch.values(end.path)[best]
            if end.path not in given and value is not None and sketch.is_informative(end, value):
                return self.made(sketch, [*keys, sketch.cell(end.path)],
                    where=narrowed.conditions, extreme=Extreme(order.path, most, 1, None),
                )  # fmt: skip
        return None

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for the row of the largest or smallest value, and what is asked of it."""
        extreme = extreme_of(specification)
        if extreme.per is not None or extreme.k > 1:
            return top(lexicon, specification)
        return one_best(lexicon, specification)


SHAPE = SuperlativeShape()
