"""Figures over the rows of another table: total, average, count, earliest, latest."""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.operators.aggregates import Aggregate
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import StoredCells
from fictionworld.validators.knowable import link
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, cells_of


def _due(batch: StoredBatch, column: CompiledColumn, spec: Aggregate) -> StoredCells:
    """Return the figure that `column` is declared to be, for each row of its table.

    `count` of a table counts rows; of `table.column`, rows with a value. Without rows, totals and
    counts are 0, and the other figures are missing.
    """
    derive = column.spec.derive
    assert derive is not None
    child, _, read = spec.of.partition(".")
    child_reference, own_reference = link(batch.pack, column.table, spec)
    rows, others = Relation(batch, column.table), Relation(batch, child, "o")
    position = "t._row" if own_reference is None else rows.position(own_reference)
    owner = others.position(child_reference)
    figure = _figure(others, derive.kind, read, column.decimals)
    due = "coalesce(figures.due, 0)" if derive.kind in {"count", "total"} else "figures.due"
    answer = ask(
        batch,
        f"""
        WITH figures AS (SELECT {owner} AS owner, {figure} AS due FROM {others} GROUP BY ALL)
        SELECT {due} AS due
        FROM {rows} LEFT JOIN figures ON figures.owner = {position} ORDER BY t._row
        """,
    )
    return cells_of(column, answer["due"])


def _figure(rows: Relation, kind: str, read: str, decimals: int) -> str:
    """Return the SQL of an aggregate: the digits of numbers at `decimals`, or a date."""
    if kind == "count":
        return f"count({rows.value((read,))})" if read else "count(*)"
    if kind in {"earliest", "latest"}:
        return f"{'min' if kind == 'earliest' else 'max'}({rows.value((read,))})"
    scale = rows.decimals((read,))
    count = "1" if kind == "total" else f"count({rows.value((read,))})"
    return f"quotient({10**decimals} * sum({rows.digits((read,))}), {10**scale} * {count})"


register(
    Proof(name="total", due=_due, always=True),
    Proof(name="average", due=_due),
    Proof(name="count", due=_due, always=True),
    Proof(name="earliest", due=_due),
    Proof(name="latest", due=_due),
)
