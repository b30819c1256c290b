"""The figures of many replies put together: a score from 0 to 100 a dimension, with its interval.

Worlds are what is sampled: intervals come from a bootstrap over worlds, as in `evaluation.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.episodes.evaluation import MeanEstimate, bootstrap_draws
from fictionworld.leakage.guard import Guard
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.figures import DIMENSIONS, ReplyFigure, figures_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ModelScore:
    """What one model reached."""

    model: str
    calls: int
    failed: int
    """Calls that it gave no reply to; each counts as an empty one."""
    dimensions: Mapping[str, MeanEstimate]
    """From 0 to 100, by the names of `DIMENSIONS`; without those that no reply tells of."""
    figures: Mapping[str, MeanEstimate]


def score(
    model: str,
    calls: Iterable[BenchCall],
    replies: Mapping[str, str | None],
    guards: Mapping[int, Guard] | None = None,
) -> ModelScore:
    """Return what a model's replies are worth.

    Args:
        model: Its name.
        calls: The calls; those without an entry in `replies` are left out.
        replies: Its replies by call; None for a call that failed.
        guards: The guard of each world under `tease`; without them `closed kept` is left out.
    """
    figures: defaultdict[str, list[tuple[int, ReplyFigure]]] = defaultdict(list)
    texts = {call_id: text or "" for call_id, text in replies.items()}
    asked = [call for call in calls if call.call_id in texts]
    for call in asked:
        guard = None if guards is None else guards.get(call.world_id)
        for name, figure in figures_of(call, texts[call.call_id], texts, guard).items():
            figures[name].append((call.world_id, figure))
    worlds = sorted({call.world_id for call in asked})
    means = {name: _drawn_means(values, worlds) for name, values in figures.items()}
    dimensions = {
        dimension: _estimate(100 * np.clip(np.mean([means[n] for n in names], axis=0), 0, 1))
        for dimension, listed in DIMENSIONS.items()
        if (names := [name for name in listed if name in means])
    }
    return ModelScore(
        model,
        len(asked),
        sum(replies[call.call_id] is None for call in asked),
        dimensions,
        {name: _estimate(drawn) for name, drawn in means.items()},
    )


def _drawn_means(
    values: Iterable[tuple[int, ReplyFigure]], worlds: list[int]
) -> NDArray[np.float64]:
    """Return the mean of a figure, and behind it the means of the draws of the bootstrap."""
    place = {world: index for index, world in enumerate(worlds)}
    sums, weights = np.zeros(len(worlds)), np.zeros(len(worlds))
    for world, figure in values:
        sums[place[world]] += figure.value * figure.weight
        weights[place[world]] += figure.weight
    draws = np.vstack([np.ones((1, len(worlds)), np.int64), bootstrap_draws(len(worlds))])
    drawn_weights = draws @ weights
    whole = sums.sum() / weights.sum()
    # a draw of worlds that have none of the figure says nothing of it
    means = np.full(len(draws), whole)
    np.divide(draws @ sums, drawn_weights, out=means, where=drawn_weights > 0)
    return means


def _estimate(drawn: NDArray[np.float64]) -> MeanEstimate:
    """Return the first value with the interval of the others."""
    low, high = np.quantile(drawn[1:], (0.025, 0.975))
    return MeanEstimate(float(drawn[0]), float(low), float(high))
