"""`fictionworld tasks`: everything that is asked, nothing that is answered."""

from __future__ import annotations

import json

import pytest

import fictionworld as fw

FIELDS = [
    "task_id", "world_id", "pack", "kind", "question", "columns", "key_columns", "language",
]  # fmt: skip


@pytest.fixture(scope="module")
def dataset(worlds):
    return fw.open(worlds)


def listed(call, worlds, *arguments):
    answer = call("tasks", worlds, "--json", *arguments)
    assert answer.code == 0
    assert answer.err == ""
    return [json.loads(line) for line in answer.out.splitlines()]


def test_one_object_a_line_with_these_fields_and_no_other(call, worlds, dataset):
    printed = listed(call, worlds)
    assert all(list(task) == FIELDS for task in printed)
    for mine, task in zip(printed, dataset.tasks(), strict=True):
        assert mine["question"] == task.question
        assert tuple(mine["columns"]) == task.columns
        assert tuple(mine["key_columns"]) == task.key_columns


def test_a_choice(call, worlds, dataset):
    tasks = dataset.tasks()
    assert {task["world_id"] for task in listed(call, worlds, "--world", 3)} == {3}
    for flag, of in (("--pack", "pack"), ("--kind", "kind"), ("--split", "split")):
        for value in {getattr(task, of) for task in tasks}:
            ids = [task["task_id"] for task in listed(call, worlds, flag, value)]
            assert ids == [task.task_id for task in tasks if getattr(task, of) == value]


def test_a_choice_by_what_is_to_be_read(call, worlds, dataset):
    sizes = sorted(task.least_characters for task in dataset.tasks())
    low, high = sizes[3], sizes[-4]
    ids = [task["task_id"] for task in listed(call, worlds, "--characters", f"{low}-{high}")]
    assert ids == [t.task_id for t in dataset.tasks() if low <= t.least_characters <= high]
    assert 0 < len(ids) < len(sizes)
    for wrong in ("60k", "9-2", "-5", "1-2-3"):
        answer = call("tasks", worlds, f"--characters={wrong}")
        assert answer.code == 2 and "such as 0-60000" in answer.err


def test_a_line_a_task_for_people(call, worlds, dataset):
    answer = call("tasks", worlds)
    lines = answer.out.splitlines()
    assert len(lines) == 1 + len(dataset.tasks())
    assert max(map(len, lines)) <= 100
    for line, task in zip(lines[1:], dataset.tasks(), strict=True):
        assert line.split()[:2] == [task.task_id, task.kind]
        assert task.question.split()[0] in line
    assert f"fictionworld show {worlds} 0-1" in answer.err


def test_keys_are_not_needed(call, worlds, tmp_path):
    import shutil

    bare = shutil.copytree(worlds, tmp_path / "bare")
    (bare / "keys-00000.duckdb").unlink()
    assert listed(call, bare) == listed(call, worlds)
