"""Every script of `examples/` runs, and does what it says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fictionworld.cli.main import app
from tests.chat.hostile import calling, completion, hostile_server, sends
from tests.small import small_dataset

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def example(monkeypatch, capsys):
    """Runs a script by its name, and gives what it prints."""

    def run(name: str, *words: object) -> str:
        path = EXAMPLES / f"{name}.py"
        monkeypatch.setattr(sys, "argv", [str(path), *map(str, words)])
        runpy.run_path(str(path), run_name="__main__")
        return capsys.readouterr().out

    return run


def test_look_around(example):
    shown = example("look_around", small_dataset())
    assert "6 worlds of" in shown and "0-1, " in shown


def test_play_by_hand(example):
    shown = example("play_by_hand", small_dataset(), "0-1")
    assert "[1] http" in shown and "reward 0.0" in shown and '"task_id"' in shown


def test_score_an_answer(example):
    shown = example("score_an_answer", small_dataset(), "0-1")
    assert "'12345678' is " in shown and shown.count("\nrow ") == 1


def test_openai_agent(example):
    script = [
        sends(calling("web_search", '{"query": "list"}')),
        sends(calling("web_search", "{broken")),
        sends(completion("no idea")),
    ]
    with hostile_server(lambda n: script[n]) as server:
        shown = example(
            "openai_agent", small_dataset(), "0-1", "--model", "tiny", "--base-url", server.url
        )
    assert "no idea\nreward 0.0 after 2 calls" in shown
    assert b'"tool_call_id"' in server.requests[2] and b"Error" in server.requests[2]


def test_sample_for_training(example):
    shown = example("sample_for_training", small_dataset())
    assert len(re.findall(r"^\d+-\d+ under (?:tease|mixed:0.5): ", shown, re.MULTILINE)) == 3


def test_query_in_sql(example):
    shown = example("query_in_sql", small_dataset())
    [all_of_them] = map(int, re.findall(r": (\d+) phones below 500", shown))
    by_brand = [int(count) for count in re.findall(r": (\d+), from \d", shown)]
    assert sum(by_brand) == all_of_them > 0


def test_audit_own_search(example, monkeypatch):
    def run_here(words, *, input, **_):  # noqa: A002 - as subprocess calls it
        """The command in this process: three starts would take long."""
        assert words[:3] == [sys.executable, "-m", "fictionworld.cli.main"]
        return CliRunner().invoke(app, words[3:], input=input)

    monkeypatch.setattr(subprocess, "run", run_here)
    shown = example("audit_own_search", small_dataset())
    stating, asked = map(int, re.search(r"(\d+) of (\d+) replies", shown).groups())
    assert 0 < stating <= asked == 3


def test_all_are_listed_and_tested():
    # the launchers of trainings need a framework: tests/adapters/test_launchers.py
    names = sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "train_trl")
    listed = re.findall(r"python examples/(\w+)\.py", (EXAMPLES / "README.md").read_text("utf-8"))
    assert sorted(listed) == names
    assert {f"test_{name}" for name in names} <= set(globals())
    for name in names:
        assert f"python examples/{name}.py" in (EXAMPLES / f"{name}.py").read_text("utf-8")
