"""Categories and truth: choice, map, deal, true_share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.drawing import ColumnDraw, draws, group_of, weighted_place
from fictionworld.generators.rounding import rounded
from fictionworld.packs.fields import Weights
from fictionworld.packs.terms import Path
from fictionworld.streams import Floats, Ints


@draws("choice")
def draw_choice(d: ColumnDraw, spec: Weights | tuple[str | int, ...]) -> Cells:
    """One of the labels, by weight; with `driven_by`, low scores take the first ones."""
    weights = spec if isinstance(spec, dict) else dict.fromkeys(spec, 1.0)
    indices = weighted_place(list(weights.values()), d.rank())
    return _labels(d, list(weights), indices, d.score())


@draws("map")
def _map(d: ColumnDraw, spec: dict[Path, dict[str | int, str | int | float]]) -> Cells:
    """The value that belongs to another column's value; missing where the map has none."""
    ((path, values),) = spec.items()
    _, cells = d.follow(path)
    indices = np.full(len(d), -1, np.int64)
    for number, key in enumerate(values):
        indices[cells.equals(key)] = number
    return _labels(d, list(values.values()), np.maximum(indices, 0)).without(indices < 0)


@draws("deal")
def _deal(d: ColumnDraw, spec: tuple[str, ...]) -> Cells:
    """Labels dealt in turn to the rows of each group."""
    return _labels(d, list(spec), group_of(d).place % len(spec))


@draws("true_share")
def _true_share(d: ColumnDraw, spec: float) -> Cells:
    """True in this share of the rows."""
    return Cells((d.uniform() < spec).astype(np.int64))


def _labels(
    d: ColumnDraw, labels: Sequence[str | float], place: Ints, score: Floats | None = None
) -> Cells:
    if d.column.is_text:
        return Cells(place, None, np.array([str(label) for label in labels], object), score)
    numbers = np.array([float(label) for label in labels])
    return Cells(rounded(numbers, d.column.decimals)[place], score=score)
