"""vLLM itself, on a CPU, with a model of random weights: `tools/vllm_proof.sh` runs this.

Such a model writes nonsense, so every draft ends replaced; what is shown is that prompts, schemas,
caches, engines and servers are driven rightly, that the counts are right, and that engines end.
"""

# What is measured is printed.
# ruff: noqa: T201

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("vllm", reason="needs a real vLLM engine: tools/vllm_proof.sh makes one")
pytestmark = pytest.mark.vllm

from fictionworld.chat.endpoint import Endpoint  # noqa: E402
from fictionworld.dataset import open_dataset  # noqa: E402
from fictionworld.render import render  # noqa: E402
from fictionworld.simulator.backends.backend import BackendError, Prompt  # noqa: E402
from fictionworld.simulator.backends.endpoint import EndpointBackend  # noqa: E402
from fictionworld.simulator.backends.options import (  # noqa: E402
    EngineOptions,
    Preset,
    Sampling,
)
from fictionworld.simulator.backends.vllm import VllmBackend  # noqa: E402
from fictionworld.simulator.drafts.live import LiveDrafts, LiveModel  # noqa: E402
from fictionworld.simulator.drafts.prompt import SYSTEM  # noqa: E402
from fictionworld.simulator.drafts.worded import WordedWeb  # noqa: E402
from fictionworld.web.permit import Permit  # noqa: E402
from tests.simulator.drafts import samples  # noqa: E402
from tests.small import small_dataset  # noqa: E402
from tests.stand_in_vllm.use import all_ended, runs  # noqa: E402
from tests.vllm.tiny_model import make_tiny_model  # noqa: E402

OPTIONS = EngineOptions(
    max_model_len=8192, dtype="bfloat16", enforce_eager=True, max_num_seqs=64,
    max_num_batched_tokens=65_536,
)  # fmt: skip
FEW = 40
"""Pages of a rendering: a CPU that others use too takes half a second for each."""
SAMPLING = Sampling(temperature=1.0, top_p=1.0, top_k=0)
CHOICE = {
    "type": "object",
    "properties": {"p1": {"type": "string", "enum": ["red", "green", "blue"]}},
    "required": ["p1"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    web = samples.world(0)
    texts = [SYSTEM] + [web.page(head.number).body for head in web.heads]
    return str(make_tiny_model(tmp_path_factory.mktemp("tiny"), texts))


def backend_of(model, sampling=SAMPLING, **options):
    return VllmBackend(Preset(model, replace(OPTIONS, **options), sampling))


class Running:
    """A backend in an event loop that goes on; `complete` waits."""

    def __init__(self, backend):
        self.backend = backend
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(600)

    def complete(self, prompts):
        return self.run(self.backend.complete(prompts))

    def close(self):
        self.run(self.backend.aclose())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)


@pytest.fixture(scope="module")
def engine(model):
    running = Running(backend_of(model))
    yield running
    running.close()


def choices(n):
    return [
        Prompt((("system", SYSTEM), ("user", f"Choose number {i}.")), CHOICE, 40) for i in range(n)
    ]


def chosen(completions):
    for one in completions:
        assert one.error is None and not one.cut, one
        assert json.loads(one.text)["p1"] in {"red", "green", "blue"}


def test_replies_follow_the_schema(engine):
    found = engine.complete(choices(64))
    chosen(found)
    assert len({one.text for one in found}) == 3
    assert all(one.prompt_tokens > 500 and one.output_tokens > 3 for one in found)
    assert engine.backend.at_once == 2 * OPTIONS.max_num_seqs


def test_equal_prompts_get_equal_seeds(engine):
    first, second = engine.complete(choices(8)), engine.complete(choices(8))
    assert [one.text for one in first] == [one.text for one in second]


def test_the_shared_beginning_is_cached(engine):
    found = engine.complete(choices(32))
    asked, held = sum(o.prompt_tokens for o in found), sum(o.cached_tokens for o in found)
    print(f"\nprefix cache: {held / asked:.0%} of {asked:,} tokens")
    assert held / asked > 0.3
    assert all(one.cached_tokens > 0 for one in found)


def test_prompts_that_are_too_long_fail_alone(engine):
    long = Prompt((("user", "word " * 20_000),), CHOICE, 40)
    found = engine.complete([choices(1)[0], long, choices(1)[0]])
    assert found[1].error is not None and "max_model_len" in found[1].error
    chosen([found[0], found[2]])


def test_a_cancelled_request_leaves_the_engine_well(engine):
    async def run():
        request = samples.page_requests(1)[0]
        long = replace(request.prompt, most_tokens=4000)
        flying = asyncio.create_task(engine.backend.complete([long]))
        await asyncio.sleep(0.3)
        flying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await flying
        chosen(await engine.backend.complete(choices(8)))

    engine.run(run())


def test_sizes_of_a_batch_are_those_of_llm(model):
    """With none given, the context of the engine's use decides."""
    from vllm.engine.arg_utils import AsyncEngineArgs
    from vllm.usage.usage_lib import UsageContext

    def sizes(context):
        arguments = AsyncEngineArgs(model=model, dtype="bfloat16", max_model_len=2048)
        return arguments.create_engine_config(context).scheduler_config.max_num_seqs

    batch, own = sizes(UsageContext.LLM_CLASS), sizes(UsageContext.ENGINE_CONTEXT)
    print(f"\n{batch:,} requests at a time where the engine's own default is {own:,}")
    assert batch > own


def test_render_ends_replaced_with_the_right_counts(model, tmp_path):
    dataset = open_dataset(small_dataset())
    begun = time.perf_counter()
    backend = backend_of(model)
    report = render(dataset, tmp_path / "drafts", backend, worlds=1, variants=0, pages=FEW)
    counts = report.tally
    print(
        f"\nrender: {counts.requests:,} requests, {counts.output_tokens:,} tokens in "
        f"{time.perf_counter() - begun:.0f} s, cached {report.cached_share:.0%}, {counts}"
    )
    asked = samples.page_requests(0)[:FEW]
    assert counts.drafts == sum(len(request.passages) for request in asked)
    assert counts.replaced == counts.drafts
    assert sum(counts.replaced_by.values()) == counts.replaced
    assert "backend" not in counts.replaced_by
    assert len(asked) < counts.requests <= 2 * len(asked)
    assert report.cached_share > 0.2


def test_many_live_readers(model):
    web = samples.world(1)
    model_asked = LiveModel(backend_of(model))
    live = LiveDrafts(model_asked)
    worded = WordedWeb(web, live)
    permit = Permit.of("tease", web.world)
    numbers = [head.number for head in web.heads][:12]

    def read(n):
        number = numbers[n % len(numbers)]
        worded.prepare(numbers[:10])
        return worded.page(number) == web.page(number), worded.windows(number, permit).cut(("x",))

    try:
        with ThreadPoolExecutor(96) as pool:
            found = list(pool.map(read, range(96)))
    finally:
        model_asked.close()
    assert all(same for same, _ in found)
    counts = live.tally
    print(f"\nlive: {counts}")
    # each request is asked once, and once more with its problems, however many want it
    assert counts.requests <= 2 * 2 * len(numbers)
    assert counts.replaced == counts.drafts > 0
    assert counts.prompt_tokens > counts.cached_tokens > 0


def test_a_thinking_model_is_held_to_its_budget(model):
    thinking = replace(SAMPLING, thinking=True, thinking_tokens=30)
    running = Running(backend_of(model, thinking, reasoning_parser="qwen3"))
    try:
        found = running.complete(choices(16))
    finally:
        running.close()
    assert all(one.error is None for one in found)
    thought = [one.text.partition("</think>") for one in found]
    assert all(end for _, end, _ in thought)
    assert {json.loads(reply)["p1"] for _, _, reply in thought} <= {"red", "green", "blue"}
    print(f"\nthinking: {[one.output_tokens for one in found]} tokens")
    assert all(one.output_tokens < 30 + 40 for one in found)


# Engines that do not start, die, or are left ---------------------------------------------------

SCRIPT = """
import sys, time
import fictionworld as fw
print("begun", flush=True)
episode = fw.open(sys.argv[1]).episode(0, backend=sys.argv[2])
text = episode.call("web_search", {"query": "phones"})
print("text", len(text), flush=True)
time.sleep(600)
"""
"""Without an `if __name__ == "__main__":` guard."""


def live_name(model, tmp_path, **more):
    told = {
        "max_model_len": 8192, "dtype": "bfloat16", "enforce_eager": "true", "max_num_seqs": 64,
        "max_num_batched_tokens": 65_536, "drafts": tmp_path / "texts", "top_k": 0, **more,
    }  # fmt: skip
    return f"vllm:{model}?" + "&".join(f"{name}={value}" for name, value in told.items())


def descendants(process):
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == process:
            child = int(stat.parent.name)
            found += [child, *descendants(child)]
    return found


def begun(model, tmp_path):
    """The script, once it has its first text from an engine."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    name = live_name(model, tmp_path)
    process = subprocess.Popen(
        [sys.executable, str(script), str(small_dataset()), name], stdout=subprocess.PIPE, text=True
    )
    lines = [process.stdout.readline() for _ in range(2)]
    assert lines[0] == "begun\n" and lines[1].startswith("text ")
    return process


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_engine_does_not_outlive_a_script(model, tmp_path, number):
    process = begun(model, tmp_path)
    left = descendants(process.pid)
    assert any(map(_is_engine, left))
    process.send_signal(number)
    process.wait(60)
    since = time.monotonic()
    assert all_ended(left)
    print(f"\n{len(left)} processes had ended after {time.monotonic() - since:.1f} s")


def test_an_engine_that_is_killed_ends_a_rollout(model, tmp_path):
    command = [sys.executable, "-m", "fictionworld.cli.main", "rollout", str(small_dataset()),
               "--agent", "scout", "--backend", live_name(model, tmp_path),
               "--traces", str(tmp_path / "traces")]  # fmt: skip
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 300
    while not list((tmp_path / "texts").glob("*/*/*.json")):
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.2)
    engines = [one for one in descendants(process.pid) if _is_engine(one)]
    assert len(engines) == 1 and runs(engines[0])
    os.kill(engines[0], signal.SIGKILL)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1, said
    assert said.count("vLLM has stopped serving") == 1, said


def _is_engine(process):
    """The engine's process names itself so."""
    return b"EngineCore" in Path(f"/proc/{process}/cmdline").read_bytes()


def test_an_engine_that_does_not_start_is_tried_once(model):
    backend = backend_of(model, max_model_len=99_000)

    async def run():
        for _ in range(3):
            with pytest.raises(BackendError, match="max_model_len"):
                await backend.complete(choices(1))
        await backend.aclose()
        return backend._failed

    print(f"\n{asyncio.run(run())}")


def test_a_file_for_the_engine_is_checked_by_vllms_own_list(model, tmp_path):
    from fictionworld.errors import UsageError

    with pytest.raises(UsageError, match="did you mean 'enable_expert_parallel'"):
        VllmBackend(Preset(model, OPTIONS, SAMPLING, {"enable_experts_parallel": True}))


# Its server --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(model):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", model,
        "--served-model-name", "tiny", "--host", "127.0.0.1", "--port", str(port),
        "--dtype", "bfloat16", "--enforce-eager", "--max-model-len", "8192", "--max-num-seqs", "64",
        "--max-num-batched-tokens", "65536", "--enable-prompt-tokens-details",
        "--structured-outputs-config", '{"backend": "guidance", "disable_any_whitespace": true}',
    ]  # fmt: skip
    environment = {**os.environ, "VLLM_ENABLE_V1_MULTIPROCESSING": "1"}
    process = subprocess.Popen(command, env=environment)
    try:
        until = time.monotonic() + 300
        while True:
            assert process.poll() is None, "the server has died"
            assert time.monotonic() < until, "the server does not come up"
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2):
                    break
            except OSError:
                time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(60)


def test_endpoint_against_its_server(served):
    backend = EndpointBackend("tiny", Endpoint(served, at_once=32, deadline_s=300), SAMPLING)

    async def run():
        try:
            return await backend.complete(choices(48))
        finally:
            await backend.aclose()

    found = asyncio.run(run())
    chosen(found)
    assert all(one.prompt_tokens > 500 for one in found)
    assert any(one.cached_tokens > 0 for one in found)


def test_live_drafts_from_the_server_end_replaced(served):
    web = samples.world(2)
    backend = EndpointBackend("tiny", Endpoint(served, at_once=32, deadline_s=300), SAMPLING)
    asked = LiveModel(backend)
    live = LiveDrafts(asked)
    worded = WordedWeb(web, live)
    try:
        for head in web.heads[:6]:
            assert worded.page(head.number) == web.page(head.number)
    finally:
        asked.close()
    assert live.tally.replaced == live.tally.drafts > 0
    assert "backend" not in live.tally.replaced_by
