"""One row that two or three clues single out together, and none of them alone."""

from __future__ import annotations

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, asked, phrase_of, together, values_of
from fictionworld.tasks.words import filled, task_words
from fictionworld.text.english import sentence, with_article

_WORDS = task_words("two_clues")


class TwoCluesShape(DeepShape):
    """The shape `two_clues`."""

    name = "two_clues"
    order = 6
    weight = 1.0
    one_row = True
    empty_weight = 0.25

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Draw a row that two or three clues single out together, and none of them alone."""
        narrowed = narrow(
            sketch,
            wanted=(1, 1),
            conditions=sketch.rng.weighted({2: 3.0, 3: 3.0}),
            each_several=True,
        )
        if narrowed is None or len(narrowed.conditions) < 2:
            return None
        if not any(sketch.asks(test) for test in narrowed.conditions):
            return None
        row = narrowed.rows[0]
        keys = sketch.naming()
        given = {test.path for test in narrowed.conditions}
        open_ = [
            candidate
            for candidate in (*sketch.base.values, *sketch.base.far_values)
            if candidate.path not in given
            and sketch.is_informative(candidate, sketch.values(candidate.path)[row])
        ]
        values = sketch.rng.some(open_, sketch.rng.between(1, 2))
        if not values:
            return None
        outputs = [*keys, *(sketch.cell(candidate.path) for candidate in values)]
        return self.made(sketch, outputs, where=narrowed.conditions)

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for the row that all clues point to."""
        table = specification.table
        phrase = phrase_of(lexicon, specification)
        nouns = lexicon.nouns(table)
        swapped = phrase.one != nouns.one
        clues = "; ".join(
            [
                *([with_article(phrase.one)] if swapped else []),
                *(clause.text for clause in phrase.clauses_one),
            ]
        )
        slots = {"one": phrase.singular, "clues": clues, "noun": nouns.one}
        asks = asked(lexicon, table, values_of(specification))
        follow = ""
        if asks:
            also = lexicon.voice.pick("clues/also", _WORDS["also"])
            follow = sentence(also.format(asks=together(asks)))
        which = list(_WORDS["which"])
        if lexicon.pack.tables[table].name_column is None:
            which = [pattern for pattern in which if "name of" not in pattern]
        return Need(
            filled(_WORDS["clues"], **slots),
            [f"the {phrase.singular}"],
            filled(which, **slots),
            follow,
        )


SHAPE = TwoCluesShape()
