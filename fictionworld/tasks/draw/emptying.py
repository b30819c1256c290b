"""Empty tasks: a task that lists rows, one of whose tests is exchanged so that no row passes all.

Shape, columns and tests are drawn as those of any such task, so that a question does not show
whether its answer has rows. Each test decides what the answer of that task is; once one of them is
exchanged, another may no longer matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fictionworld.tasks.draw.base_table import CandidateColumn
from fictionworld.tasks.draw.group_sizes import rows_passing, rows_with_member
from fictionworld.tasks.draw.narrowing import bounded
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Condition, MembershipCondition, Specification
from fictionworld.worlds.rows import Code, decode, encode

_TRIED: Final = {3: 0.35, 4: 0.15}
"""How often a task of so many tests is emptied: the more tests, the oftener it can be."""
_RANGES: Final = 0.25
"""How often a range is exchanged where it can be; other tests always are."""
_FEW: Final = 3
"""The fewest rows that pass all other tests, and the fewest that pass a new test of numbers."""


def emptied(sketch: Sketch, drawn: Specification) -> Specification | None:
    """Return the task with other values in one of its tests, so that no row passes all of them.

    Some row passes each test by itself, and some row all but the exchanged one. None where no test
    of the task can be exchanged.
    """
    if drawn.members:
        return _emptied_memberships(sketch, drawn)
    if not sketch.rng.chance(_TRIED.get(len(drawn.where), 1.0)):
        return None
    for index in sketch.rng.some(range(len(drawn.where)), len(drawn.where)):
        if drawn.where[index].operator == "between" and not sketch.rng.chance(_RANGES):
            continue
        others = [test for number, test in enumerate(drawn.where) if number != index]
        rows = set(range(sketch.row_count))
        for test in others:
            rows &= set(rows_passing(sketch.columns, sketch.table, test))
        if drawn.either:
            pair = (rows_passing(sketch.columns, sketch.table, test) for test in drawn.either)
            rows &= set().union(*pair)
        if len(rows) < _FEW:
            continue
        exchanged = _failed_by(sketch, drawn.where[index], sorted(rows))
        if exchanged is not None:
            where = (*drawn.where[:index], exchanged, *drawn.where[index + 1 :])
            return replace(drawn, kind="empty", where=where)
    return None


def _emptied_memberships(sketch: Sketch, drawn: Specification) -> Specification | None:
    """Return the task of two memberships with another value in one of them, or None."""
    for index in sketch.rng.some(range(len(drawn.members)), len(drawn.members)):
        [other] = drawn.members[:index] + drawn.members[index + 1 :]
        exchanged = _membership_without(sketch, drawn.members[index], other)
        if exchanged is not None:
            members = (*drawn.members[:index], exchanged, *drawn.members[index + 1 :])
            return replace(drawn, kind="empty", members=members)
    return None


def _membership_without(
    sketch: Sketch, membership: MembershipCondition, other: MembershipCondition
) -> MembershipCondition | None:
    """Return a membership of another value that some row has, but none that has `other`, or None.

    Both test the same column of the same table.
    """
    [test] = membership.where
    column = sketch.columns.steps(membership.table, test.path)[-1]
    sets = rows_with_member(sketch.columns, membership.table, membership.by, test.path)
    everything = set(range(sketch.row_count))

    def having(value: Code, *, holds: bool) -> set[int]:
        return sets[value] if holds else everything - sets[value]

    value_of_other = encode(other.where[0].values[0], column.decimals)
    rows = having(value_of_other, holds=other.holds)
    values = [
        value
        for value in sets
        if value != value_of_other
        and having(value, holds=membership.holds)
        and rows.isdisjoint(having(value, holds=membership.holds))
    ]
    if not values:
        return None
    decoded = decode(sketch.rng.pick(values), column.kind, column.decimals)
    return replace(membership, where=(replace(test, values=(decoded,)),))


def _failed_by(sketch: Sketch, test: Condition, rows: Sequence[int]) -> Condition | None:
    """Return a test of the same form that other rows pass but none of these, or None."""
    values = sketch.values(test.path)
    present = {values[row] for row in rows}
    absent = [value for value in dict.fromkeys(values) if value not in {None, *present}]
    match test.operator:
        case "is" | "one_of":
            if len(absent) < len(test.values):
                return None
            column = sketch.column(test.path)
            chosen = sketch.rng.some(absent, len(test.values))
            decoded = tuple(decode(value, column.kind, column.decimals) for value in chosen)
            return replace(test, values=decoded)
        case "at_least" | "at_most" | "between":
            candidate = next(tested for tested in sketch.base.tests if tested.path == test.path)
            numbers = sketch.numbers(test.path)
            return _bound_beside(sketch, candidate, test, numbers, present)
        case _:
            return None


def _bound_beside(
    sketch: Sketch,
    candidate: CandidateColumn,
    test: Condition,
    numbers: Sequence[int],
    present: set[Code],
) -> Condition | None:
    """Return a test with the same operator that only numbers outside `present` pass, or None."""
    runs = list(_runs_without(numbers, present))
    for start, end in sketch.rng.some(runs, len(runs)):
        count = sketch.rng.between(_FEW, end - start)
        first = {"at_least": end - count, "at_most": start}.get(test.operator)
        if first is None:
            first = start + sketch.rng.below(end - start - count + 1)
        condition = bounded(candidate, numbers, first, first + count - 1)
        if condition is not None and condition.operator == test.operator:
            return condition
    return None


def _runs_without(numbers: Sequence[int], present: set[Code]) -> Iterator[tuple[int, int]]:
    """Yield start and end, excluded, of runs of `_FEW` or more sorted numbers not in `present`."""
    start = 0
    for index in range(len(numbers) + 1):
        if index == len(numbers) or numbers[index] in present:
            if index - start >= _FEW:
                yield start, index
            start = index + 1
