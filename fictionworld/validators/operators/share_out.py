"""`share_out`: whole numbers that sum to a total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.validators.faults.scene import PlantedFault, changed
from fictionworld.validators.findings import Check, Findings, FindingText, Unproven, row_findings
from fictionworld.validators.knowable import paths_known
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, integers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.packs.operators.share_out import ShareOut
    from fictionworld.validators.batch import StoredBatch
    from fictionworld.validators.findings import Item


def _checks(pack: CompiledPack, column: CompiledColumn, spec: ShareOut) -> Iterator[Item]:
    """For every row of the totals' table, the shares of the same reference sum to the total."""
    table, _, total = spec.total.partition(".")
    rule = f"{column.table}.{column.name}: shares out {spec.total} by {spec.by}"
    if not paths_known(pack, table, ((total,), (spec.by,))):
        yield Unproven(rule, "it reads a hidden column")
        return

    def find(batch: StoredBatch) -> Findings:
        takers, totals = Relation(batch, column.table), Relation(batch, table, "o")
        taker, owner = takers.position(spec.by), totals.position(spec.by)
        share = takers.digits((column.name,))
        due = f"{totals.digits((total,))} * {10**column.decimals}"
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
        got = integers(answer["got"])
        bad = (answer["got"] != answer["due"]).fill_null(value=False).to_numpy()

        def tell(position: int) -> FindingText:
            due = batch.value(table, (total,), position)
            mine = int(got[position])
            return FindingText(
                rows=(batch.row_id(table, position),),
                values=((total, due), (f"sum of {column.table}.{column.name}", str(mine))),
                sentence=f"{batch.row(table, position)}: {column.table}.{column.name} sums to "
                f"{mine} where {total} is {due}.",
                path=batch.steps(table, (spec.by,), position),
                table=table,
            )

        return row_findings(batch, table, bad, tell)

    yield Check(rule, column.table, "derived", find)


def _faults(_: CompiledPack, column: CompiledColumn, __: ShareOut) -> Iterator[PlantedFault]:
    plant = changed(column, lambda _scene, _row, value: value + 1)
    yield PlantedFault("share that breaks the total", f"{column.table}.{column.name}", plant)


register(Proof(name="share_out", checks=_checks, faults=_faults))
