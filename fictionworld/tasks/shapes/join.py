"""Rows that pass a test or two, with values of their own and of what they refer to."""

from __future__ import annotations

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import (
    Need,
    each_with,
    listing,
    phrase_of,
    split_conditions,
    spoken_outputs,
)

_COLUMNS_NAMING_BOTH = 3
"""With more columns than these the answer names the rows that are referred to as well."""


class JoinShape(WideShape):
    """The shape `join`."""

    name = "join"
    order = 2
    weight = 3.5
    empty_weight = 10.0

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw rows that pass a test or two, with values of their own and of rows they refer to."""
        narrowed = narrow(
            sketch,
            wanted=size.rows,
            conditions=sketch.rng.weighted({1: 4.0, 2: 3.0}),
            alternatives=True,
        )
        if narrowed is None or (keys := sketch.keys(narrowed.rows, narrowed.conditions)) is None:
            return None
        given = sketch.given(narrowed.conditions, narrowed.rows)
        far = sketch.choose(sketch.base.far_values, narrowed.rows, 2, without=given)
        if far is None:
            return None
        # what is read of another row is easier to follow where that row is named
        direct = [
            path
            for path in sketch.base.far_names
            if path[:1] in {path[:1] for path in far} and sketch.missing(path, narrowed.rows) == 0
        ]
        if direct and len(keys) == 1 and size.columns > _COLUMNS_NAMING_BOTH:
            keys.append(sketch.cell(direct[0], "key"))
        # two sources: values that stand on pages about the one table, and about the other
        count = max(2, size.columns - len(keys))
        values = sketch.choose(
            sketch.base.values,
            narrowed.rows,
            count,
            start=far[: count - 1],
            without=given,
        )
        if values is None or len(values[-1]) > 1:
            return None
        return self.sized(
            sketch,
            size,
            len(narrowed.rows),
            [*keys, *map(sketch.cell, values)],
            where=narrowed.conditions,
            either=narrowed.either,
        )

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for rows with values of their own and of rows they refer to."""
        asks = spoken_outputs(lexicon, specification, 4)
        if not asks:
            return listing(lexicon, specification)
        singular, plural, follow = split_conditions(lexicon, phrase_of(lexicon, specification))
        return each_with(singular, plural, follow, asks)


SHAPE = JoinShape()
