"""Faults of single values: beyond their bounds, off their step, missing, or another's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from fictionworld.packs.compiled import NUMBERS, SETTING, CompiledColumn, CompiledPack
from fictionworld.packs.operator import operator_of
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.days import WEEKDAYS
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    changed,
    far,
    parted,
    unit_slip,
)
from fictionworld.validators.knowable import draw_paths, is_known
from fictionworld.validators.operator import proof_of


def value_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of every stored value that its own column can rule out."""
    for table in pack.tables.values():
        for column in table.stored:
            where = f"{table.name}.{column.name}"
            if _always_there(pack, column):
                yield PlantedFault("missing where none may be", where, _emptied(pack, column))
            if column.spec.optional is not None:
                yield PlantedFault("value in a column the world has not", where, _filled(column))
            when = column.spec.draw.when if column.spec.draw else column.spec.pick.when
            if when:
                yield PlantedFault("value where none belongs", where, _out_of_place(column, when))
                yield PlantedFault(
                    "missing where one belongs", where, _missing_in_place(column, when)
                )
            if column.spec.draw is not None:
                yield from draw_faults(column, column.spec.draw)
                yield from proof_of(column.spec.draw).faults(pack, column, column.spec.draw.written)
    yield PlantedFault("another day than listed", f"{SETTING}.as_of", _another_day)


def _always_there(pack: CompiledPack, column: CompiledColumn) -> bool:
    """Whether a plain reading of the column's spec leaves no room for a missing value."""
    spec, terms = column.spec, pack.tables[column.table].spec.rows.terms
    if spec.derive is not None:
        return proof_of(spec.derive).always
    if terms is not None and column.name == terms.end:
        return False
    if spec.draw is not None:
        return not (spec.draw.missing or spec.draw.when)
    pick = spec.pick
    loose = (pick.roots, pick.successor, pick.copy_of, pick.latest)
    return not (pick.missing or pick.when or any(part is not None for part in loose))


def _emptied(pack: CompiledPack, column: CompiledColumn) -> Plant:
    """A value gone, in a row where all is there that it was drawn from."""
    paths = draw_paths(pack, column)

    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(column.table, column.name)
        # One row of a column that a world may lack as a whole: then the others show it has it.
        if column.spec.optional is not None and len(rows) < 2:
            return None
        for row in rows:
            if all(_is_there(scene, column.table, path, row) for path in paths):
                return scene.put(column.table, column.name, {row: None})
        return None

    return plant


def _is_there(scene: FaultContext, table: str, path: Path, row: int) -> bool:
    """Whether `path` has a value, as far as anyone can see: hidden columns are taken to have."""
    end = scene.follow(table, path, row)
    if end is None:  # by a hidden reference, or by one that is missing
        return not is_known(scene.pack, table, path)
    column = scene.pack.tables[end[0]].columns[end[1]]
    return not column.stored or scene.at(table, path, row) is not None


def _filled(column: CompiledColumn) -> Plant:
    samples: dict[str, Cell] = {"date": date(2000, 1, 1), "boolean": True}

    def plant(scene: FaultContext) -> Frames | None:
        rows = scene.rows(column.table)
        if not rows or (column.table, column.name) not in scene.absent:
            return None
        sample = "word" if column.is_text else samples.get(column.kind, 1)
        return scene.put(column.table, column.name, {rows[0]: sample})

    return plant


_When = dict[Path, str | int | bool | None]


def _holds(scene: FaultContext, table: str, when: _When, row: int) -> bool | None:
    """Whether a row meets `when`; None where a hidden column decides."""
    for path, value in when.items():
        end = scene.follow(table, path, row)
        if end is None or not scene.pack.tables[end[0]].columns[end[1]].stored:
            return None
        got = scene.at(table, path, row)
        if got != value:
            return False
    return True


def _out_of_place(column: CompiledColumn, when: _When) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        values = scene.values(column.table, column.name)
        known = [value for value in values if value is not None]
        for row in scene.rows(column.table):
            if known and values[row] is None and _holds(scene, column.table, when, row) is False:
                return scene.put(column.table, column.name, {row: scene.random.choice(known)})
        return None

    return plant


def _missing_in_place(column: CompiledColumn, when: _When) -> Plant:
    drawn = column.spec.draw
    missing = drawn.missing if drawn is not None else column.spec.pick.missing

    def plant(scene: FaultContext) -> Frames | None:
        for row in scene.rows(column.table, column.name):
            if not missing and _holds(scene, column.table, when, row):
                return scene.put(column.table, column.name, {row: None})
        return None

    return plant


def draw_faults(column: CompiledColumn, draw: Draw) -> Iterator[PlantedFault]:
    """Faults of the ends, the bounds and the form of one draw."""
    where = f"{column.table}.{column.name}"
    for low, term in _ends(draw):
        side = "below its floor" if low else "above its ceiling"
        yield PlantedFault(side, where, _beyond(column, term, low=low))
    for kind, plant in (*_rounded(column, draw), *_counted(column, draw), *_tied(column, draw)):
        yield PlantedFault(kind, where, plant)


def _rounded(column: CompiledColumn, draw: Draw) -> Iterator[tuple[str, Plant]]:
    """Values of the wrong form."""
    if draw.step is not None:
        yield "off its step", _off_step(column, draw.step)
    if draw.ends is not None:
        yield "wrong last digits", _wrong_end(column, draw.ends)
    if draw.figures is not None:
        yield "too many figures", _too_fine(column, draw.figures)
    if draw.weekdays is not None and len(draw.weekdays) < 7:
        yield "wrong day of the week", _other_weekday(column, draw.weekdays)


def _counted(column: CompiledColumn, draw: Draw) -> Iterator[tuple[str, Plant]]:
    """Numbers of the wrong size."""
    if column.kind in NUMBERS and draw.at_most is not None:
        yield "unit slip by 1,000", unit_slip(column)
    if operator_of(draw).never_negative and draw.at_least is None:
        yield "below zero", changed(column, lambda _s, _r, v: -1 - v)


def _tied(column: CompiledColumn, draw: Draw) -> Iterator[tuple[str, Plant]]:
    """Values that other rows or cells do not go with."""
    if draw.palette is not None:
        yield "more colours than the palette", _too_colourful(column)
    if draw.per:
        yield "shared value that differs", parted(column.table, column.name, draw.per)


def _ends(draw: Draw) -> Iterator[tuple[bool, Term]]:
    """The bounds that a reader sees in a draw: whether low, and the term."""
    if draw.at_least is not None:
        yield True, draw.at_least
    if draw.at_most is not None:
        yield False, draw.at_most
    if not draw.times and not draw.ends:
        low, high = operator_of(draw).ends(draw.written)
        if low is not None:
            yield True, low
        if high is not None:
            yield False, high


def _beyond(column: CompiledColumn, term: Term, *, low: bool) -> Plant:
    """Well outside a bound: so far that the offset of its term does not matter."""

    def change(scene: FaultContext, row: int, value: Cell) -> Cell:
        bound = term.number if term.path is None else scene.at(column.table, term.path, row)
        if term.day is not None:
            bound = term.day
        if bound is None:
            return far(value, -40_000 if low else 40_000) if isinstance(value, date) else None
        if isinstance(value, date):
            year = bound.year if isinstance(bound, date) else int(bound)
            return value.replace(year=year + (-60 if low else 60), day=min(value.day, 28))
        reach = Decimal(scene.random.randint(200, 400)) + 3 * abs(int(bound))
        moved = Decimal(int(bound)) + (-reach if low else reach)
        return int(moved) if isinstance(value, int) else moved

    return changed(column, change)


def _off_step(column: CompiledColumn, step: float) -> Plant:
    unit = Decimal(1).scaleb(-column.decimals)

    def change(_: FaultContext, __: int, value: Cell) -> Cell:
        if Decimal(str(step)) <= unit:
            return None
        return value + (1 if isinstance(value, int) else unit)

    return changed(column, change)


def _wrong_end(column: CompiledColumn, ends: tuple[int, ...]) -> Plant:
    def change(_: FaultContext, __: int, value: Cell) -> Cell:
        return next(value + k for k in range(1, 99) if (value + k) % 100 not in ends)

    return changed(column, change)


def _too_fine(column: CompiledColumn, figures: int) -> Plant:
    """The least number that needs one figure more."""
    digits = 10**figures + 1

    def change(_: FaultContext, __: int, value: Cell) -> Cell:
        return digits if isinstance(value, int) else Decimal(digits).scaleb(-column.decimals)

    return changed(column, change)


def _other_weekday(column: CompiledColumn, weekdays: tuple[str, ...]) -> Plant:

    def change(_: FaultContext, __: int, value: date) -> date:
        around = [value + timedelta(days=k) for k in (1, -1, 2, -2, 3, -3)]
        return next(day for day in around if WEEKDAYS[day.weekday()] not in weekdays)

    return changed(column, change)


def _too_colourful(column: CompiledColumn) -> Plant:
    """Every row a colour of its own, where a group has more rows than its palette colours."""
    palette = column.spec.draw.palette if column.spec.draw is not None else None
    assert palette is not None

    def plant(scene: FaultContext) -> Frames | None:
        rows, values = scene.rows(column.table), scene.values(column.table, column.name)
        for one in rows[:30]:
            group = [r for r in rows if scene.alike(column.table, palette.per, one, r)]
            if len(group) > palette.size.high:
                texts = {r: f"{values[r]} {chr(65 + r % 26)}{r}" for r in group}
                changes = texts if column.is_text else {r: r for r in group}
                return scene.put(column.table, column.name, changes)
        return None

    return plant


def _another_day(scene: FaultContext) -> Frames | None:
    days = scene.values(SETTING, "as_of") if "as_of" in scene.frames[SETTING].columns else []
    return scene.put(SETTING, "as_of", {0: far(days[0], 1)}) if days else None
