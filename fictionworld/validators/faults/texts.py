"""Faults of names, keys and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.operator import operator_of
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    changed,
    doubled,
)
from fictionworld.validators.knowable import paths_known

_Bend = Callable[[str], str]


def text_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of every key and every text."""
    for table in pack.tables.values():
        if table.spec.key and table.name != SETTING:
            plant = doubled(table.name, table.spec.key)
            yield PlantedFault("duplicate key", table.name, plant)
        for column in table.stored:
            yield from _of_text(pack, table, column)


def _of_text(
    pack: CompiledPack, table: CompiledTable, column: CompiledColumn
) -> Iterator[PlantedFault]:
    where, draw = f"{table.name}.{column.name}", column.spec.draw
    if column.is_text:
        yield PlantedFault("stray blank", where, _rewritten(column, lambda text: f" {text}"))
    if column.role == "name" and table.name != SETTING:
        yield PlantedFault("duplicated name", where, _copied(column, str))
        yield PlantedFault("confusable name", where, _copied(column, str.upper))
    if column.kind == "name":
        plant = changed(column, lambda scene, _row, _name: scene.real_name)
        yield PlantedFault("name of somebody real", where, plant)
    if draw is None:
        return
    if column.kind == "name" and draw.kind in {"pool", "pattern"}:
        yield PlantedFault("case change", where, _rewritten(column, str.lower))
    if draw.kind == "pattern":
        yield PlantedFault("truncated name", where, _truncated(column, draw.written))
    labels = list(operator_of(draw).values(draw.written))
    if labels and column.is_text:
        yield PlantedFault(
            "text of no category", where, _rewritten(column, lambda text: f"{text}ish")
        )
    # what a hidden column decides may be another
    if draw.kind == "deal" or (draw.kind == "map" and paths_known(pack, table.name, draw.written)):
        yield PlantedFault("text of the wrong category", where, _other_label(column, labels))


def _copied(column: CompiledColumn, bent: _Bend) -> Plant:
    """One row takes the name of another, bent a little."""

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for one, other in scene.pairs(column.table, column.name):
            name = bent(values[other])
            return scene.put(column.table, column.name, {one: name})
        return None

    return plant


def _rewritten(column: CompiledColumn, bent: _Bend) -> Plant:
    """One row's text bent, where that changes it."""
    return changed(column, lambda _scene, _row, text: bent(text))


def _truncated(column: CompiledColumn, pattern: str) -> Plant:
    """A name of several words cut off in its last: a number goes whole, a word by half."""

    def cut(text: str) -> str:
        first, _, last = text.rpartition(" ")
        if not first:
            return text
        if pattern.endswith("}") and last[-1:].isdigit():
            return first
        return text[: -max(1, len(last) // 2)]

    return _rewritten(column, cut)


def _other_label(column: CompiledColumn, labels: list[str | int | float]) -> Plant:
    def change(scene: FaultContext, _: int, value: Cell) -> Cell:
        others = [label for label in dict.fromkeys(labels) if str(label) != str(value)]
        if not others:
            return None
        label = scene.random.choice(others)
        return str(label) if column.is_text else label

    return changed(column, change)
