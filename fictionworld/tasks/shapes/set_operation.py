"""Rows in one set and in another, or in one and not in the other."""

from __future__ import annotations

from fictionworld.tasks.draw.base_table import Child
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Condition, MembershipCondition, Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.need import Need, listing
from fictionworld.worlds.rows import Code, decode


class SetOperationShape(WideShape):
    """The shape `set_operation`."""

    name = "set_operation"
    order = 6
    weight = 2.8
    often_empty = True

    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Draw rows in one set and in another, or in one and not in the other."""
        if not sketch.base.named or not sketch.base.children:
            return None
        child = sketch.rng.pick(sketch.base.children)
        members = _memberships(sketch, child, size)
        if members is None:
            return None
        first, second, rows = members
        keys = sketch.keys(rows)
        if keys is None:
            return None
        values = sketch.choose(sketch.base.values, rows, size.columns - len(keys))
        if values is None:
            return None
        outputs = [*keys, *map(sketch.cell, values)]
        return self.sized(sketch, size, len(rows), outputs, members=(first, second))

    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return the need for all rows that the question's conditions leave."""
        return listing(lexicon, specification)


SHAPE = SetOperationShape()


def _memberships(
    sketch: Sketch, child: Child, size: AnswerSize
) -> tuple[MembershipCondition, MembershipCondition, list[int]] | None:
    """Return two tests on rows that point to the base, and the rows that pass both; or None.

    The first is that such a row exists, the second that another one exists or does not.
    """
    columns, rng = sketch.columns, sketch.rng
    candidates = [
        column
        for column in columns.pack.tables[child.table].stored
        if column.name != child.by
        and column.role == "context"
        and column.kind in {"reference", "category", "year", "name"}
        and columns.has(child.table, (column.name,))
    ]
    if not candidates:
        return None
    column = rng.pick(candidates)
    points = columns.cells(child.table, (child.by,))
    sets: dict[Code, set[int]] = {}
    for target, value in zip(points, columns.cells(child.table, (column.name,)), strict=True):
        if isinstance(target, int) and value is not None:
            sets.setdefault(value, set()).add(target - 1)
    for _ in range(6):  # two tests that all rows meet tell nothing
        pair = rng.some(list(sets), 2)
        if len(pair) < 2:
            return None
        holds = rng.chance(0.4)
        first, second = sets[pair[0]], sets[pair[1]]
        rows = sorted(first & second if holds else first - second)
        fits = size.rows[0] <= len(rows) <= size.rows[1] and len(rows) < sketch.row_count
        if fits and len(first & second) > 0:
            first_test, second_test = (
                Condition((column.name,), "is", (decode(value, column.kind, column.decimals),))
                for value in pair
            )
            return (
                MembershipCondition(child.table, child.by, (first_test,), holds=True),
                MembershipCondition(child.table, child.by, (second_test,), holds=holds),
                rows,
            )
    return None
