"""The value that a path leads to: `copy`, `lookup`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.generators.drawing import ColumnDraw, derives, draws

if TYPE_CHECKING:
    from fictionworld.generators.batch import Cells, WorldBatch
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.packs.terms import Path


@draws("copy_of")
def _copy(d: ColumnDraw, path: Path) -> Cells:
    return d.follow(path)[1]


@derives("lookup")
def _lookup(batch: WorldBatch, column: CompiledColumn, path: Path) -> Cells:
    return batch.follow(column.table, path)[1]
