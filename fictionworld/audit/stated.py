"""What an agent earns that opens no page and answers with all that search results may state.

Under `tease` they may state names, references and context columns, and lists show all rows of a
table. The agent leaves out the tests that it cannot make, and counts. Which cells it must be right
in, whatever the protected values are, `tasks/determination.py` decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fictionworld.audit.columns import first_shards
from fictionworld.dataset import Dataset
from fictionworld.packs.compiled import CompiledPack
from fictionworld.tasks.determination import determine
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, Row, markdown_table, written
from fictionworld.tasks.record import Task
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.stated import reads_stated_alone, stated_part
from fictionworld.worlds.world_rows import Cell, WorldRows


@dataclass
class StatedAnswers:
    """What follows from what may be stated, over tasks with values."""

    earned: dict[str, float] = field(default_factory=dict)
    """By task the `f1_value` of an answer with all that may be stated."""
    determined: dict[str, int] = field(default_factory=dict)
    """Of tasks that have some, the number of value cells that must be as they are."""
    cells: int = 0
    """Value cells of all these tasks."""


def stated_answers(
    dataset: Dataset,
    tasks: Mapping[str, Task],
    keys: Mapping[str, Key],
    specifications: Mapping[str, Specification],
) -> StatedAnswers:
    """Return what stated facts earn and determine, for the tasks of the first few shards.

    Raises:
        DatasetError: The dataset is damaged.
    """
    answers = StatedAnswers()
    of_world: dict[int, list[Task]] = {}
    for task in tasks.values():
        values = sum(column.role == "value" for column in keys[task.task_id].columns)
        if cells := values * len(keys[task.task_id].rows):
            of_world.setdefault(task.world_id, []).append(task)
            answers.cells += cells
    for stored in first_shards(dataset.path):
        for world_id, frames in stored.each():
            rows = WorldRows(stored.pack, frames)
            facts: frozenset[Cell] = frozenset()
            for task in of_world.get(world_id, ()):
                specification, key = specifications[task.task_id], keys[task.task_id]
                stated = _stated_outputs(specification, stored.pack)
                answers.earned[task.task_id] = 0.0
                if stated:
                    facts = facts or _stated_facts(rows)
                    answer = _answer(specification, stated, rows, key)
                    answers.earned[task.task_id] = grade(key, answer).figures.f1_value or 0.0
                    if determined := _determined(specification, rows, facts):
                        answers.determined[task.task_id] = determined
    return answers


def _stated_outputs(specification: Specification, pack: CompiledPack) -> list[Output]:
    return [
        output
        for output in specification.outputs
        if output.role == "value" and reads_stated_alone(specification, output, pack)
    ]


def _stated_facts(rows: WorldRows) -> frozenset[Cell]:
    """Return all cells of a world except in protected columns."""
    return frozenset(
        (table.name, row, column.name)
        for table in rows.pack.world_tables
        for column in table.stored
        if column.role != "askable"
        for row in rows.ids(table.name)
    )


def _answer(
    specification: Specification, stated: Sequence[Output], rows: WorldRows, key: Key
) -> str:
    """Return the table of all rows that may be in the answer, with blanks for protected cells."""
    shown = [output.role == "key" or output in stated for output in specification.outputs]
    outputs = [
        output for output, is_shown in zip(specification.outputs, shown, strict=True) if is_shown
    ]
    part = replace(stated_part(specification, rows.pack), outputs=tuple(outputs))
    try:
        answer: tuple[Row, ...] = rederive(part, rows)
    except AmbiguousError:  # rows that only a protected test tells apart
        answer = ()
    lines = []
    for row in answer:
        cells = iter(row)
        lines.append([
            written(column, next(cells)) if is_shown else ""
            for column, is_shown in zip(key.columns, shown, strict=True)
        ])  # fmt: skip
    return markdown_table([column.header for column in key.columns], lines)


def _determined(specification: Specification, rows: WorldRows, facts: frozenset[Cell]) -> int:
    """Count the value cells of the answer that follow from the facts."""
    determination = determine(
        specification, rows, facts, [table.name for table in rows.pack.world_tables]
    )
    values = [output.role == "value" for output in specification.outputs]
    return sum(
        follows and value
        for row in determination.rows
        for follows, value in zip(row, values, strict=True)
    )
