"""`fictionworld build`: what it says when it is done."""

from __future__ import annotations

import pytest

import fictionworld as fw


def test_builds_and_tells(call, tmp_path):
    out = tmp_path / "worlds"
    build = ("build", "--n", 3, "--out", out, "--packs", "football")
    answer = call(*build, "--seed", 11, "--workers", 1)
    assert answer.code == 0
    assert answer.out == ""
    assert "is built" in answer.err
    assert f"fictionworld show {out} 0" in answer.err
    rows = fw.open(out).manifest.counts.rows
    assert f"{rows:,}" in answer.err

    again = call(*build, "--seed", 11, "--json")
    assert again.code == 0
    assert again.json["worlds"] == again.json["reused_worlds"] == 3
    assert again.json["rows"] == rows
    assert again.json["out"] == str(out)

    other = call(*build, "--seed", 12)
    assert other.code == 2
    assert "seed: there 11, asked for 12" in other.err
    assert fw.open(out).manifest.config["seed"] == 11


@pytest.mark.slow  # `tests/building/test_build.py` compares twins each day
def test_twins(call, worlds, tmp_path):
    answer = call("build", "--twin-of", worlds, "--out", tmp_path / "twins", "--workers", 1)
    assert answer.code == 0
    dataset, twins = fw.open(worlds), fw.open(tmp_path / "twins")
    assert twins.world_ids == dataset.world_ids
    assert twins.manifest.content_hash != dataset.manifest.content_hash
    for world_id in dataset.world_ids:
        mine, theirs = dataset.frames(world_id), twins.frames(world_id)
        for table in dataset.pack_of(world_id).world_tables:
            assert mine[table.name].height == theirs[table.name].height
            structural = [column.name for column in table.stored if column.structural]
            assert structural
            for name in structural:
                assert mine[table.name][name].equals(theirs[table.name][name]), (table.name, name)


def test_rows_and_packs(call, tmp_path):
    out = tmp_path / "worlds"
    answer = call(
        "build", "--n", 2, "--out", out, "--packs", "football", "--rows", "300-360",
        "--workers", 1, "--json",
    )  # fmt: skip
    assert answer.code == 0
    assert answer.json["packs"] == {"football": 2}
    assert fw.open(out).worlds()["row_count"].is_between(300, 360).all()


def test_tasks_and_a_pack_held_out(call, tmp_path):
    out = tmp_path / "worlds"
    build = (
        "build", "--n", 4, "--out", out, "--packs", "football,smartphones", "--tasks-per-world", 3,
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
    other = call("build", "--n", 4, "--out", out)
    assert other.code == 2


def test_worlds_alone(call, tmp_path):
    out = tmp_path / "worlds"
    answer = call("build", "--n", 1, "--out", out, "--workers", 1, "--tasks-per-world", 0)
    assert answer.code == 0
    assert "tasks" not in answer.err
    assert fw.open(out).tasks() == []
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "shard-00000.duckdb"]
