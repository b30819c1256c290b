"""Conversations for supervised training: right rows, right flags, and nothing half written."""

from __future__ import annotations

import json

import pytest

from fictionworld.episodes.agents.registry import AGENTS
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.rollout_files import RolloutId, TranscriptFile
from fictionworld.errors import UsageError
from fictionworld.export.supervised import export_conversations
from fictionworld.simulator.toolbox import read_call

AGENTS_PLAYED = ("scout", "second-source", "closed-book")
CONDITIONS = Conditions(controls="dead_links=0.3,timeout=0.2", transcripts=True)


@pytest.fixture(scope="module")
def transcripts(dataset, tmp_path_factory):
    path = tmp_path_factory.mktemp("sft") / "transcripts.jsonl"
    with TranscriptFile(path) as file:
        for name in AGENTS_PLAYED:
            agent = AGENTS[name]()
            rollout = RolloutId.of(
                name, dataset.content_hash, dataset.backend, CONDITIONS, agent.settings
            )
            for task in dataset.tasks()[:4]:
                file.add(play(dataset, agent, task, CONDITIONS), rollout)
    return path


def rows_in(folder):
    return [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]


def altered(path, tmp_path, change):
    """Return a copy of the file whose first line was changed."""
    first, *rest = path.read_text("utf-8").splitlines()
    record = json.loads(first)
    change(record)
    copy = tmp_path / "altered.jsonl"
    copy.write_text("\n".join([json.dumps(record), *rest]) + "\n", "utf-8")
    return copy


def test_calls_are_objects_and_an_agents_messages_are_trained(dataset, transcripts, tmp_path):
    done = export_conversations(dataset, tmp_path / "out", transcripts)
    rows = rows_in(tmp_path / "out")
    assert sum(done.written.values()) == len(rows) == 8 and done.below == 4
    assert {row["agent"] for row in rows} == {"scout", "second-source"}
    for row in rows:
        assert row["reward"] >= 0.9 and row["pack"] == dataset.task(row["task_id"]).pack
        for message in row["messages"]:
            assert message["train"] == (message["role"] == "assistant")
            for call in message.get("tool_calls", ()):
                assert isinstance(call["function"]["arguments"], dict)
                read_call(call["function"]["name"], call["function"]["arguments"])


def test_agents_say_what_they_are_after(dataset, transcripts, tmp_path):
    export_conversations(dataset, tmp_path / "out", transcripts)
    said = [
        message["content"]
        for row in rows_in(tmp_path / "out")
        for message in row["messages"]
        if message.get("tool_calls")
    ]
    assert sum(map(bool, said)) > 0.8 * len(said)
    assert any("copy" in text for text in said) and any("second source" in text for text in said)


def test_a_wrong_call_is_not_trained_on(dataset, transcripts, tmp_path):
    def misspell(record):
        record["messages"][2]["tool_calls"][0]["function"]["arguments"] = '{"querys": "x"}'

    export_conversations(dataset, tmp_path / "out", altered(transcripts, tmp_path, misspell))
    flags = {
        json.dumps(message["tool_calls"][0]["function"]["arguments"]): message["train"]
        for row in rows_in(tmp_path / "out")
        for message in row["messages"]
        if message.get("tool_calls")
    }
    assert [arguments for arguments, trained in flags.items() if not trained] == ['{"querys": "x"}']


def test_a_call_that_is_no_json_leaves_its_conversation_out(dataset, transcripts, tmp_path):
    def tear(record):
        record["messages"][2]["tool_calls"][0]["function"]["arguments"] = '{"queries": ['

    done = export_conversations(dataset, tmp_path / "out", altered(transcripts, tmp_path, tear))
    assert done.unreadable == 1 and sum(done.written.values()) == 7


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda record: record.pop("messages"), "line 1 .* is no transcript"),
        (lambda record: record.update(dataset="other"), "line 1 .* another dataset"),
        (lambda record: record.update(reward="much"), "line 1 .* is no transcript"),
    ],
)
def test_other_files_are_refused_and_nothing_is_written(
    change, why, dataset, transcripts, tmp_path
):
    with pytest.raises(UsageError, match=why):
        export_conversations(dataset, tmp_path / "out", altered(transcripts, tmp_path, change))
    assert not (tmp_path / "out").exists()


def test_nothing_to_write_is_an_error(dataset, transcripts, tmp_path):
    tasks = dataset.tasks()[-1:]
    with pytest.raises(UsageError, match=r"nothing to write .* 0 earned less"):
        export_conversations(dataset, tmp_path / "out", transcripts, tasks)
    with pytest.raises(UsageError, match="got 2; allowed: from 0 to 1"):
        export_conversations(dataset, tmp_path / "out", transcripts, least_reward=2)
    assert not (tmp_path / "out").exists()
