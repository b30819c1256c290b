"""Exports: what is written is what the dataset says, whole or not at all."""

from __future__ import annotations

import json

import pandas
import polars as pl
import pytest

import fictionworld as fw
from fictionworld.export import export as module
from fictionworld.export.export import new_folder
from fictionworld.export.rows import FIELDS_OF_A_QUESTION
from fictionworld.tasks.key import answer_markdown, answer_texts
from fictionworld.tasks.widesearch import parse_evaluation, score_widesearch

HARD = [
    "split", "shape", "level", "tables", "hops", "answer_rows", "answer_cells", "evidence_facts",
    "least_pages", "least_characters", "least_tokens", "guess_floor",
]  # fmt: skip


def read(path):
    if path.suffix == ".parquet":
        return pl.read_parquet(path).to_dicts()
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_rows_without_keys(form, dataset, tmp_path):
    done = fw.export_tasks(dataset, tmp_path / "out", form)
    assert [path.name for path in (tmp_path / "out").iterdir()] == [f"tasks.{form}"]
    rows = read(tmp_path / "out" / f"tasks.{form}")
    assert sum(done.tasks.values()) == len(rows) == len(dataset.tasks())
    for row, task in zip(rows, dataset.tasks(), strict=True):
        assert list(row) == [*FIELDS_OF_A_QUESTION, *HARD]
        assert row["question"] == task.question
        assert tuple(row["tables"]) == task.tables
        assert row["guess_floor"] == float(task.guess_floor)


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_keys_in_a_file_of_their_own(form, dataset, tmp_path):
    fw.export_tasks(dataset, tmp_path / "out", form, dataset.tasks(kind="wide"), keys=True)
    rows = read(tmp_path / "out" / f"tasks.{form}")
    keys = read(tmp_path / "out" / f"keys.{form}")
    assert [key["task_id"] for key in keys] == [row["task_id"] for row in rows]
    for stored in keys:
        key = dataset.key(stored["task_id"])
        assert [column["header"] for column in stored["columns"]] == list(key.required)
        assert stored["rows"] == [list(row) for row in answer_texts(key)]


def test_both_forms_say_the_same(dataset, tmp_path):
    for form in ("jsonl", "parquet"):
        fw.export_tasks(dataset, tmp_path / form, form, keys=True)
    for name in ("tasks", "keys"):
        lines = read(tmp_path / "jsonl" / f"{name}.jsonl")
        assert lines == read(tmp_path / "parquet" / f"{name}.parquet")


def test_a_choice(dataset, tmp_path):
    chosen = dataset.tasks(pack="football", kind="deep")
    fw.export_tasks(dataset, tmp_path / "out", "jsonl", chosen)
    ids = [row["task_id"] for row in read(tmp_path / "out" / "tasks.jsonl")]
    assert ids == [
        task.task_id for task in dataset.tasks() if (task.pack, task.kind) == ("football", "deep")
    ]


# the form of the benchmark


def test_widesearch_as_its_own_loader_reads_it(dataset, tmp_path):
    """That loader goes by pandas, takes these fields and no other, and wants columns so named."""
    done = fw.export_tasks(dataset, tmp_path / "out", "widesearch")
    items = pandas.read_json(tmp_path / "out" / "widesearch.jsonl", lines=True)
    assert done.files == 1 + len(items)
    by_id = {task.task_id: task for task in dataset.tasks()}
    assert list(items["instance_id"]) == [
        task.task_id for task in by_id.values() if task.kind != "empty"
    ]
    for item in items.to_dict(orient="records"):
        assert set(item) == {"instance_id", "query", "evaluation", "language"}
        assert item["query"] == by_id[item["instance_id"]].question
        path = tmp_path / "out" / "widesearch_gold" / f"{item['instance_id']}.csv"
        gold = pandas.read_csv(path)
        named = [column.strip().lower().replace(" ", "") for column in gold.columns]
        assert named == item["evaluation"]["required"]
        assert set(item["evaluation"]["unique_columns"]) <= set(named)
        answer = answer_markdown(dataset.key(item["instance_id"]))
        figures = score_widesearch(
            parse_evaluation(item["evaluation"]), path.read_text("utf-8"), answer
        )
        assert figures.score == figures.f1_by_item == figures.f1_by_row == 1


def test_empty_tasks_have_no_widesearch_form(dataset, tmp_path):
    wide = [task for task in dataset.tasks() if task.kind == "wide"]
    with pytest.raises(fw.UsageError, match="no task is chosen"):
        fw.export_tasks(dataset, tmp_path / "out", "widesearch", [])
    from dataclasses import replace

    empty = replace(wide[0], kind="empty")
    with pytest.raises(fw.UsageError, match="empty tasks, which WideSearch cannot score"):
        fw.export_tasks(dataset, tmp_path / "out", "widesearch", [empty])
    done = fw.export_tasks(dataset, tmp_path / "out", "widesearch", [empty, wide[1]])
    assert (done.left_out, done.files) == (1, 2)


# whole or not at all


def test_nothing_is_left_of_an_export_that_failed(dataset, tmp_path, monkeypatch):
    def breaks(key):
        raise RuntimeError("in the middle")

    monkeypatch.setattr(module, "key_row", breaks)
    with pytest.raises(RuntimeError, match="in the middle"):
        fw.export_tasks(dataset, tmp_path / "out", "jsonl", keys=True)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(dataset, tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    (tmp_path / "empty").mkdir()
    with pytest.raises(fw.UsageError, match="is a file"):
        fw.export_tasks(dataset, tmp_path / "file", "jsonl")
    with pytest.raises(fw.UsageError, match="is not empty"):
        fw.export_tasks(dataset, tmp_path / "full", "jsonl")
    fw.export_tasks(dataset, tmp_path / "empty", "jsonl")
    assert (tmp_path / "file").read_text() == (tmp_path / "full" / "thesis.txt").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "file", "full"]


def test_somebody_fills_the_folder_meanwhile(tmp_path):
    def export():
        with new_folder(tmp_path / "out") as folder:
            (folder / "mine").write_text("new")
            (tmp_path / "out").mkdir()
            (tmp_path / "out" / "theirs").write_text("old")

    with pytest.raises(fw.StorageError):
        export()
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["theirs"]


def test_a_disk_that_refuses(dataset, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(fw.StorageError):
        fw.export_tasks(dataset, tmp_path / "file" / "out", "jsonl")


def test_no_keys_here(dataset, tmp_path):
    import shutil

    shutil.copytree(dataset.path, tmp_path / "bare")
    (tmp_path / "bare" / "keys-00000.duckdb").unlink()
    bare = fw.open(tmp_path / "bare")
    fw.export_tasks(bare, tmp_path / "tasks", "jsonl")
    with pytest.raises(fw.DatasetError, match=r"keys-00000\.duckdb is not here"):
        fw.export_tasks(bare, tmp_path / "gold", "widesearch")
    assert not (tmp_path / "gold").exists()
