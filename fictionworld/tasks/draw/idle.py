"""Idle words: a condition of a question without which its answer is the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from fictionworld.tasks.key import Row
from fictionworld.tasks.rederivation import answer_of
from fictionworld.tasks.selection import AmbiguousError, Selection, select
from fictionworld.tasks.specification import Specification
from fictionworld.worlds.world_rows import WorldRows

_Test = TypeVar("_Test")


def has_idle_condition(
    specification: Specification, rows: WorldRows, selection: Selection, answer: tuple[Row, ...]
) -> bool:
    """Return whether the answer is the same without one of the conditions.

    Args:
        specification: What is asked.
        rows: The rows of the world.
        selection: The rows that each stage leaves.
        answer: The rows of the answer.
    """
    return any(
        _is_same(shorter, specification, rows, selection, answer)
        for shorter in shortened(specification)
    )


def shortened(specification: Specification) -> Iterator[Specification]:
    """Yield the specification without each of its conditions.

    Of the two tests of `either` one is left out, the other, and both.
    """
    for where in _without_each(specification.where):
        yield replace(specification, where=where)
    for members in _without_each(specification.members):
        yield replace(specification, members=members)
    if specification.either:
        yield replace(specification, either=())
        for either in _without_each(specification.either):
            yield replace(specification, either=either)


def _without_each(tests: tuple[_Test, ...]) -> Iterator[tuple[_Test, ...]]:
    for index in range(len(tests)):
        yield (*tests[:index], *tests[index + 1 :])


def _is_same(
    shorter: Specification,
    specification: Specification,
    rows: WorldRows,
    selection: Selection,
    answer: tuple[Row, ...],
) -> bool:
    """Return whether the shorter specification has this answer too, by as few steps as it takes."""
    try:
        left = select(shorter, rows)
        if not specification.is_grouped and len(left.kept.rows) != len(selection.kept.rows):
            return False
        return answer_of(shorter, rows, left) == answer
    except AmbiguousError:
        return False
