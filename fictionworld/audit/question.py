"""Questions: answer cells, or values that determine them, in the text of the question itself.

For all tasks: whether a question asks for a column whose value it also gives as a condition. On the
sampled worlds the guard's readers search each question for the value cells of its answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, AuditContext, Observations
from fictionworld.audit.record import CheckResult, Facets, LeakEvidence, result_of
from fictionworld.audit.tally import FacetTally, added
from fictionworld.dataset import Dataset
from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.column_words import stated_spans
from fictionworld.tasks.key import Key, KeyColumn
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import Specification
from fictionworld.text.dates import written_date
from fictionworld.worlds.fact import Value

_TYPES: Final[dict[str, Type]] = {
    "integer": "number",
    "decimal": "number",
    "year": "date",
    "money": "money",
    "percent": "percent",
    "date": "date",
    "name": "name",
    "text": "name",
    "reference": "name",
    "category": "category",
    "boolean": "bool",
    "url": "url",
}
"""The guard's types of the kinds of columns."""
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


def questions_of(audited: AuditedWorld) -> FacetTally:
    """What is found of the answers in the questions of one world."""
    tally, today = FacetTally(), audited.dataset.world(audited.world_id).as_of
    for task in audited.tasks:
        text = _without_frame(task.question, today)
        of = (("pack", task.pack), ("kind", task.kind), ("how", "said"))
        cells = [
            (names, column, answer)
            for names, row in _answers_of(audited.keys[task.task_id])
            for column, answer in row
        ]
        step = max(1, len(cells) // _CELLS)
        for names, column, answer in cells[::step][:_CELLS]:
            spans = stated_spans(text, answer, names)
            tally.count(of, bool(spans))
            if spans:
                subject = " ".join(names) or "the answer"
                why = f"it states the {column.header} of {subject}: {answer.value}"
                tally.keep(_finding(task, spans, why, audited.folder, of))
    return tally


def _without_frame(question: str, today: date) -> str:
    """The question with blanks for what all have and what counts nothing of the world: the day as
    of which it asks, and the one table that it asks for.
    """
    dates = written_date(today), written_date(today, "June 4, 2031")
    for said in (*dates, "one Markdown table"):
        question = question.replace(said, " " * len(said))
    return question


def summarize(parts: Iterable[FacetTally]) -> CheckResult:
    """A single cell that its question states fails the check."""
    tally, name = added(parts), "cells and columns stated by the question"
    return result_of(
        "question",
        "Questions",
        "Does a question state its own answer?",
        [*tally.rates(name, (), at_most=0.0), *tally.rates(name, ("how",), ("pack",), ("kind",))],
        tally.findings,
        found=tally.found,
        note="`settled`: columns of all tasks that the question itself fixes; `said`: cells of "
        "the sampled worlds' answers that are found in the question.",
    )


def _finding(
    task: Task,
    marks: tuple[tuple[int, int], ...],
    why: str,
    folder: str,
    of: Facets,
) -> LeakEvidence:
    return LeakEvidence(
        check="question",
        severity="explicit answer",
        world_id=task.world_id,
        task_id=task.task_id,
        field="question",
        text=task.question,
        marks=marks,
        why=why,
        command=f"fictionworld show {folder} {task.task_id} --key",
        of=of,
    )


def _answers_of(key: Key) -> list[tuple[tuple[str, ...], list[tuple[KeyColumn, Answer]]]]:
    """The value cells of a key, row by row, each with the row's key cells in words."""
    found = []
    for row in key.rows:
        names = tuple(
            _said(value, column.decimals)
            for column, value in zip(key.columns, row, strict=True)
            if column.role == "key" and value is not None
        )
        cells = [
            (column, Answer(column.header, _TYPES[column.kind], _said(value, column.decimals)))
            for column, value in zip(key.columns, row, strict=True)
            if column.role == "value" and value is not None
        ]
        found.append((names, cells))
    return found


def _said(value: Value, decimals: int) -> str:
    """A value as the guard takes it: `5000`, `12.5`, `2029-03-14`, `yes`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:.{decimals}f}"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


class QuestionCheck(AuditCheck):
    """No question states its answer."""

    name = "question"
    of_dataset_runs = "first"

    def of_world(self, audited: AuditedWorld) -> FacetTally:
        return questions_of(audited)

    def of_dataset(self, context: AuditContext) -> FacetTally:
        return settled_by_questions(context.dataset, context.specifications, context.folder)

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize([seen.of_dataset, *seen.of_worlds])
