"""Means with their number of values, and 95% bootstrap intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from fictionworld.seeds import child_seed

SHARES: Final = (0.0, 1.0)
"""The bounds of a score or share."""
_DRAWS = 1000
_AT_ONCE = 50
"""Resamples computed together: few enough to stay in the processor's cache."""


class Mean(NamedTuple):
    """A mean as `figure` takes it."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def mean_with_interval(
    values: Sequence[float],
    seed: int,
    bounds: tuple[float, float] | None = SHARES,
    weights: Sequence[float] | None = None,
) -> Mean:
    """Return the mean and the ends of its 95% interval by resampling the values.

    Values that all agree, or few of them, do not make an interval narrow: the least and the
    greatest value possible are added once each to those that are resampled. So 50 times 0, of
    scores from 0 to 1, has an upper end of 0.06, about that of the exact interval of none in 50.
    The interval has no width, and is left out, only where nothing bounds the values (`bounds`
    None) and all agree. The same values and seed give the same interval.

    Args:
        values: What was measured.
        seed: Random seed of the resampling.
        bounds: The least and the greatest value possible; None where there are none.
        weights: How much each value counts; all alike, if not given.
    """
    n = len(values)
    if not n:
        return Mean(None, None, None, 0)
    numbers = np.array(values, np.float64)
    counts = np.ones(n) if weights is None else np.array(weights, np.float64)
    mean = float((numbers * counts).sum() / counts.sum())
    if bounds is None and len(set(values)) == 1:
        return Mean(mean, None, None, n)
    drawn_from = numbers if bounds is None else np.append(numbers, bounds)
    weighed = counts if bounds is None else np.append(counts, [counts.mean()] * 2)
    rng = np.random.Generator(np.random.PCG64(child_seed(seed % 2**64, "interval")))
    shape = _AT_ONCE, len(drawn_from)
    means = []
    for _ in range(_DRAWS // _AT_ONCE):
        drawn = rng.integers(0, len(drawn_from), shape)
        means.append((drawn_from[drawn] * weighed[drawn]).sum(axis=1) / weighed[drawn].sum(axis=1))
    low, high = np.quantile(np.concatenate(means), [0.025, 0.975]).tolist()
    return Mean(mean, min(low, mean), max(high, mean), n)
