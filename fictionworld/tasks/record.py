"""Tasks and keys as they are stored: tasks in the shard, keys in a file of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

import polars as pl

from fictionworld.errors import UsageError
from fictionworld.packs.compiled import DECIMALS
from fictionworld.packs.fields import Kind
from fictionworld.tasks.draw.judging import DrawnTask
from fictionworld.tasks.key import Key, KeyColumn
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN, Level
from fictionworld.tasks.specification import Output, Specification, TaskKind, parse_specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.schema import StoredTable

_Json = Any

TASK = StoredTable(
    "task",
    {
        "world_id": "INTEGER",
        "id": "INTEGER",
        "task_id": "VARCHAR",
        "kind": "VARCHAR",
        "shape": "VARCHAR",
        "level": "INTEGER",
        "language": "VARCHAR",
        "question": "VARCHAR",
        # JSON arrays of text
        "columns": "VARCHAR",
        "key_columns": "VARCHAR",
        "tables": "VARCHAR",
        "hops": "INTEGER",
        "answer_rows": "INTEGER",
        "answer_cells": "INTEGER",
        "evidence_facts": "INTEGER",
        "least_pages": "INTEGER",
        "least_characters": "INTEGER",
        "guess_floor": "DECIMAL(5,4)",
    },
)
"""One row a task; `Task` says what the columns mean. Nothing here gives an answer away."""

KEY = StoredTable(
    "key",
    {
        "world_id": "INTEGER",
        "id": "INTEGER",
        "task_id": "VARCHAR",
        # JSON: see `Specification.as_json`, `KeyColumn` and `key_of`
        "specification": "VARCHAR",
        "columns": "VARCHAR",
        "rows": "VARCHAR",
    },
)
"""One row a task: what was asked, exactly, and the right answer."""


@dataclass(frozen=True, slots=True)
class Task:
    """One task, without its answer: all that an agent or a trainer may see of it."""

    task_id: str
    """`17-2`: the second task of world 17."""
    world_id: int
    pack: str
    kind: TaskKind
    shape: str
    level: Level
    """From 1 to 5: how hard it is (`tasks/level.py`)."""
    language: str
    question: str
    columns: tuple[str, ...]
    """The headers of the answer."""
    key_columns: tuple[str, ...]
    """The headers by which its rows are distinguished."""
    split: str
    """`train`, `eval` or `test`, as its world."""
    tables: tuple[str, ...]
    """The tables of the pack that the answer rests on."""
    hops: int
    """Look-ups that depend on each other."""
    answer_rows: int
    answer_cells: int
    evidence_facts: int
    """Cells of the world from which the answer follows, those that rule other rows out included."""
    least_pages: int
    """About how many pages must be read: those that state the evidence, and the directories."""
    least_characters: int
    """About how many characters these pages have: what a context must hold at least, beside the
    prompt, the searches and the answer."""
    guess_floor: Decimal
    """The most that guessing one value for a whole column earns, as item F1 of the values."""

    @property
    def least_tokens(self) -> int:
        """Return `least_characters` in tokens, at `CHARACTERS_PER_TOKEN`."""
        return int(self.least_characters / CHARACTERS_PER_TOKEN)

    def as_dict(self) -> dict[str, Any]:
        """Return the task as plain data, with nothing of its answer."""
        plain = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {**plain, "least_tokens": self.least_tokens}

    def as_json(self) -> str:
        """Return the task as one line of JSON, with nothing of its answer."""
        return _json(self.as_dict())


def task_rows(tasks: Sequence[DrawnTask]) -> pl.DataFrame:
    """Return the rows of the table `TASK`."""
    rows = []
    for number, task in _numbered(tasks):
        outputs = task.specification.outputs
        rows.append(
            (
                task.world_id,
                number,
                f"{task.world_id}-{number}",
                task.specification.kind,
                task.specification.shape,
                task.level,
                "en",
                task.question,
                _json([output.header for output in outputs]),
                _json(task.specification.key_columns),
                _json(task.tables),
                task.hops,
                len(task.rows),
                len(task.rows) * len(outputs),
                task.evidence_facts,
                task.least_pages,
                task.least_characters,
                Decimal(round(task.guess_floor * 10_000)).scaleb(-4),
            )
        )
    return pl.DataFrame(rows, schema=TASK.schema, orient="row")


def key_rows(tasks: Sequence[DrawnTask]) -> pl.DataFrame:
    """Return the rows of the table `KEY`."""
    rows = [
        (
            task.world_id,
            number,
            f"{task.world_id}-{number}",
            task.specification.as_json(),
            _json(list(map(_column, task.specification.outputs, task.synonyms))),
            _json([[_said(value) for value in row] for row in task.rows]),
        )
        for number, task in _numbered(tasks)
    ]
    return pl.DataFrame(rows, schema=KEY.schema, orient="row")


def task_of(row: Mapping[str, Any], pack: str, split: str) -> Task:
    """Return the task of a stored row."""
    attributes = {name: value for name, value in row.items() if name != "id"}
    for name in ("columns", "key_columns", "tables"):
        attributes[name] = _texts(attributes[name])
    return Task(pack=pack, split=split, **attributes)


@lru_cache(4_096)
def _texts(text: str) -> tuple[str, ...]:
    """Return the texts of a JSON array; tasks have most of them in common."""
    return tuple(json.loads(text))


def key_of(row: Mapping[str, Any]) -> Key:
    """Return the key of a stored row."""
    columns = tuple(
        KeyColumn(**{**column, "synonyms": tuple(column.get("synonyms", ()))})
        for column in json.loads(row["columns"])
    )
    rows = json.loads(row["rows"])
    if rows:
        typed = zip(zip(*rows, strict=True), columns, strict=True)
        rows = zip(*(_meant(cells, column.kind) for cells, column in typed), strict=True)
    return Key(row["task_id"], columns, tuple(rows))


def specification_of(row: Mapping[str, Any]) -> Specification:
    """Return the specification of a stored row of `KEY`."""
    return parse_specification(row["specification"])


def world_of_task(task_id: str) -> int:
    """Return the world of a task, by the task's id alone.

    Raises:
        UsageError: The text is no task's id.
    """
    world, dash, number = str(task_id).partition("-")
    if not (dash and _is_number(world) and _is_number(number) and number != "0"):
        raise UsageError(f"got task {task_id!r}; a task's id is WORLD-NUMBER, such as 17-2")
    return int(world)


def _is_number(text: str) -> bool:
    plain = text.isascii() and text.isdigit() and len(text) <= 9
    return plain and (text == "0" or not text.startswith("0"))


def _numbered(tasks: Sequence[DrawnTask]) -> list[tuple[int, DrawnTask]]:
    """Return the tasks, numbered from 1 in each world."""
    counts: dict[int, int] = {}
    numbered_tasks = []
    for task in tasks:
        counts[task.world_id] = counts.get(task.world_id, 0) + 1
        numbered_tasks.append((counts[task.world_id], task))
    return numbered_tasks


def _column(output: Output, synonyms: Sequence[str]) -> dict[str, Any]:
    plain = {
        "header": output.header,
        "role": output.role,
        "kind": output.kind,
        "decimals": output.decimals,
        "unit": output.unit,
        "synonyms": list(synonyms),
    }
    return {name: value for name, value in plain.items() if value not in (None, [])}


def _plain(value: object) -> _Json:
    if isinstance(value, tuple):
        return list(value)
    return float(value) if isinstance(value, Decimal) else value


def _said(value: Value) -> _Json:
    return str(value) if isinstance(value, date | Decimal) else value


def _meant(cells: Sequence[_Json], kind: Kind) -> Sequence[Value]:
    """Return the values of a column from their JSON; only texts need to be parsed."""
    if kind not in _READ:
        return cells
    parse = _READ[kind]
    return [parse(cell) if isinstance(cell, str) else cell for cell in cells]


_READ: dict[str, Callable[[str], Value]] = {
    "date": date.fromisoformat,
    **dict.fromkeys(DECIMALS, Decimal),
}
"""How a value is read from its text, by kind."""


def _json(value: _Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
