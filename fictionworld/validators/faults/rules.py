"""Faults against declared rules, found by reading each rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.expression import check_expression
from fictionworld.packs.sandbox import run_with_deadline, sandbox
from fictionworld.packs.specification import (
    AgreeRule,
    DependencyRule,
    Rule,
)
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.faults.fault_context import (
    Cell,
    FaultContext,
    Frames,
    Plant,
    PlantedFault,
    changed,
    doubled,
    parted,
    repeated_value,
)
from fictionworld.validators.knowable import route
from fictionworld.validators.operators.expression import as_read, exact_in
from fictionworld.worlds.schema import StoredTable


def rule_faults(pack: CompiledPack) -> Iterator[PlantedFault]:
    """Faults against the declared rules that are about values; graphs are in `links`."""
    for rule in pack.rules:
        yield from _of_rule(pack, rule)


def _of_rule(pack: CompiledPack, rule: Rule) -> Iterator[PlantedFault]:
    table = rule.table
    if rule.range is not None:
        column = pack.tables[table].columns[rule.range.column]
        where = f"{table}.{column.name}"
        yield PlantedFault("below its range", where, _past_end(column, rule.range.low, -1))
        yield PlantedFault("above its range", where, _past_end(column, rule.range.high, 1))
    if rule.pattern is not None:
        plant = _text(pack.tables[table].columns[rule.pattern.column], rule.pattern.regex)
        yield PlantedFault("text of another form", f"{table}.{rule.pattern.column}", plant)
    if rule.order is not None:
        for left, right in pairwise(rule.order):
            plant = _after(pack, table, left, right)
            yield PlantedFault("cause after effect", f"{table}: {left} <= {right}", plant)
    if rule.sum is not None:
        summed = pack.tables[table].columns[rule.sum.column]
        excess = int(rule.sum.tolerance) + 1
        plant = changed(summed, lambda _scene, _row, value: value + excess)
        if not summed.stored and summed.spec.derive is not None:
            plant = _broken_source(pack, table, summed.spec.derive.get("sql"))
        yield PlantedFault("broken sum", f"{table}.{rule.sum.column}", plant)
    if rule.rank_agrees is not None:
        spec = rule.rank_agrees
        yield PlantedFault(
            "places exchanged", f"{table}.{spec.rank}", _exchanged_places(table, spec)
        )
    if rule.no_overlap is not None:
        start, within = rule.no_overlap.start, rule.no_overlap.within
        # a period that begins with another of its group
        plant = repeated_value(table, start, within)
        yield PlantedFault("overlap", f"{table}.{start} (rule)", plant)
    if rule.depends is not None:
        where = f"{table}.{'.'.join(rule.depends.right)}"
        yield PlantedFault("dependency broken", where, _parted(pack, table, rule.depends))
    if rule.unique is not None and all(len(path) == 1 for path in rule.unique):
        columns = tuple(path[0] for path in rule.unique)
        where = f"{table}: {', '.join(columns)}"
        yield PlantedFault("doubled combination", where, doubled(table, columns))
    if rule.sql is not None:
        yield PlantedFault(
            "condition broken", f"{table}: {rule.sql}", _condition(pack, table, rule.sql)
        )


def _past_end(column: CompiledColumn, term: Term, sign: int) -> Plant:
    def change(scene: FaultContext, row: int, value: Cell) -> Cell:
        end = _side(scene, column.table, term, row)
        return None if end is None else _past(value, end, sign)

    return changed(column, change)


def _past(value: Cell, end: Cell, sign: int) -> Cell:
    """A value of the type of `value`, well past `end`."""
    if isinstance(value, date):
        year = end.year if isinstance(end, date) else int(end)
        return value.replace(year=year + sign * 80, day=min(value.day, 28))
    if isinstance(value, int):
        return int(end) + sign * 20
    return Decimal(int(end)) + sign * 20


def _text(column: CompiledColumn, regex: str) -> Plant:
    """A text that the expression does not match."""
    texts = ("?", "???", "Aa", "0", "~" * 60)
    unlike = next((text for text in texts if not re.fullmatch(regex, text)), None)
    return changed(column, lambda _scene, _row, _value: unlike)


def _after(pack: CompiledPack, table: str, left: Term, right: Term) -> Plant:
    """The later side moved before the earlier, or the earlier behind the later."""

    def plant(scene: FaultContext) -> Frames | None:
        for moved, fixed, sign in ((right, left, -1), (left, right, 1)):
            if moved.path is None or not route(pack, table, moved.path).column.stored:
                continue
            for row in scene.rows(table):
                spot = scene.follow(table, moved.path, row)
                value, other = scene.at(table, moved.path, row), _side(scene, table, fixed, row)
                if spot is None or value is None or other is None or spot[0] == "setting":
                    continue
                return scene.put(spot[0], spot[1], {spot[2]: _past(value, other, sign)})
        return None

    return plant


def _side(scene: FaultContext, table: str, term: Term, row: int) -> Cell:
    if term.path is None:
        return term.number if term.day is None else term.day
    return scene.at(table, term.path, row)


def _broken_source(pack: CompiledPack, table: str, sql: str | None) -> Plant:
    """What a hidden column is computed from is copied to a row where that makes a difference."""
    expression = check_expression(sql) if sql is not None else None

    def plant(scene: FaultContext) -> Frames | None:
        if sql is None or expression is None or any(len(path) != 1 for path in expression.paths):
            return None
        names = [path[0] for path in expression.paths]
        with closing(sandbox()) as connection:
            frame = scene.frames[table].sort("id")
            columns = {f"c{place}": as_read(frame[name]) for place, name in enumerate(names)}
            connection.register("t", pl.DataFrame(columns).to_arrow())
            exact = exact_in(pack, table, sql)
            asked = f"SELECT {exact.sql} AS above, {exact.denominator} AS below FROM t"
            values = run_with_deadline(connection, asked, 2.0).to_pylist()
        for one, other in scene.pairs(table, *names):
            if values[one] != values[other]:
                taken = {name: scene.values(table, name)[other] for name in names}
                return scene.put_row(table, one, taken)
        return None

    return plant


def _exchanged_places(table: str, spec: AgreeRule) -> Plant:
    """Two rows of one group, one better and one worse, exchange their places."""

    def plant(scene: FaultContext) -> Frames | None:
        places = scene.values(table, spec.rank)
        rows = scene.rows(table, spec.rank)
        for one, other in scene.alike_pairs(table, spec.within, rows):
            ours, theirs = scene.at(table, spec.of, one), scene.at(table, spec.of, other)
            if None not in {ours, theirs} and ours != theirs:
                return scene.put(table, spec.rank, {one: places[other], other: places[one]})
        return None

    return plant


def _parted(pack: CompiledPack, table: str, spec: DependencyRule) -> Plant:
    """One of two rows with equal left sides gets another right side."""
    if len(spec.right) > 1 or not route(pack, table, spec.right).column.stored:
        return lambda _: None
    return parted(table, spec.right[0], spec.left)


def _condition(pack: CompiledPack, table: str, sql: str) -> Plant:
    """One cell changed such that the expression is false: candidates are tried until one does."""
    paths = check_expression(sql).paths
    stored = [path for path in paths if route(pack, table, path).column.stored]

    def plant(scene: FaultContext) -> Frames | None:
        tries: list[tuple[int, Path, Cell]] = []
        for row in scene.rows(table)[:12]:
            for path in stored:
                end = route(pack, table, path).column
                value = scene.at(table, path, row)
                tries += [(row, path, other) for other in _candidates(scene, end, value)]
        rows = [
            [value if path == own else scene.at(table, own, row) for own in paths]
            for row, path, value in tries
        ]
        at = _first_false(pack, table, sql, rows)
        if at is None:
            return None
        row, path, value = tries[at]
        spot = scene.follow(table, path, row)
        return None if spot is None else scene.put(spot[0], spot[1], {spot[2]: value})

    return plant


def _candidates(scene: FaultContext, column: CompiledColumn, value: Cell) -> list[Cell]:
    """Values of the column's type that are near, far, another row's, or nothing."""
    if value is None or isinstance(value, str | bool):
        seen = dict.fromkeys(v for v in scene.values(column.table, column.name) if v is not None)
        return [other for other in seen if other != value][:12]
    if isinstance(value, date):
        return [value + timedelta(days=days) for days in (-400, 400, -4000, 4000)]
    return [value + 1, value - 1, value * 0, -value - 1, value + 1000, value - 1000]


def _first_false(pack: CompiledPack, table: str, sql: str, rows: list[list[Cell]]) -> int | None:
    """The first of `rows` (a value for each path) for which the expression is false."""
    columns = {}
    for number, path in enumerate(check_expression(sql).paths):
        dtype = _dtype(route(pack, table, path).column)
        columns[f"c{number}"] = as_read(pl.Series([row[number] for row in rows], dtype=dtype))
    frame = pl.DataFrame({"row": range(len(rows)), **columns})
    query = f'SELECT "row" FROM tried WHERE NOT ({exact_in(pack, table, sql).sql}) ORDER BY 1'
    with sandbox() as connection:
        connection.register("tried", frame)
        found = run_with_deadline(connection, query, 10.0).column(0).to_pylist()
    return found[0] if found else None


def _dtype(column: CompiledColumn) -> pl.DataType:
    return StoredTable("one", {"value": column.sql_type}).schema["value"]
