"""`given`: the draw of each category, proven in the rows of that category."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path
from fictionworld.validators.faults.fault_context import (
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    repeated_value,
)
from fictionworld.validators.faults.values import draw_faults
from fictionworld.validators.findings import Item
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.rules.blanks import condition
from fictionworld.validators.rules.draws import path_words, repeated, tied, unlisted
from fictionworld.validators.rules.ranges import Rows, draw_ranges

_Given = dict[Path, dict[str | int, Draw]]


def _checks(pack: CompiledPack, column: CompiledColumn, spec: _Given) -> Iterator[Item]:
    ((path, draws),) = spec.items()
    for label, draw in draws.items():
        only = _category(column, path, label)
        if paths_known(pack, column.table, (path,)):
            yield from draw_ranges(pack, column, draw, only)
        if draw.kind == "choice":
            bad = only.among(unlisted(column, draw.written))
            yield tied(pack, column, f"one of its labels{only.words}", bad, only.paths)
        if draw.kind == "distinct":
            within = (*draw.within, path)
            word = f"no two equal within {path_words(within)}{only.words}"
            yield tied(pack, column, word, only.among(repeated(column, within)), within)


def _category(column: CompiledColumn, path: Path, label: str | int) -> Rows:
    """The rows of one category."""
    words = f" where {'.'.join(path)} is {label}"
    return Rows(words, (path,), lambda batch: condition(batch, column.table, {path: label}))


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
            plant = repeated_value(column.table, column.name, (*draw.within, path))
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


register(Proof(name="given", checks=_checks, faults=_faults, blank_with_sources=True))
