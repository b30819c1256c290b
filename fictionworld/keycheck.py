"""Every key of a dataset computed a second time, from the files alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fictionworld.dataset import Dataset
from fictionworld.errors import UsageError
from fictionworld.tasks.record import Task
from fictionworld.tasks.rekeying import KeyFinding, check_key
from fictionworld.worlds.world_rows import WorldRows

__all__ = ["KeyFinding", "KeyReport", "check_keys"]

_KEPT = 200


@dataclass(frozen=True, slots=True)
class KeyReport:
    """What was checked and what was found. `bool(report)` is: all is well."""

    tasks: int
    worlds: int
    """Worlds that have tasks."""
    findings: tuple[KeyFinding, ...]
    """The first 200; `by_what` counts all."""
    by_what: Mapping[str, int]
    wrong_tasks: int
    """Tasks with at least one finding."""
    seconds: float

    def __bool__(self) -> bool:
        return not self.by_what


def check_keys(
    dataset: Dataset, on_progress: Callable[[int, int], None] = lambda _done, _total: None
) -> KeyReport:
    """Check every task of a dataset against its key, and every key against its world.

    Args:
        dataset: The dataset.
        on_progress: Called with the number of worlds done and of all worlds.

    Raises:
        UsageError: The dataset was built without tasks.
        DatasetError: Its keys are not here, or a file is damaged.
    """
    if not dataset.manifest.keys:
        raise UsageError(
            f"--keys: the worlds of {dataset.path} have no tasks, so there are no keys to check; "
            "leave --keys out"
        )
    start = time.perf_counter()
    findings: list[KeyFinding] = []
    by_what: Counter[str] = Counter()
    wrong: set[str] = set()
    worlds = tasks = 0
    stored = dataset.stored_tasks
    for done, world_id in enumerate(dataset.world_ids):
        on_progress(done, len(dataset))
        world_tasks = dataset.tasks(world_id)
        for finding in _of_world(dataset, world_id, world_tasks):
            by_what[finding.what] += 1
            wrong.add(finding.task_id)
            if len(findings) < _KEPT:
                findings.append(finding)
        tasks += len(world_tasks)
        worlds += bool(world_tasks)
    on_progress(len(dataset), len(dataset))
    if stored != tasks:
        by_what["ids"] += 1
        message = f"{stored - tasks:,} of the {stored:,} stored tasks have the id of another task"
        findings = [KeyFinding("-", "ids", message), *findings[: _KEPT - 1]]
    seconds = time.perf_counter() - start
    counts = dict(sorted(by_what.items()))
    return KeyReport(tasks, worlds, tuple(findings), counts, len(wrong), seconds)


def _of_world(dataset: Dataset, world_id: int, tasks: list[Task]) -> Iterator[KeyFinding]:
    stored = list(dataset.stored_keys(world_id))
    yield from _ids(world_id, tasks, stored)
    keyed = {row["task_id"]: row for row in stored}
    rows: WorldRows | None = None
    for task in tasks:
        if task.task_id in keyed:
            # one reader for all tasks of a world: they ask for the same columns
            rows = rows or WorldRows(dataset.pack_of(world_id), dataset.frames(world_id))
            yield from check_key(task, keyed[task.task_id], rows)


def _ids(world_id: int, tasks: list[Task], stored: list[dict[str, Any]]) -> Iterator[KeyFinding]:
    """Yield a finding for each task not numbered from 1 in its world, or without just one key."""
    for number, task in enumerate(tasks, 1):
        if task.task_id != f"{world_id}-{number}":
            yield KeyFinding(
                task.task_id, "ids", f"task {number} of world {world_id} has the id {task.task_id}"
            )
    keys = Counter(row["task_id"] for row in stored)
    task_ids = {task.task_id for task in tasks}
    for task_id in sorted(task_ids - set(keys)):
        yield KeyFinding(task_id, "ids", "has no key")
    for task_id, count in sorted(keys.items()):
        if task_id not in task_ids:
            yield KeyFinding(task_id, "ids", "is a key without a task")
        elif count > 1:
            yield KeyFinding(task_id, "ids", f"has {count} keys")
