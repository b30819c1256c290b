"""Missing values: where a value must not be missing, and where it must be.

A value may be missing where its column says so: `missing`, `when`, `optional` in a world without
the column, `roots` and the last `successor`, or because what it is drawn from is missing. A
derived value is missing exactly where its definition has no answer (`catalogue.py` checks it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.expression import check_expression
from fictionworld.packs.specification import ColumnSpec
from fictionworld.packs.terms import Path
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Check, Item, RowTest, Unproven, cell_check
from fictionworld.validators.knowable import draw_paths, is_known, recomputable, route
from fictionworld.validators.operator import proof_of

# A test for nothing and a division by a figure always have a value.
_ALWAYS = re.compile(r"[\w.]+ IS (NOT )?NULL|[/%]+ *[1-9][\d.]*", re.IGNORECASE)
_GAP = re.compile(r"[/%]|null|\bmod\b", re.IGNORECASE)
_CASE, _ELSE = (re.compile(rf"\b{word}\b", re.IGNORECASE) for word in ("case", "else"))

When = dict[Path, str | int | bool | None]


def blank_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules about missing values of one stored column."""
    spec, where = column.spec, f"{column.table}.{column.name}"
    if spec.optional is not None:
        rule = f"{where}: empty in worlds without it"
        yield _check(rule, column, partial(_in_absent, column), "it is absent")
    if _is_settled_elsewhere(pack, column):
        return
    when = _when(spec)
    missing = spec.draw.missing if spec.draw is not None else spec.pick.missing
    all_known = all(is_known(pack, column.table, path) for path in when)
    if when and all_known:
        says = f"only where {when_words(when)}"
        yield _check(f"{where}: {says}", column, partial(_outside, column), says)
    elif when:
        yield Unproven(f"{where}: only where {when_words(when)}")
    if missing or not all_known or _may_have_nothing(pack, column):
        return
    says = f"never missing where {when_words(when)}" if when else "never missing"
    yield _check(f"{where}: {says}", column, partial(_lacking, column), says)


def _check(rule: str, column: CompiledColumn, bad: RowTest, says: str) -> Check:
    return cell_check(column.table, rule, bad, ((column.name,), *_when(column.spec)), says)


def _when(spec: ColumnSpec) -> When:
    return spec.draw.when if spec.draw is not None else spec.pick.when


def when_words(when: When) -> str:
    """Return a condition in words: `free is False and from_club is missing`."""
    return " and ".join(
        f"{'.'.join(path)} is {'missing' if value is None else value}"
        for path, value in when.items()
    )


def condition(batch: StoredBatch, table: str, when: When) -> Bools:
    """Return where each path of `when` has its value."""
    holds: Bools = np.ones(len(batch.rows(table)), dtype=bool)
    for path, value in when.items():
        cells = batch.read(table, path)
        if value is None:
            holds &= ~cells.valid
        else:
            (code,) = batch.label_codes(cells.kind, cells.scale, [value])
            holds &= cells.valid & (cells.data == code)
    return holds


def _is_settled_elsewhere(pack: CompiledPack, column: CompiledColumn) -> bool:
    """Return whether another rule decides where the value is missing."""
    spec, terms = column.spec, pack.tables[column.table].spec.rows.terms
    if spec.derive is not None:
        return recomputable(pack, column) or not proof_of(spec.derive).always
    if terms is not None and column.name == terms.end:
        return True
    pick = spec.pick
    settled = (pick.roots, pick.successor, pick.copy_of, pick.latest)
    return spec.ref is not None and any(part is not None for part in settled)


def _may_have_nothing(pack: CompiledPack, column: CompiledColumn) -> bool:
    """Return whether a hidden source may be missing, and the value with it."""
    draw = column.spec.draw
    if draw is None:
        return False
    hidden = [
        source for source in draw_paths(pack, column) if not is_known(pack, column.table, source)
    ]
    return any(_has_gaps(pack, route(pack, column.table, path).column) for path in hidden)


def _has_gaps(pack: CompiledPack, column: CompiledColumn) -> bool:
    spec = column.spec
    if spec.derive is not None:
        if (sql := spec.derive.get("sql")) is not None:
            return _sql_has_gaps(pack, column, sql)
        if spec.derive.kind in {"days", "years"}:
            return column.nullable
        return not proof_of(spec.derive).always
    if spec.optional is not None or spec.draw is None:
        return spec.optional is not None or column.nullable
    if spec.draw.missing or spec.draw.when:
        return True
    sources = (route(pack, column.table, path).column for path in draw_paths(pack, column))
    return any(_has_gaps(pack, source) for source in sources)


def _sql_has_gaps(pack: CompiledPack, column: CompiledColumn, sql: str) -> bool:
    """Return whether an expression may be missing: by itself, or because a path that it computes
    with is. Paths that it only tests for NULL do not count.
    """
    read = _ALWAYS.sub(" ", sql)
    if _GAP.search(read) or len(_CASE.findall(read)) != len(_ELSE.findall(read)):
        return True
    for path in check_expression(sql).paths:
        if re.search(rf"\b{re.escape('.'.join(path))}\b", read):
            end = route(pack, column.table, path)
            start = end.start
            for step in end.references:
                reference = pack.tables[start].columns[step]
                if reference.nullable:
                    return True
                start = str(reference.target)
            if _has_gaps(pack, end.column):
                return True
    return False


def _in_absent(column: CompiledColumn, batch: StoredBatch) -> Bools:
    present = batch.present(column.table, column.name)[batch.rows(column.table).world]
    return ~present & batch.cells(column.table, column.name).valid


def _outside(column: CompiledColumn, batch: StoredBatch) -> Bools:
    filled = batch.cells(column.table, column.name).valid
    return filled & ~condition(batch, column.table, _when(column.spec))


def _lacking(column: CompiledColumn, batch: StoredBatch) -> Bools:
    table = column.table
    lacking = ~batch.cells(table, column.name).valid
    if not lacking.any():
        return lacking
    lacking &= batch.present(table, column.name)[batch.rows(table).world]
    lacking &= condition(batch, table, _when(column.spec))
    for path in draw_paths(batch.pack, column):
        if is_known(batch.pack, table, path):
            lacking &= batch.read(table, path).valid
    return lacking
