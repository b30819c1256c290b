"""Two engines of vLLM itself as actors of a Ray cluster, on a CPU: see `tools/vllm_proof.sh`."""

# What is measured is printed.
# ruff: noqa: T201

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest

pytest.importorskip("vllm", reason="needs a real vLLM engine: tools/vllm_proof.sh makes one")
pytestmark = pytest.mark.vllm

from fictionworld.dataset import open_dataset  # noqa: E402
from fictionworld.render import render  # noqa: E402
from fictionworld.simulator.backends.options import Sampling  # noqa: E402
from fictionworld.simulator.backends.replicas import ReplicatedBackend  # noqa: E402
from fictionworld.simulator.drafts.store import DraftStore  # noqa: E402
from tests.cluster.conftest import cluster, engine_log, nodes  # noqa: E402, F401
from tests.small import small_dataset  # noqa: E402
from tests.vllm.test_engine import backend_of, choices, chosen, model  # noqa: E402, F401

GREEDY = Sampling(temperature=0.0, top_p=1.0, top_k=0)
PAGES = 4


async def asked_in_turn(backend, prompts):
    """Each prompt alone: a text may depend on what else is in its batch."""
    try:
        return [(await backend.complete([prompt]))[0] for prompt in prompts]
    finally:
        await backend.aclose()


def test_two_engines_write_what_one_in_this_process_writes(cluster, model, tmp_path):  # noqa: F811
    make = partial(backend_of, model, GREEDY)
    prompts = [replace(prompt, group=place % 2) for place, prompt in enumerate(choices(16))]
    here = asyncio.run(asked_in_turn(make(), prompts))
    there = asyncio.run(asked_in_turn(ReplicatedBackend(cluster, 2, 0, make), prompts))
    chosen(there)
    assert [completion.text for completion in there] == [completion.text for completion in here]
    asked = sum(completion.prompt_tokens for completion in there)
    held = sum(completion.cached_tokens for completion in there)
    print(f"\nprefix caches of two engines: {held / asked:.0%} of {asked:,} tokens")
    assert held / asked > 0.3
    assert sum(completion.cached_tokens == 0 for completion in there) == 2  # the first of each

    out = tmp_path / "drafts"
    backend = ReplicatedBackend(cluster, 2, 0, make)
    dataset = open_dataset(small_dataset())
    report = render(dataset, out, backend, worlds=2, pages=PAGES, variants=2)
    assert report.tally.replaced_by["backend"] == 0 and report.tally.output_tokens > 0
    DraftStore(out)
