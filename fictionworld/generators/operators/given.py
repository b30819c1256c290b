"""`given`: the draw of each category, for the rows of that category."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.drawing import ColumnDraw, draw_cells, draws
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path


@draws("given")
def _given(d: ColumnDraw, spec: dict[Path, dict[str | int, Draw]]) -> Cells:
    """The values of the draw that belongs to a row's category; missing where none does."""
    ((path, draws_by_label),) = spec.items()
    _, category = d.follow(path)
    values, missing = np.zeros(len(d), np.int64), np.ones(len(d), np.bool_)
    score = np.zeros(len(d))
    words: list[str] = []
    for label, draw in draws_by_label.items():
        grouped = {"within": (*draw.within, path)} if draw.kind == "distinct" else {}
        inner = replace(d, draw=draw.model_copy(update=grouped), stream=f"{d.stream}{label}/")
        cells = draw_cells(inner)
        rows = category.equals(label)
        offset = len(words)
        if cells.words is not None:
            words += cells.words.tolist()
        values[rows] = cells.values[rows] + offset
        missing[rows] = ~cells.present()[rows]
        if cells.score is not None:
            score[rows] = cells.score[rows]
    return Cells(values, missing, np.array(words, object) if words else None, score)
