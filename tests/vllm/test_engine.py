"""vLLM itself, on a CPU, with a model of random weights: `tools/vllm_proof.sh` runs this.

Such a model writes nonsense, so every draft ends replaced; what is shown is that prompts, schemas,
caches, engines and servers are driven rightly, and that the counts are right.
"""

# What is measured is printed.
# ruff: noqa: T201

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

pytest.importorskip("vllm", reason="needs a real vLLM engine: tools/vllm_proof.sh makes one")
pytestmark = pytest.mark.vllm

from fictionworld.chat.endpoint import Endpoint  # noqa: E402
from fictionworld.dataset import open_dataset  # noqa: E402
from fictionworld.render import render  # noqa: E402
from fictionworld.simulator.backends.backend import Prompt  # noqa: E402
from fictionworld.simulator.backends.endpoint import EndpointBackend  # noqa: E402
from fictionworld.simulator.backends.options import EngineOptions, Sampling  # noqa: E402
from fictionworld.simulator.backends.vllm import AsyncVllmBackend, VllmBackend  # noqa: E402
from fictionworld.simulator.drafts.live import LiveDrafts  # noqa: E402
from fictionworld.simulator.drafts.prompt import SYSTEM  # noqa: E402
from fictionworld.simulator.drafts.worded import WordedWeb  # noqa: E402
from fictionworld.web.permit import Permit  # noqa: E402
from tests.simulator.drafts import samples  # noqa: E402
from tests.small import small_dataset  # noqa: E402
from tests.vllm.tiny_model import make_tiny_model  # noqa: E402

OPTIONS = EngineOptions(
    max_model_len=8192, dtype="bfloat16", enforce_eager=True, max_num_seqs=64,
    max_num_batched_tokens=65_536, batch=256,
)  # fmt: skip
FEW = 40
"""Pages of a rendering: a CPU that others use too takes half a second for each."""
SAMPLING = Sampling(temperature=1.0, top_p=1.0, top_k=0, thinking=False)
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


@pytest.fixture(scope="module")
def offline(model):
    backend = VllmBackend(model, OPTIONS, SAMPLING)
    yield backend
    asyncio.run(backend.aclose())


def choices(n):
    return [
        Prompt((("system", SYSTEM), ("user", f"Choose number {i}.")), CHOICE, 40) for i in range(n)
    ]


def chosen(completions):
    for one in completions:
        assert one.error is None and not one.cut, one
        assert json.loads(one.text)["p1"] in {"red", "green", "blue"}


def test_offline_batch_follows_the_schema(offline):
    found = asyncio.run(offline.complete(choices(64)))
    chosen(found)
    assert len({one.text for one in found}) == 3
    assert all(one.prompt_tokens > 500 and one.output_tokens > 3 for one in found)


def test_the_shared_beginning_is_cached(offline):
    asked, held = offline.prefix_cache()
    found = asyncio.run(offline.complete(choices(32)))
    asked_then, held_then = offline.prefix_cache()
    share = (held_then - held) / (asked_then - asked)
    print(f"\nprefix cache: {share:.0%} of {asked_then - asked:,} tokens")
    assert share > 0.3
    assert all(one.cached_tokens > 0 for one in found)


def test_prompts_that_are_too_long_fail_alone(offline):
    long = Prompt((("user", "word " * 20_000),), CHOICE, 40)
    found = asyncio.run(offline.complete([choices(1)[0], long, choices(1)[0]]))
    assert found[1].error is not None and "max_model_len" in found[1].error
    chosen([found[0], found[2]])


def test_render_offline_ends_replaced_with_the_right_counts(offline, tmp_path):
    dataset = open_dataset(small_dataset())
    begun = time.perf_counter()
    report = render(dataset, tmp_path / "drafts", _Kept(offline), worlds=1, variants=0, pages=FEW)
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


class _Kept:
    """A backend that others still need: it is not closed."""

    def __init__(self, inner):
        self.inner, self.model, self.at_once = inner, "tiny", inner.at_once

    async def complete(self, prompts):
        return await self.inner.complete(prompts)

    async def aclose(self):
        pass


def test_async_engine_under_many_live_readers(model):
    web = samples.world(1)
    live = LiveDrafts(AsyncVllmBackend(model, OPTIONS, SAMPLING))
    worded = WordedWeb(web, live)
    permit = Permit.of("tease", web.world)
    numbers = [head.number for head in web.heads][:12]

    def read(n):
        number = numbers[n % len(numbers)]
        worded.prepare(numbers[:10])
        return worded.page(number) == web.page(number), worded.snippet(number, permit, ("x",))

    try:
        with ThreadPoolExecutor(96) as pool:
            found = list(pool.map(read, range(96)))
    finally:
        live.close()
    assert all(same for same, _ in found)
    counts = live.tally
    print(f"\nlive: {counts}")
    # each request is asked once, and once more with its problems, however many want it
    assert counts.requests <= 2 * 2 * len(numbers)
    assert counts.replaced == counts.drafts > 0
    assert counts.prompt_tokens > counts.cached_tokens > 0


def test_a_cancelled_request_leaves_the_engine_well(model):
    async def run():
        backend = AsyncVllmBackend(model, OPTIONS, SAMPLING)
        try:
            chosen(await backend.complete(choices(2)))
            request = samples.page_requests(1)[0]
            long = replace(request.prompt, most_tokens=4000)
            flying = asyncio.create_task(backend.complete([long]))
            await asyncio.sleep(0.3)
            flying.cancel()
            with pytest.raises(asyncio.CancelledError):
                await flying
            chosen(await backend.complete(choices(8)))
        finally:
            await backend.aclose()

    asyncio.run(run())


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
    live = LiveDrafts(backend)
    worded = WordedWeb(web, live)
    try:
        for head in web.heads[:6]:
            assert worded.page(head.number) == web.page(head.number)
    finally:
        live.close()
    assert live.tally.replaced == live.tally.drafts > 0
    assert "backend" not in live.tally.replaced_by
