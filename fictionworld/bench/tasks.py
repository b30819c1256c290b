"""What tasks a build yields, what scoring costs, and that an empty answer earns nothing."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from decimal import Decimal
from pathlib import Path

from fictionworld.bench.figure import Figure
from fictionworld.dataset import open_dataset
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, KeyColumn, answer_markdown
from fictionworld.worlds.fact import Value

_ROWS, _COLUMNS = 120, 8
_TIMES = 40
_FEW = 4
_ASKED = 400
_HOSTILE = (
    "a" * 9_000_000,
    "A good phone. " * 600_000,
    "| " + "(" * 900 + " |\n" + "| a | b |\n" * 800_000,
    "\n" * 9_000_000,
)
"""Answers longer than what is read of one: a line, sentences, rows, blank lines."""


def task_figures(folder: Path) -> list[Figure]:
    """Of a dataset with tasks: worlds with few tasks, guess floors, the time of scoring."""
    dataset = open_dataset(folder)
    tasks = dataset.tasks()
    counts = Counter(task.world_id for task in tasks)
    few = sum(counts[world] < _FEW for world in dataset.world_ids) / len(dataset)
    empty = sum(task.kind == "empty" for task in tasks) / max(1, len(tasks))
    floor = max((float(task.guess_floor) for task in tasks), default=0.0)
    earned = 0.0
    for task in tasks[:_ASKED]:
        key = dataset.key(task.task_id)
        if key.rows:
            earned = max(
                earned,
                *(grade(key, text).figures.f1_by_item for text in _naive(key, task.question)),
            )
    big = _table()
    times = sorted(_seconds(big, answer_markdown(big)) for _ in range(_TIMES))
    return [
        Figure(f"worlds with fewer than {_FEW} tasks", 100 * few, "%", 5.0),
        Figure("empty tasks", 100 * empty, "%", 3.0),
        Figure("highest guess floor of a task", floor, "f1_value", 0.2,
               note=f"mean {statistics.fmean(float(task.guess_floor) for task in tasks):.3f}"),
        Figure(
            "most earned by no answer", earned, "f1_by_item", 0.0,
            note="nothing, the header alone, the question itself",
        ),
        Figure(
            f"score {_ROWS} x {_COLUMNS} cells, p50", 1000 * statistics.median(times), "ms", 5.0,
            note=f"slowest of {_TIMES}: {1000 * times[-1]:.1f} ms",
        ),
        Figure("score an answer of 9 MB, slowest", max(_seconds(big, text) for text in _HOSTILE),
               "s", 3.0),
    ]  # fmt: skip


def _naive(key: Key, question: str) -> tuple[str, ...]:
    header = answer_markdown(Key(key.task_id, key.columns, ()))
    return "", header, question


def _table() -> Key:
    """A key as large as they come: names, whole numbers and decimals."""
    columns = [KeyColumn("Name", "key", "name", 0)]
    columns += [KeyColumn(f"Figure {n}", "value", "integer", 0, "g") for n in range(1, 5)]
    columns += [KeyColumn(f"Price {n}", "value", "money", 2, "EUR") for n in range(5, _COLUMNS)]
    rows: list[tuple[Value, ...]] = []
    for row in range(_ROWS):
        whole = [1000 + 37 * row + n for n in range(1, 5)]
        rows.append((f"Name {row}", *whole, *(Decimal(row * n) / 4 for n in range(5, _COLUMNS))))
    return Key("0-1", tuple(columns), tuple(rows))


def _seconds(key: Key, answer: str) -> float:
    """Processor time."""
    start = time.process_time()
    grade(key, answer)
    return time.process_time() - start
