"""Means with their 95% intervals, by drawing again from what was measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fictionworld.seeds import child_seed

__all__ = ["mean_with_interval"]

_DRAWS = 1000
_AT_ONCE = 50
"""Draws of one go: few enough that their numbers stay near the processor."""


def mean_with_interval(
    values: Sequence[float], seed: int
) -> tuple[float | None, float | None, float | None]:
    """The mean, and between which two bounds 95% of means of redrawn values lie.

    None throughout of nothing. The same values and seed give the same bounds.
    """
    if not values:
        return None, None, None
    held = np.array(values, np.float64)
    dice = np.random.Generator(np.random.PCG64(child_seed(seed % 2**64, "interval")))
    shape = _AT_ONCE, len(held)
    means = [
        held[dice.integers(0, len(held), shape)].mean(axis=1) for _ in range(_DRAWS // _AT_ONCE)
    ]
    low, high = np.quantile(np.concatenate(means), [0.025, 0.975]).tolist()
    return float(held.mean()), low, high
