"""`export_tasks`: the tasks of a dataset for another program, whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from fictionworld.dataset import Dataset
from fictionworld.episodes.sampling import sampled_tasks
from fictionworld.episodes.training_rows import training_rows
from fictionworld.episodes.world_files import template_web
from fictionworld.errors import UsageError, nearest
from fictionworld.export.rows import key_row, task_row
from fictionworld.export.training import TRAINING_FORMATS, write_training
from fictionworld.simulator.controls import Controls, controls_of
from fictionworld.tasks.choice import KINDS
from fictionworld.tasks.key import Key
from fictionworld.tasks.record import Task, key_of
from fictionworld.tasks.widesearch.form import widesearch_form
from fictionworld.worlds.durable import storage_errors


def claim_folder(out: Path) -> None:
    """Pass if nothing is at `out`, or an empty folder; else raise UsageError.

    Raises:
        UsageError: A file or a folder that is not empty is there; it stays as it is.
        StorageError: The disk refused.
    """
    with storage_errors(out):
        if out.is_dir():
            entry = next(out.iterdir(), None)
            if entry is not None:
                raise UsageError(
                    f"--out: {out} is not empty (it holds {entry.name}); give a new folder, or "
                    "empty this one first"
                )
        elif out.exists() or out.is_symlink():
            raise UsageError(f"--out: {out} is a file; give a folder, new or empty")


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """Yield a folder to write into, on the same disk, that becomes `out` when the block ends well.

    If the block raises, the folder is removed, and `out` is as it was.

    Raises:
        UsageError: As `claim_folder`.
        StorageError: The disk refused.
    """
    claim_folder(out)
    aside = out.parent / f".{out.name}.{os.getpid()}.aside"
    with storage_errors(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        aside.mkdir()  # a folder of that name is not ours to remove
        try:
            yield aside
            # so that the rename never uncovers half of it; file by file that takes seconds
            os.sync()
            aside.replace(out)  # an empty folder gives way, anything else is refused
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise


def page_rows(dataset: Dataset, worlds: Iterable[int]) -> Iterator[dict[str, Any]]:
    """Yield a row for each page: `world_id`, `url`, `title`, `site`, `kind`, `date`, `text`.

    A page states all facts of its plan: an index over them finds pages by the values that are
    asked for, which the tools here do not do under `tease` and `strict`.
    """
    for world_id in worlds:
        web = template_web(dataset, world_id)
        for head in web.heads:
            yield {
                "world_id": world_id,
                "url": head.url,
                "title": head.title,
                "site": head.outlet,
                "kind": head.kind,
                "date": None if head.date is None else head.date.isoformat(),
                "text": web.page(head.number).body,
            }


def write_widesearch(folder: Path, keyed: Iterable[tuple[Task, Key]]) -> None:
    """Write tasks in the form of the WideSearch benchmark into a folder that exists.

    `widesearch.jsonl` holds the questions with the rules by which answers are scored, and
    `widesearch_gold/<instance_id>.csv` the right answers. Empty tasks are left out: the public
    scorer fails where the gold has no row, and gives 0 to every answer.
    """
    gold = folder / "widesearch_gold"
    gold.mkdir()
    rows = []
    for task, key in keyed:
        form = widesearch_form(key)
        # the loader takes these fields and no other
        rows.append({
            "instance_id": task.task_id, "query": task.question, "evaluation": form.evaluation,
            "language": task.language,
        })  # fmt: skip
        (gold / f"{task.task_id}.csv").write_text(form.gold_csv, encoding="utf-8")
    _write_jsonl(folder / "widesearch.jsonl", rows)


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


def export_tasks(  # noqa: PLR0913 - what rows tell of, each by its name
    dataset: Dataset,
    out: Path,
    form: Format,
    tasks: Sequence[Task] | None = None,
    *,
    keys: bool = False,
    controls: Controls | str | None = None,
    calls: int | None = None,
    policies: str | Mapping[str, float] = "tease",
    epochs: int = 1,
) -> Exported:
    """Write tasks into the folder `out`, which is new or empty.

    Args:
        dataset: The dataset of the tasks.
        out: The folder.
        form: `jsonl` and `parquet` give one file of tasks without their answers; `widesearch` a
            file of questions and a folder of gold tables; `hf`, `trl`, `verl` and `verifiers` a
            file of prompts a split (`training.py`); `pages` the pages of the tasks' worlds.
        tasks: The tasks to write, such as `dataset.tasks(split="train")`; all if not given.
        keys: With `jsonl` and `parquet`, their answers too, in a file of their own.
        controls: With the formats of trainers, the controls under which the tasks will be played;
            prompts and budgets are for them. Likewise the next three.
        calls: The most calls of an episode, as of `Dataset.episode`.
        policies: The policies of results, as of `Dataset.rows`.
        epochs: How often each task comes, as of `Dataset.rows`.

    Raises:
        UsageError: The folder is not empty, or there is no task to write.
        DatasetError: Keys are needed and the dataset is without them.
        StorageError: The disk refused.
    """
    if form not in FORMATS:
        raise UsageError(
            f"--format: got {form!r}; allowed are {', '.join(FORMATS)}{nearest(form, FORMATS)}"
        )
    if keys and form not in {"jsonl", "parquet"}:
        raise UsageError(f"--keys: got format {form}; only jsonl and parquet have keys beside them")
    perturbations = controls_of(controls)
    is_plain = perturbations.is_off and calls is None and policies == "tease" and epochs == 1
    if not is_plain and form not in TRAINING_FORMATS:
        raise UsageError(
            f"--controls, --calls, --policies, --epochs: got format {form}; only "
            f"{', '.join(TRAINING_FORMATS)} have rows to play"
        )
    if epochs < 1:
        raise UsageError(f"got epochs={epochs}; allowed: 1 or more")
    claim_folder(out)  # before the work, which may take a while
    chosen = dataset.tasks() if tasks is None else tasks
    tasks = _writable(dataset, chosen, form)
    with new_folder(out) as folder:
        if form == "widesearch":
            write_widesearch(folder, _keyed(dataset, tasks))
        elif form in TRAINING_FORMATS:
            drawn = sampled_tasks(dataset, tasks, epochs * len(tasks), policies=policies)
            rows = training_rows(dataset, drawn, perturbations, calls)
            write_training(folder, dataset, rows, form, perturbations, calls)
        elif form == "pages":
            worlds = dict.fromkeys(task.world_id for task in tasks)
            _write_jsonl(folder / "pages.jsonl", page_rows(dataset, worlds))
        else:
            write = _write_jsonl if form == "jsonl" else _write_parquet
            write(folder / f"tasks.{form}", map(task_row, tasks))
            if keys:
                key_rows = (key_row(key) for _, key in _keyed(dataset, tasks))
                write(folder / f"keys.{form}", key_rows)
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    counts: dict[str, int] = {kind: sum(task.kind == kind for task in tasks) for kind in KINDS}
    return Exported(out, counts, len(chosen) - len(tasks), len(sizes), sum(sizes))


def _writable(dataset: Dataset, tasks: Sequence[Task], form: Format) -> list[Task]:
    """Return the tasks that the format can hold."""
    writable = [task for task in tasks if form != "widesearch" or task.kind != "empty"]
    if not writable:
        if tasks:
            why = "all that are chosen are empty tasks, which WideSearch cannot score"
        elif dataset.manifest.keys:
            why = "no task is chosen"
        else:
            why = "its worlds have no tasks"
        raise UsageError(
            f"nothing to write from {dataset.path}: {why}; see what there is with "
            f"`fictionworld show {dataset.path}`"
        )
    return writable


def _keyed(dataset: Dataset, tasks: Sequence[Task]) -> Iterator[tuple[Task, Key]]:
    """Yield the tasks with their keys."""
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
