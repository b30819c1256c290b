"""What wording a web costs beyond the model: `render` beside plain `vllm.LLM.generate`.

Both get the same prompts in the same engine. With `load_format=dummy` the weights are random and of
the real size: tokens take as long as they would, and what they say is nonsense, so drafts are asked
for twice and replaced. Token rates can be compared all the same.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.bench.figure import Figure
from fictionworld.render import WorldRequests, render

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
        requests: Of each world the first so many; all if None.
    """

    def part(source: Dataset, world: int, policies: Sequence[str]) -> WorldRequests:
        whole = WorldRequests.of(source, world, policies)
        return replace(whole, requests=whole.requests[:requests])

    chosen = [part(dataset, world, ("tease",)) for world in dataset.world_ids[:worlds]]
    prompts = [request.prompt for asked in chosen for request in asked.requests]
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
            requests_of=part,
        )
    asked, held = backend.prefix_cache()
    plain_rate = sum(one.output_tokens for one in plain) / plain_s
    pages = sum(len({r.head.number for r in one.requests}) for one in chosen)
    checks_s, guard_s = _checking(chosen)
    note = f"{report.tally.requests:,} requests in {report.seconds:.0f} s"
    return [
        Figure("plain LLM.generate", plain_rate, "tokens/s",
               note=f"{len(prompts):,} prompts in {plain_s:.0f} s"),
        Figure("render", report.tokens_per_s, "tokens/s", note=note),
        Figure("render short of plain", 100 * (1 - report.tokens_per_s / plain_rate), "%", 5.0),
        Figure("pages and their snippets", pages / report.seconds, "pages/s"),
        Figure("prefix cache", 100 * (held - held_before) / max(1, asked - asked_before), "%",
               note="of the tokens looked up"),
        Figure("checks and guard, of one pass", 100 * checks_s / report.seconds, "%",
               note=f"{checks_s:.1f} s for {report.tally.drafts:,} drafts"),
        Figure("the guard, of that", 100 * guard_s / checks_s, "%"),
        Figure("drafts replaced", 100 * report.tally.share_replaced, "%"),
    ]  # fmt: skip


def _checking(chosen: Sequence[WorldRequests]) -> tuple[float, float]:
    """Seconds that the checks of true drafts take, all of them and the guard's."""
    spent = []
    for guarded in (True, False):
        begun = time.process_time()
        for asked in chosen:
            for request in asked.requests:
                look = asked.checks.written if guarded else asked.checks.shown
                for passage in request.passages:
                    look(passage.plain, passage, request)
        spent.append(time.process_time() - begun)
    return spent[0], max(0.0, spent[0] - spent[1])


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
