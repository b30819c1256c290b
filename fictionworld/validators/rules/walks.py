"""Batched answers to the questions of graphs, quick enough to ask of every world at once.

They say which worlds or rows are suspect; networkx (`graphs.py`) then says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fictionworld.validators.cells import Bools, Ints

__all__ = ["component_labels", "in_circles"]


def in_circles(following: Ints) -> Bools:
    """Rows from which one never comes to an end by following `following` (-1: the end).

    Pointer doubling: after k rounds every pointer has moved 2**k rows on; who has not arrived
    after as many steps as there are rows walks in a circle.
    """
    ahead = np.append(following, -1)  # the last place is the end, which leads to itself
    ahead[ahead < 0] = len(following)
    steps = 1
    while steps < len(ahead) and (ahead[:-1] != len(following)).any():
        ahead = ahead[ahead]
        steps *= 2
    endless: Bools = ahead[:-1] != len(following)
    return endless


def component_labels(nodes: int, one: Ints, other: Ints) -> Ints:
    """A label for each node, equal exactly for nodes that edges (`one`, `other`) connect.

    Each round hooks the larger of two labels to the smaller and then shortens every chain of
    labels to its end; a handful of rounds settle any graph of references.
    """
    label = np.arange(nodes)
    while True:
        low = np.minimum(label[one], label[other])
        high = np.maximum(label[one], label[other])
        open_ = low != high
        if not open_.any():
            return label
        one, other, low, high = one[open_], other[open_], low[open_], high[open_]
        np.minimum.at(label, high, low)
        shorter = label[label]
        while not np.array_equal(shorter, label):
            label, shorter = shorter, shorter[shorter]
