"""The first row, or few, of each group by a measure."""

from __future__ import annotations

from collections import Counter

from fictionworld.tasks.draw.narrowing import first_of, narrow
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Extreme, Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need
from fictionworld.tasks.wording.ranking import best_of_each

_FEW_GROUPS = 5


class ExtremePerGroupShape(WideShape):
    """The shape `extreme_per_group`."""

    name = "extreme_per_group"
    order = 7
    weight = 1.4

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw the first row, or the first few, of each group by a measure."""
        order = sketch.measure()
        if order is None or not sketch.base.groups:
            return None
        path = sketch.rng.pick(sketch.base.groups)
        k = sketch.rng.weighted({1: 4.0, 2: 2.0, 3: 2.0, 5: 1.0})
        sizes = Counter(sketch.values(path)).values()
        enough = sum(min(count, k) for count in sizes) >= size.rows[0]
        narrowed = enough and narrow(
            sketch,
            wanted=(size.rows[0], sketch.row_count),
            conditions=sketch.rng.below(2),
            without=[order.path, path],
            alternatives=True,
        )
        if not narrowed:
            return None
        values = sketch.values(order.path)
        most = sketch.rng.chance(0.7)
        groups = sketch.in_groups(narrowed.rows, path, order.path)
        count = sum(min(len(rows), k) for rows in groups)
        whole = sum(len(rows) > k for rows in groups)
        if not size.rows[0] <= count <= size.rows[1] or whole < max(2, len(groups) // 2):
            return None
        if k == 1 and len(groups) < _FEW_GROUPS:
            return None
        chosen: list[int] = []
        for rows in groups:
            rows.sort(key=lambda row: values[row], reverse=most)  # type: ignore[arg-type, return-value]
            first = first_of(rows, [values[row] for row in rows], k)
            if not first:
                return None
            chosen += first
        keys = sketch.keys(chosen, narrowed.conditions)
        if keys is None:
            return None
        if path not in {key.path for key in keys}:
            keys.insert(0, sketch.cell(path, "key"))
        if len(keys) > 2:
            return None
        extreme = Extreme(order.path, most, k, path)
        return self.list_rows(
            sketch, size, chosen, keys, narrowed, first=[order.path], extreme=extreme
        )

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for the first row, or the first `k`, of each group."""
        return best_of_each(lexicon, specification)


SHAPE = ExtremePerGroupShape()
