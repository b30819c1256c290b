"""How large tasks are: pages, look-ups in sequence, cells; what their conditions are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from fictionworld.bench.figure import Figure
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import Specification

_FEW_PAGES: Final = (4, 8)
_MANY_CELLS: Final = 300
_HOPS: Final = 4
_KEYS_READ: Final = 600


def size_figures(folder: Path) -> list[Figure]:
    """Of a dataset: how its tasks are distributed over sizes and over the logic of conditions."""
    dataset = open_dataset(folder)
    tasks = dataset.tasks()
    wide = [task for task in tasks if task.kind == "wide"]
    deep = [task for task in tasks if task.kind == "deep"]
    low, high = _FEW_PAGES
    logic, missing = _looked_into(dataset, wide[:_KEYS_READ])
    return [
        Figure(f"wide tasks that need {low} to {high} pages",
               percent(low <= one.least_pages <= high for one in wide), "%", at_least=20),
        Figure(f"tasks of {_MANY_CELLS} cells or more",
               percent(one.answer_cells >= _MANY_CELLS for one in tasks), "%", 15),
        Figure("wide answers, mean", fmean(one.answer_cells for one in wide), "cells"),
        Figure("pages of deep tasks, mean", fmean(one.least_pages for one in deep), "pages"),
        Figure("deep tasks that need fewer than 2 pages",
               percent(one.least_pages < 2 for one in deep), "%", 0),
        Figure(f"deep tasks of {_HOPS} pages or more in sequence",
               percent(one.hops >= _HOPS for one in deep), "%", at_least=25),
        Figure("missing values in wide answers", missing, "%", at_least=5),
        *(Figure(f"wide tasks with {name}", share, "%", at_least=least)
          for (name, least), share in zip(_LOGIC, logic, strict=True)),
    ]  # fmt: skip


_LOGIC: Final = (("NOT", 54.0), ("OR", 51.0), ("AND", 63.0))
"""Shares in the test set of WideSeekBench, in which conditions of several sorts may be combined."""


def logic_of(specification: Specification) -> set[str]:
    """What the conditions of a question are combined by: NOT, OR, AND."""
    found = set()
    where = (*specification.where, *specification.either)
    tests = [*where, *(one for m in specification.members for one in m.where)]
    if any(one.operator == "is_not" for one in tests) or not all(
        member.holds for member in specification.members
    ):
        found.add("NOT")
    if specification.either or any(one.operator == "one_of" for one in tests):
        found.add("OR")
    if len(specification.where) + len(specification.members) + bool(specification.either) > 1:
        found.add("AND")
    return found


def _looked_into(dataset: Dataset, tasks: Sequence[Task]) -> tuple[list[float], float]:
    """The shares of `_LOGIC`, and of missing values among those of wide answers, in percent."""
    counts: Counter[str] = Counter()
    cells: list[bool] = []
    for task in tasks:
        counts.update(logic_of(dataset.specification(task.task_id)))
        key = dataset.key(task.task_id)
        places = [i for i, one in enumerate(key.columns) if one.role == "value"]
        cells += [row[place] is None for row in key.rows for place in places]
    return [100 * counts[name] / max(1, len(tasks)) for name, _ in _LOGIC], percent(cells)


def percent(found: Iterable[bool]) -> float:
    """The share that is true, in percent."""
    every = list(found)
    return 100 * sum(every) / max(1, len(every))
