"""Files of traces: written line by line, gone on with, whatever is left of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.rollout import Attempt, Conditions, PlayedTask, play, play_all
from fictionworld.episodes.rollout_files import RolloutId, TraceFile
from fictionworld.errors import StorageError, UsageError

CONDITIONS = Conditions(seed=3)


@pytest.fixture(scope="module")
def played(dataset):
    return list(play_all(dataset, agent_named("guess"), dataset.tasks()[:4], CONDITIONS))


def rollout_id(dataset, agent="guess", conditions=CONDITIONS):
    return RolloutId.of(agent, dataset.manifest.content_hash, "template", conditions)


@pytest.fixture
def path(dataset, played, tmp_path):
    """A file of four traces."""
    path = tmp_path / "traces.jsonl"
    with TraceFile(path) as file:
        for one in played:
            file.add(one, rollout_id(dataset))
    return path


def held(path, dataset, played, **options):
    with TraceFile(path, resume=True) as file:
        return file.held(
            rollout_id(dataset, **options), [Attempt(one.task, one.sample) for one in played]
        )


def test_what_was_written_is_read_back(path, dataset, played):
    before = path.read_bytes()
    found = held(path, dataset, played)
    assert list(found.values()) == played
    assert path.read_bytes() == before


def test_each_line_is_there_before_the_next_episode_begins(dataset, played, tmp_path):
    path = tmp_path / "traces.jsonl"
    with TraceFile(path) as file:
        for number, one in enumerate(played, 1):
            file.add(one, rollout_id(dataset))
            lines = path.read_bytes().split(b"\n")
            assert len(lines) == number + 1 and lines[-1] == b""
            assert json.loads(lines[-2])["task_id"] == one.task.task_id


def test_a_file_cut_anywhere_is_gone_on_with(path, dataset, played):
    content = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(content) if byte == 10]
    cuts = {*range(0, len(content), 97), *ends, *(end - 1 for end in ends), 1, len(content)}
    for cut in sorted(cuts):
        path = path.with_name(f"{cut}.jsonl")  # to write over a file waits for the disk
        path.write_bytes(content[:cut])
        found = held(path, dataset, played)
        whole = sum(end - 1 <= cut for end in ends)
        assert list(found.values()) == played[:whole]
        assert path.read_bytes() == content[: ends[whole - 1] if whole else 0]


def test_what_failed_is_taken_out_and_played_again(path, dataset, played):
    with TraceFile(path, resume=True) as file:
        task = replace(played[0].task, task_id="0-99")
        file.add(PlayedTask(task, "guess", None, "the server stalled", 1.0), rollout_id(dataset))
    assert "the server stalled" in path.read_text()
    assert len(held(path, dataset, played)) == 4
    assert "the server stalled" not in path.read_text()


@pytest.mark.parametrize(
    "other",
    [{"agent": "scout"}, {"conditions": replace(CONDITIONS, seed=4)},
     {"conditions": replace(CONDITIONS, policy="open")},
     {"conditions": replace(CONDITIONS, controls="hostile")},
     {"conditions": replace(CONDITIONS, calls=7)},
     {"conditions": replace(CONDITIONS, reward="f1_grounded")}],
)  # fmt: skip
def test_episodes_of_another_rollout_stay_and_count_for_nothing(path, dataset, played, other):
    before = path.read_bytes()
    assert held(path, dataset, played, **other) == {}
    assert path.read_bytes() == before


def test_there_need_be_no_file_yet(dataset, played, tmp_path):
    assert held(tmp_path / "traces.jsonl", dataset, played) == {}


@pytest.mark.parametrize(
    "line",
    [b"[1]", b"5", b"null", b'"x"', b'{"id": 1}', b"{}", b"[" * 100_000, b"\xff", b"no JSON",
     b'{"agent": 5, "task_id": []}', b"9" * 10_000, b"\0" * 10],
)  # fmt: skip
def test_a_file_of_something_else_is_refused_and_left_as_it_is(path, dataset, played, line):
    content = line + b"\n" + path.read_bytes()
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"line 1 of .* is no trace .*; take the line out"):
        held(path, dataset, played)
    assert path.read_bytes() == content
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_no_regular_file(dataset, played, tmp_path):
    with pytest.raises(UsageError, match="no regular file"):
        held(tmp_path, dataset, played)
    with pytest.raises(StorageError, match="cannot write"):
        TraceFile(tmp_path / "no" / "traces.jsonl")


def test_a_full_disk_is_reported(dataset, played):
    with TraceFile(Path("/dev/full")) as file, pytest.raises(StorageError, match="free some space"):
        file.add(played[0], rollout_id(dataset))


def test_halves_of_characters_are_written_as_their_escapes(dataset, task, tmp_path):
    class Odd:
        name = "odd \ud800"

        def play(self, episode, reasoner):
            episode.call("web_search", {"query": "\udfff clubs"})
            return "| a |\n|-|\n| \ud83d \u2028 ż |"

    one = play(dataset, Odd(), task, CONDITIONS)
    path = tmp_path / "traces.jsonl"
    with TraceFile(path) as file:
        file.add(one, rollout_id(dataset, one.agent))
    assert held(path, dataset, [one], agent=one.agent) == {Attempt(task): one}
