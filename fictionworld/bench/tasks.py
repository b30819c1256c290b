"""The tasks of a build: their number and size, where what they ask for stands, their scoring."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from statistics import fmean, median
from typing import Final

from fictionworld.bench.figure import Figure, percent
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.rollout import sample
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, KeyColumn, answer_markdown
from fictionworld.tasks.record import Task
from fictionworld.tasks.selection import select
from fictionworld.tasks.specification import Specification
from fictionworld.worlds.fact import FactId, Value
from fictionworld.worlds.world_rows import Cell, WorldRows

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
_FEW_PAGES: Final = (4, 8)
_MANY_CELLS: Final = 300
_HOPS: Final = 4
_KEYS_READ: Final = 600
"""Wide tasks whose conditions and keys are looked into."""
_LOGIC: Final = (("NOT", 54.0), ("OR", 51.0), ("AND", 63.0))
"""Shares in the test set of WideSeekBench, in which conditions of several sorts may be combined."""
_PLACED: Final = 100
"""Tasks whose asked cells are looked for on pages."""


def task_figures(folder: Path) -> list[Figure]:
    """Return counts of worlds with few tasks, guess floors, and the time of scoring."""
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
               note=f"mean {fmean(float(task.guess_floor) for task in tasks):.3f}"),
        Figure(
            "most earned by no answer", earned, "f1_by_item", 0.0,
            note="nothing, the header alone, the question itself",
        ),
        Figure(
            f"score {_ROWS} x {_COLUMNS} cells, p50", 1000 * median(times), "ms", 5.0,
            note=f"slowest of {_TIMES}: {1000 * times[-1]:.1f} ms",
        ),
        Figure("score an answer of 9 MB, slowest", max(_seconds(big, text) for text in _HOSTILE),
               "s", 3.0),
    ]  # fmt: skip


def _naive(key: Key, question: str) -> tuple[str, ...]:
    header = answer_markdown(Key(key.task_id, key.columns, ()))
    return "", header, question


def _table() -> Key:
    """Return a key as large as any, of names, whole numbers and decimals."""
    columns = [KeyColumn("Name", "key", "name", 0)]
    columns += [KeyColumn(f"Figure {n}", "value", "integer", 0, "g") for n in range(1, 5)]
    columns += [KeyColumn(f"Price {n}", "value", "money", 2, "EUR") for n in range(5, _COLUMNS)]
    rows: list[tuple[Value, ...]] = []
    for row in range(_ROWS):
        whole = [1000 + 37 * row + n for n in range(1, 5)]
        rows.append((f"Name {row}", *whole, *(Decimal(row * n) / 4 for n in range(5, _COLUMNS))))
    return Key("0-1", tuple(columns), tuple(rows))


def _seconds(key: Key, answer: str) -> float:
    """Return the processor seconds to grade an answer."""
    start = time.process_time()
    grade(key, answer)
    return time.process_time() - start


def size_figures(folder: Path) -> list[Figure]:
    """Return how the tasks of a dataset are distributed over sizes and logic of conditions."""
    dataset = open_dataset(folder)
    tasks = dataset.tasks()
    wide = [task for task in tasks if task.kind == "wide"]
    deep = [task for task in tasks if task.kind == "deep"]
    low, high = _FEW_PAGES
    logic, missing = _looked_into(dataset, wide[:_KEYS_READ])
    return [
        Figure(f"wide tasks that need {low} to {high} pages",
               percent(low <= task.least_pages <= high for task in wide), "%", at_least=20),
        Figure(f"tasks of {_MANY_CELLS} cells or more",
               percent(task.answer_cells >= _MANY_CELLS for task in tasks), "%", 15),
        Figure("wide answers, mean", fmean(task.answer_cells for task in wide), "cells"),
        Figure("pages of deep tasks, mean", fmean(task.least_pages for task in deep), "pages"),
        Figure("deep tasks that need fewer than 2 pages",
               percent(task.least_pages < 2 for task in deep), "%", 0),
        Figure(f"deep tasks of {_HOPS} pages or more in sequence",
               percent(task.hops >= _HOPS for task in deep), "%", at_least=25),
        Figure("missing values in wide answers", missing, "%", at_least=5),
        *(Figure(f"wide tasks with {name}", share, "%", at_least=least)
          for (name, least), share in zip(_LOGIC, logic, strict=True)),
    ]  # fmt: skip


def logic_of(specification: Specification) -> set[str]:
    """Return the operators that combine the conditions of a question, of NOT, OR and AND."""
    operators = set()
    where = (*specification.where, *specification.either)
    tests = [*where, *(test for m in specification.members for test in m.where)]
    if any(test.operator == "is_not" for test in tests) or not all(
        member.holds for member in specification.members
    ):
        operators.add("NOT")
    if specification.either or any(test.operator == "one_of" for test in tests):
        operators.add("OR")
    if len(specification.where) + len(specification.members) + bool(specification.either) > 1:
        operators.add("AND")
    return operators


def _looked_into(dataset: Dataset, tasks: Sequence[Task]) -> tuple[list[float], float]:
    """Return the shares of `_LOGIC`, and of missing values in wide answers, all in percent."""
    counts: Counter[str] = Counter()
    cells: list[bool] = []
    for task in tasks:
        counts.update(logic_of(dataset.specification(task.task_id)))
        key = dataset.key(task.task_id)
        indexes = [i for i, column in enumerate(key.columns) if column.role == "value"]
        cells += [row[index] is None for row in key.rows for index in indexes]
    return [100 * counts[name] / max(1, len(tasks)) for name, _ in _LOGIC], percent(cells)


def asked_cell_figures(folder: Path) -> list[Figure]:
    """Return which pages and how many tables state the cells that wide and deep tasks ask for."""
    dataset = open_dataset(folder)
    derived: list[bool] = []
    computed: list[bool] = []
    in_text: list[bool] = []
    joined: list[bool] = []
    level: list[bool] = []
    tasks = sample([task for task in dataset.tasks() if task.kind != "empty"], _PLACED)
    for task in tasks:
        handle = OPEN_WORLDS.at(dataset, task.world_id)
        plan, specification = handle.web.plan, dataset.specification(task.task_id)
        values = [output for output in specification.outputs if output.role == "value"]
        computed += [output.of != "cell" for output in values for _ in range(task.answer_rows)]
        if specification.extreme is not None:
            level.append(has_ties(specification, handle.rows))
        cells = list(asked_cells(specification, handle.rows))
        if task.kind == "wide":
            joined.append(len({table for table, _, _ in cells}) > 1)
        for cell in cells:
            pages = plan.pages_of(FactId(task.world_id, *cell))
            derived.append(not pages)
            in_text.append(bool(pages) and all(plan.page(page).listed is None for page in pages))
    note = f"{len(tasks)} tasks"
    return [
        Figure("asked cells that no page states", percent(derived), "%", 10, note=note),
        Figure("asked cells that stand in no table", percent(in_text), "%", note=note),
        Figure("values of answers that are computed from several cells", percent(computed), "%"),
        Figure("wide tasks that ask for cells of two tables or more", percent(joined), "%"),
        Figure("rankings in which rows are level", percent(level), "%", note=f"{len(level)} tasks"),
    ]  # fmt: skip


def asked_cells(specification: Specification, rows: WorldRows) -> Iterator[Cell]:
    """Yield once each fact that the values of an answer are, or are computed from."""
    answer_rows = select(specification, rows).kept.rows
    paths = [
        path
        for output in specification.outputs
        if output.role == "value"
        for path in (output.path, output.until)
        if path
    ]
    cells: dict[Cell, None] = {}
    for path in paths:
        trails = rows.trails(specification.table, path)
        cells.update((trails[row][-1], None) for row in answer_rows if trails[row])
    yield from cells


def has_ties(specification: Specification, rows: WorldRows) -> bool:
    """Return whether two rows of a ranking have the same value in its order."""
    assert specification.extreme is not None
    extreme = specification.extreme
    order = rows.cells(specification.table, extreme.order)
    groups = None if extreme.per is None else rows.cells(specification.table, extreme.per)
    ranked = [
        (order[row], None if groups is None else groups[row])
        for row in select(specification, rows).ranked.rows
    ]
    return len(set(ranked)) < len(ranked)
