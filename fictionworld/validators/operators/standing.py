"""`standing`: league tables, computed again from the matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Node
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import StoredCells
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, cells_of

if TYPE_CHECKING:
    import polars as pl

_FIGURES = ("played", "won", "drawn", "lost", "scored", "conceded", "difference", "points")
_FEWER_IS_BETTER = {"lost", "conceded"}


def _due(batch: StoredBatch, column: CompiledColumn, figure: str) -> StoredCells:
    """Return one figure of the league table for each of its rows; missing where a row names no
    team.
    """
    key = ("standings", column.table)
    if key not in batch.memory:
        batch.memory[key] = _league_table(batch, column.table)
    table: pl.DataFrame = batch.memory[key]
    return cells_of(column, table[figure])


def _league_table(batch: StoredBatch, table: str) -> pl.DataFrame:
    """Return every figure for every row of `table`. A match without a result does not count; teams
    equal in all of `ties` share a place.
    """
    plan = batch.pack.tables[table].spec.standings
    assert plan is not None, "check_pack demands standings for standing columns"
    rows, matches = Relation(batch, table), Relation(batch, plan.matches, "m")
    team = rows.position(plan.of)
    sides = [matches.position(name) for name in (plan.home, plan.away)]
    goals = [matches.value((name,)) for name in (plan.home_scored, plan.away_scored)]
    win, draw, defeat = plan.points
    ties = [tie for tie in plan.ties if tie != "rank"]
    order = ", ".join([f"{tie} {'ASC' if tie in _FEWER_IS_BETTER else 'DESC'}" for tie in ties])
    figures = ", ".join(
        f"CASE WHEN {team} IS NOT NULL THEN coalesce(tally.{name}, 0) END AS {name}"
        for name in _FIGURES
    )
    counts = " AND ".join(f"{value} IS NOT NULL" for value in (*sides, *goals))
    return ask(
        batch,
        f"""
        WITH side AS (
            SELECT unnest([{sides[0]}, {sides[1]}]) AS team,
                   unnest([{goals[0]}, {goals[1]}])::HUGEINT AS ours,
                   unnest([{goals[1]}, {goals[0]}])::HUGEINT AS theirs
            FROM {matches} WHERE {counts}),
        tally AS (
            SELECT team, count(*) AS played,
                   count(*) FILTER (ours > theirs) AS won,
                   count(*) FILTER (ours = theirs) AS drawn,
                   count(*) FILTER (ours < theirs) AS lost,
                   sum(ours) AS scored, sum(theirs) AS conceded,
                   sum(ours - theirs) AS difference,
                   {win} * won + {draw} * drawn + {defeat} * lost AS points
            FROM side GROUP BY team),
        league AS (
            SELECT t._row, t.world_id, {team} IS NOT NULL AS known, {figures}
            FROM {rows} LEFT JOIN tally ON tally.team = {team})
        SELECT *, CASE WHEN known THEN
               rank() OVER (PARTITION BY world_id, known ORDER BY {order or 1}) END AS rank
        FROM league ORDER BY _row
        """,
    )


def _goals(pack: CompiledPack, column: CompiledColumn) -> Iterator[Node]:
    """Yield the columns of goals, which decide which matches count, even for `played`."""
    plan = pack.tables[column.table].spec.standings
    assert plan is not None, "check_pack demands standings for standing columns"
    yield from ((plan.matches, plan.home_scored), (plan.matches, plan.away_scored))


register(Proof(name="standing", due=_due, reads=_goals, always=True))
