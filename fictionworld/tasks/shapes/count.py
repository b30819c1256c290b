"""How many rows of each of a few groups pass a test or two, and a figure of theirs."""

from __future__ import annotations

from collections import Counter

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.groups import aggregate
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need

_COUNTED = 24, 90
_MOST_GROUPS = 4


class CountShape(DeepShape):
    """The shape `count`."""

    name = "count"
    order = 4
    weight = 7.0
    one_row = True

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """How many rows of each of a few groups pass a test or two, and a figure of theirs.

        The counts differ, and are drawn wide: where most were about five, that was a good guess.
        The figure is one that is not guessed at all.
        """
        figures = [
            sketch.figure("total" if one.adds_up and sketch.rng.chance(0.5) else "average", one)
            for one in sketch.base.values
            if one.is_figure
        ]
        if not figures:
            return None
        rows = sketch.row_count
        least = sketch.rng.between(_COUNTED[0], max(_COUNTED[0], min(_COUNTED[1], rows) // 2))
        narrowed = narrow(
            sketch,
            wanted=(least, _COUNTED[1]),
            conditions=sketch.rng.weighted({1: 2.0, 2: 3.0}),
        )
        if narrowed is None or not any(sketch.asks(test) for test in narrowed.conditions):
            return None
        tested = {test.path[0] for test in narrowed.conditions}
        paths = [path for path in sketch.base.groups if path[0] not in tested]
        for path in sketch.rng.some(paths, len(paths)):
            values = sketch.values(path)
            counts = Counter(values[row] for row in narrowed.rows if values[row] is not None)
            few = 2 <= len(counts) <= _MOST_GROUPS
            if few and min(counts.values()) > 1 and len(set(counts.values())) == len(counts):
                count = Output("", "value", "count", "integer", 0, None)
                outputs = [sketch.cell(path, "key"), count, sketch.rng.pick(figures)]
                return self.made(sketch, outputs,
                    where=narrowed.conditions, groups=(path,),
                )  # fmt: skip
        return None

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Figures for each group."""
        return aggregate(lexicon, specification)


SHAPE = CountShape()
