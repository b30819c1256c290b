"""Faults of names, keys and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.operator import operator_of
from fictionworld.validators.faults.fault_context import FaultContext, Frames, Plant, PlantedFault
from fictionworld.validators.knowable import paths_known

_Bend = Callable[[str], str]


def text_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of every key and every text."""
    for table in pack.tables.values():
        if table.spec.key and table.name != SETTING:
            yield PlantedFault("duplicate key", table.name, _duplicate(table))
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
        yield PlantedFault("name of somebody real", where, _real(column))
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


def _duplicate(table: CompiledTable) -> Plant:
    """One row takes the whole key of another."""

    def plant(scene: FaultContext) -> Frames | None:
        for one, other in scene.pairs(table.name, *table.spec.key):
            changed = scene
            for name in table.spec.key:
                value = scene.values(table.name, name)[other]
                changed = changed.also(changed.put(table.name, name, {one: value}))
            return dict(changed.frames)
        return None

    return plant


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

    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for row in scene.rows(column.table, column.name):
            text = bent(values[row])
            if text != values[row]:
                return scene.put(column.table, column.name, {row: text})
        return None

    return plant


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


def _real(column: CompiledColumn) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(column.table, column.name)
        if not rows or scene.real_name is None:
            return None
        return scene.put(column.table, column.name, {rows[0]: scene.real_name})

    return plant


def _other_label(column: CompiledColumn, labels: list[str | int | float]) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        for row in scene.rows(column.table, column.name):
            others = [label for label in dict.fromkeys(labels) if str(label) != str(values[row])]
            if others:
                label = scene.random.choice(others)
                text = str(label) if column.is_text else label
                return scene.put(column.table, column.name, {row: text})
        return None

    return plant
