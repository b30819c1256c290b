"""`fill_worlds`: the rows of many worlds of one pack, from their seeds alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.generators.batch import Cells, WorldBatch, WorldSeeds
from fictionworld.generators.drawing import ColumnDraw, derive_cells, draw_cells
from fictionworld.generators.frames import column_frame, table_frame, world_frame
from fictionworld.generators.plan import draw_term_end, plan_elastic, plan_rows
from fictionworld.generators.references import pick_references
from fictionworld.packs.compiled import ROWS, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.specification import Draw
from fictionworld.streams import Bools, uniform
from fictionworld.text.known import KnownNames

if TYPE_CHECKING:
    import polars as pl

__all__ = ["FillOptions", "FilledWorlds", "WorldSeeds", "fill_worlds"]


@dataclass(frozen=True)
class FillOptions:
    """What the rows depend on besides pack and seeds."""

    row_range: tuple[int, int] = (300, 500)
    """Rows a world may have, both ends included."""
    real_brands: bool = False
    known: KnownNames | None = None
    """Names that no invented name may equal; None takes the packaged list."""


@dataclass(frozen=True)
class FilledWorlds:
    """Rows of worlds of one pack, not yet checked."""

    frames: dict[str, pl.DataFrame]
    """By table name, `setting` among them."""
    columns: pl.DataFrame
    """`world_id, table_name, column_name, label, unit, present`."""
    worlds: pl.DataFrame
    """`world_id, pack, title, strategy, as_of, language, structure_seed, value_seed, row_count`."""


def fill_worlds(
    pack: CompiledPack, seeds: Sequence[WorldSeeds], options: FillOptions | None = None
) -> FilledWorlds:
    """Return the worlds of these seeds. Each depends on its own seeds, the pack and the options
    alone.
    """
    options = options or FillOptions()
    batch = WorldBatch(
        pack,
        tuple(seeds),
        options.row_range,
        options.real_brands,
        options.known if options.known is not None else KnownNames.load(),
    )
    for table, column in pack.order:
        if column == ROWS:
            _fill_rows(batch, pack.tables[table])
        elif column not in batch.rows[table].cells:
            batch.rows[table].cells[column] = _fill_column(
                batch, pack.tables[table].columns[column]
            )
    frames = {name: table_frame(batch, name) for name in pack.tables}
    return FilledWorlds(frames, column_frame(batch), world_frame(batch))


def _fill_rows(batch: WorldBatch, table: CompiledTable) -> None:
    last = batch.pack.sized_last
    if table.name not in last:
        plan_rows(batch, table)
    elif table.name not in batch.rows:
        plan_elastic(batch, [batch.pack.tables[name] for name in last])


def _fill_column(batch: WorldBatch, column: CompiledColumn) -> Cells:
    spec = column.spec
    if spec.derive is not None:
        return derive_cells(batch, column)
    if spec.draw is not None:
        return _draw(batch, column, spec.draw)
    if spec.ref is None:
        return draw_term_end(batch, batch.pack.tables[column.table], column.name)
    cells = pick_references(batch, column)
    return cells.without(_emptied(batch, column, spec.pick.missing, spec.pick.when))


def _draw(batch: WorldBatch, column: CompiledColumn, draw: Draw) -> Cells:
    every = np.arange(len(batch.rows[column.table]))
    group = batch.group(column.table, draw.per) if draw.per else None
    at = every if group is None else group.first
    cells = draw_cells(ColumnDraw(batch, column, draw, at))
    cells = cells if group is None else cells.at(group.of_row)
    return cells.without(_emptied(batch, column, draw.missing, draw.when))


def _emptied(
    batch: WorldBatch,
    column: CompiledColumn,
    missing: float,
    when: dict[tuple[str, ...], str | int | bool | None],
) -> Bools:
    """Return the rows that have no value by `missing` or by `when`."""
    empty = np.zeros(len(batch.rows[column.table]), np.bool_)
    if missing:
        empty |= uniform(batch.bits(column, "missing")) < missing
    for path, value in when.items():
        empty |= ~batch.follow(column.table, path)[1].equals(value)
    return empty
