"""Checks one stored key: computes it a second time, and compares it with the question and record.

The keys come from SQL over many worlds at once; `rederivation.py` shares nothing with it. Where
the two agree on every row, cell and place, the key follows from the world.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import InvalidOperation
from typing import Any

from fictionworld.tasks.key import Key, KeyColumn, Row, key_cells
from fictionworld.tasks.reach import hops_of, tables_of
from fictionworld.tasks.record import Task, key_of, specification_of
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError
from fictionworld.tasks.specification import Output, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class KeyFinding:
    """One thing that is wrong with a task or its key."""

    task_id: str
    what: str
    """`unreadable`, `columns`, `question`, `record`, `answer`, `order` or `ids`, to count by."""
    sentence: str

    def __str__(self) -> str:
        return f"task {self.task_id}, {self.what}: {self.sentence}"


def check_key(task: Task, stored: Mapping[str, Any], rows: WorldRows) -> list[KeyFinding]:
    """Return the findings on one task and its stored row of the table `key`; none if all is well.

    Args:
        task: The task as the shard has it.
        stored: Its row of the table `key`.
        rows: The rows of its world.
    """
    try:
        specification, key = specification_of(stored), key_of(stored)
    except (ValueError, TypeError, KeyError, AttributeError, InvalidOperation) as error:
        return [KeyFinding(task.task_id, "unreadable", f"the stored key cannot be read: {error}")]
    findings = [("columns", message) for message in _columns(task, specification, key)]
    findings += [("question", message) for message in _question(task)]
    findings += [("record", message) for message in _record(task, specification, key, rows)]
    try:
        derived = rederive(specification, rows)
    except AmbiguousError as error:
        findings.append(("answer", f"there is no single answer: {error}"))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        findings.append(("answer", f"cannot be computed from its world: {error!r}"))
    else:
        findings += _differences(key, derived)
    return [KeyFinding(task.task_id, what, message) for what, message in findings]


def _columns(task: Task, specification: Specification, key: Key) -> list[str]:
    """Return a message for each way in which task, key and specification name other columns."""
    asked = [_column(output) for output in specification.outputs]
    stored = [_column(column) for column in key.columns]
    messages = []
    if asked != stored:
        differing = [f"{a} / {s}" for a, s in zip(asked, stored, strict=False) if a != s]
        differences = "; ".join(differing[:_SHOWN]) or f"{len(asked)} / {len(stored)} columns"
        messages.append(f"the specification and the key have other columns: {differences}")
    if task.columns != key.required:
        messages.append(
            f"the task has columns {_list(task.columns)}, its key {_list(key.required)}"
        )
    if task.key_columns != key.key_columns:
        messages.append(
            f"the task has key columns {_list(task.key_columns)}, its key {_list(key.key_columns)}"
        )
    return messages


def _column(column: Output | KeyColumn) -> tuple[object, ...]:
    return column.header, column.role, column.kind, column.decimals, column.unit


def _question(task: Task) -> list[str]:
    """Return a message with the columns that the question does not name; empty if it names all."""
    lacking = [header for header in task.columns if header not in task.question]
    return [f"the question does not name {_list(lacking)}"] if lacking else []


def _record(task: Task, specification: Specification, key: Key, rows: WorldRows) -> list[str]:
    """Return a message for each figure of the task that differs from its key's."""
    n_rows = len(key.rows)
    expected: dict[str, Any] = {
        "kind": specification.kind,
        "shape": specification.shape,
        "pack": specification.pack,
        "answer_rows": n_rows,
        "answer_cells": n_rows * len(key.columns),
    }
    try:
        expected["hops"] = hops_of(specification, rows.pack)
        expected["tables"] = tables_of(specification, rows.pack)
    except (KeyError, ValueError):
        pass  # a path that leads nowhere: the answer's finding says so
    messages = [
        f"{name} is {getattr(task, name)!r}, where the key says {value!r}"
        for name, value in expected.items()
        if getattr(task, name) != value
    ]
    if (task.kind == "empty") != (n_rows == 0):
        messages.append(f"a task of kind {task.kind} has {n_rows} rows of answer")
    return messages


def _differences(key: Key, derived: Sequence[Row]) -> list[tuple[str, str]]:
    """Return where the stored rows differ from the derived ones: rows, then cells, then order."""
    stored = key.rows
    if list(map(_exact, stored)) == list(map(_exact, derived)):
        return []
    rows_in_key = {key_cells(row, key.columns): row for row in stored}
    rows_rederived = {key_cells(row, key.columns): row for row in derived}
    lacking = [cells for cells in rows_rederived if cells not in rows_in_key]
    surplus = [cells for cells in rows_in_key if cells not in rows_rederived]
    findings = []
    if len(rows_in_key) < len(stored):
        findings.append(
            ("answer", f"{len(stored) - len(rows_in_key)} rows repeat the key of another row")
        )
    if lacking:
        findings.append(("answer", f"{len(lacking)} rows are not in the key: {_rows(lacking)}"))
    if surplus:
        findings.append(("answer", f"{len(surplus)} rows of the key are not so: {_rows(surplus)}"))
    cells = [
        f"{column.header} of {_row(cells_of_key)} is "
        f"{_text(rows_rederived[cells_of_key][index])}, the key says {_text(row[index])}"
        for cells_of_key, row in rows_in_key.items()
        if cells_of_key in rows_rederived
        for index, column in enumerate(key.columns)
        if _exact(row)[index] != _exact(rows_rederived[cells_of_key])[index]
    ]
    if cells:
        more = f"; and {len(cells) - _SHOWN} cells more" if len(cells) > _SHOWN else ""
        findings.append(("answer", "; ".join(cells[:_SHOWN]) + more))
    return findings or [
        ("order", "the rows of the key do not stand in the order of their key cells")
    ]


def _exact(row: Row) -> tuple[tuple[type, str], ...]:
    """Return a row such that 1, 1.0 and True, and 1.5 and 1.50, are distinguished."""
    return tuple((type(value), str(value)) for value in row)


def _text(value: Value) -> str:
    return "missing" if value is None else str(value)


def _row(cells: Row) -> str:
    return " / ".join(map(_text, cells)) or "the row"


def _rows(rows: Sequence[Row]) -> str:
    more = ", ..." if len(rows) > _SHOWN else ""
    return ", ".join(map(_row, rows[:_SHOWN])) + more


def _list(headers: Sequence[str]) -> str:
    return json.dumps(list(headers), ensure_ascii=False)
