"""Declared sums and agreeing ranks: rules about groups of rows."""

from __future__ import annotations

from decimal import Decimal

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.packs.specification import AgreeRule, SumRule
from fictionworld.packs.terms import Path, Term, parse_term
from fictionworld.validators.arithmetic import Operand, digits, operand, value
from fictionworld.validators.knowable import is_known, paths_known, term_paths
from fictionworld.validators.relation import group, quoted, relation
from fictionworld.validators.rule import (
    Check,
    Item,
    RowCondition,
    Unproven,
    ViolationQuery,
    if_known,
)

_SHOWN = 20
"""Rows of a group that a violation names."""


def sum_rule(pack: CompiledPack, table: str, rule: str, spec: SumRule) -> Item:
    """Return the rule that, in every group that has a value, the values sum to the target, give or
    take `tolerance`.

    Where the target is a column of another table, that table's row for a group is the one that
    agrees with it in the columns of `within`, by name; or the row that the last of `within`
    refers to.
    """
    term = parse_term(spec.to) if isinstance(spec.to, str) else spec.to
    other, total = _other_table(pack, term)
    paths = ((spec.column,), *spec.within, *(() if other else term_paths(term)))
    if not paths_known(pack, table, paths) or (other and not is_known(pack, other, (total,))):
        return Unproven(rule)
    due, join, reads = _due(pack, table, spec, term, other, total)
    own = value(pack, table, (spec.column,))
    tolerance = Decimal(str(spec.tolerance))
    scale = max(own.scale, due.scale, -int(tolerance.as_tuple().exponent))
    summed = Operand("total", own.scale).at_scale(scale)
    target = Operand("due", due.scale).at_scale(scale)
    shown = f"sum of {spec.column}"
    broken = ViolationQuery(
        f"""
        SELECT first AS _row, members AS _rows, total AS "{shown}", due FROM (
            SELECT min(_row) AS first, sum({own.sql}) AS total,
                   first({due.sql} ORDER BY _row) AS due,
                   list(_row ORDER BY _row)[:{_SHOWN}] AS members
            FROM {relation(pack, table, (*paths, *reads))} {join}
            GROUP BY {group(spec.within)} HAVING count({own.sql}) > 0)
        WHERE due IS NULL OR abs({summed} - {target}) > {int(tolerance.scaleb(scale))}
        """
    )
    columns = {shown: pack.tables[table].columns[spec.column]}
    if other:
        columns["due"] = pack.tables[other].columns[total]
    elif term.path is not None:
        columns["due"] = pack.column(table, term.path)
    return Check(rule, table, broken, paths, f"due: {spec.to}", columns)


def _other_table(pack: CompiledPack, term: Term) -> tuple[str, str]:
    """Return the table and column that hold the totals; empty for a number or a setting column."""
    match term.path:
        case (table, column) if table in pack.tables and table != SETTING:
            return table, column
    return "", ""


def _due(
    pack: CompiledPack, table: str, spec: SumRule, term: Term, other: str, total: str
) -> tuple[Operand, str, tuple[Path, ...]]:
    """Return what the group of a row is to sum to; the join that it needs; and what it reads."""
    if not other:
        return operand(pack, table, term, "low", dates=False), "", ()
    if pack.column(table, spec.within[-1]).target == other:
        path = (*spec.within[-1], total)
        return value(pack, table, path), "", (path,)
    ends = tuple((path[-1],) for path in spec.within)
    names = ["total_world", *(f"key{k}" for k in range(len(ends)))]
    own = ["world_id", *map(quoted, spec.within)]
    keys = ["world_id", *map(quoted, ends)]
    columns = ", ".join(f"{key} AS {name}" for key, name in zip(keys, names, strict=True))
    same = (f"{name} IS NOT DISTINCT FROM {key}" for name, key in zip(names, own, strict=True))
    totals = f"""
        SELECT {columns}, first({digits((total,))} ORDER BY _row) AS total_due
        FROM {relation(pack, other, (*ends, (total,)))} GROUP BY {", ".join(keys)}
        """
    scale = value(pack, other, (total,)).scale
    return Operand("total_due", scale), f"LEFT JOIN ({totals}) ON {' AND '.join(same)}", ()


def agree_rule(pack: CompiledPack, table: str, rule: str, spec: AgreeRule) -> Item:
    """Return the rule that in each group a better value has no worse place, and the best place is
    1; rows that lack either pass.
    """
    rank, of = quoted((spec.rank,)), quoted(spec.of)
    paths = ((spec.rank,), spec.of, *spec.within)
    order = "ASC" if spec.order == "ascending" else "DESC"
    # Best first, and the lowest place first among equals: then places never fall.
    complete = f"{rank} IS NOT NULL AND {of} IS NOT NULL"
    keys = f"{of} {order}, {rank}, id, _row"
    better = f"lag({rank}) OVER (PARTITION BY {group(spec.within)}, {complete} ORDER BY {keys})"
    broken = RowCondition(
        f"{complete} AND ({rank} < {better} OR ({better} IS NULL AND {rank} != 1))"
    )
    due = "a better value has a worse place, or no place is 1"
    return if_known(pack, Check(rule, table, broken, paths, due))
