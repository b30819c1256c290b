"""A reward for models that play the tools: the dimensions of one reply, by code."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from fictionworld.leakage.guard import Guard
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.figures import DIMENSIONS, figures_of


def reward(row: BenchCall | Mapping[str, Any], reply: str, guard: Guard | None = None) -> float:
    """Return what a reply is worth, from 0 to 1: the mean of the dimensions that it can be told by.

    Our own tools' reply to the call is worth 1. A dimension is the mean of its figures; that of
    facts counts as far as a page states what our own page does, or saying nothing would be right.

    Args:
        row: The call, or its record, as rows for training hold it.
        reply: What a model replied.
        guard: The guard of the call's world, for values that the state does not hold; without it a
            reply is scored ten times as fast.

    Raises:
        KeyError: The record is no call.
    """
    call = row if isinstance(row, BenchCall) else BenchCall.of_record(row)
    figures = figures_of(call, reply, {}, guard)
    dimensions = {
        dimension: fmean(
            min(1.0, max(0.0, figures[name].value)) for name in names if name in figures
        )
        for dimension, names in DIMENSIONS.items()
        if any(name in figures for name in names)
    }
    if "facts stated" in figures:
        dimensions["factuality"] *= figures["facts stated"].value
    return fmean(dimensions.values()) if dimensions else 0.0
