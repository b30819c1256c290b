"""`fictionworld export`: what it says, and what it refuses."""

from __future__ import annotations

import json

import pytest


def test_writes_and_tells(call, worlds, tmp_path):
    out = tmp_path / "out"
    answer = call("export", worlds, "--format", "jsonl", "--out", out, "--kinds", "wide")
    assert answer.code == 0
    assert answer.out == ""
    lines = (out / "tasks.jsonl").read_text("utf-8").splitlines()
    assert f"{len(lines)} tasks ({len(lines)} wide), 1 file," in " ".join(answer.err.split())
    assert {json.loads(line)["kind"] for line in lines} == {"wide"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "xml"], "'xml' is not one of"),
        (["--format", "jsonl", "--kinds", "wide,depe"], "did you mean 'deep'?"),
        (["--format", "jsonl", "--pack", "footbal"], "did you mean 'football'?"),
        (["--format", "jsonl", "--kinds", ""], "got kind ''; allowed: wide, deep, empty"),
    ],
)
def test_wrong(arguments, said, call, worlds, tmp_path):
    answer = call("export", worlds, "--out", tmp_path / "out", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert said in " ".join(answer.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something(call, worlds, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    answer = call("export", worlds, "--format", "jsonl", "--out", tmp_path)
    assert answer.code == 2
    assert "thesis.txt" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
