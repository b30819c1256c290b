"""What wording a web costs beyond the model: `render` beside plain `vllm.LLM.generate`.

Both get the same prompts in the same engine. With `load_format=dummy` the weights are random and of
the real size: tokens take as long as they would, and what they say is nonsense, so drafts are asked
for twice and replaced. Token rates can be compared all the same.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.bench.figure import Figure
from fictionworld.render import VARIANTS, render
from fictionworld.render.estimate import planned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.dataset import Dataset
    from fictionworld.simulator.backends.backend import Completion, Prompt
    from fictionworld.simulator.backends.vllm import VllmBackend

__all__ = ["world_model_figures"]


def world_model_figures(
    dataset: Dataset, backend: VllmBackend, worlds: int, requests: int | None = None
) -> list[Figure]:
    """The figures for the first worlds of a dataset, in an engine that is started here.

    Args:
        dataset: Its worlds.
        backend: The model; it is left running.
        worlds: How many worlds to word.
        requests: Of each world the first so many pages; all if None.
    """
    chosen = dataset.world_ids[:worlds]
    prompts = [one for made in planned(dataset, chosen, VARIANTS, requests) for one in made.prompts]
    backend.generate(prompts[:4])  # what is compiled at first use is not measured
    backend.engine.reset_prefix_cache()
    begun = time.perf_counter()
    plain = backend.generate(prompts)
    plain_s = time.perf_counter() - begun
    backend.engine.reset_prefix_cache()
    asked_before, held_before = backend.prefix_cache()
    with tempfile.TemporaryDirectory(prefix="fictionworld-bench-") as made:
        report = render(
            dataset,
            Path(made) / "drafts",
            _Running(backend),
            worlds=worlds,
            pages=requests,
        )
    asked, held = backend.prefix_cache()
    plain_rate = sum(one.output_tokens for one in plain) / plain_s
    note = f"{report.tally.requests:,} requests in {report.seconds:.0f} s"
    return [
        Figure("plain LLM.generate", plain_rate, "tokens/s",
               note=f"{len(prompts):,} prompts in {plain_s:.0f} s"),
        Figure("render", report.tokens_per_s, "tokens/s", note=note),
        Figure("render short of plain", 100 * (1 - report.tokens_per_s / plain_rate), "%", 5.0),
        Figure("pages", report.tally.pages / report.seconds, "pages/s"),
        Figure("prefix cache", 100 * (held - held_before) / max(1, asked - asked_before), "%",
               note="of the tokens looked up"),
        Figure("drafts reused", 100 * report.tally.reused / report.tally.drafts, "%"),
        Figure("drafts replaced", 100 * report.tally.share_replaced, "%"),
    ]  # fmt: skip


class _Running:
    """A backend that is not closed at the end of a rendering."""

    def __init__(self, inner: VllmBackend) -> None:
        self._inner = inner
        self.model = inner.model
        self.at_once = inner.at_once

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return await self._inner.complete(prompts)

    async def aclose(self) -> None:
        """It goes on running."""
