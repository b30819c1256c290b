"""What wording a web costs beyond the model: `render` beside plain `vllm.LLM.generate`.

Both get the same prompts, in engines alike. With `load_format=dummy` the weights are random and of
the real size: tokens take as long as they would, and what they say is nonsense, so drafts are asked
for twice and replaced. Token rates can be compared all the same.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fictionworld.bench.figure import Figure
from fictionworld.render import VARIANTS, render
from fictionworld.render.estimate import planned
from fictionworld.simulator.backends.vllm import (
    VllmBackend,
    VllmRequests,
    completion_of,
    engine_arguments,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.dataset import Dataset
    from fictionworld.simulator.backends.backend import Completion, Prompt
    from fictionworld.simulator.backends.options import Preset

__all__ = ["world_model_figures"]

_WARMING: Final = 4
"""Prompts that an engine answers before it is measured."""


def world_model_figures(
    dataset: Dataset, preset: Preset, worlds: int, requests: int | None = None
) -> list[Figure]:
    """The figures for the first worlds of a dataset, in two engines, one after the other.

    Args:
        dataset: Its worlds.
        preset: The model, and how it is run.
        worlds: How many worlds to word.
        requests: Of each world the first so many pages; all if None.
    """
    chosen = dataset.world_ids[:worlds]
    prompts = [one for made in planned(dataset, chosen, VARIANTS, requests) for one in made.prompts]
    backend = _Warmed(VllmBackend(preset), prompts[:_WARMING])  # with it vLLM's log is on stderr
    plain, plain_s = _plain(preset, prompts)
    with tempfile.TemporaryDirectory(prefix="fictionworld-bench-") as made:
        report = render(
            dataset,
            Path(made) / "drafts",
            backend,
            worlds=worlds,
            pages=requests,
        )
    spent_s = time.perf_counter() - backend.begun
    rate = report.tally.output_tokens / spent_s
    plain_rate = sum(one.output_tokens for one in plain) / plain_s
    note = f"{report.tally.requests:,} requests in {spent_s:.0f} s"
    return [
        Figure("plain LLM.generate", plain_rate, "tokens/s",
               note=f"{len(prompts):,} prompts in {plain_s:.0f} s"),
        Figure("render", rate, "tokens/s", note=note),
        Figure("render short of plain", 100 * (1 - rate / plain_rate), "%", 5.0),
        Figure("pages", report.tally.pages / spent_s, "pages/s"),
        Figure("prefix cache", 100 * report.cached_share, "%", note="of the prompts' tokens"),
        Figure("drafts reused", 100 * report.tally.reused / report.tally.drafts, "%"),
        Figure("drafts replaced", 100 * report.tally.share_replaced, "%"),
    ]  # fmt: skip


def _plain(preset: Preset, prompts: Sequence[Prompt]) -> tuple[list[Completion], float]:
    """What `vllm.LLM` makes of the prompts, and its seconds, tokenizing included."""
    from vllm import LLM  # noqa: PLC0415 - heavy

    engine = LLM(**engine_arguments(preset))
    config = engine.llm_engine.model_config
    asked = VllmRequests(engine.get_tokenizer(), preset.sampling, config.max_model_len)

    def generated(given: Sequence[Prompt]) -> list[Completion]:
        tokens = [asked.tokens(prompt) for prompt in given]
        outputs = engine.generate(
            [{"prompt_token_ids": one} for one in tokens],
            [asked.parameters(*one) for one in zip(given, map(len, tokens), strict=True)],
            use_tqdm=False,
        )
        return [completion_of(output) for output in outputs]

    try:
        generated(prompts[:_WARMING])  # what is compiled at first use is not measured
        engine.reset_prefix_cache()
        begun = time.perf_counter()
        return generated(prompts), time.perf_counter() - begun
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
