"""Rollouts of models and of agents of one's own: samples, limits, transcripts, going on."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import fictionworld as fw
from tests.chat.hostile import calling, completion, ended, hostile_server, sends

ROOT = Path(__file__).parents[2]
USED = {"prompt_tokens": 900, "completion_tokens": 100, "prompt_tokens_details": None}
SEARCH = ("web_search", '{"query": "clubs and phones"}')


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "EMPTY")


def model(server, worlds, *more):
    return ["rollout", worlds, "--agent", "openai:tiny", "--base-url", server.url, *more]


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def asked(server):
    """The bodies of the requests, as the server got them."""
    return [json.loads(request.split(b"\r\n\r\n", 1)[1]) for request in server.requests]


def searches_once(n):
    """A model that searches, and then has no idea."""
    made = calling(*SEARCH) if n % 2 == 0 else completion("no idea")
    return sends({**made, "usage": USED})


def test_samples_settings_and_transcripts(call, worlds, tmp_path):
    traces, transcripts = tmp_path / "traces.jsonl", tmp_path / "transcripts.jsonl"
    with hostile_server(searches_once) as server:
        flags = model(
            server, worlds, "--tasks", 2, "--samples", 3, "--temperature", 0.6, "--max-tokens", 500,
            "--context", 2000, "--reply-characters", 700, "--traces", traces, "--transcripts",
            transcripts, "--json",
        )  # fmt: skip
        answer = call(*flags)
        bodies = asked(server)
    assert answer.code == 0, answer.err
    assert (answer.json["tasks"], answer.json["samples"], answer.json["stopped"]) == (2, 6, 0)
    assert answer.json["best"]["f1_grounded"] >= answer.json["mean"]["f1_grounded"]
    assert {(body["temperature"], body["max_tokens"]) for body in bodies} == {(0.6, 500)}
    written = lines(traces)
    played = Counter((line["task_id"], line["sample"]) for line in written)
    assert len(played) == 6 and {sample for _, sample in played} == {0, 1, 2}
    for line in written:
        assert line["settings"] == "temperature=0.6,max_tokens=500,context=2000"
        assert line["calls"][0]["characters"] <= line["reply_characters"] == 700
        [urls] = line["urls"]
        assert len(urls) == len(line["calls"][0]["pages"]) and line["texts"] is None
        assert all(url.startswith("https://") for url in urls)
    kept = lines(transcripts)
    assert [(line["task_id"], line["sample"]) for line in kept] == [
        (line["task_id"], line["sample"]) for line in written
    ]
    for line in kept:
        roles = [message["role"] for message in line["messages"]]
        assert roles == ["system", "user", "assistant", "tool", "assistant"]
        assert line["messages"][3]["content"].startswith("[1] https://")
        assert line["usage"] == {"completions": 2, "prompt_tokens": 1800, "cached_tokens": 0,
                                 "output_tokens": 200, "longest_tokens": 1000}  # fmt: skip


def test_going_on_with_traces_and_transcripts(call, worlds, tmp_path):
    traces, transcripts = tmp_path / "traces.jsonl", tmp_path / "transcripts.jsonl"
    more = (
        "--tasks", 2, "--samples", 2, "--traces", traces, "--transcripts", transcripts, "--json",
    )  # fmt: skip
    with hostile_server(searches_once) as server:
        whole = call(*model(server, worlds, *more))
    texts = transcripts.read_bytes()
    # killed within the second trace: the transcript of that episode stands there already
    first, second, *_ = traces.read_bytes().splitlines(keepends=True)
    traces.write_bytes(first + second[:200])
    transcripts.write_bytes(b"".join(texts.splitlines(keepends=True)[:2]) + b'{"task')
    with hostile_server(searches_once) as server:
        again = call(*model(server, worlds, *more, "--resume"))
        assert len(server.requests) == 6
    assert again.json["mean"] == whole.json["mean"] and again.json["samples"] == 4
    assert transcripts.read_bytes() == texts
    transcripts.write_bytes(b'{"x": 1}\n')
    with hostile_server(searches_once) as server:
        wrong = call(*model(server, worlds, *more, "--resume"))
    assert wrong.code == 2 and "is no transcript that" in wrong.err


def test_an_overflow_is_the_agents_and_counts(call, worlds, tmp_path):
    """`tests/chat/test_client.py` knows what each server says."""
    traces = tmp_path / "traces.jsonl"
    full = {"error": "This model's maximum context length is 4096 tokens. However, ..."}

    def overflows(n):
        return sends(calling(*SEARCH)) if n % 2 == 0 else sends(full, "400 Bad Request")

    with hostile_server(overflows) as server:
        answer = call(*model(server, worlds, "--tasks", 2, "--traces", traces, "--json"))
        assert len(server.requests) == 4, "it is not tried again"
    assert answer.code == 0
    assert "2 of 2 tasks ended without an answer; the means count them" in answer.err
    printed = answer.json
    assert (printed["tasks"], printed["errors"], printed["stopped"]) == (2, 0, 2)
    assert printed["mean"]["f1_grounded"] == 0
    for line in lines(traces):
        assert line["answer"] == "" and line["reward"]["f1_grounded"] == 0
        assert "longer than the context" in line["stopped"] and len(line["calls"]) == 1


def test_another_bad_request_is_no_outcome(call, worlds):
    with hostile_server(lambda n: sends({"error": "unknown field tools"}, "400 B")) as server:
        answer = call(*model(server, worlds, "--tasks", 1, "--json"))
    assert answer.code == 1 and answer.json["errors"] == 1 and answer.json["stopped"] == 0


def test_a_context_of_ones_own(call, worlds, tmp_path):
    traces = tmp_path / "traces.jsonl"
    with hostile_server(searches_once) as server:
        more = ("--tasks", 1, "--context", 999, "--traces", traces)
        answer = call(*model(server, worlds, *more))
        assert len(server.requests) == 1
    assert answer.code == 0
    [line] = lines(traces)
    assert "1,000 tokens, where --context allows 999" in line["stopped"]


def test_calls_in_the_text_are_made(call, worlds, tmp_path):
    traces, transcripts = tmp_path / "traces.jsonl", tmp_path / "transcripts.jsonl"
    said = [
        (
            '<think>x</think><tool_call>{"name": "web_search", "arguments": {"query": "clubs"}}'
            '</tool_call><tool_call>{"name": "web_search", "arguments": {"query</tool_call>'
        ),
        "<tool_call><function=web_search><parameter=query>2031</parameter></function></tool_call>",
        "| a |\n|---|\n| 1 |",
    ]
    with hostile_server(lambda n: sends(completion(said[n]))) as server:
        more = ("--tasks", 1, "--traces", traces, "--transcripts", transcripts)
        assert call(*model(server, worlds, *more)).code == 0
    [line] = lines(traces)
    assert [one["kind"] for one in line["calls"]] == ["results", "error", "results"]
    assert line["answer"] == said[-1]
    [kept] = lines(transcripts)
    roles = [message["role"] for message in kept["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user", "assistant"]
    replies = kept["messages"][3]["content"]
    assert replies.count("<tool_response>") == 2 and "not valid JSON" in replies


def test_a_rollout_ends_with_what_happened_and_what_to_do(call, worlds, tmp_path):
    traces = tmp_path / "traces.jsonl"
    table = "| Club |\n|---|\n| Borgo |"
    bodies = [
        completion("no idea"), ended("length", table), completion(None, reasoning_content="hm"),
        ended("content_filter", None), completion("<tool_call>look</tool_call>"), completion("x"),
        ended("abort"), completion("no idea"),
    ]  # fmt: skip
    with hostile_server(lambda n: sends(bodies[n])) as server:
        more = ("--tasks", 6, "--traces", traces, "--json")
        answer = call(*model(server, worlds, *more))
    assert answer.code == 0
    printed = answer.json
    assert printed["endings"] == {
        "answered": 4, "empty": 1, "refused": 1, "context": 0, "stopped": 0
    }  # fmt: skip
    assert (printed["cut"], printed["unread_calls"], printed["stopped"]) == (1, 1, 2)
    ends = answer.err.splitlines()
    said = [
        r"0 of 6 tasks have an answer with the table asked for",
        r"4 were answered, but not .*such as \S+: the answer has no table; look .*--traces",
        r"1 were cut: .*such as \S+: \.\.\..*Borgo.*; raise --max-tokens",
        r"1 ended with an empty reply; .*a thought of 2 characters.*--reasoning-parser",
        r"1 were refused .*finish_reason 'content_filter'",
        r"2 of 6 tasks ended without an answer; the means count them",
        r"1 tool calls in the text of 1 of them could not be read; .*<tool_call>look</tool_call>",
        r".*; Hermes, Qwen: .*--tool-call-parser \(vLLM: hermes",
    ]
    for pattern in said:
        assert any(re.match(pattern, line) for line in ends), (pattern, answer.err)
    resumed = call(*model(server, worlds, *more, "--resume"))
    assert resumed.err.splitlines()[-7:] == ends[-7:] and resumed.json["endings"]["empty"] == 1
    assert [line["cut"] for line in lines(traces)].count(True) == 1


def test_a_spent_quota_is_said_at_once(call, worlds):
    spent = sends({"error": {"code": "insufficient_quota"}}, "429 Too Many")
    with hostile_server(lambda n: spent) as server:
        answer = call(*model(server, worlds, "--tasks", 1))
        assert len(server.requests) == 1
    assert answer.code == 1 and "no quota left for this key" in answer.err


def test_every_agent_has_a_transcript(call, worlds, tmp_path):
    path = tmp_path / "transcripts.jsonl"
    answer = call("rollout", worlds, "--agent", "oracle", "--tasks", 1, "--transcripts", path)
    assert answer.code == 0
    [line] = lines(path)
    assert line["usage"] is None and line["reward"] == 1
    episode = fw.open(worlds).episode(line["task_id"])
    asked, replied = line["messages"][2:4]
    function = asked["tool_calls"][0]["function"]
    assert replied["content"] == episode.call(function["name"], function["arguments"])
    assert "|" in line["messages"][-1]["content"]


# Agents of one's own -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that commands are called in, and whose modules are forgotten in the end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in str(
            sys.modules[name].__file__
        ):
            del sys.modules[name]


def documented():
    """The agent in docs/playing.md: its file, its code, and its name for the command."""
    text = (ROOT / "docs" / "playing.md").read_text()
    block = r"<!-- agent: (?P<file>\S+) -->\n```python\n(?P<code>.*?)```"
    found = re.search(block, text, re.DOTALL)
    assert found is not None
    named = re.search(r"^class (\w+)", found["code"], re.MULTILINE)
    return found["file"], found["code"], f"{found['file'].removesuffix('.py')}:{named[1]}"


@pytest.mark.parametrize("more", [[], ["--at-once", 2]])
def test_the_agent_in_the_documents_plays(call, worlds, folder, more):
    file, code, name = documented()
    (folder / file).write_text(code)
    answer = call("rollout", worlds, "--agent", name, "--tasks", 3, "--traces", "t.jsonl", *more)
    assert answer.code == 0, answer.err
    written = lines(folder / "t.jsonl")
    assert len(written) == 3 and {line["agent"] for line in written} == {name}
    assert all(line["calls"] and line["answer"] for line in written)
    assert any(line["reward"]["coverage"] for line in written)


def test_slips_of_an_agent_of_ones_own(call, worlds, folder):
    (folder / "mine.py").write_text(
        "from fictionworld.episodes.faults import AgentStoppedError\n"
        "class Number:\n    def play(self, episode): return 5\n"
        "class Silent:\n    async def play(self, episode): await episode.asearch('x')\n"
        "class Full:\n    def play(self, episode): raise AgentStoppedError('my context is full')\n"
        "class Broken:\n    def play(self, episode): raise KeyError('a slip of mine')\n"
        "class Needs:\n    def __init__(self, url): pass\n"
        "class Idle: pass\n"
    )
    for name, said in [
        ("mine:Number", "play returned int"), ("mine:None_", "has no None_"),
        ("nomine:Agent", "cannot be imported"), ("mine:Needs", "called without arguments"),
        ("mine:Idle", "no method play"), ("mine", "package.module:Class"),
    ]:  # fmt: skip
        answer = call("rollout", worlds, "--agent", name, "--tasks", 1)
        assert answer.code == 2 and said in answer.err, answer.err
    silent = call("rollout", worlds, "--agent", "mine:Silent", "--tasks", 1, "--json")
    assert silent.code == 0 and silent.json["calls"] == {"web_search": 1}
    full = call("rollout", worlds, "--agent", "mine:Full", "--tasks", 1, "--json")
    assert full.code == 0 and full.json["stopped"] == 1 and "my context is full" in full.err
    broken = call("rollout", worlds, "--agent", "mine:Broken", "--tasks", 1, "--json")
    assert broken.code == 1 and "a slip of mine" in broken.err
