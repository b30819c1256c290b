"""Recorded rollouts played again: what was altered afterwards is named, and nothing else is."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from fictionworld.cli.main import app


@pytest.fixture(scope="module")
def recorded(worlds, tmp_path_factory):
    """Traces of two agents, with texts, on pages that dead links and stale pages perturb."""
    path = tmp_path_factory.mktemp("traces") / "traces.jsonl"
    played = CliRunner().invoke(
        app,
        [
            "rollout", str(worlds), "--agent", "list-crawl", "--agent", "snippets-only", "--tasks",
            "1", "--controls", "hostile", "--policy", "mixed:0.5", "--reply-characters", "3000",
            "--reward", "f1_grounded,call=0.01", "--texts", "--traces", str(path),
        ],
    )  # fmt: skip
    assert played.exit_code == 0, played.output
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def verified(call, worlds, tmp_path):
    def run(rows, *flags):
        path = tmp_path / "traces.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        return call("verify", path, worlds, *flags)

    return run


def test_what_was_recorded_holds(verified, recorded):
    failed = {"task_id": "0-1", "agent": "scout", "error": "the disk is gone"}
    answer = verified([*recorded, failed])
    assert answer.code == 0 and "2 of 2 episodes as recorded" in answer.out
    answer = verified(recorded, "--json")
    assert answer.json["differing"] == [] and answer.json["episodes"] == 2
    assert answer.json["calls"] == sum(len(row["calls"]) for row in recorded) > 0


def text_altered(row):
    row["texts"][1] += " The price is 700."
    return "call 2 (web_search): texts differs"


def hash_altered(row):
    row["calls"][0]["sha256"] = "0" * 16
    return "call 1 (web_search): sha256 differs"


def call_left_out(row):
    for name in ("calls", "facts", "untrue", "urls", "texts"):
        del row[name][0]
    return "earned is"


def fact_added(row):
    row["facts"][1].append("0/phone/1/price")
    return "call 2 (web_search): facts differs"


def answer_replaced(row):
    row["answer"] = "| a |\n| - |\n| b |"
    return "problem is"


def score_raised(row):
    row["reward"]["earned"] = 1.0
    return "earned is 1.0, and"


def another_seed(row):
    row["seed"] += 1
    return "differs from the replay"


def more_evidence(row):
    row["evidence"]["seen"] += 1
    return "evidence differs"


ALTERED = [
    text_altered, hash_altered, call_left_out, fact_added, answer_replaced, score_raised,
    another_seed, more_evidence,
]  # fmt: skip


@pytest.mark.parametrize("alter", ALTERED, ids=lambda alter: alter.__name__)
def test_one_altered_trace_is_named(verified, recorded, alter):
    row = json.loads(json.dumps(next(row for row in recorded if row["agent"] == "snippets-only")))
    difference = alter(row)
    answer = verified([recorded[0], row])
    assert answer.code == 1
    assert "1 of 2 episodes as recorded" in answer.out and "line 2:" in answer.out
    assert difference in answer.out, answer.out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dataset": "f" * 64}, "line 1 of .*give the one that it was played on"),
        ({"backend": "endpoint:m@http://localhost:1"}, "a model that answers otherwise"),
        ({"calls": [{"tool": 1}]}, "line 1 of .* is no trace"),
        ({"reward": None}, "line 1 of .* is no trace"),
        ({"error": "the disk is gone"}, "holds no scored episode"),
    ],
)
def test_what_cannot_be_verified(verified, recorded, changes, message):
    answer = verified([recorded[0] | changes])
    assert answer.code == 2 and answer.out == ""
    assert re.search(message, answer.err), answer.err
