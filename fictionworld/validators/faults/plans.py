"""Faults of row plans and of time: terms of office, schedules, years."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta

from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.specification import Terms
from fictionworld.validators.faults.fault_context import (
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    changed,
    emptied,
    far,
    year_shift,
)


def plan_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults of every table whose rows follow each other in time or meet each other."""
    for table in pack.tables.values():
        rows = table.spec.rows
        if rows.each is not None:
            year = table.spec.key[-1]
            where = f"{table.name}.{year}"
            yield PlantedFault("shifted year", where, year_shift(table.columns[year], 50))
        if rows.terms is not None and rows.per is not None:
            by = next(column.name for column in table.references if column.target == rows.per)
            yield from _term_faults(table, rows.terms, by)
        if rows.round_robin is not None:
            yield from _schedule_faults(table)


def _term_faults(table: CompiledTable, terms: Terms, by: str) -> Iterator[PlantedFault]:
    name, where = table.name, f"{table.name}.{terms.start}"
    too_long = int(terms.gap_days.high) + 90
    yield PlantedFault("overlap", where, _second(name, terms, by, -20))
    yield PlantedFault("gap too long", where, _second(name, terms, by, too_long))
    yield PlantedFault("term left open", where, _left_open(name, terms, by))
    yield PlantedFault("term too short", where, _too_short(table, terms))
    earlier = changed(table.columns[terms.start], lambda _scene, _row, day: far(day, -20_000))
    yield PlantedFault("term before its time", where, earlier)
    yield PlantedFault("missing where none may be", where, emptied(name, terms.start))


def _in_turn(scene: FaultContext, table: str, terms: Terms, by: str) -> list[tuple[int, int]]:
    """Rows of terms that follow each other, two by two, shuffled."""
    start, owner = scene.values(table, terms.start), scene.values(table, by)
    rows = sorted(scene.rows(table, terms.start, by), key=lambda row: (owner[row], start[row]))
    pairs = [(a, b) for a, b in itertools.pairwise(rows) if owner[a] == owner[b]]
    scene.random.shuffle(pairs)
    return pairs


def _second(table: str, terms: Terms, by: str, days: int) -> Plant:
    """The second of two terms begins so many days after the first has ended."""

    def plant(scene: FaultContext) -> Frames | None:
        ends = scene.values(table, terms.end)
        for one, other in _in_turn(scene, table, terms, by):
            if ends[one] is not None:
                return scene.put(table, terms.start, {other: ends[one] + timedelta(days=days)})
        return None

    return plant


def _left_open(table: str, terms: Terms, by: str) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        pairs = _in_turn(scene, table, terms, by)
        return scene.put(table, terms.end, {pairs[0][0]: None}) if pairs else None

    return plant


def _too_short(table: CompiledTable, terms: Terms) -> Plant:
    days = timedelta(days=max(terms.least_days - 10, 0))
    start = (terms.start,)
    return changed(
        table.columns[terms.end], lambda scene, row, _: scene.at(table.name, start, row) + days
    )


def _schedule_faults(table: CompiledTable) -> Iterator[PlantedFault]:
    name, (home, away), number = table.name, table.spec.key[:2], table.spec.rows.round
    yield PlantedFault("schedule that favours one side", name, _turned_round(name, home, away))
    itself = changed(table.columns[away], lambda scene, row, _: scene.at(name, (home,), row))
    yield PlantedFault("team that meets itself", name, itself)
    if number is not None:
        where = f"{name}.{number}"
        yield PlantedFault("two matches in one round", where, _crowded_round(name, number))
        yield PlantedFault("round that there is not", where, _round_beyond(table.columns[number]))


def _turned_round(table: str, home: str, away: str) -> Plant:
    """A match at the other's place, such that one side gets two home games more than away."""

    def plant(scene: FaultContext) -> Frames | None:
        hosts, guests = scene.values(table, home), scene.values(table, away)
        for row in scene.rows(table, home, away):
            guest = guests[row]
            if hosts.count(guest) >= guests.count(guest):
                return scene.put_row(table, row, {home: guest, away: hosts[row]})
        return None

    return plant


def _crowded_round(table: str, number: str) -> Plant:
    def plant(scene: FaultContext) -> Frames | None:
        rounds = scene.values(table, number)
        for one, other in scene.pairs(table, number):
            if rounds[one] != rounds[other]:
                return scene.put(table, number, {one: rounds[other]})
        return None

    return plant


def _round_beyond(number: CompiledColumn) -> Plant:
    return changed(number, lambda scene, _row, _: max(scene.values(number.table, number.name)) + 1)
