"""Figures of each group: totals, averages, extremes."""

from __future__ import annotations

from fictionworld.tasks.draw.grouping import draw_groups
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.groups import aggregate
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need


class AggregateShape(WideShape):
    """The shape `aggregate`."""

    name = "aggregate"
    order = 4
    weight = 2.2

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw figures of each group: totals, averages, extremes."""
        return draw_groups(self, sketch, size, groups=1)

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for figures of each group."""
        return aggregate(lexicon, specification)


SHAPE = AggregateShape()
