"""The value that a path leads to: `copy`, `lookup`."""

from __future__ import annotations

from dataclasses import replace

from fictionworld.generators.batch import Cells, WorldBatch
from fictionworld.generators.drawing import ColumnDraw, derives, draws
from fictionworld.generators.rounding import rescaled
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.terms import Path


@draws("copy_of")
def _copy(d: ColumnDraw, path: Path) -> Cells:
    return _at_scale(d.column, *d.follow(path))


@derives("lookup")
def _lookup(batch: WorldBatch, column: CompiledColumn, path: Path) -> Cells:
    return _at_scale(column, *batch.follow(column.table, path))


def _at_scale(column: CompiledColumn, source: CompiledColumn, cells: Cells) -> Cells:
    if source.decimals == column.decimals:
        return cells
    return replace(cells, values=rescaled(cells.values, source.decimals, column.decimals))
