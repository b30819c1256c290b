"""Missing values: where a value must not be missing, and where it must be.

A value may be missing where its column says so: `missing`, `when`, `optional` in a world without
the column, `roots` and the last `successor`, or because what it is drawn from is missing. A
derived value is missing exactly where its definition has no answer (`catalogue.py` checks it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.expression import check_expression
from fictionworld.packs.specification import ColumnSpec
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import draw_paths, is_known, recomputable, route
from fictionworld.validators.operator import proof_of
from fictionworld.validators.relation import absence, literal, quoted
from fictionworld.validators.rule import Check, Item, RowCondition, Unproven

# A test for nothing and a division by a figure always have a value.
_ALWAYS = re.compile(r"[\w.]+ IS (NOT )?NULL|[/%]+ *[1-9][\d.]*", re.IGNORECASE)
_GAP = re.compile(r"[/%]|null|\bmod\b", re.IGNORECASE)
_CASE, _ELSE = (re.compile(rf"\b{word}\b", re.IGNORECASE) for word in ("case", "else"))

When = dict[Path, str | int | bool | None]


def blank_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules about missing values of one stored column."""
    spec, own = column.spec, quoted((column.name,))
    absent = column.optional
    if absent:
        gone = RowCondition(f"{own} IS NOT NULL AND {quoted(absence(column))}", (absence(column),))
        yield _rule(column, "empty in worlds without it", gone, {}, "it is absent")
    if _is_settled_elsewhere(pack, column):
        return
    when = _when(spec)
    missing = spec.draw.missing if spec.draw is not None else spec.pick.missing
    all_known = all(is_known(pack, column.table, path) for path in when)
    words = when_words(when)
    if when and all_known:
        outside = RowCondition(f"{own} IS NOT NULL").where(unless(holds(pack, column.table, when)))
        yield _rule(column, f"only where {words}", outside, when)
    elif when:
        yield Unproven(f"{column.table}.{column.name}: only where {words}")
    if missing or not all_known or _may_have_nothing(pack, column):
        return
    sources = [path for path in draw_paths(pack, column) if is_known(pack, column.table, path)]
    lacking = [f"{own} IS NULL", *(f"{quoted(path)} IS NOT NULL" for path in sources)]
    if absent:
        lacking.append(f"NOT {quoted(absence(column))}")
        sources.append(absence(column))
    broken = RowCondition(" AND ".join(lacking), tuple(sources))
    if when:
        broken = broken.where(holds(pack, column.table, when))
    yield _rule(column, f"never missing where {words}" if when else "never missing", broken, when)


def _rule(
    column: CompiledColumn, says: str, broken: RowCondition, when: When, due: str = ""
) -> Check:
    name, paths = f"{column.table}.{column.name}: {says}", ((column.name,), *when)
    return Check(name, column.table, broken, paths, due or says)


def _when(spec: ColumnSpec) -> When:
    return spec.draw.when if spec.draw is not None else spec.pick.when


def when_words(when: When) -> str:
    """Return a condition in words: `free is False and from_club is missing`."""
    return " and ".join(
        f"{'.'.join(path)} is {'missing' if value is None else value}"
        for path, value in when.items()
    )


def holds(pack: CompiledPack, table: str, when: When) -> RowCondition:
    """Return the condition that each path of `when` has its value; never missing."""
    tests = [
        f"{quoted(path)} IS NULL"
        if value is None
        else f"({quoted(path)} = {literal(route(pack, table, path).column, value)}) IS TRUE"
        for path, value in when.items()
    ]
    return RowCondition(" AND ".join(tests) or "true", tuple(when))


def unless(condition: RowCondition) -> RowCondition:
    """Return the condition that is true where `condition`, which is never missing, is false."""
    return RowCondition(f"NOT ({condition.sql})", condition.reads)


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
