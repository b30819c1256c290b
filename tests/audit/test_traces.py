"""Traces tell whether agents read what they answered."""

from __future__ import annotations

import json

import pytest

from fictionworld.audit.traces import check_traces
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.errors import UsageError
from fictionworld.tasks.key import answer_markdown


class Knowing:
    """Hands in the right answer, having read nothing: what a leak makes of an agent."""

    name = "knowing"

    def __init__(self, dataset):
        self._dataset = dataset

    def play(self, episode, reasoner):
        episode.call("web_search", {"queries": ["nothing"]})
        return answer_markdown(self._dataset.key(episode.task.task_id))


@pytest.fixture(scope="module")
def traces(dataset, tmp_path_factory):
    path = tmp_path_factory.mktemp("traces") / "traces.jsonl"
    tasks = [task for task in sample(dataset.tasks(), 8) if task.kind == "wide"]
    with path.open("w", encoding="utf-8") as out:
        for agent in (agent_named("oracle"), Knowing(dataset)):
            for played in play_all(dataset, agent, tasks, Conditions(calls=0)):
                line = {"agent": agent.name, **played.trace.as_dict()}
                out.write(json.dumps(line, default=str) + "\n")
    return path, len(tasks)


def test_who_reads_and_who_knows_beforehand(dataset, traces):
    path, tasks = traces
    result = check_traces(dataset, path, "worlds", 0)
    assert result.status == "measured"
    oracle = {"agent": "oracle", "policy": "tease"}
    knowing = {"agent": "knowing", "policy": "tease"}
    assert result.measure("evidence coverage", **oracle).value == 1
    assert result.measure("right cells before their evidence", **oracle).numerator == 0
    assert result.measure("right cells before their evidence", **oracle).denominator > 10
    assert result.measure("shortcuts", **oracle).numerator == 0
    first = result.measure("calls to the first evidence", **oracle).value
    last = result.measure("calls to the last evidence", **oracle).value
    assert 1 <= first <= last
    before = result.measure("right cells before their evidence", **knowing)
    assert before.value == 1 and before.denominator > 10
    assert result.measure("shortcuts", **knowing).value == 1
    assert result.measure("calls to the last evidence", **knowing).value is None
    assert result.found == tasks and all(f.task_id for f in result.findings)
    curve = dict(result.curves)["oracle, tease"]
    assert curve[-1][1] == 1 and [x for x, _ in curve] == sorted(x for x, _ in curve)


@pytest.mark.parametrize("line", ["no json", '{"task_id": "0-1"}\n{"task_id": 3', "[1]"])
def test_what_is_no_trace_is_refused(dataset, tmp_path, line):
    path = tmp_path / "traces.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"traces.jsonl:\d: no trace"):
        check_traces(dataset, path, "worlds", 0)


def test_traces_of_another_dataset_are_refused(dataset, traces, tmp_path):
    line = json.loads(traces[0].read_text(encoding="utf-8").splitlines()[0])
    line["task_id"] = "99999-1"
    path = tmp_path / "traces.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    with pytest.raises(UsageError, match="beside their own dataset"):
        check_traces(dataset, path, "worlds", 0)
    with pytest.raises(UsageError, match="cannot read"):
        check_traces(dataset, tmp_path / "missing", "worlds", 0)
