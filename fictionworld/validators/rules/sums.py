"""Declared sums and agreeing ranks: rules about groups of rows."""

from __future__ import annotations

from decimal import Decimal

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.packs.specification import AgreeRule, SumRule
from fictionworld.packs.terms import Term, parse_term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    Unproven,
    cell_check,
    if_known,
)
from fictionworld.validators.knowable import is_known, paths_known, term_paths
from fictionworld.validators.relations import Relation, ask, marked

_SHOWN = 20
"""Rows of a group that a violation names."""


def sum_check(pack: CompiledPack, table: str, rule: str, spec: SumRule) -> Item:
    """Return the rule that, in every group that has a value, the values sum to the target, give or
    take `tolerance`.

    Where the target is a column of another table, that table's row for a group is the one that
    agrees with it in the columns of `within`, by name; or the row that the last of `within`
    refers to.
    """
    other, total = _other_table(pack, _term(spec))
    elsewhere = other != ""
    target_paths = () if elsewhere else term_paths(_term(spec))
    paths = ((spec.column,), *spec.within, *target_paths)
    if not paths_known(pack, table, paths) or (elsewhere and not is_known(pack, other, (total,))):
        return Unproven(rule)
    return Check(
        rule, table, "derived", lambda batch: _sum_findings(batch, table, spec, other, total), paths
    )


def _term(spec: SumRule) -> Term:
    return parse_term(spec.to) if isinstance(spec.to, str) else spec.to


def _other_table(pack: CompiledPack, term: Term) -> tuple[str, str]:
    """Return the table and column that hold the totals; empty for a number or a setting column."""
    match term.path:
        case (table, column) if table in pack.tables and table != SETTING:
            return table, column
    return "", ""


def _sum_findings(
    batch: StoredBatch, table: str, spec: SumRule, other: str, total: str
) -> Findings:
    rows = Relation(batch, table)
    due, join, due_decimals = _due(batch, rows, spec, other, total)
    value, group = rows.digits((spec.column,)), rows.group(spec.within)
    decimals, tolerance = rows.decimals((spec.column,)), Decimal(str(spec.tolerance))
    scale = max(decimals, due_decimals, -int(tolerance.as_tuple().exponent))
    apart = f"total * {10 ** (scale - decimals)} - due * {10 ** (scale - due_decimals)}"
    broken = ask(
        batch,
        f"""
        SELECT * FROM (
            SELECT min(t._row) AS first, sum({value}) AS total,
                   first({due} ORDER BY t._row) AS due,
                   list(t._row ORDER BY t._row)[:{_SHOWN}] AS members
            FROM {rows} {join} GROUP BY {group} HAVING count({value}) > 0)
        WHERE due IS NULL OR abs({apart}) > {int(tolerance.scaleb(scale))}
        ORDER BY first
        """,
    )

    def describe(k: int) -> FindingText:
        group_row = broken.row(k, named=True)
        sum_text = f"{Decimal(int(group_row['total'])).scaleb(-decimals):f}"
        values = tuple(
            (".".join(path), batch.value(table, path, group_row["first"])) for path in spec.within
        )
        group_words = ", ".join(f"{name} {value}" for name, value in values) or "the world"
        due_text = f"what {spec.to} says, and it says nothing"
        if group_row["due"] is not None:
            due_text = f"{Decimal(int(group_row['due'])).scaleb(-due_decimals):f}"
        return FindingText(
            rows=tuple(batch.row_id(table, row) for row in group_row["members"]),
            values=((f"sum of {spec.column}", sum_text), ("due", due_text), *values),
            sentence=f"For {group_words}, {spec.column} sums to {sum_text}; due is {due_text}.",
            path=tuple(batch.row(table, row) for row in group_row["members"][:6]),
        )

    return Findings(batch.rows(table).world[broken["first"].to_numpy()], describe)


def _due(
    batch: StoredBatch, rows: Relation, spec: SumRule, other: str, total: str
) -> tuple[str, str, int]:
    """Return the digits that the group of a row is to sum to, in SQL; the join that they need; and
    how many of the digits are decimals.
    """
    if not other:
        digits, decimals = rows.term(_term(spec))
        return digits, "", decimals
    if batch.pack.column(rows.table, spec.within[-1]).target == other:
        path = (*spec.within[-1], total)
        return rows.digits(path), "", rows.decimals(path)
    others = Relation(batch, other, "o")
    value = others.digits((total,))
    keys = [(rows.value(path), others.value((path[-1],))) for path in spec.within]
    key_columns = ", ".join(f"{other_key} AS k{k}" for k, (_, other_key) in enumerate(keys))
    same = [f"totals.k{k} IS NOT DISTINCT FROM {own_key}" for k, (own_key, _) in enumerate(keys)]
    join = f"""LEFT JOIN (SELECT o.world_id, {key_columns}, first({value} ORDER BY o._row) AS due
                          FROM {others} GROUP BY ALL) AS totals
               ON {" AND ".join(["totals.world_id = t.world_id", *same])}"""
    return "totals.due", join, others.decimals((total,))


def agree_check(pack: CompiledPack, table: str, rule: str, spec: AgreeRule) -> Item:
    """Return the rule that in each group a better value has no worse place, and the best place is
    1; rows that lack either pass.
    """
    paths = ((spec.rank,), spec.of, *spec.within)

    def bad(batch: StoredBatch) -> Bools:
        rows = Relation(batch, table)
        rank, value = rows.value((spec.rank,)), rows.value(spec.of)
        order = "ASC" if spec.order == "ascending" else "DESC"
        # Best first, and the lowest place first among equals: then places never fall.
        window = f"""PARTITION BY {rows.group(spec.within)}
                     ORDER BY {value} {order}, {rank}, t.id, t._row"""
        sql = f"""
            SELECT _row FROM (
                SELECT t._row, {rank} AS place, lag({rank}) OVER ({window}) AS better
                FROM {rows} WHERE {rank} IS NOT NULL AND {value} IS NOT NULL)
            WHERE place < better OR (better IS NULL AND place != 1)
            """
        return marked(batch, table, sql)

    says = "a better value has a worse place, or no place is 1"
    return if_known(pack, paths, cell_check(table, rule, bad, paths, says, "derived"))
