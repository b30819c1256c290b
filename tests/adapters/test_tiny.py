"""The tiny model's stages: conversations hold in its environment, and five steps of each train."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

import torch  # noqa: E402
from safetensors.torch import load_file  # noqa: E402
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers  # noqa: E402
from tokenizers.trainers import BpeTrainer  # noqa: E402
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast  # noqa: E402

from fictionworld.adapters.settings import EpisodeSettings  # noqa: E402
from fictionworld.adapters.trl import episode_reward  # noqa: E402
from fictionworld.build import build  # noqa: E402
from fictionworld.dataset import open_dataset  # noqa: E402
from fictionworld.tasks.options import TaskOptions  # noqa: E402
from tests.small import PACKS, small_config  # noqa: E402

FOLDER = Path(__file__).parents[2] / "examples" / "tiny"
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
STEPS = 5


@pytest.fixture(scope="module")
def lean():
    return _module("lean")


@pytest.fixture(scope="module")
def stages():
    return _module("train")


def _module(name):
    """A script of the example; it imports its neighbour by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        return importlib.import_module(name)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny") / "worlds"
    tasks = TaskOptions(wide=0, deep=1, empty=0, levels=(1,))
    build(small_config(8, tasks=tasks, held_out=PACKS[:1]), folder, workers=1)
    return folder


def test_conversations_hold_in_the_environment(lean, worlds):
    """Made again in the trainer's environment, the calls have the same replies and earn 1."""
    dataset = open_dataset(worlds)
    environment = lean.lean_class(EpisodeSettings(str(worlds), calls=0, reward="f1_grounded"))()
    solved = 0
    for task in lean.tasks_of(dataset, ["train", "eval", "test"]):
        if messages := lean.conversation(dataset, task):
            environment.reset(task_id=task.task_id)
            for call, reply in zip(messages[2:-1:2], messages[3:-1:2], strict=True):
                function = call["tool_calls"][0]["function"]
                text = getattr(environment, function["name"])(**function["arguments"])
                assert text == reply["content"]
            assert episode_reward([messages[-1:]], [environment]) == [1]
            solved += 1
    assert solved >= 6


def small_model(folder, texts):
    """A random Llama with a tokenizer of its own, trained on the texts."""
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    special = [AddedToken(token, special=True) for token in SPECIAL]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    inner.train_from_iterator(
        texts, BpeTrainer(vocab_size=2000, special_tokens=special, initial_alphabet=alphabet)
    )
    PreTrainedTokenizerFast(
        tokenizer_object=inner, unk_token=SPECIAL[0], bos_token=SPECIAL[1], eos_token=SPECIAL[2]
    ).save_pretrained(folder)
    torch.manual_seed(0)
    LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(inner.get_vocab()), hidden_size=32, intermediate_size=64,
            num_hidden_layers=2, num_attention_heads=2, max_position_embeddings=2048,
            bos_token_id=1, eos_token_id=2, pad_token_id=0,
        )
    ).save_pretrained(folder)  # fmt: skip


def test_five_steps_of_each_stage(stages, lean, worlds, tmp_path, capsys, monkeypatch):
    model, out = tmp_path / "model", tmp_path / "out"
    monkeypatch.setattr(stages, "PLAYED", lean.SHAPES)  # few worlds have few tasks of one shape
    stages.traces(worlds, out)
    conversations = (out / "conversations.jsonl").read_text("utf-8").splitlines()
    small_model(model, conversations)
    stages.sft(model, out, steps=STEPS)
    stages.grpo(worlds, model, out, steps=STEPS, group=2)
    for stage in stages.STAGES:
        stages.evaluate(worlds, stage, model, out, tasks=2)
    assert sum("loss" in line for line in logged(out / "sft")) == STEPS
    learnt = load_file(out / "sft" / "adapter_model.safetensors")
    assert all(weights.any() for name, weights in learnt.items() if "lora_B" in name)  # from zero
    assert [line["step"] for line in logged(out / "grpo") if "reward" in line] == [1, 2, 3, 4, 5]
    capsys.readouterr()
    stages.report(worlds, out)
    table = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:6]]
    assert [row[0] for row in table] == ["| start", "| sft", "| grpo", "| traces"]
    assert [row[2] for row in table] == ["0.00", "0.00", "0.00", "1.00"]
    assert not list(out.glob("*.aside"))


def logged(adapter):
    return json.loads((adapter / "log.json").read_text("utf-8"))
