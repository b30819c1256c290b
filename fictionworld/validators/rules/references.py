"""References: they lead to a row of their world, and keep the conditions they were chosen under."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path, parse_term
from fictionworld.validators.arithmetic import means_date, operand
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.relation import group, position, quoted, relation
from fictionworld.validators.rule import (
    Check,
    Item,
    RowCondition,
    Unproven,
    ViolationQuery,
    column_rule,
)
from fictionworld.validators.rules.blanks import holds, unless
from fictionworld.validators.rules.draws import repeated


def reference_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules of one stored reference."""
    table, name, pick = column.table, column.name, column.spec.pick
    own, target = quoted((name,)), position(name)
    dangling = RowCondition(f"{own} IS NOT NULL AND {quoted(target)} IS NULL", (target,))
    due = f"the world has no such {column.target}"
    yield Check(f"{table}.{name}: reference", table, dangling, ((name,),), due)
    if pick.copy_of is not None:
        other = f"{own} IS DISTINCT FROM {quoted(pick.copy_of)}"
        may_be_missing = bool(pick.missing or pick.when)
        broken = RowCondition(f"{own} IS NOT NULL AND {other}" if may_be_missing else other)
        yield column_rule(
            pack, column, f"the same as {_dotted(pick.copy_of)}", broken, (pick.copy_of,)
        )
    if pick.unlike is not None:
        broken = RowCondition(f"{own} = {quoted(pick.unlike)}")
        yield column_rule(pack, column, f"never {_dotted(pick.unlike)}", broken, (pick.unlike,))
    if pick.successor is not None:
        word = f"the next by {' and '.join(map(_dotted, pick.successor))}"
        paths = (*pick.successor, *pick.when)
        yield column_rule(pack, column, word, _not_next(pack, column, pick.successor), paths)
    yield from _condition_rules(pack, column)
    if pick.latest is not None and pick.until is not None:
        yield from _latest_rules(pack, column)


def _dotted(path: Path) -> str:
    return ".".join(path)


def _not_next(pack: CompiledPack, column: CompiledColumn, paths: tuple[Path, ...]) -> RowCondition:
    """Return the condition that a successor is not the next row by the last path, among rows equal
    in the other paths; rows equal in the last path too follow each other by id. Rows for which
    `when` does not hold have none.
    """
    window = f"(PARTITION BY {group(paths[:-1])} ORDER BY {quoted(paths[-1])}, id, _row)"
    when = holds(pack, column.table, column.spec.pick.when)
    following = f"CASE WHEN {when.sql} THEN lead(id) OVER {window} END"
    return RowCondition(f"{quoted((column.name,))} IS DISTINCT FROM ({following})")


def _condition_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules that a reference's target meets its conditions, and that no slot has it
    twice.
    """
    pick, name = column.spec.pick, column.name
    filled = RowCondition(f"{quoted((name,))} IS NOT NULL")
    for other, value in pick.where.items():
        path = (name, other)
        broken = filled.where(unless(holds(pack, column.table, {path: value})))
        yield column_rule(pack, column, f"one whose {other} is {value}", broken, (path,))
    for other, own in pick.match.items():
        path = (name, other)
        word = f"one whose {other} is that of {_dotted(own)}"
        alike = RowCondition(f"({quoted(path)} = {quoted(own)}) IS NOT TRUE")
        yield column_rule(pack, column, word, filled.where(alike), (path, own))
    if pick.free_in:
        word = f"never the same twice in {', '.join(map(_dotted, pick.free_in))}"
        yield column_rule(pack, column, word, repeated(column, pick.free_in), pick.free_in)


def _latest_rules(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """Yield the rules that the target is not after the limit, and among the latest before it.

    Where a row has no target, there must be none before its limit.
    """
    pick, table, name = column.spec.pick, column.table, column.name
    assert pick.latest is not None
    assert pick.until is not None
    late = f"{table}.{name}: its {pick.latest} is at most {pick.until}"
    early = f"{table}.{name}: among the {pick.among} latest by {pick.latest}"
    paths = ((name,), (name, pick.latest), *term_paths(pick.until))
    if not paths_known(pack, table, paths):
        yield from (Unproven(late), Unproven(early))
        return
    latest, target = parse_term(pick.latest), str(column.target)
    dates = means_date(pack, target, latest) or means_date(pack, table, pick.until)
    value = operand(pack, target, latest, "low", dates=dates)
    limit = operand(pack, table, pick.until, "high", dates=dates)
    scale = max(value.scale, limit.scale)
    targets = f"""
        SELECT _row AS target, world_id, {value.at_scale(scale)} AS latest
        FROM {relation(pack, target, term_paths(latest))}
        """
    when = holds(pack, table, pick.when)
    reads = (*paths, position(name), *when.reads)
    choices = f"""
        SELECT rows._row, rows.world_id, chosen.latest AS chosen, {limit.at_scale(scale)} AS upto,
               rows.{quoted((name,))} IS NULL AND {when.sql} AND {not pick.missing} AS lacking
        FROM {relation(pack, table, reads)} AS rows
        LEFT JOIN ({targets}) AS chosen ON chosen.target = rows.{quoted(position(name))}
        """
    later = f"""
        SELECT choices._row, any_value(chosen) AS chosen, any_value(upto) AS upto,
               any_value(lacking) AS lacking,
               count(*) FILTER (latest <= upto AND coalesce(latest > chosen, true)) AS between
        FROM ({choices}) AS choices LEFT JOIN ({targets}) AS targets USING (world_id)
        GROUP BY choices._row
        """
    for rule, broken in (
        (late, "chosen > upto OR (lacking AND between > 0)"),
        (early, f"chosen IS NOT NULL AND between >= {pick.among}"),
    ):
        query = ViolationQuery(f"SELECT _row FROM ({later}) WHERE {broken}")
        yield Check(rule, table, query, paths, f"due: {rule.partition(': ')[2]}")
