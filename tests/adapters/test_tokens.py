"""Tokens counted by transformers, which needs no torch for it."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("transformers", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

from fictionworld.dataset import open_dataset  # noqa: E402
from fictionworld.episodes.token_counting import token_counts  # noqa: E402
from fictionworld.episodes.tokenizer import open_tokenizer  # noqa: E402
from fictionworld.errors import UsageError  # noqa: E402
from fictionworld.simulator.toolbox import openai_tools  # noqa: E402
from tests.adapters.tiny import tiny_tokenizer  # noqa: E402
from tests.small import small_dataset  # noqa: E402

CALL = {
    "id": "1", "type": "function",
    "function": {"name": "web_search", "arguments": json.dumps({"query": "é"})},
}  # fmt: skip
TALK = [
    {"role": "user", "content": "Who?"},
    {"role": "assistant", "content": "", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "1", "content": "reply"},
]
WITHOUT_TOOLS = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>{% endfor %}"
)


@pytest.fixture
def folder(tmp_path):
    """The folder of a model of one token a byte."""
    tiny_tokenizer().save_pretrained(tmp_path)
    return tmp_path


def test_a_conversation_is_counted_in_its_template(folder):
    opened, tokenizer = open_tokenizer(str(folder)), tiny_tokenizer()
    text = opened.render(TALK)
    assert '"arguments": {"query": "é"}' in text, "arguments are written once"
    tools = sum(len(json.dumps(tool)) + 1 for tool in openai_tools())
    assert opened.length(text) == len(tokenizer(text)["input_ids"])
    assert tools < opened.count(TALK[:1]) < opened.count(TALK[:2]) < opened.count(TALK)
    assert opened.count(TALK) - opened.count(TALK[:2]) == 4 + len(
        "user\n<tool_response>\nreply\n</tool_response>\n".replace("\n", "")
    )


def test_the_name_tells_versions_apart(folder):
    first = open_tokenizer(str(folder)).name
    assert first.startswith(f"{folder}@")
    open_tokenizer.cache_clear()
    assert open_tokenizer(str(folder)).name == first
    open_tokenizer.cache_clear()
    tokenizer = tiny_tokenizer()
    tokenizer.add_tokens(["more"])
    tokenizer.save_pretrained(folder)
    assert open_tokenizer(str(folder)).name != first


def test_a_tokenizer_without_a_template_counts_hermes_form(folder):
    opened = open_tokenizer(str(folder / "tokenizer.json"))
    text = opened.render(TALK)
    assert "<tool_call>" in text and "<tool_response>\nreply" in text and "web_extractor" in text
    assert opened.count(TALK) == opened.length(text)


def test_counts_are_those_of_whole_conversations(folder):
    dataset = open_dataset(small_dataset())
    ((count,),) = token_counts(dataset, dataset.tasks(0)[:1], [str(folder)])
    prompt = dataset.prompt(count.task_id, calls=0)
    assert count.prompt == open_tokenizer(str(folder)).count(prompt)
    assert dataset.task(count.task_id).least_characters / 2 < count.oracle <= count.scout


@pytest.mark.parametrize("name", ["notes.txt", "empty", "no-such-folder"])
def test_what_is_no_tokenizer_is_refused(name, tmp_path):
    (tmp_path / "notes.txt").write_text("{}")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"is no tokenizer that transformers reads .*give a token"):
        token_counts(open_dataset(small_dataset()), [], [str(tmp_path / name)])


@pytest.mark.parametrize("template", [WITHOUT_TOOLS, "{{ raise_exception('only one system') }}"])
def test_a_template_without_tools_is_refused(template, tmp_path):
    tiny_tokenizer(template).save_pretrained(tmp_path)
    with pytest.raises(UsageError, match="leaves out tools, calls or their replies; give a model"):
        token_counts(open_dataset(small_dataset()), [], [str(tmp_path)])
