"""`fictionworld show`: what a person sees is what the dataset says."""

from __future__ import annotations

import shutil

import pytest

import fictionworld as fw
from fictionworld.tasks.key import answer_texts


@pytest.fixture(scope="module")
def dataset(worlds):
    return fw.open(worlds)


def world_of(dataset, pack):
    return next(i for i in dataset.world_ids if dataset.world(i).pack == pack)


def test_a_dataset(call, worlds, dataset):
    answer = call("show", worlds)
    assert answer.code == 0
    assert answer.err == ""
    assert "6 worlds" in answer.out
    for row in dataset.worlds().iter_rows(named=True):
        assert row["title"] in answer.out
    assert max(map(len, answer.out.splitlines())) <= 100


def test_versions_that_differ_are_told(call, worlds, dataset, monkeypatch):
    assert call("show", worlds, "--json").json["differing_versions"] == {}
    running = {**dataset.manifest.versions, "duckdb": "9.0"}
    monkeypatch.setattr("fictionworld.worlds.manifest.running_versions", lambda: running)
    for command in ("show", "validate"):
        answer = call(command, worlds)
        assert answer.code == 0
        assert f"built with duckdb {dataset.manifest.versions['duckdb']} (here 9.0)" in answer.err
        assert list(call(command, worlds, "--json").json["differing_versions"]) == ["duckdb"]


def test_a_dataset_as_json(call, worlds, dataset):
    printed = call("show", worlds, "--json").json
    assert printed["worlds"] == 6
    assert printed["rows"] == dataset.manifest.counts.rows
    assert {pack["pack"] for pack in printed["packs"]} == {"smartphones", "football"}


def test_a_world_in_words(call, worlds, dataset):
    world_id = world_of(dataset, "football")
    answer = call("show", worlds, world_id)
    world, frames = dataset.world(world_id), dataset.frames(world_id)
    assert answer.code == 0
    assert answer.out.startswith(world.title)
    for name in frames["club"]["name"].head(4):
        assert name in answer.out
    # references are shown by name, those of keys too
    first = frames["match"].row(0, named=True)
    home = frames["club"].row(first["home"] - 1, named=True)["name"]
    away = frames["club"].row(first["away"] - 1, named=True)["name"]
    line = next(line for line in answer.out.splitlines() if line.startswith(home) and away in line)
    assert str(first["date"]) in line
    assert "Rank" in answer.out or "Place" in answer.out or "Position" in answer.out


def test_a_table_with_all_its_columns(call, worlds, dataset):
    world_id = world_of(dataset, "smartphones")
    answer = call("show", worlds, world_id, "--table", "phone", "--rows", 3)
    columns = dataset.columns(world_id)
    flat = " ".join(answer.out.split())
    for row in columns.filter(columns["table_name"] == "phone").iter_rows(named=True):
        last = row["label"].split()[-1]
        assert (last in flat) or not row["present"], row
    phone = dataset.frames(world_id)["phone"].row(0, named=True)
    assert f"{phone['price']:,}" in answer.out
    assert f"{phone['battery']:,}" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 100


def test_absent_columns_are_left_out(call, worlds, dataset):
    seen = 0
    for world_id in dataset.world_ids:
        columns = dataset.columns(world_id)
        labels = set(columns.filter(columns["present"])["label"])
        frames = dataset.frames(world_id).values()
        cells = {str(cell) for frame in frames for row in frame.rows() for cell in row}
        for row in columns.filter(~columns["present"]).iter_rows(named=True):
            if row["label"] in labels or any(row["label"] in cell for cell in cells):
                continue  # another column's heading, or a club's name as "Town"
            seen += 1
            answer = call("show", worlds, world_id, "--table", row["table_name"])
            headings = " ".join(answer.out.split())
            assert row["label"] not in headings
    assert seen, "no world lacks a column: nothing was tested"


def test_a_world_as_json(call, worlds, dataset):
    printed = call("show", worlds, 1, "--json").json
    assert printed["world"]["world_id"] == 1
    rows = sum(len(rows) for name, rows in printed["tables"].items() if name != "setting")
    assert rows == dataset.world(1).row_count
    one = call("show", worlds, 1, "--json", "--table", "setting").json
    assert list(one["tables"]) == ["setting"]


# tasks and keys


def test_a_dataset_counts_its_tasks(call, worlds, dataset):
    counts = dataset.manifest.counts.tasks
    printed = call("show", worlds, "--json").json
    assert {kind: n for kind, n in printed["tasks"].items() if n} == counts
    assert printed["has_keys"]
    assert f"{sum(counts.values())} tasks: {counts['wide']} wide" in call("show", worlds).out


def test_a_world_lists_its_tasks_without_answers(call, worlds, dataset):
    tasks = dataset.tasks(1)
    lines = call("show", worlds, 1).out.splitlines()
    listed = lines[lines.index(f"Tasks {len(tasks)}") + 2 :]
    assert [line.split()[:2] for line in listed[: len(tasks)]] == [
        [task.task_id, task.kind] for task in tasks
    ]
    assert max(map(len, lines)) <= 100
    printed = call("show", worlds, 1, "--json").json["tasks"]
    assert [task["task_id"] for task in printed] == [task.task_id for task in tasks]
    assert all("key" not in task for task in printed)


def test_a_world_with_its_answers(call, worlds, dataset):
    out = call("show", worlds, 1, "--key").out
    for key in dataset.keys(1):
        for row in answer_texts(key)[:3]:
            assert all(word in out for word in row[0].split())
    printed = call("show", worlds, 1, "--key", "--json").json["tasks"]
    assert [task["key"]["rows"] for task in printed] == [
        [list(row) for row in answer_texts(key)] for key in dataset.keys(1)
    ]


def test_one_task(call, worlds, dataset):
    task = dataset.task("0-2")
    first = answer_texts(dataset.key("0-2"))[0]
    out = call("show", worlds, "0-2").out
    assert " ".join(task.question.split()) in " ".join(out.split())
    with_key = call("show", worlds, "0-2", "--key").out
    assert with_key.startswith(out.rstrip("\n"))
    assert first[0].split()[0] in with_key[len(out) - 1 :]
    printed = call("show", worlds, "0-2", "--json").json
    assert printed["question"] == task.question
    assert "key" not in printed
    assert call("show", worlds, "0-2", "--key", "--json").json["key"]["rows"][0] == list(first)


def test_keys_that_are_not_here(call, worlds, tmp_path):
    bare = shutil.copytree(worlds, tmp_path / "bare")
    (bare / "keys-00000.duckdb").unlink()
    assert "their keys are not here" in call("show", bare).out
    assert call("show", bare, 0).code == 0
    answer = call("show", bare, 0, "--key", "--json")
    assert (answer.code, answer.out) == (1, "")
    assert "keys-00000.duckdb is not here" in answer.err


def test_worlds_alone(call, tmp_path):
    out, one_world = tmp_path / "bare", ("--n", 1, "--packs", "football", "--workers", 1)
    built = call("build", "--out", out, *one_world, "--tasks-per-world", 0)
    assert built.code == 0 and "tasks" not in built.err and fw.open(out).tasks() == []
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "shard-00000.duckdb"]
    assert "Tasks" not in call("show", out, 0).out
    answer = call("show", out, 0, "--key")
    assert answer.code == 2
    assert "holds no keys, because its worlds have no tasks" in answer.err
    answer = call("tasks", out)
    assert (answer.code, answer.out) == (0, "")
    assert "it was built without any" in " ".join(answer.err.split())
    assert "have no tasks" in call("validate", out, "--keys").err
    assert (
        "its worlds have no tasks"
        in call("export", out, "--format", "jsonl", "--out", tmp_path / "out").err
    )
