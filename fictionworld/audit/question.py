"""Questions: answer cells, or values that settle them, in the text of the question itself.

Over all tasks it is looked at what a question fixes: a column that it asks for, and of which it
says in the same breath that it *is* so much. On the sampled worlds the matcher reads each question
for the value cells of its answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from fictionworld.audit.answers import answers_of_key
from fictionworld.audit.matching import tells
from fictionworld.audit.record import LeakEvidence
from fictionworld.audit.tally import FacetTally, added

if TYPE_CHECKING:
    from fictionworld.audit.record import CheckResult
    from fictionworld.audit.stage import Stage
    from fictionworld.dataset import Dataset
    from fictionworld.tasks.record import Task
    from fictionworld.tasks.specification import Specification

__all__ = ["conclude", "questions_of", "settled_by_questions"]

_CELLS: Final = 6
"""Cells of an answer that are looked for, evenly over its rows."""


def settled_by_questions(
    dataset: Dataset, specifications: dict[str, Specification], folder: str
) -> FacetTally:
    """Over all tasks: value columns whose every cell the question says."""
    tally = FacetTally()
    for task in dataset.tasks():
        specification = specifications[task.task_id]
        fixed = {
            condition.path
            for condition in specification.where
            if condition.operator == "is" and len(condition.values) == 1
        }
        of = (("pack", task.pack), ("kind", task.kind), ("how", "settled"))
        for output in specification.outputs:
            if output.role != "value" or output.of != "cell":
                continue
            settled = output.path in fixed
            tally.count(of, settled)
            if settled:
                tally.keep(
                    _finding(
                        task, ((0, len(task.question)),), f"it says what {output.header} is",
                        folder, of,
                    )
                )  # fmt: skip
    return tally


def questions_of(stage: Stage) -> FacetTally:
    """What the matcher finds of the answers in the questions of one world."""
    tally = FacetTally()
    for task in stage.tasks:
        of = (("pack", task.pack), ("kind", task.kind), ("how", "said"))
        cells = [
            (named, column, answer)
            for named, row in answers_of_key(stage.keys[task.task_id])
            for column, answer in row
        ]
        step = max(1, len(cells) // _CELLS)
        for named, column, answer in cells[::step][:_CELLS]:
            spans = tells(task.question, answer, named)
            tally.count(of, bool(spans))
            if spans:
                why = f"it tells the {column.header} of {named or 'the answer'}: {answer.value}"
                tally.keep(_finding(task, spans, why, stage.folder, of))
    return tally


def conclude(parts: Iterable[FacetTally]) -> CheckResult:
    """A single cell that its question tells fails the check."""
    tally = added(parts)
    return tally.result(
        "question",
        "Questions",
        "Does a question tell its own answer?",
        [
            *tally.rates("cells and columns told by the question", (), at_most=0.0),
            *tally.rates("cells and columns told by the question", ("how",), ("pack",), ("kind",)),
        ],
        note="`settled`: columns of all tasks that the question itself fixes; `said`: cells of "
        "the sampled worlds' answers that the matcher finds in the question.",
    )


def _finding(
    task: Task,
    marks: tuple[tuple[int, int], ...],
    why: str,
    folder: str,
    of: tuple[tuple[str, str], ...],
) -> LeakEvidence:
    return LeakEvidence(
        "question",
        "explicit answer",
        task.world_id,
        task.task_id,
        None,
        "question",
        task.question,
        marks,
        why,
        f"fictionworld show {folder} {task.task_id} --key",
        of,
    )
