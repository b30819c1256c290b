"""Which of two named rows has more, and by how much."""

from __future__ import annotations

from fictionworld.packs.compiled import QUANTITIES
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Condition, Extreme, Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.clauses import noun_phrase
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, asked
from fictionworld.tasks.wording.ranking import also, extreme_of
from fictionworld.tasks.words import filled, task_words
from fictionworld.text.english import joined

_WORDS = task_words("comparison")

_TRIES = 12

_STEPS_SAID = 2
"""A longer path to the measure is not worded in full: `a longer class` is not of a voyage."""


class ComparisonShape(DeepShape):
    """The shape `comparison`."""

    name = "comparison"
    order = 2
    weight = 4.0
    one_row = True

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Draw two named rows to ask which has more of a measure, and by how much."""
        if not sketch.base.named:
            return None
        ordered = [
            value
            for value in (*sketch.base.values, *sketch.base.far_values)
            if value.is_ordered
            and value.column.kind in QUANTITIES
            and len(value.path) <= _STEPS_SAID
        ]
        if not ordered:
            return None
        measure = sketch.rng.pick(ordered)
        values = sketch.values(measure.path)
        rows = [row for row, value in enumerate(values) if value is not None]
        name = sketch.base.identity[0]
        names = sketch.values(name)
        for _ in range(_TRIES):
            pair = sketch.rng.some(rows, 2)
            if len(pair) == 2 and values[pair[0]] != values[pair[1]]:
                test = Condition(name, "one_of", tuple(names[row] for row in pair))
                lead = sketch.figure("lead", measure)
                most = sketch.rng.chance(0.6)
                return self.made(sketch, [sketch.cell(name, "key"), lead],
                    where=(test,), extreme=Extreme(measure.path, most, 1, None),
                )  # fmt: skip
        return None

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need to compare two named rows: which is ahead, and by how much."""
        extreme = extreme_of(specification)
        table = specification.table
        named = next(
            (test for test in specification.where if _names_two(lexicon, table, test)), None
        )
        words, before = lexicon.superlative(table, extreme.order, most=extreme.most)
        predicate = lexicon.predicate(words, before=before, between_two=True)
        others = [condition for condition in specification.where if condition is not named]
        phrase = noun_phrase(lexicon, table, others)
        if named is None:
            pair_text = f"the two {phrase.plural}"
        else:
            column = lexicon.column(table, named.path)
            target = column.target or column.table
            pair_text = joined([lexicon.named(target, value) for value in named.values])
        asks = asked(lexicon, table, [
            output for output in specification.outputs
            if output.role == "value" and output.path != extreme.order
        ])  # fmt: skip
        follow = also(lexicon, asks)
        if others and named is not None:
            only = lexicon.voice.pick("comparison/only", _WORDS["go_by"]).format(
                plural=phrase.plural
            )
            follow = f"{only} {follow}".strip()
        return Need(
            filled(_WORDS["compare"], both=pair_text, two=predicate),
            [f"a comparison of {pair_text}: which {predicate}, and by how much"],
            filled(_WORDS["which"], both=pair_text, two=predicate),
            follow,
        )


SHAPE = ComparisonShape()


def _names_two(lexicon: Lexicon, table: str, condition: Condition) -> bool:
    column = lexicon.column(table, condition.path)
    return condition.operator == "one_of" and (column.target is not None or column.role == "name")
