"""verifiers runs the taskset by `vf-eval`, against a scripted model."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("verifiers", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

from verifiers.v1.utils.loaders import taskset_class  # noqa: E402

from fictionworld.adapters.rows import RowChoice  # noqa: E402
from fictionworld.adapters.verifiers import FictionWorldConfig, VerifiersState  # noqa: E402
from fictionworld.episodes.faults import InfrastructureError  # noqa: E402
from fictionworld.simulator.toolbox import all_tools  # noqa: E402
from tests.adapters.model_server import model_server, tool_call  # noqa: E402
from tests.adapters.played import QUERIES, reply, right, settings  # noqa: E402

ROOT = Path(__file__).parents[2]


BROKEN = """
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError


def failed(*_):
    raise InfrastructureError("the disk is gone")


Episode.call = failed
"""


def evaluate(script, tmp_path, n=1, rollouts=2):
    """The traces that `vf-eval` wrote."""
    with model_server(script) as (url, seen):
        subprocess.run(
            [
                Path(sys.executable).with_name("vf-eval"), "fictionworld-taskset", "-m", "scripted",
                "-n", str(n), "-r", str(rollouts), "--client.base-url", url,
                "--env.taskset.dataset", settings().dataset,
                "--env.taskset.reward", "f1_grounded",
                "--env.taskset.rows.level", "1", "--env.taskset.rows.epochs", "2",
                "--env.agent.harness.id", "null",
                "--env.agent.runtime.type", "subprocess", "--no-push", "--no-rich",
                "--output-dir", str(tmp_path),
            ],
            cwd=ROOT,
            env=os.environ
            | {"OPENAI_API_KEY": "none", "PYTHONPATH": f"{tmp_path}:{ROOT}"}
            | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            check=True,
            timeout=300,
        )  # fmt: skip
    (file,) = tmp_path.rglob("traces.jsonl")
    episodes = [json.loads(line) for line in file.read_text().splitlines()]
    return [trace for episode in episodes for trace in episode["traces"]], seen


FIRST = next(settings().rows(level=1, epochs=2)).task_id
SEARCH = tool_call(0, "web_search", QUERIES)
NOTE = tool_call(1, "dict_memory", {"operation": "add", "dict": {"seen": "yes"}})
BAD = tool_call(2, "web_search", {"queries": 3})


def replies(messages):
    return [message["content"] for message in messages if message["role"] == "tool"]


def test_episodes_of_a_scripted_model(tmp_path):
    """Two rollouts: calls side by side, then a right answer in one and a wrong one in the other."""
    answers = iter([right(FIRST), f"[TOOL_CALLS]web_search{json.dumps(QUERIES)}"])

    def script(messages):
        if messages[-1]["role"] == "tool":
            return {"content": next(answers)}
        return {"content": "", "tool_calls": [SEARCH, NOTE, BAD]}

    traces, seen = evaluate(script, tmp_path)
    assert sorted(trace["rewards"]["reward"]["score"] for trace in traces) == [0, 1]
    assert all(trace["ok"] and not trace["errors"] for trace in traces)
    shown = {tool["function"]["name"]: tool["function"] for tool in seen[0]["tools"]}
    assert set(shown) == {tool.name for tool in all_tools()}
    for tool in all_tools():
        given = shown[tool.name]["parameters"]["properties"]
        for name, schema in tool.parameters["properties"].items():
            assert schema.items() <= given[name].items()
    after = [replies(body["messages"]) for body in seen if len(replies(body["messages"])) == 3]
    assert len(after) == 2
    for found, noted, wrong in after:
        assert reply(task_id=FIRST) in found and "seen" in noted and "Error:" in wrong
    for trace in traces:  # none of the three lost another's place in the log
        assert trace["metrics"]["calls"] == 3
    assert sorted(trace["metrics"]["calls_in_text"] for trace in traces) == [0, 1]


def test_a_fault_of_ours_leaves_the_rollout_without_a_reward(tmp_path):
    """Every call fails in the tool server, which is a process of its own."""
    (tmp_path / "sitecustomize.py").write_text(BROKEN)

    def script(messages):
        if messages[-1]["role"] == "tool":
            return {"content": right(FIRST)}
        return {"content": "", "tool_calls": [SEARCH]}

    traces, seen = evaluate(script, tmp_path)
    assert replies(seen[-1]["messages"]) == ["The tool is out of order."]
    for trace in traces:
        assert not trace["ok"] and trace["rewards"] == {"reward": None}
        (error,) = trace["errors"]
        assert error["type"] == "TaskError" and "the disk is gone" in error["message"]


def taskset():
    choice = RowChoice(level="1", epochs=2)
    return taskset_class("fictionworld-taskset")(
        FictionWorldConfig(dataset=settings().dataset, reward="f1_grounded", rows=choice)
    )


def test_tasks_come_one_by_one_with_their_prompt():
    task = next(iter(taskset()))
    system, question = settings().prompt(FIRST)
    assert (task.key, task.data.system_prompt, task.data.prompt) == (
        FIRST, system["content"], question["content"]
    )  # fmt: skip
    assert right(FIRST) not in task.data.model_dump_json()
    rows = [task.data.row for task in taskset()]
    assert rows == [row.played for row in settings().rows(level=1, epochs=2)]
    assert len({row["group_seed"] for row in rows}) == 2


def test_a_fault_of_ours_masks_the_rollout():
    task = next(iter(taskset()))
    log = settings().episode(FIRST).log()
    state = VerifiersState(log=log, fault="the disk is gone")
    with pytest.raises(InfrastructureError, match="the disk is gone"):
        asyncio.run(task.reward(SimpleNamespace(state=state, last_reply=right(FIRST), info={})))
    state = VerifiersState(log=log)
    assert (
        asyncio.run(task.reward(SimpleNamespace(state=state, last_reply=right(FIRST), info={})))
        == 1
    )
