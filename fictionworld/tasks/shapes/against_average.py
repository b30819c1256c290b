"""Rows on one side of the average, of all or of their group."""

from __future__ import annotations

from fictionworld.packs.compiled import TIMES
from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Against, Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, list_of, phrase_of
from fictionworld.tasks.words import task_words
from fictionworld.text.english import is_plural

_WORDS = task_words("against_average")


class AgainstAverageShape(WideShape):
    """The shape `against_average`."""

    name = "against_average"
    order = 8
    weight = 1.4

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw rows whose measure is above, or below, the average of all rows or of their group."""
        measure = sketch.measure(figures=True)
        if measure is None:
            return None
        narrowed = narrow(
            sketch,
            wanted=(size.rows[0] * 2, sketch.row_count),
            conditions=sketch.rng.below(2),
            alternatives=True,
            without=[measure.path],
        )
        if narrowed is None:
            return None
        tested = {condition.path[0] for condition in narrowed.conditions}
        # phones of the same segment, never matches with the same visiting club
        paths = [path for path in sketch.base.groups if len(path) == 1 and path[0] not in tested]
        per = sketch.rng.pick(paths) if paths and sketch.rng.chance(0.6) else None
        above = sketch.rng.chance(0.6)
        values = sketch.values(measure.path)
        groups = sketch.in_groups(narrowed.rows, per, measure.path)
        if any(len(group) < 2 for group in groups):
            return None
        rows = []
        for group in groups:
            total: int = sum(values[row] for row in group)  # type: ignore[misc]
            sides = ((row, values[row] * len(group) - total) for row in group)  # type: ignore[operator]
            rows += [row for row, side in sides if (side > 0 if above else side < 0)]
        rows.sort()
        if (
            not size.rows[0] <= len(rows) <= size.rows[1]
            or (keys := sketch.keys(rows, narrowed.conditions)) is None
        ):
            return None
        against = Against(measure.path, above, per)
        return self.list_rows(
            sketch, size, rows, keys, narrowed, first=[measure.path], against=against
        )

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for rows on one side of an average, and what the average runs over."""
        against = specification.against
        assert against is not None
        voice, nouns = lexicon.voice, lexicon.nouns(specification.table)
        phrase = phrase_of(lexicon, specification)
        test = _test(lexicon, specification, against)
        singular, plural, follow = phrase.singular, phrase.plural, ""
        if phrase.clauses_many:
            follow = voice.pick("against/follow", _WORDS["follow"]).format(test=test)
        else:
            singular, plural = (
                f"{singular} {test.replace('their', nouns.their)}",
                f"{plural} {test}",
            )
        return list_of(singular, plural, follow)


SHAPE = AgainstAverageShape()


def _test(lexicon: Lexicon, specification: Specification, against: Against) -> str:
    column = lexicon.column(specification.table, against.measure)
    beyond: tuple[str, ...]
    if column.kind in TIMES:
        beyond = ("later than",) if against.above else ("earlier than",)
    else:
        beyond = ("above", "higher than") if against.above else ("below", "lower than")
    narrowed = specification.where or specification.either or specification.members
    which = "these " if narrowed else ""
    per = [] if against.per is None else [against.per]
    average = f"the average of all {which}{lexicon.counted(specification.table, per).many}"
    if against.per is not None:
        group = lexicon.group(specification.table, against.per)
        kind = group.removesuffix(f" of {lexicon.nouns(specification.table).one}")
        word = "in" if group in {"year", "month", "season"} else "with" if kind == group else "of"
        average += f" {word} the same {kind}"
    noun = lexicon.noun(column)
    verb = "are" if is_plural(noun) else "is"
    return f"whose {noun} {verb} {lexicon.voice.pick('against', beyond)} {average}"
