"""The engine as we drive it, with a stand-in for vLLM that runs a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from dataclasses import replace

import pytest

from fictionworld.errors import PathError, UsageError
from fictionworld.simulator.backends.backend import BackendError, Prompt
from fictionworld.simulator.backends.options import (
    PRESETS,
    EngineOptions,
    Preset,
    Sampling,
    preset_named,
    reasoning_parser_of,
)
from fictionworld.simulator.backends.registry import backend_named
from fictionworld.simulator.backends.vllm import VllmBackend, engine_arguments
from fictionworld.simulator.backends.vllm_requests import VllmRequests
from tests.stand_in_vllm.use import all_ended, started, take

SCHEMA = {"type": "object", "properties": {"p1": {"type": "string"}}, "required": ["p1"]}


@pytest.fixture
def log(monkeypatch, tmp_path):
    take(monkeypatch, tmp_path / "engines")
    return tmp_path / "engines"


def prompt(text="hello", key="p1"):
    return Prompt((("system", "rules"), ("user", text)), SCHEMA | {"required": [key]}, 50)


def preset(sampling=None, **options):
    return Preset("tiny", EngineOptions(**options), sampling or Sampling())


def driven(backend, run):
    """What `run(backend)` gives, in an event loop in which the backend is then closed."""

    async def whole():
        try:
            return await run(backend)
        finally:
            await backend.aclose()

    return asyncio.run(whole())


def said(completion):
    return json.loads(completion.text)["p1"]


def test_order_is_kept_and_the_engine_is_full_but_not_flooded(log, monkeypatch):
    monkeypatch.setenv("STAND_IN_DELAY_S", "0.02")
    backend = VllmBackend(preset(max_num_seqs=4))

    async def run(backend):
        found = await backend.complete([prompt(str(n)) for n in range(60)])
        return found, backend._engine.vllm.peak, backend.at_once

    found, peak, at_once = driven(backend, run)
    assert [said(one) for one in found] == [str(n) for n in range(60)]
    assert peak == at_once == 8
    assert found[0].prompt_tokens > 40 and found[0].cached_tokens == 7
    assert len(started(log)) == 1 and all_ended(started(log))


def test_what_the_engine_receives(log):
    sampling = Sampling(temperature=0.3, seed=5)
    told = replace(preset(sampling), arguments={"kv_cache_dtype": "fp8", "max_num_seqs": 16})

    async def run(backend):
        await backend.complete([prompt("a"), prompt("b")])
        return backend._engine.vllm, backend.at_once

    engine, at_once = driven(VllmBackend(told), run)
    arguments = engine.arguments
    assert engine.usage_context == "LLM_CLASS" and at_once == 32
    assert (arguments.model, arguments.kv_cache_dtype, arguments.max_num_seqs) == (
        "tiny",
        "fp8",
        16,
    )
    assert arguments.structured_outputs_config.disable_any_whitespace is True
    asked = {parameters.seed for parameters, _, _ in engine.asked}
    assert asked == {sampling.seed_of(prompt(text).digest) for text in "ab"} and len(asked) == 2
    parameters = engine.asked[0][0]
    assert (parameters.temperature, parameters.max_tokens) == (0.3, 50)
    assert parameters.structured_outputs.json == SCHEMA
    assert parameters.output_kind.name == "FINAL_ONLY" and parameters.thinking_token_budget is None


def test_thinking_is_a_choice_and_has_a_budget(log):
    thinking = Preset("Qwen/Qwen3-8B", sampling=Sampling(thinking=True, thinking_tokens=300))

    async def run(backend):
        await backend.complete([prompt()])
        return backend._engine.vllm

    engine = driven(VllmBackend(thinking), run)
    parameters = engine.asked[0][0]
    assert engine.arguments.reasoning_parser == "qwen3"
    assert (parameters.thinking_token_budget, parameters.max_tokens) == (300, 350)
    assert parameters.skip_special_tokens is False  # where thinking ends has to stay in the text
    # with a parser a model that does not think would never be held to the schema
    for thinking in (False, None):
        told = Preset("Qwen/Qwen3-8B", sampling=Sampling(thinking=thinking))
        assert "reasoning_parser" not in engine_arguments(told)
    with pytest.raises(UsageError, match="--set reasoning_parser=qwen3"):
        engine_arguments(Preset("mine", sampling=Sampling(thinking=True)))
    named = preset(Sampling(thinking=True), reasoning_parser="mine")
    assert engine_arguments(named)["reasoning_parser"] == "mine"


def test_a_lora_adapter_answers_every_request(log):
    async def run(backend):
        await backend.complete([prompt()])
        return backend._engine.vllm

    engine = driven(VllmBackend(preset(lora="adapters/voice")), run)
    assert engine.arguments.enable_lora
    assert [lora.lora_path for _, _, lora in engine.asked] == ["adapters/voice"]


def test_a_request_that_cannot_be_answered_fails_alone(log):
    long = prompt("word " * 3_000)
    refused = prompt(key="refused")
    backend = VllmBackend(preset(max_model_len=2_000))
    found = driven(backend, lambda b: b.complete([prompt("one"), long, refused, prompt("two")]))
    assert "--set max_model_len" in found[1].error
    assert "not supported" in found[2].error
    assert [said(found[n]) for n in (0, 3)] == ["one", "two"]


def test_an_engine_that_does_not_start_is_started_once(log, tmp_path):
    backend = VllmBackend(preset(max_model_len=99_000))

    async def run(backend):
        said = []
        for _ in range(3):
            with pytest.raises(BackendError, match=r"max_model_len \(99000\) is greater") as no:
                await backend.complete([prompt()])
            said.append(str(no.value))
        return said

    assert len(set(driven(backend, run))) == 1
    assert started(log) == []


def test_an_engine_that_was_killed_is_not_started_again(log, monkeypatch):
    monkeypatch.setenv("STAND_IN_DELAY_S", "60")

    async def run(backend):
        asked = asyncio.ensure_future(backend.complete([prompt(str(n)) for n in range(20)]))
        while not started(log):
            await asyncio.sleep(0.01)
        os.kill(started(log)[0], signal.SIGKILL)
        with pytest.raises(BackendError, match="has stopped serving tiny: EngineDeadError"):
            await asked
        with pytest.raises(BackendError, match="has stopped serving tiny"):
            await backend.complete([prompt()])

    driven(VllmBackend(preset()), run)
    assert len(started(log)) == 1


def test_a_request_that_is_given_up_leaves_the_engine_well(log, monkeypatch):
    monkeypatch.setenv("STAND_IN_DELAY_S", "0.2")

    async def run(backend):
        flying = asyncio.ensure_future(backend.complete([prompt("a"), prompt("b")]))
        await asyncio.sleep(0.1)
        flying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await flying
        return await backend.complete([prompt("c")])

    assert [said(one) for one in driven(VllmBackend(preset()), run)] == ["c"]


class Counting:
    """A token a byte, behind the token `first`; it counts what it is given."""

    def __init__(self, *first):
        self.first, self.read = list(first), 0

    def apply_chat_template(self, messages, **_):
        return "".join(f"<{m['role']}>{m['content']}" for m in messages) + "<assistant>"

    def get_added_vocab(self):
        return {"<system>": 1, "<user>": 2, "<assistant>": 3}

    def encode(self, text, add_special_tokens):
        self.read += len(text)
        return [*self.first, *text.encode()]


def test_what_prompts_begin_with_is_tokenized_once():
    rules = "rules " * 500
    prompts = [Prompt((("system", rules), ("user", f"{n} of us")), SCHEMA, 50) for n in range(20)]
    tokenizer = Counting()
    asked = VllmRequests(tokenizer, Sampling(), 8_000)
    found = [bytes(asked.tokens(one)).decode() for one in prompts]
    assert found == [f"<system>{rules}<user>{n} of us<assistant>" for n in range(20)]
    assert tokenizer.read < 3 * len(found[0])


def test_a_tokenizer_that_joins_what_it_should_not_gets_whole_texts():
    asked = VllmRequests(Counting(7), Sampling(), 8_000)
    assert asked.tokens(prompt("hello")) == [7, *b"<system>rules<user>hello<assistant>"]


# A file for the engine ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    ["enable-expert-parallel: true\nspeculative_config: {method: ngram}\n",
     '{"enable_expert_parallel": true, "speculative_config": {"method": "ngram"}}'],
    ids=["yaml", "json"],
)  # fmt: skip
def test_a_file_tells_the_engine_anything(log, tmp_path, written):
    (tmp_path / "engine").write_text(written)
    backend = backend_named("vllm", "tiny", engine=tmp_path / "engine")
    told = backend._arguments
    assert told["enable_expert_parallel"] is True
    assert told["speculative_config"] == {"method": "ngram"} and told["model"] == "tiny"


def test_null_in_a_file_leaves_a_thing_to_vllm(log, tmp_path):
    (tmp_path / "engine").write_text("max_num_seqs: null\nstructured_outputs_config: null\n")
    settings = ["max_num_seqs=16"]
    backend = backend_named("vllm", "tiny", settings=settings, engine=tmp_path / "engine")
    assert backend.at_once == 2_048 and "max_num_seqs" not in backend._arguments

    async def run(backend):
        return said((await backend.complete([prompt("a")]))[0])

    assert driven(backend, run) == "a"


@pytest.mark.parametrize(
    ("written", "said"),
    [("max_num_seq: 4", "no argument 'max_num_seq'; did you mean 'max_num_seqs'"),
     ("sails: 4", "no argument 'sails'; it has model, tokenizer"),
     ("model: other", "names a model"), ("- a", "holds no names"), ("", "holds no names"),
     ("a: [", "neither YAML nor JSON")],
)  # fmt: skip
def test_a_file_that_is_wrong_is_reported(log, tmp_path, written, said):
    (tmp_path / "engine").write_text(written)
    with pytest.raises(UsageError, match=said):
        backend_named("vllm", "tiny", engine=tmp_path / "engine")


def test_a_file_that_is_not_there_is_reported(log, tmp_path):
    with pytest.raises((PathError, OSError), match="cannot read"):
        backend_named("vllm", "tiny", engine=tmp_path / "engine")


# Settings ----------------------------------------------------------------------------------------


def test_the_preset_of_the_large_model_takes_one_card():
    chosen = PRESETS["qwen-agentworld-35b"]
    assert chosen == preset_named("Qwen/Qwen-AgentWorld-35B-A3B")
    assert chosen.engine.quantization == "fp8_per_tensor"
    assert chosen.engine.tensor_parallel == chosen.engine.data_parallel == 1
    assert chosen.sampling.thinking is False
    told = engine_arguments(preset_named("qwen-agentworld-35b", ["data_parallel=4"]))
    assert told["data_parallel_size"] == 4 and told["tensor_parallel_size"] == 1


@pytest.mark.parametrize(
    ("model", "parser"),
    [("Qwen/Qwen3-30B-A3B", "qwen3"), ("Qwen/Qwen-AgentWorld-35B-A3B", "qwen3"),
     ("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "deepseek_r1"), ("Qwen/QwQ-32B", "deepseek_r1"),
     ("deepseek-ai/DeepSeek-V3.1", "deepseek_r1"), ("zai-org/GLM-4.5-Air", "glm45"),
     ("mine", None), ("openai/gpt-oss-20b", None), ("google/gemma-4-31b", None)],
)  # fmt: skip
def test_families_have_their_parser(model, parser):
    assert reasoning_parser_of(model) == parser


def test_settings_that_change_no_text_make_no_other_drafts():
    plain = preset_named("tiny").of_texts()
    assert preset_named("tiny", ["max_num_seqs=4", "data_parallel=2"]).of_texts() == plain
    assert preset_named("tiny", ["temperature=0.1"]).of_texts() != plain
    assert preset_named("tiny", ["seed=1"]).of_texts() != plain
    for setting in ("quantization=fp8", "tokenizer=other", "structured_outputs=xgrammar"):
        assert preset_named("tiny", [setting]).of_texts() != plain
    cached = replace(preset_named("tiny"), arguments={"kv_cache_dtype": "fp8"})
    assert cached.of_texts() != plain
