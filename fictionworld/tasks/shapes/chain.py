"""From a row that the question names to a value two or three references away."""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Output, Path, Specification
from fictionworld.tasks.task_shape import DeepShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import (
    Need,
    asked,
    listing,
    of_known,
    subject_of,
    together,
    values_of,
)
from fictionworld.tasks.words import filled, task_words

_WORDS = task_words("chain")

_TRIES = 12
_LONG = 3
"""Paths of so many columns come before shorter ones, which lead but one page on."""


class ChainShape(DeepShape):
    """The shape `chain`."""

    name = "chain"
    order = 1
    weight = 6.0
    one_row = True

    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Draw a value that references lead to from a row that the question names."""
        # what the question names already is no way to go
        given = set() if sketch.base.named else {path[0] for path in sketch.base.identity}
        far = [candidate for candidate in sketch.base.far_values if candidate.path[0] not in given]
        if not far:
            return None
        end = sketch.rng.pick([value for value in far if len(value.path) >= _LONG] or far)
        values = sketch.values(end.path)
        rows = [row for row, value in enumerate(values) if value is not None]
        for _ in range(_TRIES):
            if not rows:
                return None
            row = sketch.rng.pick(rows)
            if sketch.is_informative(end, values[row]):
                keys = _passed(sketch, end.path, row) or sketch.naming()
                return self.made(
                    sketch, [*keys, sketch.cell(end.path)], where=sketch.identified(row)
                )
        return None

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for the value at the end of a path of references."""
        table = specification.table
        subject = subject_of(lexicon, specification)
        wanted = _wanted(specification)
        if not wanted:
            return listing(lexicon, specification)
        first, *others = wanted
        texts = [of_known(lexicon, specification, first.path, subject)]
        if others:
            texts += asked(lexicon, table, others)
        follow = ""
        if len(texts) > 1 and lexicon.voice.chance("chain/apart", 60):
            also = lexicon.voice.pick("chain/also", _WORDS["also"])
            follow = also.format(asks=together(texts[1:]))
            texts = texts[:1]
        wanted_text = together(texts)
        person = len(texts) == 1 and _is_person(lexicon, lexicon.column(table, first.path))
        question = "who is" if person else "what is" if len(texts) == 1 else "what are"
        return Need(
            filled(_WORDS["look_up"], it=wanted_text),
            [wanted_text],
            [f"{question} {wanted_text}"],
            follow,
        )


SHAPE = ChainShape()


def _passed(sketch: Sketch, path: Path, row: int) -> list[Output]:
    """Return the key of the last named row on the path, for the answer; [] if its name is real."""
    pack = sketch.columns.pack
    steps = sketch.columns.steps(sketch.table, path)
    target = steps[-2].target if len(path) > 1 else None
    name = None if target is None else pack.tables[target].name_column
    if name is None or (name.table, name.name) in pack.real_names:
        return []
    name_path = (*path[:-1], name.name)
    if name_path in sketch.base.identity or sketch.values(name_path)[row] is None:
        return []
    return [sketch.cell(name_path, "key")]


def _wanted(specification: Specification) -> list[Output]:
    """Return the cells asked for: the values or, without any, the key of the longest path."""
    values = values_of(specification)
    if values:
        return values
    keys = [output for output in specification.outputs if output.of == "cell" and output.path]
    return sorted(keys, key=lambda output: -len(output.path))[:1]


def _is_person(lexicon: Lexicon, column: CompiledColumn) -> bool:
    if column.target is not None:
        return lexicon.nouns(column.target).person
    draw = column.spec.draw
    return draw is not None and draw.get("pool") == "person"
