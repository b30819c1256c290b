"""The cost of wording a web without the model's; `render` compared with `vllm.LLM.generate`."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fictionworld.bench.figure import Figure
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.render import VARIANTS, render
from fictionworld.render.estimate import estimate, planned
from fictionworld.simulator.backends.backend import Completion, Prompt
from fictionworld.simulator.backends.options import Preset
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.backends.vllm import VllmBackend, engine_arguments
from fictionworld.simulator.backends.vllm_requests import VllmRequests, completion_of

_WORLDS: Final = 12
_FEW: Final = 3
"""Drafts of a skeleton: with so few, a world of a dozen asks for as little as one of hundreds."""
_ENGINE_WORLDS: Final = 4
_WARMING: Final = 4
"""Prompts that an engine answers before it is measured."""


def wording_figures(folder: Path) -> list[Figure]:
    """Return the cost of wording a world, with the template in place of a model."""
    dataset = open_dataset(folder)
    worlds = min(_WORLDS, len(dataset))
    with tempfile.TemporaryDirectory(prefix="fictionworld-bench-") as temporary:
        report = render(
            dataset,
            Path(temporary) / "drafts",
            TemplateBackend(),
            worlds=worlds,
            variants=_FEW,
            workers=1,
        )
    tally, spent_s = report.tally, report.processor_s / worlds
    whole, first = estimate(dataset, variants=VARIANTS), estimate(dataset, variants=0)
    n = whole.worlds
    return [
        Figure("wording beside the model, a world", spent_s, "s", 0.5,
               note=f"of the processor; {1 - tally.reused / tally.drafts:.0%} of the passages "
               "asked for; without a worker's start"),
        Figure("requests, a world", whole.requests / n, "",
               note=f"of {n:,} worlds; {first.requests / n:,.0f} where nothing is reused"),
        Figure("tokens written, a world", whole.output_tokens / n, "",
               note=f"by {whole.counted_by}; {first.output_tokens / n:,.0f} where nothing is"),
        Figure("passages that take another's draft", 100 * (1 - whole.asked / whole.passages), "%"),
    ]  # fmt: skip


def engine_figures(
    dataset: Dataset,
    preset: Preset | None,
    worlds: int = _ENGINE_WORLDS,
    requests: int | None = None,
) -> list[Figure]:
    """Return the speed of `render` and of plain `vllm.LLM.generate` on the same prompts.

    With `load_format=dummy` the weights are random and of the real size: tokens take as long as
    they would, and what they say is nonsense, so drafts are asked for twice and replaced.

    Args:
        dataset: The dataset whose worlds are worded.
        preset: The model, and how it is run; nothing is measured if None, or without vLLM.
        worlds: How many worlds to word.
        requests: How many pages of each world, from the first; all if None.
    """
    missing = _missing(preset)
    if preset is None or missing:
        return [Figure("render beside LLM.generate", None, "tokens/s", note=missing)]
    chosen = dataset.world_ids[:worlds]
    worlds = len(chosen)
    prompts = [
        prompt for plan in planned(dataset, chosen, VARIANTS, requests) for prompt in plan.prompts
    ]
    backend = _Warmed(VllmBackend(preset), prompts[:_WARMING])  # with it vLLM's log is on stderr
    plain, plain_s, tokenizing_s = _plain(preset, prompts)
    with tempfile.TemporaryDirectory(prefix="fictionworld-bench-") as temporary:
        report = render(
            dataset,
            Path(temporary) / "drafts",
            backend,
            worlds=worlds,
            pages=requests,
        )
    spent_s = time.perf_counter() - backend.begun
    rate = report.tally.output_tokens / spent_s
    plain_rate = sum(completion.output_tokens for completion in plain) / plain_s
    note = f"{report.tally.requests:,} requests in {spent_s:.0f} s"
    return [
        Figure("plain LLM.generate", plain_rate, "tokens/s",
               note=f"{len(prompts):,} prompts in {plain_s:.0f} s"),
        Figure("render", rate, "tokens/s", note=note),
        Figure("render short of plain", 100 * (1 - rate / plain_rate), "%", 5.0),
        Figure("our processor time, a world", report.processor_s / report.worlds, "s",
               note="this process, with vLLM's front end in it, and the workers"),
        Figure("of it tokenizing, a world", tokenizing_s / report.worlds, "s",
               note="by a thread beside the event loop, without the GIL"),
        Figure("pages", report.tally.pages / spent_s, "pages/s"),
        Figure("prefix cache", 100 * report.cached_share, "%", note="of the prompts' tokens"),
        Figure("drafts reused", 100 * report.tally.reused / report.tally.drafts, "%"),
        Figure("drafts replaced", 100 * report.tally.share_replaced, "%"),
    ]  # fmt: skip


def _missing(preset: Preset | None) -> str:
    """Return why the engine cannot be measured; empty where it can."""
    if find_spec("vllm") is None:
        return "not measured: vLLM is not installed (pip install 'fictionworld[vllm]')"
    return "" if preset is not None else "not measured: name a model with --model"


def _plain(preset: Preset, prompts: Sequence[Prompt]) -> tuple[list[Completion], float, float]:
    """Return the completions of `vllm.LLM`, its seconds, and processor seconds of tokenizing."""
    from vllm import LLM  # noqa: PLC0415 - heavy

    engine = LLM(**engine_arguments(preset))
    config = engine.llm_engine.model_config
    builder = VllmRequests(engine.get_tokenizer(), preset.sampling, config.max_model_len)

    def generated(given: Sequence[Prompt]) -> tuple[list[Completion], float]:
        begun_s = time.thread_time()
        tokens = [builder.tokens(prompt) for prompt in given]
        spent_s = time.thread_time() - begun_s
        outputs = engine.generate(
            [{"prompt_token_ids": ids} for ids in tokens],
            [builder.parameters(*pair) for pair in zip(given, map(len, tokens), strict=True)],
            use_tqdm=False,
        )
        return [completion_of(output) for output in outputs], spent_s

    try:
        generated(prompts[:_WARMING])  # what is compiled at first use is not measured
        engine.reset_prefix_cache()
        begun = time.perf_counter()
        completions, tokenizing_s = generated(prompts)
        return completions, time.perf_counter() - begun, tokenizing_s
    finally:
        engine.llm_engine.engine_core.shutdown()


class _Warmed:
    """A backend that answers some prompts before the clock starts."""

    def __init__(self, inner: VllmBackend, prompts: Sequence[Prompt]) -> None:
        self._inner = inner
        self._prompts = prompts
        self._warming = asyncio.Lock()
        self.begun = 0.0

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def at_once(self) -> int:
        return self._inner.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        async with self._warming:
            if not self.begun:
                await self._inner.complete(self._prompts)
                await self._inner.reset_prefix_cache()
                self.begun = time.perf_counter()
        return await self._inner.complete(prompts)

    async def aclose(self) -> None:
        await self._inner.aclose()
