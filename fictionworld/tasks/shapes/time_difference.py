"""Days from one date to another, for a row that the question names."""

from __future__ import annotations

from fictionworld.tasks.draw.base_table import CandidateColumn
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import (
    Need,
    asked,
    of_known,
    subject_of,
    together,
    values_of,
)
from fictionworld.tasks.words import filled, task_words

_WORDS = task_words("time_difference")


class TimeDifferenceShape(DeepShape):
    """The shape `time_difference`."""

    name = "time_difference"
    order = 5
    weight = 5.0
    one_row = True

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Draw the days from one date to another, for a row that the question names."""
        dates: list[CandidateColumn] = [
            candidate
            for candidate in (*sketch.base.values, *sketch.base.far_values)
            if candidate.column.kind == "date"
        ]
        if len(dates) < 2:
            return None
        pair = sketch.rng.some(dates, 2)
        first, last = (sketch.values(candidate.path) for candidate in pair)
        days: dict[int, int] = {}
        for row, (start, end) in enumerate(zip(first, last, strict=True)):
            if isinstance(start, int) and isinstance(end, int):
                days[row] = end - start
        if not days:
            return None
        if sum(days.values()) < 0:
            pair.reverse()
            days = {row: -count for row, count in days.items()}
        # shorter spans are guessed, and a span the other way round would be asked for otherwise
        far_apart = [row for row, count in days.items() if count > 20]
        if not far_apart:
            return None
        row = sketch.rng.pick(far_apart)
        span = Output(
            "", "value", "days_between", "integer", 0, "days", path=pair[0].path, until=pair[1].path
        )
        return self.made(sketch, [*sketch.naming(), span], where=sketch.identified(row))

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for the number of days from one date to another."""
        table = specification.table
        output = next(column for column in specification.outputs if column.of == "days_between")
        subject = subject_of(lexicon, specification)
        first = of_known(lexicon, specification, output.path, subject)
        if first == lexicon.of(table, output.path, subject):
            nouns = lexicon.nouns(table)
            # behind `the module that the airlock is joined to`, `its` might be either's
            far_first = len(output.path) > 1 and len(output.until) == 1
            same = any(column.target == table for column in lexicon.steps(table, output.path))
            second = (
                lexicon.of(table, output.until, subject if same else f"that {nouns.one}")
                if far_first
                else lexicon.possessed(table, output.until, nouns.their)
            )
        elif len(output.path) == 2 and output.until[:-1] == output.path[:1]:
            # of one named row, which is named once
            known = lexicon.pack.tables[table].columns[output.path[0]].target
            assert known is not None
            second = lexicon.possessed(known, output.until[1:], lexicon.nouns(known).their)
        else:
            second = of_known(lexicon, specification, output.until, subject)
        slots = {"first": first, "second": second}
        asks = asked(lexicon, table, values_of(specification))
        follow = f"Give {together(asks)} as well." if asks else ""
        return Need(
            filled(_WORDS["days"], **slots),
            [f"the number of days from {first} to {second}"],
            filled(_WORDS["questions"], **slots),
            follow,
        )


SHAPE = TimeDifferenceShape()
