"""The value that a path leads to: `copy`, `lookup`."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, StoredCells, at_column, differs
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    PlantedFault,
    changed,
    far,
)
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.rules.draws import tied


def _due(batch: StoredBatch, column: CompiledColumn, path: Path) -> StoredCells:
    return at_column(column, batch.read(column.table, path))


def _checks(pack: CompiledPack, column: CompiledColumn, path: Path) -> Iterator[Item]:
    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        return differs(cells, _due(batch, column, path)) & cells.valid

    yield tied(pack, column, f"the same as {'.'.join(path)}", bad, (path,))


def _faults(pack: CompiledPack, column: CompiledColumn, path: Path) -> Iterator[PlantedFault]:
    if not paths_known(pack, column.table, (path,)):
        return  # a copy of what is stored nowhere cannot be distinguished from a draw

    def change(scene: FaultContext, _: int, value: Cell) -> Cell:
        others = [v for v in scene.values(column.table, column.name) if v not in {None, value}]
        if others:
            return scene.random.choice(others)
        return f"{value}x" if isinstance(value, str) else far(value, 1)

    yield PlantedFault(
        "copy that differs", f"{column.table}.{column.name}", changed(column, change)
    )


register(
    Proof(name="copy_of", due=_due, checks=_checks, faults=_faults, blank_with_sources=True),
    Proof(name="lookup", due=_due),
)
