"""How many rows of each of a few groups pass a test or two, and figures of theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fictionworld.tasks.draw.group_sizes import group_sizes, share_told
from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.refusals import MOST_GUESSED
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.groups import aggregate
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need

_COUNTED = 24, 90
_TRIES = 5
"""Most conditions leave groups of equal or single counts, which are refused."""
_MOST_GROUPS = 4
_FIGURES = 2
"""The most figures beside a count: of one alone, what may be learned of counts would earn more."""


class CountShape(DeepShape):
    """The shape `count`."""

    name = "count"
    order = 4
    weight = 4.0
    one_row = True

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Draw groups, the number of rows of each that pass a test or two, and figures of them.

        The counts differ and come from a wide range, since a usual count would be a good guess. Few
        of them follow from the sizes of the groups, and the figures are not guessed at all.
        """
        figures = [
            sketch.figure(
                "total" if candidate.adds_up and sketch.rng.chance(0.5) else "average", candidate
            )
            for candidate in sketch.base.values
            if candidate.is_figure
        ]
        if not figures:
            return None
        tries = (self._drawn_of(sketch, figures) for _ in range(_TRIES))
        return next((drawn for drawn in tries if drawn is not None), None)

    def _drawn_of(self, sketch: Sketch, figures: Sequence[Output]) -> Specification | None:
        """Draw conditions and groups; None where the counts would be guessed."""
        rows = sketch.row_count
        least = sketch.rng.between(_COUNTED[0], max(_COUNTED[0], min(_COUNTED[1], rows) // 2))
        narrowed = narrow(
            sketch,
            wanted=(least, _COUNTED[1]),
            conditions=sketch.rng.weighted({1: 2.0, 2: 3.0}),
        )
        if narrowed is None or not any(sketch.asks(test) for test in narrowed.conditions):
            return None
        count = Output("", "value", "count", "integer", 0, None)
        values = [count, *sketch.rng.some(figures, min(_FIGURES, len(figures)))]
        tested = {test.path[0] for test in narrowed.conditions}
        paths = [path for path in sketch.base.groups if path[0] not in tested]
        for path in sketch.rng.some(paths, len(paths)):
            cells = sketch.values(path)
            counts = Counter(cells[row] for row in narrowed.rows if cells[row] is not None)
            few = 2 <= len(counts) <= _MOST_GROUPS
            if few and min(counts.values()) > 1 and len(set(counts.values())) == len(counts):
                sizes = group_sizes(sketch.columns, sketch.table, [path], narrowed.conditions)
                told = share_told([*counts.values()], [sizes[group,] for group in counts])
                if told <= MOST_GUESSED:
                    outputs = [sketch.cell(path, "key"), *values]
                    return self.made(sketch, outputs, where=narrowed.conditions, groups=(path,))
        return None

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for figures of each group."""
        return aggregate(lexicon, specification)


SHAPE = CountShape()
