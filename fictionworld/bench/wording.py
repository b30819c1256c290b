"""What wording a web takes beside the model: processor time, requests, tokens, what is reused."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path
from typing import Final

from fictionworld.bench.figure import Figure
from fictionworld.dataset import open_dataset
from fictionworld.render import VARIANTS, render
from fictionworld.render.estimate import estimate
from fictionworld.simulator.backends.template import TemplateBackend

__all__ = ["wording_figures"]

_WORLDS: Final = 12
_FEW: Final = 3
"""Drafts of a skeleton: with so few, a world of a dozen asks for as little as one of hundreds."""


def wording_figures(folder: Path) -> list[Figure]:
    """Of one world, over the first of a dataset: the template answers in place of a model."""
    dataset = open_dataset(folder)
    worlds = min(_WORLDS, len(dataset))
    with tempfile.TemporaryDirectory(prefix="fictionworld-bench-") as made:
        before = _processor_s()
        tally = render(
            dataset,
            Path(made) / "drafts",
            TemplateBackend(),
            worlds=worlds,
            variants=_FEW,
            workers=0,
        ).tally
        spent_s = (_processor_s() - before) / worlds
    whole, first = estimate(dataset, variants=VARIANTS), estimate(dataset, variants=0)
    n = whole.worlds
    return [
        Figure("wording beside the model, a world", spent_s, "s", 0.5,
               note=f"of the processor; {1 - tally.reused / tally.drafts:.0%} of the passages "
               "asked for"),
        Figure("requests, a world", whole.requests / n, "",
               note=f"of {n:,} worlds; {first.requests / n:,.0f} where nothing is reused"),
        Figure("tokens written, a world", whole.output_tokens / n, "",
               note=f"by {whole.counted_by}; {first.output_tokens / n:,.0f} where nothing is"),
        Figure("passages that take another's draft", 100 * (1 - whole.asked / whole.passages), "%"),
    ]  # fmt: skip


def _processor_s() -> float:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return spent.ru_utime + spent.ru_stime
