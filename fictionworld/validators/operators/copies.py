"""The value that a path leads to: `copy`, `lookup`."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, StoredCells, at_column, differs
from fictionworld.validators.findings import Item
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.rules.draws import tied


def _due(batch: StoredBatch, column: CompiledColumn, path: Path) -> StoredCells:
    return at_column(column, batch.read(column.table, path))


def _checks(pack: CompiledPack, column: CompiledColumn, path: Path) -> Iterator[Item]:
    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        return differs(cells, _due(batch, column, path)) & cells.valid

    yield tied(pack, column, f"the same as {'.'.join(path)}", bad, (path,))


register(
    Proof(name="copy_of", due=_due, checks=_checks, blank_with_sources=True),
    Proof(name="lookup", due=_due),
)
