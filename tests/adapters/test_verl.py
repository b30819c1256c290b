"""verl's registry makes the tools, its agent loop drives them, its reward manager scores."""

from __future__ import annotations

import asyncio
import json

import pytest

pytest.importorskip("verl", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

import polars as pl  # noqa: E402
import yaml  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402
from verl.experimental.agent_loop.agent_loop import DictConfigWrap, ToolListWrap  # noqa: E402
from verl.experimental.agent_loop.tool_agent_loop import AgentData  # noqa: E402
from verl.tools.tool_registry import initialize_tools_from_config  # noqa: E402
from verl.utils.import_utils import load_extern_object  # noqa: E402
from verl.workers.rollout.replica import TokenOutput  # noqa: E402

from fictionworld.adapters.verl import FictionWorldAgentLoop  # noqa: E402
from fictionworld.dataset import Dataset  # noqa: E402
from fictionworld.episodes.episode import Episode  # noqa: E402
from fictionworld.episodes.faults import InfrastructureError  # noqa: E402
from fictionworld.errors import UsageError  # noqa: E402
from fictionworld.export.export import export_tasks  # noqa: E402
from fictionworld.simulator.toolbox import openai_tools  # noqa: E402
from tests.adapters.played import QUERIES, TASK, WRONG, earn_unread, reply, right, settings  # noqa: E402
from tests.adapters.tiny import tiny_tokenizer  # noqa: E402

WELL = {"id": "1", "type": "function", "function": {"name": "web_search", "arguments": QUERIES}}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    out = tmp_path_factory.mktemp("verl") / "rows"
    export_tasks(settings().open(), out, "verl")
    earn_unread(out / "tools.yaml")
    return out


@pytest.fixture(scope="module")
def tools(rows):
    return initialize_tools_from_config(str(rows / "tools.yaml"))


@pytest.fixture(scope="module")
def row(rows):
    found = pl.concat(pl.read_parquet(path) for path in rows.glob("*.parquet"))
    return found.filter(pl.col("reward_model").struct.field("ground_truth") == TASK).to_dicts()[0]


def agent_data(row):
    return AgentData(
        messages=row["prompt"], image_data=None, video_data=None, audio_data=None,
        mm_processor_kwargs=None, metrics={}, request_id="r",
        tools_kwargs=row["extra_info"]["tools_kwargs"],
    )  # fmt: skip


class Server:
    """In place of a model: it writes one of these texts after another."""

    def __init__(self, tokenizer, texts, stop_reason="completed"):
        self.tokenizer, self.texts, self.stop_reason = tokenizer, iter(texts), stop_reason

    async def generate(self, *, prompt_ids, **_):
        self.shown = self.tokenizer.decode(prompt_ids)
        ids = self.tokenizer.encode(f"{next(self.texts)}<|im_end|>")
        return TokenOutput(token_ids=ids, num_preempted=0, stop_reason=self.stop_reason)


def loop_of(tools, texts=(), length=12_000, stop_reason="completed", longest=60_000):
    """verl's agent loop with our class, its model scripted."""
    multi_turn = {
        "max_user_turns": 5, "max_assistant_turns": 5, "max_parallel_calls": 4,
        "max_tool_response_length": length, "tool_response_truncate_side": "middle",
        "format": "hermes",
    }  # fmt: skip
    rollout = {
        "prompt_length": 10_000, "response_length": longest, "full_determinism": False,
        "multi_turn": multi_turn,
    }  # fmt: skip
    config = OmegaConf.create({"actor_rollout_ref": {"rollout": rollout}, "data": {}})
    tokenizer = tiny_tokenizer()
    return FictionWorldAgentLoop(
        trainer_config=DictConfigWrap(config),
        server_manager=Server(tokenizer, texts, stop_reason),
        tokenizer=tokenizer,
        processor=None,
        hf_model_type="qwen3",
        dataset_cls=None,
        data_config=DictConfigWrap(config.data),
        tools=ToolListWrap(tools),
    )


def run(tools, row, texts, **more):
    kwargs = {"raw_prompt": row["prompt"], "tools_kwargs": row["extra_info"]["tools_kwargs"]}

    async def played():
        loop = loop_of(tools, texts, **more)
        return loop, await loop.run({}, **kwargs)

    return asyncio.run(played())


def scored(solution, row, extra=()):
    score = load_extern_object("pkg://fictionworld.adapters.verl", "compute_score")
    info = dict(row["extra_info"]) | dict(extra)
    truth = row["reward_model"]["ground_truth"]
    return asyncio.run(score("fictionworld", solution, truth, info))


def test_the_rows_are_as_verl_reads_them(row, rows):
    assert [message["role"] for message in row["prompt"]] == ["system", "user"]
    assert row["agent_name"] == "fictionworld_agent"
    (loop,) = yaml.safe_load((rows / "agent_loop.yaml").read_text())
    assert loop["_target_"] == "fictionworld.adapters.verl.FictionWorldAgentLoop"
    assert right() not in json.dumps(row, default=str)


def test_the_tools_answer_and_the_reward_follows(tools, row):
    assert [tool.name for tool in tools] == ["web_search", "web_extractor", "dict_memory"]
    data = agent_data(row)
    response, reward, _ = asyncio.run(tools[0].execute("1", dict(QUERIES), agent_data=data))
    assert response.text == reply() and reward == 0
    said = f"<tool_response>{response.text}</tool_response>\nassistant\n"
    assert scored(said + right(), row, data.extra_fields) == {
        "score": 1.0, "f1_by_item": 1.0, "f1_by_row": 1.0, "cut": 0.0
    }  # fmt: skip
    assert scored(said + WRONG, row, data.extra_fields)["score"] == 0
    # without a log and its settings: the default reward, and nothing was read
    unread = scored(right(), row)
    assert unread["f1_by_row"] == 1 and unread["score"] == 0


def test_the_loop_drives_an_episode(tools, row):
    calling = f'<tool_call>{{"name": "web_search", "arguments": {json.dumps(QUERIES)}}}</tool_call>'
    bad = '<tool_call>{"name": "fly", "arguments": {}}</tool_call>'
    for answer, earns in ((right(), 1.0), (WRONG, 0.0)):
        loop, output = run(tools, row, [calling + bad, answer])
        solution = loop.tokenizer.decode(output.response_ids)
        assert reply() in solution and "Error:" in solution
        assert 0 < sum(output.response_mask) < len(output.response_mask)
        solution = loop.tokenizer.decode(output.response_ids, skip_special_tokens=True)
        assert scored(solution, row, output.extra_fields)["score"] == earns
        assert len(json.loads(output.extra_fields["fictionworld_log"])["calls"]) == 2


def test_the_model_is_shown_the_whole_schemas(tools, row):
    loop, _ = run(tools, row, [WRONG])
    assert '"items"' in loop.server_manager.shown
    for schema in openai_tools():
        assert json.dumps(schema, ensure_ascii=False) in loop.server_manager.shown


def test_rollouts_carry_the_same_with_a_call_and_without(tools, row):
    """verl joins the batches of its workers by the fields of the first."""
    calling = f'<tool_call>{{"name": "web_search", "arguments": {json.dumps(QUERIES)}}}</tool_call>'
    _, called = run(tools, row, [calling, WRONG])
    loop, silent = run(tools, row, [right()])
    assert set(called.extra_fields) == set(silent.extra_fields)
    assert 1 in silent.response_mask
    solution = loop.tokenizer.decode(silent.response_ids, skip_special_tokens=True)
    assert scored(solution, row, silent.extra_fields)["score"] == 1


def test_the_settings_of_the_tools_hold_for_the_reward(rows, row, tmp_path, monkeypatch):
    """What no call showed earns nothing under `f1_evidenced`; a log is of its backend."""
    monkeypatch.setattr(Dataset, "worded_by", lambda self, name: Dataset(self.path, backend=name))
    monkeypatch.setattr(Dataset, "drafts", None)
    given = yaml.safe_load((rows / "tools.yaml").read_text())
    for tool in given["tools"]:
        tool["config"] |= {"reward": "f1_evidenced", "backend": "drafts:some"}
    (tmp_path / "tools.yaml").write_text(yaml.safe_dump(given))
    tools = initialize_tools_from_config(str(tmp_path / "tools.yaml"))
    calling = f'<tool_call>{{"name": "web_search", "arguments": {json.dumps(QUERIES)}}}</tool_call>'
    for texts in ([right()], [calling, right()]):
        loop, output = run(tools, row, texts)
        solution = loop.tokenizer.decode(output.response_ids, skip_special_tokens=True)
        assert json.loads(output.extra_fields["fictionworld_settings"])["reward"] == "f1_evidenced"
        figures = scored(solution, row, output.extra_fields)
        assert figures["f1_by_row"] == 1 and figures["score"] == 0


def test_replies_that_verl_would_cut_are_refused(tools):
    with pytest.raises(UsageError, match="max_tool_response_length: got 256"):
        loop_of(tools, length=256)
    with pytest.raises(UsageError, match="tool_config_path"):
        loop_of([])


def test_an_aborted_generation_masks_the_rollout_and_a_cut_one_says_so(tools, row):
    loop, output = run(tools, row, [right()], stop_reason="aborted")
    assert not any(output.response_mask)
    solution = loop.tokenizer.decode(output.response_ids, skip_special_tokens=True)
    assert "broke a generation off" in output.extra_fields["fictionworld_fault"]
    assert scored(solution, row, output.extra_fields)["score"] == 0
    loop, output = run(tools, row, [right()], longest=5)
    assert all(output.response_mask) and scored("", row, output.extra_fields)["cut"] == 1


def test_a_fault_of_ours_masks_the_rollout(tools, row, monkeypatch):
    async def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "acall", failed)
    data = agent_data(row)
    asyncio.run(tools[0].execute("1", dict(QUERIES), agent_data=data))
    assert data.extra_fields["fictionworld_fault"] == "the disk is gone"
    assert scored(right(), row, data.extra_fields)["score"] == 0
    calling = f'<tool_call>{{"name": "web_search", "arguments": {json.dumps(QUERIES)}}}</tool_call>'
    _, output = run(tools, row, [calling, right()])
    assert set(output.response_mask) == {0}


def test_a_fault_in_the_scoring_stops_the_run(row, monkeypatch):
    """The mask is made before it, and a reward of 0 would be learnt."""

    def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "score", failed)
    with pytest.raises(InfrastructureError, match="the disk is gone"):
        scored(right(), row)


def test_its_dataset_reads_exported_conversations(tmp_path):
    conversations = [
        {"role": "user", "content": "Which?", "train": False},
        {"role": "assistant", "content": "I search.", "tool_calls": [WELL], "train": True},
        {"role": "tool", "content": "a reply", "train": False},
        {"role": "assistant", "content": "A wrong call.", "tool_calls": [WELL], "train": False},
        {"role": "assistant", "content": "| Name |", "train": True},
    ]
    row = {"messages": conversations, "tools": openai_tools(), "task_id": TASK}
    (tmp_path / "train.jsonl").write_text(f"{json.dumps(row)}\n" * 2)
    dataset_class = load_extern_object(
        "pkg://fictionworld.adapters.verl_conversations", "Conversations"
    )
    tokenizer = tiny_tokenizer()
    config = OmegaConf.create({"pad_mode": "no_padding", "max_length": 50_000})
    rows = dataset_class([str(tmp_path / "train.jsonl")], tokenizer, config)
    assert len(rows) == 2
    learned = tokenizer.decode(rows[1]["input_ids"][rows[1]["loss_mask"].bool()])
    call = (
        f'<tool_call>\n{{"name": "web_search", "arguments": {json.dumps(QUERIES)}}}\n</tool_call>'
    )
    assert learned == f"I search.{call}<|im_end|>| Name |<|im_end|>"
