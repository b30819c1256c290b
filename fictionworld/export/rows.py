"""A task, and apart from it a key, as one row of plain values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fictionworld.tasks.key import Key, answer_texts
from fictionworld.tasks.record import Task

FIELDS_OF_A_QUESTION = (
    "task_id", "world_id", "pack", "kind", "question", "columns", "key_columns", "language",
)  # fmt: skip
"""What an agent may see. How many rows the answer has is none of it: it would help to guess."""

_FIELDS = (
    *FIELDS_OF_A_QUESTION, "split", "shape", "level", "tables", "hops", "answer_rows",
    "answer_cells", "evidence_facts", "least_pages", "least_characters", "least_tokens",
    "guess_floor",
)  # fmt: skip


def question_row(task: Task) -> dict[str, Any]:
    """Return what an agent may see of a task."""
    fields = task.as_dict()
    return {name: fields[name] for name in FIELDS_OF_A_QUESTION}


def task_row(task: Task) -> dict[str, Any]:
    """Return what a trainer may see of a task: the question, its split, and how hard it is."""
    fields = task.as_dict()
    return {name: fields[name] for name in _FIELDS}


def key_row(key: Key) -> dict[str, Any]:
    """Return a key's columns, and its rows in the words that the question asks for."""
    return {
        "task_id": key.task_id,
        "columns": [
            {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(column).items()}
            for column in key.columns
        ],
        "rows": [list(row) for row in answer_texts(key)],
    }
