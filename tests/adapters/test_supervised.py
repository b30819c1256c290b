"""Exported conversations under TRL: calls survive templates, the loss is on the agent's words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

trl = pytest.importorskip("trl", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

from datasets import load_dataset  # noqa: E402

import fictionworld as fw  # noqa: E402
from fictionworld.episodes.agents.registry import AGENTS  # noqa: E402
from fictionworld.episodes.rollout import Conditions, play  # noqa: E402
from fictionworld.episodes.rollout_files import RolloutId, TranscriptFile  # noqa: E402
from fictionworld.export.supervised import export_conversations  # noqa: E402
from tests.adapters.tiny import tiny_model, tiny_tokenizer  # noqa: E402
from tests.small import small_dataset  # noqa: E402

TEMPLATES = Path(trl.__file__).parent / "chat_templates"


def in_json(text):
    """Return the calls in the form of Qwen and others: an object between tags."""
    found = re.findall(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", text, re.DOTALL)
    return [(call["name"], call["arguments"]) for call in map(json.loads, found)]


def in_llama(text):
    found = re.findall(r'^(\{"name": .*\})', text.replace("<|eot_id|>", "\n"), re.MULTILINE)
    found += re.findall(r'\n\n(\{"name": .*?"parameters": .*?\})\n', text)
    calls = {json.dumps(call): call for call in map(json.loads, found)}
    return [(call["name"], call["parameters"]) for call in calls.values()]


def in_glm(text):
    calls = []
    for name, body in re.findall(r"<tool_call>([a-z_]+)\s*(.*?)</tool_call>", text, re.DOTALL):
        pairs = re.findall(
            r"<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>", body, re.DOTALL
        )
        calls.append((name, dict(pairs)))
    return calls


FORMS = {"qwen2_5": in_json, "qwen3": in_json, "llama3_1": in_llama, "glm4moe": in_glm}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """A hundred conversations and more, of several agents."""
    folder = tmp_path_factory.mktemp("sft")
    dataset, conditions = fw.open(small_dataset()), Conditions(transcripts=True)
    with TranscriptFile(folder / "transcripts.jsonl") as file:
        for name in ("scout", "second-source", "list-crawl"):
            rollout = RolloutId.of(name, dataset.content_hash, dataset.backend, conditions)
            for task in dataset.tasks():
                file.add(play(dataset, AGENTS[name](), task, conditions), rollout)
    export_conversations(dataset, folder / "out", folder / "transcripts.jsonl", least_reward=0.0)
    files = sorted(map(str, (folder / "out").glob("*.jsonl")))
    return load_dataset("json", data_files=files, split="train", cache_dir=str(folder / "cache"))


@pytest.mark.parametrize("template", FORMS)
def test_calls_come_back_equal(template, rows):
    tokenizer = tiny_tokenizer((TEMPLATES / f"{template}.jinja").read_text("utf-8"))
    assert len(rows) >= 100
    for row in rows:
        for message in row["messages"]:
            if not message.get("tool_calls"):
                continue
            conversation = [*row["messages"][:2], message]
            text = tokenizer.apply_chat_template(conversation, tools=None, tokenize=False)
            calls = FORMS[template](text)
            function = message["tool_calls"][0]["function"]
            arguments = function["arguments"]
            if template == "glm4moe":  # values that are no text are JSON
                arguments = {
                    key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                    for key, value in arguments.items()
                }
            assert calls == [(function["name"], arguments)]


def test_the_loss_is_on_the_agents_words_alone(rows, tmp_path):
    tokenizer = tiny_tokenizer((TEMPLATES / "qwen3_training.jinja").read_text("utf-8"))
    short = {"messages": [m | {"content": m["content"][:400]} for m in rows[0]["messages"][:5]]}
    trainer = trl.SFTTrainer(
        model=tiny_model(tokenizer),
        processing_class=tokenizer,
        args=trl.SFTConfig(
            output_dir=str(tmp_path), max_steps=1, per_device_train_batch_size=1, max_length=None,
            assistant_only_loss=True, report_to=[], use_cpu=True, save_strategy="no",
        ),
        train_dataset=rows.select([0]).remove_columns("tools").map(lambda _: short),
    )  # fmt: skip
    (batch,) = trainer.get_train_dataloader()
    labels = batch["labels"][0]
    learned = tokenizer.decode([token for token in labels.tolist() if token != -100])
    for message in short["messages"]:
        words = message["content"].strip()
        if message["role"] != "user":  # the first search is for the question
            assert (words in learned) == (message["role"] == "assistant"), message["role"]
    trainer.train()
