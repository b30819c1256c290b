"""inspect_ai evaluates a scripted model on the task."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("inspect_ai", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

import tiktoken  # noqa: E402
from inspect_ai import eval as evaluate  # noqa: E402
from inspect_ai.model import ModelOutput, get_model  # noqa: E402
from inspect_ai.solver import generate, use_tools  # noqa: E402
from inspect_ai.tool import ToolCall  # noqa: E402

from fictionworld.adapters.inspect_ai import fictionworld, tools  # noqa: E402
from fictionworld.episodes.episode import Episode  # noqa: E402
from fictionworld.episodes.faults import InfrastructureError  # noqa: E402
from tests.adapters.played import QUERIES, TASK, WRONG, reply, right, settings  # noqa: E402


@pytest.fixture(autouse=True)
def offline_tokenizer(monkeypatch):
    """The scripted model counts tokens by an encoding that is fetched: here, a token a byte."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding(
        "o200k_base", pat_str=r"(?s).", mergeable_ranks=ranks, special_tokens={}
    )
    monkeypatch.setitem(tiktoken.registry.ENCODINGS, "o200k_base", encoding)


def call(arguments=QUERIES, tool="web_search", broken=None):
    output = ModelOutput.for_tool_call("mockllm", tool, arguments)
    if broken:
        output.message.tool_calls = [ToolCall("1", tool, {}, parse_error=broken)]
    return output


def run(outputs, tmp_path, task_args=None, **more):
    model = get_model("mockllm/model", custom_outputs=outputs)
    task = fictionworld(settings().dataset, **(task_args or {}))
    (log,) = evaluate(
        task, model=model, sample_id=TASK, log_dir=str(tmp_path), display="none", **more
    )
    return log


def said(log):
    return [message.text for message in log.samples[0].messages if message.role == "tool"]


@pytest.mark.parametrize(("answer", "earns"), [(right, 1.0), (lambda: WRONG, 0.0)])
def test_an_episode(answer, earns, tmp_path):
    log = run([call(), ModelOutput.from_content("mockllm", answer())], tmp_path)
    assert log.status == "success", log.samples[0].error
    (sample,) = log.samples
    score = sample.scores["graded"]
    assert score.value == earns and score.metadata["f1_by_row"] == earns
    assert said(log) == [reply()]
    assert [message.role for message in sample.messages[:2]] == ["system", "user"]


def test_bad_arguments_reach_our_tool_and_are_charged(tmp_path):
    bad = [call({"queries": 3}), call({}, "fly"), call(broken="no JSON: {")]
    log = run([*bad, ModelOutput.from_content("mockllm", WRONG)], tmp_path)
    assert [text.startswith("Error:") for text in said(log)] == [True] * 3
    kept = json.loads(log.samples[0].store["fictionworld_log"])
    assert len(kept["calls"]) == 3


def test_a_fault_of_ours_is_an_error_without_a_score(tmp_path, monkeypatch):
    async def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "acall", failed)
    log = run([call()], tmp_path)
    assert log.status == "error" and "the disk is gone" in log.samples[0].error.message
    assert not log.samples[0].scores


def test_a_generation_that_was_broken_off_is_an_error_without_a_score(tmp_path):
    failed = ModelOutput(model="mockllm", error="the engine died")
    nothing = ModelOutput.from_content("mockllm", "", stop_reason="unknown")
    for output in (failed, nothing):
        log = run([output], tmp_path)
        assert log.status == "error" and "broke a generation off" in log.samples[0].error.message
        assert not log.samples[0].scores


def test_an_answer_that_was_cut_is_graded_and_says_so(tmp_path):
    log = run([ModelOutput.from_content("mockllm", right(), stop_reason="max_tokens")], tmp_path)
    score = log.samples[0].scores["graded"]
    assert score.value == 1
    assert (score.metadata["cut"], score.metadata["stop_reason"]) == (True, "max_tokens")


def test_calls_in_the_text_are_made(tmp_path):
    calling = json.dumps({"name": "web_search", "arguments": QUERIES})
    outputs = [ModelOutput.from_content("mockllm", text) for text in (calling, right())]
    log = run(outputs, tmp_path)
    score = log.samples[0].scores["graded"]
    assert score.value == 1 and score.metadata["cut"] is False
    assert reply() in log.samples[0].messages[3].text


def test_calls_and_lengths_are_settings(tmp_path):
    given = {"calls": 1, "reply_characters": 1000}
    outputs = [call(), call(), ModelOutput.from_content("mockllm", right())]
    log = run(outputs, tmp_path, given)
    assert log.status == "success", log.samples[0].error
    first, second = said(log)
    assert first == settings(**given).episode(TASK).call("web_search", QUERIES) != reply()
    assert second.startswith("All 1 calls of this task are used")
    assert log.samples[0].messages[0].text == settings(**given).prompt(TASK)[0]["content"]


def test_other_solvers_use_the_tools(tmp_path):
    outputs = [call(), ModelOutput.from_content("mockllm", right())]
    solver = [use_tools(tools(settings())), generate()]
    log = run(outputs, tmp_path, solver=solver)
    assert log.status == "success", log.samples[0].error.message if log.samples else log.error
    assert log.samples[0].scores["graded"].value == 1
    assert said(log) == [reply()]
