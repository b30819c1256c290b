"""Figures over the rows of another table: total, average, count, earliest, latest."""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.aggregates import Aggregate
from fictionworld.validators.arithmetic import digits, value
from fictionworld.validators.knowable import link
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relation import position, quoted, relation


def _due(pack: CompiledPack, column: CompiledColumn, spec: Aggregate) -> str:
    """Return the figure that `column` is declared to be, for each row of its table.

    `count` of a table counts rows; of `table.column`, rows with a value. Without rows, totals and
    counts are 0, and the other figures are missing.
    """
    derive = column.spec.derive
    assert derive is not None
    child, _, read = spec.of.partition(".")
    child_reference, own_reference = link(pack, column.table, spec)
    owner = position(child_reference)
    own = ("_row",) if own_reference is None else position(own_reference)
    figure = _figure(pack, child, derive.kind, read, column.decimals)
    due = "coalesce(figure, 0)" if derive.kind in {"count", "total"} else "figure"
    rows = relation(pack, column.table, () if own_reference is None else (own,))
    return f"""
        WITH figures AS (SELECT {quoted(owner)} AS owner, {figure} AS figure
                         FROM {relation(pack, child, (owner, *(((read,),) if read else ())))}
                         GROUP BY ALL)
        SELECT _row, {due} AS due FROM {rows} LEFT JOIN figures ON owner = {quoted(own)}
        """


def _figure(pack: CompiledPack, table: str, kind: str, read: str, decimals: int) -> str:
    """Return the SQL of an aggregate: the digits of numbers at `decimals`, or a date's days."""
    path = (read,)
    if kind == "count":
        return f"count({quoted(path)})" if read else "count(*)"
    if kind in {"earliest", "latest"}:
        return f"{'min' if kind == 'earliest' else 'max'}({quoted(path)})"
    scale = value(pack, table, path).scale
    count = "1" if kind == "total" else f"count({quoted(path)})"
    return f"quotient({10**decimals} * sum({digits(path)}), {10**scale} * {count})"


register(
    Proof(name="total", due=_due, always=True),
    Proof(name="average", due=_due),
    Proof(name="count", due=_due, always=True),
    Proof(name="earliest", due=_due),
    Proof(name="latest", due=_due),
)
