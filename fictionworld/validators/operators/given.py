"""`given`: the draw of each category, proven in the rows of that category."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.faults.fault_context import FaultContext, Frames, Plant, PlantedFault
from fictionworld.validators.faults.values import draw_faults
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, marked
from fictionworld.validators.rules.draws import path_words, tied
from fictionworld.validators.rules.ranges import Rows, draw_ranges

_Given = dict[Path, dict[str | int, Draw]]


def _checks(pack: CompiledPack, column: CompiledColumn, spec: _Given) -> Iterator[Item]:
    ((path, draws),) = spec.items()
    for label, draw in draws.items():
        only = Rows(f" where {'.'.join(path)} is {label}", (path,), _where(column, path, label))
        if paths_known(pack, column.table, (path,)):
            yield from draw_ranges(pack, column, draw, only)
        if draw.kind == "choice":
            yield from _one_of(pack, column, only, tuple(draw.written))
        if draw.kind == "distinct":
            yield from _apart(pack, column, only, (*draw.within, path))


def _where(column: CompiledColumn, path: Path, label: str | int) -> Callable[[StoredBatch], Bools]:
    def here(batch: StoredBatch) -> Bools:
        cells = batch.read(column.table, path)
        (code,) = batch.label_codes(cells.kind, cells.scale, [label])
        found: Bools = cells.valid & (cells.data == code)
        return found

    return here


def _one_of(
    pack: CompiledPack, column: CompiledColumn, only: Rows, labels: tuple[str | int, ...]
) -> Iterator[Item]:
    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        codes = batch.label_codes(column.kind, column.decimals, labels)
        return only.here(batch) & cells.valid & ~np.isin(cells.data, codes)

    yield from tied(pack, column, f"one of its labels{only.words}", bad, only.paths)


def _apart(
    pack: CompiledPack, column: CompiledColumn, only: Rows, within: tuple[Path, ...]
) -> Iterator[Item]:
    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, column.table)
        value, group = rows.value((column.name,)), rows.group(within)
        sql = f"""
            SELECT _row FROM (SELECT t._row, {value} AS value,
                count(*) OVER (PARTITION BY {group}, {value}) AS times FROM {rows})
            WHERE value IS NOT NULL AND times > 1
            """
        return only.here(batch) & marked(batch, column.table, sql)

    word = f"no two equal within {path_words(within)}{only.words}"
    yield from tied(pack, column, word, bad, within)


@dataclass(frozen=True, slots=True)
class CategoryContext(FaultContext):
    """A world of which only the rows of one category are to be spoiled."""

    table: str = ""
    path: Path = ()
    label: str = ""

    def rows(self, table: str, *columns: str) -> list[int]:
        found = FaultContext.rows(self, table, *columns)
        if table != self.table:
            return found
        return [row for row in found if str(self.at(table, self.path, row)) == self.label]


def _faults(_: CompiledPack, column: CompiledColumn, spec: _Given) -> Iterator[PlantedFault]:
    ((path, draws),) = spec.items()
    for label, draw in draws.items():
        where = f"{column.table}.{column.name} ({label})"
        for fault in () if column.is_text else draw_faults(column, draw):
            plant = _within(fault.plant, column, path, label)
            yield PlantedFault(fault.kind, where, plant)
        if draw.kind == "choice":
            plant = _another(column, path, label, {str(value) for value in draw.written})
            yield PlantedFault("value of another category", where, plant)
        if draw.kind == "distinct":
            plant = _taken_twice(column, (*draw.within, path))
            yield PlantedFault("number taken twice", where, _within(plant, column, path, label))


def _within(plant: Plant, column: CompiledColumn, path: Path, label: str | int) -> Plant:
    def restricted(scene: FaultContext) -> Frames | None:
        same = {field.name: getattr(scene, field.name) for field in fields(FaultContext)}
        return plant(CategoryContext(**same, table=column.table, path=path, label=str(label)))

    return restricted


def _another(column: CompiledColumn, path: Path, label: str | int, own: set[str]) -> Plant:
    """A value that other categories have, and this one has not; else one that none has."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        others = [value for value in values if value is not None and str(value) not in own]
        for row in scene.rows(column.table, column.name):
            odd = f"{values[row]}ish" if column.is_text else type(values[row])(987_654)
            value = scene.random.choice(others) if others else odd
            return scene.put(column.table, column.name, {row: value})
        return None

    return _within(plant, column, path, label)


def _taken_twice(column: CompiledColumn, within: tuple[Path, ...]) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        rows = scene.rows(column.table, column.name)
        for one in rows[:20]:
            for other in rows:
                if one != other and scene.alike(column.table, within, one, other):
                    return scene.put(column.table, column.name, {one: values[other]})
        return None

    return plant


register(Proof(name="given", checks=_checks, faults=_faults, blank_with_sources=True))
