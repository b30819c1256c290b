"""Categories and truth: choice, map, deal, true_share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, StoredCells, differs
from fictionworld.validators.findings import Item, Unproven
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.operators.groups import turns
from fictionworld.validators.rules.draws import path_words, tied, unlisted

_Map = dict[Path, dict[str | int, str | int | float]]


def _mapped(batch: StoredBatch, column: CompiledColumn, spec: _Map) -> StoredCells:
    """Return the map's value for every row; missing where its path is, or is no key of the map."""
    ((path, table),) = spec.items()
    source = batch.read(column.table, path)
    keys = batch.label_codes(source.kind, source.scale, table)
    values = batch.label_codes(column.kind, column.decimals, table.values())
    order = np.argsort(keys, kind="stable")
    indices = np.minimum(np.searchsorted(keys[order], source.data), len(keys) - 1)
    valid = source.valid & (keys[order][indices] == source.data)
    data = np.where(valid, values[order][indices], 0)
    return StoredCells(data, valid, column.kind, column.decimals)


def _one_of(pack: CompiledPack, column: CompiledColumn, labels: Iterable[object]) -> Iterator[Item]:
    yield tied(pack, column, "one of its labels", unlisted(column, labels), ())


def _map_checks(pack: CompiledPack, column: CompiledColumn, spec: _Map) -> Iterator[Item]:
    ((path, table),) = spec.items()
    if not paths_known(pack, column.table, (path,)):
        yield Unproven(f"{column.table}.{column.name}: follows from {'.'.join(path)}", "hidden")
        yield from _one_of(pack, column, map(str, table.values()))
        return

    def bad(batch: StoredBatch) -> Bools:
        cells, due = batch.cells(column.table, column.name), _mapped(batch, column, spec)
        return differs(cells, due) & cells.valid

    yield tied(pack, column, f"follows from {'.'.join(path)}", bad, (path,))


def _deal_checks(
    pack: CompiledPack, column: CompiledColumn, labels: tuple[str, ...]
) -> Iterator[Item]:
    """Yield the rules that values are labels, dealt in turn to rows in the order of their ids."""
    draw = column.spec.draw
    assert draw is not None
    yield from _one_of(pack, column, labels)
    if draw.missing or draw.when:
        return

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        codes = batch.label_codes(column.kind, column.decimals, labels)
        number = turns(batch, column.table, draw.within)
        wrong: Bools = cells.data != codes[number % len(codes)]
        return cells.valid & wrong

    word = f"dealt in turn within {path_words(draw.within)}"
    yield tied(pack, column, word, bad, draw.within)


register(
    Proof(name="choice", checks=_one_of),
    Proof(name="map", due=_mapped, checks=_map_checks, blank_with_sources=True),
    Proof(name="deal", checks=_deal_checks),
    Proof(name="true_share"),
)
