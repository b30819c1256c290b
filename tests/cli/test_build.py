"""`fictionworld build`: what it says when it is done."""

from __future__ import annotations

import fictionworld as fw


def test_builds_and_tells(call, tmp_path):
    out = tmp_path / "worlds"
    build = (
        "build", "--n", 2, "--out", out, "--packs", "football", "--rows", "300-360",
        "--tasks-per-world", 0,
    )  # fmt: skip
    answer = call(*build, "--seed", 11, "--workers", 1)
    assert answer.code == 0
    assert answer.out == ""
    assert "is built" in answer.err
    assert f"fictionworld show {out} 0" in answer.err
    rows = fw.open(out).manifest.counts.rows
    assert f"{rows:,}" in answer.err

    again = call(*build, "--seed", 11, "--json")
    assert again.code == 0
    assert again.json["worlds"] == again.json["reused_worlds"] == 2
    assert again.json["packs"] == {"football": 2}
    assert fw.open(out).worlds()["row_count"].is_between(300, 360).all()
    assert again.json["rows"] == rows
    assert again.json["out"] == str(out)

    other = call(*build, "--seed", 12)
    assert other.code == 2
    assert "seed: there 11, asked for 12" in other.err
    assert fw.open(out).manifest.config["seed"] == 11


def test_tasks_and_a_pack_held_out(call, tmp_path):
    out = tmp_path / "worlds"
    build = (
        "build", "--n", 2, "--out", out, "--packs", "football,smartphones", "--tasks-per-world", 4,
        "--task-kinds", "wide=0.5,deep=.5", "--task-rows", "5-40", "--task-hops", "2-4",
        "--held-out", "football",
    )  # fmt: skip
    answer = call(*build, "--workers", 1)
    assert answer.code == 0, answer.err
    dataset = fw.open(out)
    tasks = dataset.tasks()
    wide = sum(task.kind == "wide" for task in tasks)
    assert f"tasks  {len(tasks)}   {wide} wide, {len(tasks) - wide} deep" in answer.err
    assert " of eval and test occur in train too" in " ".join(answer.err.split())
    assert dataset.manifest.config["tasks"]["rows"] == [5, 40]
    assert all(task.answer_rows <= 40 for task in tasks)
    assert {task.split for task in tasks if task.pack == "football"} <= {"eval", "test"}
    assert dataset.manifest.config["held_out"] == ["football"]
    again = call(*build, "--json")
    assert sum(again.json["tasks"].values()) == len(tasks)
    other = call("build", "--n", 2, "--out", out)
    assert other.code == 2
