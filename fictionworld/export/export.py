"""`export_tasks`: the tasks of a dataset for another program, whole or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from fictionworld.errors import UsageError, nearest
from fictionworld.export.choice import Choice
from fictionworld.export.folder import claim_folder, new_folder
from fictionworld.export.pages import write_pages
from fictionworld.export.rows import key_row, task_row
from fictionworld.export.training import TRAINING_FORMATS, write_training
from fictionworld.export.widesearch import write_widesearch
from fictionworld.tasks.choice import KINDS
from fictionworld.tasks.record import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fictionworld.dataset import Dataset
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.record import Task

__all__ = ["FORMATS", "Choice", "Exported", "Format", "export_tasks"]

Format = Literal["widesearch", "jsonl", "parquet", "hf", "trl", "verl", "verifiers", "pages"]
FORMATS: tuple[str, ...] = get_args(Format)


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    out: Path
    tasks: dict[str, int]
    """Tasks by kind."""
    left_out: int
    """Empty tasks that the format cannot hold."""
    files: int
    size: int
    """Bytes of all files."""


def export_tasks(
    dataset: Dataset,
    out: Path,
    form: Format,
    choice: Choice | None = None,
    *,
    keys: bool = False,
) -> Exported:
    """Writes the chosen tasks into the folder `out`, which is new or empty.

    Args:
        dataset: Where they are.
        out: The folder.
        form: `jsonl` and `parquet` give one file of tasks without their answers; `widesearch` a
            file of questions and a folder of gold tables; `hf`, `trl`, `verl` and `verifiers` a
            file of prompts a split (`training.py`); `pages` the pages of the tasks' worlds.
        choice: Which tasks; all if not given.
        keys: With `jsonl` and `parquet`, their answers too, in a file of their own.

    Raises:
        UsageError: The folder is not empty, nothing is chosen, or the dataset has no such pack or
            split.
        DatasetError: Keys are needed and are not here.
        StorageError: The disk refused.
    """
    if form not in FORMATS:
        raise UsageError(
            f"--format: got {form!r}; allowed are {', '.join(FORMATS)}{nearest(form, FORMATS)}"
        )
    if keys and form not in {"jsonl", "parquet"}:
        raise UsageError(f"--keys: got format {form}; only jsonl and parquet have keys beside them")
    claim_folder(out)  # before the work, which may take a while
    choice = choice or Choice()
    tasks, left_out = _chosen(dataset, choice, form)
    with new_folder(out) as folder:
        if form == "widesearch":
            write_widesearch(folder, _keyed(dataset, tasks))
        elif form in TRAINING_FORMATS:
            write_training(folder, dataset, tasks, form)
        elif form == "pages":
            worlds = dict.fromkeys(task.world_id for task in tasks)
            write_pages(folder / "pages.jsonl", dataset, worlds)
        else:
            write = _write_jsonl if form == "jsonl" else _write_parquet
            write(folder / f"tasks.{form}", map(task_row, tasks))
            if keys:
                rows = (key_row(key) for _, key in _keyed(dataset, tasks))
                write(folder / f"keys.{form}", rows)
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    counts: dict[str, int] = {kind: sum(task.kind == kind for task in tasks) for kind in KINDS}
    return Exported(out, counts, left_out, len(sizes), sum(sizes))


def _chosen(dataset: Dataset, choice: Choice, form: Format) -> tuple[list[Task], int]:
    """The tasks to write, and how many the format leaves out."""
    tasks = choice.of(dataset)
    kept = [task for task in tasks if form != "widesearch" or task.kind != "empty"]
    if not kept:
        why = (
            "all that are chosen are empty tasks, which WideSearch cannot score"
            if tasks
            else ("no task is chosen" if dataset.manifest.keys else "its worlds have no tasks")
        )
        raise UsageError(
            f"nothing to write from {dataset.path}: {why}; see what there is with "
            f"`fictionworld show {dataset.path}`"
        )
    return kept, len(tasks) - len(kept)


def _keyed(dataset: Dataset, tasks: Sequence[Task]) -> Iterator[tuple[Task, Key]]:
    """The tasks with their keys."""
    wanted = {task.task_id: task for task in tasks}
    for row in dataset.stored_keys():
        if row["task_id"] in wanted:
            yield wanted[row["task_id"]], key_of(row)


def _write_jsonl(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for row in rows:
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    import polars as pl  # noqa: PLC0415 - polars is slow to import

    pl.DataFrame(list(rows), infer_schema_length=None).write_parquet(path)
