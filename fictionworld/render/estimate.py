"""What a rendering will take, before anything is asked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, NamedTuple

from fictionworld.dataset import Dataset
from fictionworld.render.run import VARIANTS, chosen_worlds
from fictionworld.render.variants import Variants
from fictionworld.render.worker import RenderWorker
from fictionworld.simulator.backends.backend import Prompt
from fictionworld.simulator.drafts.prompt import SYSTEM

_LOOKED_AT: Final = 24
"""Worlds whose requests an estimate looks at."""
_KEYS: Final = 6
"""Tokens of a reply for each key."""
_STEEPEST: Final = 0.5


class Planned(NamedTuple):
    """What is asked for one world."""

    pages: int
    passages: int
    asked: int
    """Passages that are asked for; the others take a variant."""
    prompts: tuple[Prompt, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a rendering will take, if every draft is let through as first written."""

    worlds: int
    sampled: int
    """Worlds that were looked at, the first ones; what the others take follows from these."""
    pages: float
    """Of all worlds; likewise all that follows."""
    passages: float
    asked: float
    """Passages that are asked for; the others take a draft of one with the same skeleton."""
    requests: float
    prompt_tokens: float
    shared_tokens: float
    """Of the prompts' tokens those of the rules, which all requests begin with."""
    output_tokens: float
    counted_by: str
    """Whose tokens: a tokenizer's, or a third of the characters."""

    def cost(self, price_in: float, price_out: float) -> float:
        """Return the cost, given the prices of a million tokens read and of a million written."""
        return (self.prompt_tokens * price_in + self.output_tokens * price_out) / 1e6

    def hours(self, tokens_per_s: float, read_per_s: float | None = None) -> float:
        """Return the hours of an engine, for what it writes and for what it reads.

        The rules are read once: an engine's prefix cache holds them.

        Args:
            tokens_per_s: Tokens that it writes a second.
            read_per_s: Tokens that it reads a second; ten times as many if None.
        """
        read = self.prompt_tokens - self.shared_tokens
        written_s = self.output_tokens / tokens_per_s
        return (written_s + read / (read_per_s or 10 * tokens_per_s)) / 3600


def estimate(
    dataset: Dataset,
    *,
    worlds: int | None = None,
    variants: int = VARIANTS,
    count: Callable[[str], int] | None = None,
    counted_by: str = "",
) -> Estimate:
    """Return what a rendering will take, from its first worlds; no model is asked.

    Args:
        dataset: The dataset to be worded.
        worlds: As in `render`.
        variants: As in `render`.
        count: Counts the tokens of a text; a third of its characters if None.
        counted_by: The name of `count`.

    Raises:
        UsageError: There is no such number of worlds.
    """
    chosen = chosen_worlds(dataset, worlds)
    tokens = count or _third
    seen = [
        (
            plan.pages,
            plan.passages,
            plan.asked,
            len(plan.prompts),
            sum(tokens(text) for prompt in plan.prompts for _, text in prompt.messages),
            sum(tokens(text) + _KEYS for prompt in plan.prompts for text in prompt.plain),
        )
        for plan in planned(dataset, chosen[:_LOOKED_AT], variants)
    ]
    totals = (_total(list(column), len(chosen)) for column in zip(*seen, strict=True))
    pages, passages, asked, requests, prompt_tokens, output_tokens = totals
    return Estimate(
        len(chosen),
        len(seen),
        pages,
        passages,
        asked,
        requests,
        prompt_tokens,
        requests * tokens(SYSTEM),
        output_tokens,
        counted_by if count is not None else "a third of the characters",
    )


def planned(
    dataset: Dataset, worlds: Sequence[int], variants: int, pages: int | None = None
) -> Iterator[Planned]:
    """Yield what is asked for each world, one after another; arguments as in `render`."""
    reusable_drafts, worker = Variants(variants), RenderWorker(dataset, pages)
    for world in worlds:
        outlines = worker.outline(world)
        asked = [
            (page.number, key)
            for page in outlines
            for key, skeleton, states in page.passages
            if reusable_drafts.asks(skeleton, states=states)
        ]
        yield Planned(
            len(outlines),
            sum(len(page.passages) for page in outlines),
            len(asked),
            tuple(batch.prompt for batch in worker.prompts(world, asked)),
        )
        worker.close(world)


def _total(seen: Sequence[float], worlds: int) -> float:
    """Return the total over `worlds` worlds, of which the first were seen.

    The more variants there are, the less is asked for. How fast that falls, as a power of the
    world's position, follows from the second half of what was seen and the quarter before it.
    """
    half, quarter = len(seen) // 2, len(seen) // 4
    if len(seen) == worlds or not quarter:
        return sum(seen) * worlds / len(seen)
    late, early = fmean(seen[half:]), fmean(seen[quarter:half])
    power = min(_STEEPEST, max(0.0, -math.log2(late / early))) if late and early else 0.0
    middle = (half + len(seen)) / 2
    return sum(seen) + sum(late * math.pow(n / middle, -power) for n in range(len(seen), worlds))


def _third(text: str) -> int:
    return len(text) // 3
