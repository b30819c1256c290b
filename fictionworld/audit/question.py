"""Questions: answer cells, or values that determine them, in the text of the question itself.

Over all tasks: value columns that a condition of the question fixes, and value cells that stand in
the question letter by letter. Both are exact, and a single one fails the check.

On the sampled worlds the guard's readers read each question for value cells of its answer in
whatever wording, and for the cells that the answer has in the world's twin, which the question
cannot know.
What the reader finds of these are its false alarms, so the check fails only where it finds more
cells of the answer than false alarms explain. What a question says of the form of an answer (its
columns, the decimals, one row for each club) is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from math import comb
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, AuditContext, Observations
from fictionworld.audit.record import CheckResult, Facets, LeakEvidence, figure, rate, result_of
from fictionworld.audit.tally import FacetTally, added
from fictionworld.dataset import Dataset
from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.column_words import stated_spans
from fictionworld.tasks.key import Key, KeyColumn, Row
from fictionworld.tasks.record import Task, key_of
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.words import task_words
from fictionworld.text.dates import written_date
from fictionworld.text.english import joined
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows

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
_CHANCE: Final = 0.001
"""How seldom a check of questions that state nothing may fail."""
_LONG: Final = 3
"""Shorter names and numbers stand in a question by chance."""
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SLOT: Final = re.compile(r"\{\w*\}")
_ROUNDING: Final = re.compile(r"\bto (?:whole numbers|\w+ decimals?)\b", re.IGNORECASE)


def settled_by_questions(
    dataset: Dataset, specifications: Mapping[str, Specification], folder: str
) -> FacetTally:
    """Count, over all tasks, the value columns that a condition of the question fixes."""
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
                why = f"it says what {output.header} is"
                tally.keep(_finding(task, ((0, len(task.question)),), why, folder, of))
    return tally


def written_in_questions(tasks: Iterable[Task], keys: Mapping[str, Key], folder: str) -> FacetTally:
    """Count the value cells that stand in their question: names, and numbers of three digits."""
    tally = FacetTally()
    for task in tasks:
        of = (("pack", task.pack), ("kind", task.kind), ("how", "written"))
        numbers = {
            match[0].replace(",", ""): match.span() for match in _NUMBER.finditer(task.question)
        }
        for names, row in _answers_of(keys[task.task_id]):
            for column, answer in row:
                value = answer.value
                if len(value.replace(".", "").lstrip("-0")) < _LONG or answer.type == "bool":
                    continue
                start = task.question.find(value) if answer.type in {"name", "category"} else -1
                span = (start, start + len(value)) if start >= 0 else numbers.get(value.lstrip("-"))
                tally.count(of, span is not None)
                if span is not None:
                    why = f"the {column.header} of {_subject(names)}, {value}, stands in it"
                    tally.keep(_finding(task, (span,), why, folder, of))
    return tally


def read_in_questions(audited: AuditedWorld) -> FacetTally:
    """Count the answer cells that the guard's readers read in the questions of a world.

    Counted are cells of the answer (`how` is `read`), and in their place cells of the twin's
    answer (`how` is `false alarm`).
    """
    tally, today = FacetTally(), audited.dataset.world(audited.world_id).as_of
    for task in audited.tasks:
        specification, key = audited.specifications[task.task_id], audited.keys[task.task_id]
        text = _without_form(task.question, specification, today)
        facets = ("pack", task.pack), ("kind", task.kind)
        cells = [
            (number, names, column, answer)
            for number, (names, row) in enumerate(_answers_of(key))
            for column, answer in row
        ]
        twins = _answer_in_twin(specification, audited.twin.rows) if cells else ()
        step = max(1, len(cells) // _CELLS)
        for number, names, column, answer in cells[::step][:_CELLS]:
            twin_answer = _in_twin(twins, number, key.columns.index(column), column)
            if twin_answer is None or twin_answer.value == answer.value:
                continue
            for reading, sought in (("read", answer), ("false alarm", twin_answer)):
                spans = stated_spans(text, sought, names)
                of = (*facets, ("how", reading))
                tally.count(of, bool(spans))
                if spans and reading == "read":
                    why = f"the {column.header} of {_subject(names)}: {answer.value}"
                    tally.keep(_finding(task, spans, why, audited.folder, of))
    return tally


def _answer_in_twin(specification: Specification, rows: WorldRows) -> tuple[Row, ...]:
    """Return the answer in the twin; no rows where its rows tie, which is rare."""
    try:
        return rederive(specification, rows)
    except AmbiguousError:
        return ()


def _in_twin(
    rows: Sequence[Sequence[Value]], number: int, place: int, column: KeyColumn
) -> Answer | None:
    """Return the cell at this row and column of the twin's answer; None where it has none."""
    value = rows[number % len(rows)][place] if rows else None
    return None if value is None else _answer(column, value)


def _without_form(question: str, specification: Specification, today: date) -> str:
    """Blank out the day of the question, and what it says of the form of the answer."""
    dates = written_date(today), written_date(today, "June 4, 2031")
    for text in (*dates, *_closings(specification)):
        question = question.replace(text, " " * len(text))
    spans = [match.span() for match in _ROUNDING.finditer(question)]
    for pattern in _form_patterns():
        for match in pattern.finditer(question):
            spans += [match.span(group) for group in range(1, len(match.groups()) + 1)]
    for start, end in spans:
        question = question[:start] + " " * (end - start) + question[end:]
    return question


def _closings(specification: Specification) -> list[str]:
    """Return all ways to say what the answer is and what its columns are, the longest first."""
    headers = [output.header for output in specification.outputs]
    closings = [
        pattern.format(
            commas=", ".join(headers),
            bars=" | ".join(headers),
            semicolons="; ".join(headers),
            listed=joined(headers),
        )
        for pattern in task_words("frame")["closings"]
    ]
    return sorted(closings, key=len, reverse=True)


@cache
def _form_patterns() -> tuple[re.Pattern[str], ...]:
    """Return patterns of the notes on the form of an answer; groups are their fixed parts."""
    return tuple(
        re.compile(
            "[^.]*?".join(f"({re.escape(part)})" for part in _SLOT.split(phrase)), re.IGNORECASE
        )
        for phrases in task_words("notes").pools.values()
        for phrase in phrases
    )


def summarize(parts: Iterable[FacetTally]) -> CheckResult:
    """Return the result: exact findings fail it, and more cells read than false alarms explain."""
    tally = added(parts)
    measures = []
    for how, name in (
        ("settled", "columns that the question fixes"),
        ("written", "cells that stand in the question"),
    ):
        counts = tally.total(how=how)
        measures.append(rate(name, *counts, (("how", how),), 0.0, whole=True))
    read, tries = tally.total(how="read")
    false_alarms, _ = tally.total(how="false alarm")
    most = _most_by_chance(read + false_alarms)
    measures.append(figure("cells read in the question", read, unit="cells", at_most=most))
    measures += [
        rate("share of cells read", read, tries, (("how", "read"),)),
        rate("share of cells read", false_alarms, tries, (("how", "false alarm"),)),
    ]
    return result_of(
        "question",
        "Questions",
        "Does a question state its own answer?",
        [*measures, *tally.rates("by pack and kind", ("how", "pack"), ("how", "kind"))],
        tally.findings,
        found=tally.found,
        note="`settled` and `written`: all tasks, by exact comparison. `read`: cells of sampled "
        "worlds' answers that the guard's readers find in the question; `false alarm`: what they "
        "find of the twin's answers in their place. The check fails where more are read than one "
        "audit in a thousand finds by chance; fewer are findings to look at.",
    )


def _most_by_chance(hits: int) -> int:
    """Return how many of `hits` may be own cells by chance, if own and the twin's are as likely."""
    above = 0.0
    for own in range(hits, 0, -1):
        above += comb(hits, own) / 2**hits
        if above > _CHANCE:
            return own
    return 0


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
    """Return the value cells of a key, row by row, each row with its key cells as text."""
    answers = []
    for row in key.rows:
        names = tuple(
            _said(value, column.decimals)
            for column, value in zip(key.columns, row, strict=True)
            if column.role == "key" and value is not None
        )
        cells = [
            (column, _answer(column, value))
            for column, value in zip(key.columns, row, strict=True)
            if column.role == "value" and value is not None
        ]
        answers.append((names, cells))
    return answers


def _subject(names: Sequence[str]) -> str:
    return " ".join(names) or "the answer"


def _answer(column: KeyColumn, value: Value) -> Answer:
    """Return a cell in the form that the guard takes."""
    return Answer(column.header, _TYPES[column.kind], _said(value, column.decimals))


def _said(value: Value, decimals: int) -> str:
    """Return a value in the form that the guard takes: `5000`, `12.5`, `2029-03-14`, `yes`."""
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
        return read_in_questions(audited)

    def of_dataset(self, context: AuditContext) -> FacetTally:
        dataset, folder = context.dataset, context.folder
        keys = {row["task_id"]: key_of(row) for row in dataset.stored_keys()}
        settled = settled_by_questions(dataset, context.specifications, folder)
        return added([settled, written_in_questions(dataset.tasks(), keys, folder)])

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize([seen.of_dataset, *seen.of_worlds])
