"""`fictionworld score`: figures and reasons, for a task of ours and for any in WideSearch form."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace

import pytest

import fictionworld as fw
from fictionworld.tasks.key import answer_markdown
from fictionworld.tasks.widesearch.form import widesearch_form


@pytest.fixture(scope="module")
def dataset(worlds):
    return fw.open(worlds)


@pytest.fixture(scope="module")
def key(dataset):
    """That of a wide task whose second column is a number."""
    return next(
        key
        for task, key in zip(dataset.tasks(), dataset.keys(), strict=True)
        if task.kind == "wide"
        and key.columns[1].kind == "integer"
        and key.columns[1].role == "value"
        and key.rows[0][1] is not None
    )


@pytest.fixture
def answer(key, tmp_path):
    path = tmp_path / "answer.md"
    path.write_text(f"Here it is:\n\n{answer_markdown(key)}", "utf-8")
    return path


@pytest.fixture
def wrong(key, tmp_path):
    """One value cell is off by one."""
    first, *others = key.rows
    first = (first[0], first[1] + 1, *first[2:])
    path = tmp_path / "wrong.md"
    path.write_text(answer_markdown(replace(key, rows=(first, *others))), "utf-8")
    return path


@pytest.mark.parametrize("mode", [[], ["--mode", "lenient"], ["--mode", "widesearch"]])
def test_the_right_answer(mode, call, worlds, key, answer):
    printed = call("score", worlds, key.task_id, answer, "--json", *mode).json
    assert printed["task_id"] == key.task_id
    assert printed["mode"] == (mode[1] if mode else "lenient")
    assert printed["score"] == printed["f1_by_item"] == printed["f1_by_row"] == 1
    assert len(printed["cells"]) == len(key.rows) * len(key.columns)
    assert all(cell["right"] for cell in printed["cells"])
    assert ("f1_grounded" in printed) == (printed["mode"] == "lenient")
    out = call("score", worlds, key.task_id, answer, *mode).out
    assert f"all right: {len(printed['cells'])} cells" in out


def test_which_table_was_graded(call, worlds, key, answer):
    answer.write_text(
        f"<think>\nhm\n</think>\n{answer.read_text()}| A | B |\n|---|---|\n| 1 | 2 |\n"
    )
    printed = call("score", worlds, key.task_id, answer, "--json").json
    assert printed["score"] == 1
    assert printed["table"] == {
        "form": "Markdown", "line": 7, "parts": 1, "header": list(key.required),
        "rows": len(key.rows),
    }  # fmt: skip
    thoughts, below = printed["left_out"]
    assert thoughts == "thoughts: 19 characters" and "1 row: has no column" in below
    out = call("score", worlds, key.task_id, answer).out
    assert f"graded: the Markdown table on line 7, {len(key.rows)} rows" in out
    assert "left out: thoughts: 19 characters" in out


@pytest.mark.parametrize("mode", ["lenient", "widesearch"])
def test_a_wrong_cell(mode, call, worlds, key, wrong):
    printed = call("score", worlds, key.task_id, wrong, "--mode", mode, "--json").json
    cells = len(key.rows) * len(key.columns)
    assert printed["score"] == 0
    assert printed["f1_by_item"] == pytest.approx(1 - 1 / cells)
    assert printed["f1_by_row"] == pytest.approx(1 - 1 / len(key.rows))
    bad = [cell for cell in printed["cells"] if not cell["right"]]
    assert [(cell["got"], cell["accepted"]) for cell in bad] == [
        (str(key.rows[0][1] + 1), str(key.rows[0][1]))
    ] or mode == "widesearch"  # there a column with a gap reads 11.0
    assert len(bad) == 1
    out = call("score", worlds, key.task_id, wrong, "--mode", mode).out
    assert f"1 of {cells} verdicts" in out
    assert ("another number" if mode == "lenient" else "differs by number_near") in out
    assert max(map(len, out.splitlines())) <= 100


def test_an_answer_from_stdin(call, worlds, key, answer, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(answer.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert call("score", worlds, key.task_id, "-", "--json").json["score"] == 1


@pytest.mark.parametrize("text", ["", "I could not find anything.", "| a | b |\n|---|---|\n"])
def test_an_answer_that_is_none(text, call, worlds, key, tmp_path):
    (tmp_path / "a.md").write_text(text)
    for mode in ("lenient", "widesearch"):
        printed = call("score", worlds, key.task_id, tmp_path / "a.md", "--mode", mode, "--json")
        assert printed.code == 0
        assert printed.json["f1_by_item"] == 0
        assert printed.json["problem"]
        assert call("score", worlds, key.task_id, tmp_path / "a.md", "--mode", mode).code == 0


def test_ten_megabytes(call, worlds, key, answer):
    with answer.open("a") as file:
        file.write("x" * 10_000_000)
    assert call("score", worlds, key.task_id, answer, "--json").json["score"] == 1


# tasks in WideSearch form


@pytest.fixture
def form(key, tmp_path):
    """The flags for our own task as anybody's."""
    form = widesearch_form(key)
    (tmp_path / "eval.json").write_text(json.dumps(form.evaluation), "utf-8")
    (tmp_path / "gold.csv").write_text(form.gold_csv, "utf-8")
    return ["--evaluation", tmp_path / "eval.json", "--gold", tmp_path / "gold.csv"]


def test_a_task_in_widesearch_form(call, worlds, key, answer, wrong, form):
    assert call("score", *form, answer, "--mode", "widesearch", "--json").json["score"] == 1
    theirs = call("score", *form, wrong, "--json").json
    ours = call("score", worlds, key.task_id, wrong, "--mode", "widesearch", "--json").json
    assert {**theirs, "task_id": key.task_id} == ours
    assert "by item" in call("score", *form, wrong).out


def test_many_cases(call, key, answer, wrong, tmp_path):
    form = widesearch_form(key)
    lines = [
        json.dumps(
            {
                "id": number,
                "evaluation": form.evaluation,
                "gold_csv": form.gold_csv,
                "response": path.read_text("utf-8"),
            }
        )
        for number, path in enumerate((answer, wrong))
    ]
    (tmp_path / "cases.jsonl").write_text("\n".join([*lines, ""]), "utf-8")
    printed = call("score", "--cases", tmp_path / "cases.jsonl", "--mode", "widesearch")
    assert printed.code == 0
    first, second = map(json.loads, printed.out.splitlines())
    assert (first["id"], first["score"], first["f1_by_item"]) == (0, 1, 1)
    assert (second["id"], second["score"]) == (1, 0)

    (tmp_path / "cases.jsonl").write_text("\n".join([lines[0], '{"id": 2}']), "utf-8")
    printed = call("score", "--cases", tmp_path / "cases.jsonl")
    assert (printed.code, printed.out) == (2, "")
    assert "cases.jsonl:2: got no 'evaluation'" in printed.err


# what is no call


def test_files_that_are_none(call, worlds, key, tmp_path):
    (tmp_path / "binary").write_bytes(b"| a |\n\xff\xfe\x00")
    (tmp_path / "nul").write_bytes(b"| a |\n\x00")
    for name, said in (
        ("missing.md", "there is no file"),
        (".", "is a folder"),
        ("binary", "is no text in UTF-8, from its byte 6 on"),
        ("nul", "holds NUL bytes"),
    ):
        answer = call("score", worlds, key.task_id, tmp_path / name)
        assert (answer.code, answer.out) == (2, "")
        assert said in answer.err


def test_a_task_that_is_none(call, worlds, answer):
    assert "world 0 has 0-1, 0-2" in call("score", worlds, "0-77", answer).err
    assert "a task's id is WORLD-NUMBER" in call("score", worlds, "first", answer).err
    assert call("score", worlds, "0-77", answer).code == 2
