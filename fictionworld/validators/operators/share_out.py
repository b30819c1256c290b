"""`share_out`: whole numbers that sum to a total."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.share_out import ShareOut
from fictionworld.validators.arithmetic import Operand, Side, above, digits, operand, value
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relation import position, quoted, relation
from fictionworld.validators.rule import (
    Check,
    Item,
    RowCondition,
    Unproven,
    ViolationQuery,
    column_rule,
)


def _rules(pack: CompiledPack, column: CompiledColumn, spec: ShareOut) -> Iterator[Item]:
    """Yield the rules that shares sum to the total of their reference, and that each is within
    bounds.
    """
    table, _, name = spec.total.partition(".")
    rule, total = f"{column.table}.{column.name}: shares out {spec.total} by {spec.by}", (name,)
    direct = pack.tables[column.table].columns[spec.by].target == table
    if not paths_known(pack, table, (total, *(() if direct else ((spec.by,),)))):
        yield Unproven(rule)
        return
    own, taker = (column.name,), position(spec.by)
    owner = ("_row",) if direct else taker
    shown = f"sum of {column.table}.{column.name}"
    due = Operand("total", value(pack, table, total).scale)
    broken = ViolationQuery(
        f"""
        WITH shares AS (SELECT {quoted(taker)} AS taker, sum({digits(own)}) AS shared
                        FROM {relation(pack, column.table, (taker, own))} GROUP BY ALL)
        SELECT _row, coalesce(shared, 0) AS "{shown}", total AS "{name}"
        FROM (SELECT _row, {quoted(owner)} AS owner, {digits(total)} AS total
              FROM {relation(pack, table, (total, *(() if direct else (owner,))))})
        LEFT JOIN shares ON taker = owner
        WHERE owner IS NOT NULL AND coalesce(shared, 0) != {due.at_scale(column.decimals)}
        """,
        table,
    )
    columns = {shown: column, name: pack.tables[table].columns[name]}
    yield Check(rule, column.table, broken, (own,), "due are equal numbers", columns)
    bounds: tuple[Side, ...] = ("low", "high")
    for side, term in zip(bounds, (spec.least, spec.cap), strict=True):
        if term is not None:
            cell = value(pack, column.table, own)
            bound = operand(pack, column.table, term, side, dates=False)
            beyond = RowCondition(above(bound, cell) if side == "low" else above(cell, bound))
            word = f"takes at {'least' if side == 'low' else 'most'} {term}"
            yield column_rule(pack, column, word, beyond, term_paths(term))


register(Proof(name="share_out", rules=_rules))
