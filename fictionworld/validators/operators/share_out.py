"""`share_out`: whole numbers that sum to a total."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.share_out import ShareOut
from fictionworld.packs.terms import Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    Unproven,
    row_findings,
)
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operands import Side, above, operand
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, integers
from fictionworld.validators.rules.draws import tied


def _checks(pack: CompiledPack, column: CompiledColumn, spec: ShareOut) -> Iterator[Item]:
    """Yield the rules that shares sum to the total of their reference, and that each is within
    bounds.
    """
    table, _, total = spec.total.partition(".")
    rule = f"{column.table}.{column.name}: shares out {spec.total} by {spec.by}"
    direct = pack.tables[column.table].columns[spec.by].target == table
    if not paths_known(pack, table, ((total,), *(() if direct else ((spec.by,),)))):
        yield Unproven(rule)
        return

    def find(batch: StoredBatch) -> Findings:
        takers, totals = Relation(batch, column.table), Relation(batch, table, "o")
        taker, owner = takers.position(spec.by), "o._row" if direct else totals.position(spec.by)
        share = takers.digits((column.name,))
        due = f"{totals.digits((total,))} * {10 ** (column.decimals - totals.decimals((total,)))}"
        answer = ask(
            batch,
            f"""
            WITH shares AS (SELECT {taker} AS taker, sum({share}) AS got
                            FROM {takers} GROUP BY ALL)
            SELECT CASE WHEN {owner} IS NOT NULL THEN coalesce(shares.got, 0) END AS got,
                   {due} AS due
            FROM {totals} LEFT JOIN shares ON shares.taker = {owner} ORDER BY o._row
            """,
        )
        share_sums = integers(answer["got"])
        bad = (answer["got"] != answer["due"]).fill_null(value=False).to_numpy()

        def describe(position: int) -> FindingText:
            due = batch.value(table, (total,), position)
            sum_text = f"{Decimal(int(share_sums[position])).scaleb(-column.decimals):f}"
            return FindingText(
                rows=(batch.row_id(table, position),),
                values=((total, due), (f"sum of {column.table}.{column.name}", sum_text)),
                sentence=f"{batch.row(table, position)}: {column.table}.{column.name} sums to "
                f"{sum_text} where {total} is {due}.",
                path=() if direct else batch.steps(table, (spec.by,), position),
                table=table,
            )

        return row_findings(batch, table, bad, describe)

    yield Check(rule, column.table, "derived", find, ((column.name,),))
    bounds: tuple[tuple[Side, Term | None], ...] = (("low", spec.least), ("high", spec.cap))
    for side, term in bounds:
        if term is not None:
            yield _bound_check(pack, column, side, term)


def _bound_check(pack: CompiledPack, column: CompiledColumn, side: Side, term: Term) -> Item:
    """Return the rule that no row takes more than its cap, or less than its least."""

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        bound = operand(batch, column.table, term, side, dates=False)
        return above(bound, cells) if side == "low" else above(cells, bound)

    word = f"takes at {'least' if side == 'low' else 'most'} {term}"
    return tied(pack, column, word, bad, term_paths(term))


register(Proof(name="share_out", checks=_checks))
