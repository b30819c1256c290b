"""Rows by entity and year, or figures by two groupings at once."""

from __future__ import annotations

from fictionworld.packs.compiled import TIMES, CompiledColumn
from fictionworld.tasks.draw.grouping import draw_groups
from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Condition, Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.clauses import noun_phrase
from fictionworld.tasks.wording.groups import MOST_FIGURES, aggregate
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, listing
from fictionworld.tasks.wording.values import both_ends, when
from fictionworld.tasks.words import filled, task_words
from fictionworld.text.english import is_plural, joined

_WORDS = task_words("grid")


class GridShape(WideShape):
    """The shape `grid`."""

    name = "grid"
    order = 5
    weight = 4.0

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw rows by entity and year if these are keys, or figures by two groupings at once."""
        if sketch.base.years and sketch.rng.chance(0.75):
            return _year_grid(sketch, size)
        return draw_groups(self, sketch, size, groups=2)

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for an entity's values in some years, or for figures by two groupings."""
        if specification.groups:
            return aggregate(lexicon, specification)
        table = specification.table
        keys = [output.path for output in specification.outputs if output.role == "key"]
        steps = [lexicon.steps(table, path) for path in keys]
        entity = next(
            (columns for columns in steps if columns[-1].target is not None and len(columns) == 1),
            None,
        )
        time = next(
            (columns for columns in steps if columns[-1].kind in TIMES and len(columns) == 1), None
        )
        if entity is None or time is None or specification.members:
            return listing(lexicon, specification)
        of_entity, of_time, others = _parted(lexicon, specification, entity[0], time[0])
        entities = _entities(lexicon, entity[0], of_entity)
        times = f"for every {lexicon.noun(time[0])}"
        if of_time and of_time[0].operator == "is":
            times = when(of_time[0], lexicon.voice)
        elif of_time:
            stated = " and ".join(when(condition, lexicon.voice) for condition in of_time)
            both = both_ends(of_time[0], lexicon.voice, last=True)
            times = f"for each {lexicon.noun(time[0])} {stated}{both}"
        figures = [
            f"the {lexicon.full_noun(table, output.path)}"
            for output in specification.outputs
            if output.role == "value" and output.of == "cell"
        ]
        were = "were" if len(figures) > 1 or is_plural(figures[-1]) else "was"
        orders, wishes, questions = (
            _WORDS[pool] for pool in ("grid", "grid_wishes", "grid_questions")
        )
        if sum(output.role == "value" for output in specification.outputs) > MOST_FIGURES:
            # the headers say it all, and saying it twice would be long
            orders, wishes, questions = _WORDS["tables"], _WORDS["table_wishes"], ()
        follow = ""
        if others:
            plural = noun_phrase(lexicon, table, others).plural
            follow = lexicon.voice.pick("grid/only", task_words("groups")["only"]).format(
                plural=plural
            )
        slots = {"entities": entities, "times": times, "figures": joined(figures), "were": were}
        return Need(
            filled(orders, **slots),
            filled(wishes, **slots),
            filled(questions, **slots),
            follow,
        )


SHAPE = GridShape()


def _year_grid(sketch: Sketch, size: AnswerSize) -> Specification | None:
    """Draw rows distinguished by what they are about and by the year; None where none fit."""
    narrowed = narrow(
        sketch,
        wanted=size.rows,
        conditions=sketch.rng.weighted({1: 3.0, 2: 1.0}),
        without=sketch.base.years,
    )
    if narrowed is None:
        return None
    keys = sketch.keys(narrowed.rows, narrowed.conditions)
    if keys is None or len(keys) != len(sketch.base.identity):
        return None
    return SHAPE.list_rows(sketch, size, narrowed.rows, keys, narrowed)


def _parted(
    lexicon: Lexicon, specification: Specification, entity: CompiledColumn, time: CompiledColumn
) -> tuple[list[Condition], list[Condition], list[Condition]]:
    """Return the conditions on the entity, on the time, and all others.

    Where the entities are named, their other conditions are among the last.
    """
    of_entity = [test for test in specification.where if test.path[0] == entity.name]
    of_time = [test for test in specification.where if test.path == (time.name,)]
    direct = [test for test in of_entity if len(lexicon.steps(entity.table, test.path)) == 1]
    if direct:
        named = direct[0].operator in {"is", "one_of"}
        of_entity = direct[:1] if named else []
    stated = [*of_entity, *of_time]
    return of_entity, of_time, [test for test in specification.where if test not in stated]


def _entities(lexicon: Lexicon, entity: CompiledColumn, conditions: list[Condition]) -> str:
    assert entity.target is not None
    if conditions and len(lexicon.steps(entity.table, conditions[0].path)) == 1:
        return joined([lexicon.named(entity.target, name) for name in conditions[0].values])
    inner = [Condition(test.path[1:], test.operator, test.values) for test in conditions]
    phrase = noun_phrase(lexicon, entity.target, inner)
    ways = (f"every {phrase.singular}", f"each {phrase.singular}", f"all {phrase.plural}")
    return lexicon.voice.pick("grid/entities", ways)
