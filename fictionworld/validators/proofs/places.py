"""Places in a group: 1, 2, 2, 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fictionworld.validators.cells import Bools, Ints

__all__ = ["different", "places", "runs"]


def runs(*keys: Ints) -> tuple[Ints, Bools, Bools]:
    """Rows sorted by `keys`, the first key first.

    Returns:
        The order, and over the sorted rows: where a new value of the first key begins, and where
        any key changes.
    """
    order = np.lexsort(tuple(reversed(keys)))
    new_group = np.ones(len(order), dtype=bool)
    new_group[1:] = keys[0][order][1:] != keys[0][order][:-1]
    new_run = new_group.copy()
    for key in keys[1:]:
        new_run[1:] |= key[order][1:] != key[order][:-1]
    return order, new_group, new_run


def places(group: Ints, *keys: Ints) -> Ints:
    """Each row's place in its group by `keys`, lowest first; equals share the first of theirs."""
    order, new_group, new_run = runs(group, *keys)
    at = np.arange(len(order))
    start = np.maximum.accumulate(np.where(new_group, at, 0)) if len(at) else at
    run = np.maximum.accumulate(np.where(new_run, at, 0)) if len(at) else at
    found = np.empty(len(order), dtype=np.int64)
    found[order] = run - start + 1
    return found


def different(group: Ints, count: int, data: Ints) -> Ints:
    """How many different numbers each group holds."""
    order = np.lexsort((data, group))
    new = np.ones(len(order), dtype=bool)
    new[1:] = (group[order][1:] != group[order][:-1]) | (data[order][1:] != data[order][:-1])
    return np.bincount(group[order][new], minlength=count)
