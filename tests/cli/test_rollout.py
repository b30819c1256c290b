from __future__ import annotations

import json

import fictionworld as fw
from fictionworld.simulator.controls import PRESETS


def test_tool_prints_what_an_agent_receives(call, worlds):
    arguments = '{"queries": ["clubs and phones"]}'
    answer = call("tool", worlds, "0", "web_search", arguments)
    assert answer.code == 0
    assert answer.out == fw.open(worlds).episode(0).call("web_search", arguments) + "\n"
    assert "results" in answer.err


def test_tool_tells_of_slips(call, worlds):
    assert call("tool", worlds, "0-1", "web_serch", "{}").out.startswith("Error")
    wrong = call("tool", worlds, "zero", "web_search", "{}")
    assert wrong.code == 2 and "got 'zero'; give a task's id" in wrong.err
    assert call("tool", worlds, "0", "web_search", "{}", "--policy", "shut").code == 2


def test_tool_under_controls(call, worlds, tmp_path):
    arguments = '{"queries": ["clubs and phones"]}'
    file = tmp_path / "mine.yaml"
    file.write_text("preset: realistic\nresults: 6\nspam: 0.5\n")
    controls = "realistic,results=6,spam=0.5"
    as_text = call("tool", worlds, "0", "web_search", arguments, "--controls", controls)
    as_file = call("tool", worlds, "0", "web_search", arguments, "--controls", file)
    expected = fw.open(worlds).episode(0, controls=controls).call("web_search", arguments)
    assert as_text.out == as_file.out == expected + "\n"
    assert "results" in as_text.err and "spam" in as_text.err
    for text, said in [
        ("- a", "got list"),
        ("spam: [", "not YAML"),
        ("results: 50", "got results=50"),
    ]:
        file.write_text(text)
        wrong = call("tool", worlds, "0", "web_search", arguments, "--controls", file)
        assert wrong.code == 2 and said in wrong.err
    lost = call("tool", worlds, "0", "web_search", arguments, "--controls", tmp_path / "no.yaml")
    assert lost.code == 2 and "there is no file" in lost.err


def test_rollout_under_controls(call, worlds, tmp_path):
    file = tmp_path / "traces.jsonl"
    answer = call(
        "rollout", worlds, "--agent", "oracle", "--tasks", 2, "--controls", "hostile",
        "--traces", file, "--json", "--workers", 1,
    )  # fmt: skip
    assert answer.code == 0 and answer.json["mean"]["f1_by_item"] == 1
    traces = [json.loads(line) for line in file.read_text().splitlines()]
    assert {trace["controls"] for trace in traces} == {str(PRESETS["hostile"])}
    assert any(call["controls"] for trace in traces for call in trace["calls"])


def test_rollout_as_json(call, worlds):
    answer = call("rollout", worlds, "--agent", "oracle", "--tasks", 3, "--calls", 0, "--json")
    assert answer.code == 0
    assert answer.json["agent"] == "oracle" and answer.json["tasks"] == 3
    assert answer.json["mean"]["f1_by_item"] == 1
    assert set(answer.json["calls"]) == {"web_extractor"}


def test_rollout_of_one_pack(call, worlds):
    answer = call("rollout", worlds, "--agent", "guess", "--pack", "football", "--json")
    assert answer.json["tasks"] == len(fw.open(worlds).tasks(pack="football"))


def test_rollout_compares_agents_and_policies(call, worlds, monkeypatch):
    monkeypatch.setattr("fictionworld.cli.terminal._PIPED_WIDTH", 80)
    flags = ["--policy", "tease", "--policy", "open", "--tasks", 1, "--workers", 1]
    flags += ["--agent", "paste-question", "--agent", "oracle"]
    answer = call("rollout", worlds, *flags)
    assert answer.code == 0
    head, *rows, _, _ = answer.out.splitlines()
    assert all(len(line) <= 80 for line in answer.out.splitlines())
    assert head.split()[:3] == ["agent", "policy", "tasks"]
    assert [row.split()[:3] for row in rows] == [
        ["paste-question", "tease", "1"], ["oracle", "tease", "1"],
        ["paste-question", "open", "1"], ["oracle", "open", "1"],
    ]  # fmt: skip
    printed = call("rollout", worlds, *flags, "--json").json
    assert [(one["agent"], one["policy"]) for one in printed] == [
        ("paste-question", "tease"), ("oracle", "tease"),
        ("paste-question", "open"), ("oracle", "open"),
    ]  # fmt: skip
    assert [one["mean"]["f1_by_item"] == 1 for one in printed] == [False, True, False, True]


def test_rollout_tells_one_agent_by_pack_and_kind(call, worlds, monkeypatch):
    monkeypatch.setattr("fictionworld.cli.terminal._PIPED_WIDTH", 80)
    answer = call("rollout", worlds, "--agent", "oracle", "--tasks", 3, "--calls", 0)
    first, head, *rows, last, _, _ = answer.out.splitlines()
    assert first == "oracle under tease" and head.split()[:3] == ["pack", "kind", "tasks"]
    assert last.split()[:4] == ["all", "all", "3", "1.000"]
    assert {row.split()[0] for row in rows} <= {"football", "smartphones"}
    assert all(len(line) <= 80 for line in answer.out.splitlines())


def test_rollout_as_a_table_with_traces(call, worlds, tmp_path):
    file = tmp_path / "traces.jsonl"
    answer = call(
        "rollout", worlds, "--agent", "paste-question", "--tasks", 4, "--kinds", "wide",
        "--traces", file, "--texts", "--workers", 1,
    )  # fmt: skip
    assert answer.code == 0 and "f1 by these" in answer.out and "all" in answer.out
    traces = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(traces) == 4
    assert {trace["agent"] for trace in traces} == {"paste-question"}
    assert all(len(trace["texts"]) == len(trace["calls"]) == 1 for trace in traces)


def test_traces_that_cannot_be_written(call, worlds, tmp_path):
    lost = call("rollout", worlds, "--agent", "guess", "--traces", tmp_path / "no" / "x.jsonl")
    assert lost.code == 1 and "cannot write" in lost.err


def test_rollout_fails_where_the_server_does(call, worlds, monkeypatch):
    monkeypatch.setattr("fictionworld.chat.client._LONGEST_PAUSE_S", 0.001)
    answer = call(
        "rollout", worlds, "--agent", "openai:tiny", "--base-url", "http://127.0.0.1:9",
        "--tasks", 1, "--json",
    )  # fmt: skip
    assert answer.code == 1 and answer.json["errors"] == 1
    assert "gave no answer in 1 try; the last: not reached" in answer.err


def test_certify(call, worlds, tmp_path):
    import shutil

    copy = tmp_path / "worlds"
    shutil.copytree(worlds, copy)
    answer = call("certify", copy, "--sample", 2)
    assert answer.code == 0 and "2 of 2 tasks solved blind" in answer.out
    stored = json.loads((copy / "certificates.json").read_text())
    assert [one["problem"] for one in stored["certificates"]] == [None, None]


def test_a_federation_on_the_command_line(call, worlds):
    listed = call("tasks", worlds, "--federation", 2, "--json").out.splitlines()
    joined = {json.loads(line)["world_id"] for line in listed}
    assert len(joined) == 2
    arguments = ("web_search", '{"query": "list of all clubs, list of all phones"}')
    world = min(joined)
    text = call("tool", worlds, world, *arguments, "--federation", 2).out
    assert text != call("tool", worlds, world, *arguments).out
    outside = next(world for world in range(6) if world not in joined)
    answer = call("tool", worlds, outside, *arguments, "--federation", 2)
    assert answer.code == 2 and "not one of the 2 worlds" in answer.err
    played = call("rollout", worlds, "--federation", 2, "--agent", "oracle", "--tasks", 3, "--json")
    assert played.json["tasks"] == 3 and played.json["mean"]["f1_by_item"] == 1
