"""`fictionworld export`: what it says, and what it refuses."""

from __future__ import annotations

import json

import polars as pl

import fictionworld as fw


def test_writes_and_tells(call, worlds, tmp_path):
    out = tmp_path / "out"
    answer = call("export", worlds, "--format", "jsonl", "--out", out, "--kinds", "wide")
    assert answer.code == 0
    assert answer.out == ""
    lines = (out / "tasks.jsonl").read_text("utf-8").splitlines()
    assert f"{len(lines)} tasks ({len(lines)} wide), 1 file," in " ".join(answer.err.split())
    assert {json.loads(line)["kind"] for line in lines} == {"wide"}


def test_tasks_that_fit_with_prompts_for_a_budget(call, worlds, tmp_path):
    out, most = tmp_path / "out", 12_000
    answer = call(
        "export", worlds, "--format", "hf", "--out", out, "--characters", f"0-{most}",
        "--controls", "realistic", "--calls", 9,
    )  # fmt: skip
    assert answer.code == 0
    rows = pl.concat(pl.read_parquet(path) for path in out.glob("*.parquet")).to_dicts()
    dataset = fw.open(worlds)
    fit = {task.task_id for task in dataset.tasks(characters=(0, most))}
    assert {row["task_id"] for row in rows} == fit and 0 < len(fit) < len(dataset.tasks())
    for row in rows:
        assert row["budget"] == 9
        assert row["prompt"] == dataset.prompt(row["task_id"], "realistic", calls=9)


def test_a_folder_that_holds_something(call, worlds, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    answer = call("export", worlds, "--format", "jsonl", "--out", tmp_path)
    assert answer.code == 2
    assert "thesis.txt" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
