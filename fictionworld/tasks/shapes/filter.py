"""Rows that pass one to three tests, with their own values."""

from __future__ import annotations

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, listing


class FilterShape(WideShape):
    """The shape `filter`."""

    name = "filter"
    order = 1
    weight = 2.0
    empty_weight = 3.0

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw rows that pass one to three tests, with their own values."""
        narrowed = narrow(
            sketch,
            wanted=size.rows,
            conditions=sketch.rng.weighted({1: 3.0, 2: 4.0, 3: 2.0}),
            alternatives=True,
        )
        if narrowed is None or (keys := sketch.keys(narrowed.rows, narrowed.conditions)) is None:
            return None
        return self.list_rows(sketch, size, narrowed.rows, keys, narrowed)

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for all rows that the question's conditions leave."""
        return listing(lexicon, specification)


SHAPE = FilterShape()
