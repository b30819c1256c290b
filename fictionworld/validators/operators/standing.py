"""`standing`: league tables, computed again from the matches."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Node
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relation import position, quoted, relation

_FIGURES = ("played", "won", "drawn", "lost", "scored", "conceded", "difference", "points")
_FEWER_IS_BETTER = {"lost", "conceded"}


def _due(pack: CompiledPack, column: CompiledColumn, figure: str) -> str:
    """Return one figure of the league table for each of its rows; missing where a row names no
    team. A match without a result does not count; teams equal in all of `ties` share a place.
    """
    plan = pack.tables[column.table].spec.standings
    assert plan is not None, "check_pack demands standings for standing columns"
    team = position(plan.of)
    sides = position(plan.home), position(plan.away)
    goals = (plan.home_scored,), (plan.away_scored,)
    home, away = map(quoted, sides)
    scored, conceded = map(quoted, goals)
    win, draw, defeat = plan.points
    ties = [tie for tie in plan.ties if tie != "rank"]
    order = ", ".join(f"{tie} {'ASC' if tie in _FEWER_IS_BETTER else 'DESC'}" for tie in ties)
    figures = ", ".join(
        f"CASE WHEN known THEN coalesce(tally.{name}, 0) END AS {name}" for name in _FIGURES
    )
    counts = " AND ".join(f"{name} IS NOT NULL" for name in (home, away, scored, conceded))
    return f"""
        WITH side AS (
            SELECT unnest([{home}, {away}]) AS team,
                   unnest([{scored}, {conceded}])::HUGEINT AS ours,
                   unnest([{conceded}, {scored}])::HUGEINT AS theirs
            FROM {relation(pack, plan.matches, (*sides, *goals))} WHERE {counts}),
        tally AS (
            SELECT team, count(*) AS played,
                   count(*) FILTER (ours > theirs) AS won,
                   count(*) FILTER (ours = theirs) AS drawn,
                   count(*) FILTER (ours < theirs) AS lost,
                   sum(ours) AS scored, sum(theirs) AS conceded,
                   sum(ours - theirs) AS difference,
                   {win} * won + {draw} * drawn + {defeat} * lost AS points
            FROM side GROUP BY team),
        rows AS (SELECT _row, world_id, {quoted(team)} AS team, {quoted(team)} IS NOT NULL AS known
                 FROM {relation(pack, column.table, (team,))}),
        league AS (SELECT rows._row, rows.world_id, known, {figures}
                   FROM rows LEFT JOIN tally USING (team))
        SELECT _row, {figure} AS due FROM (
            SELECT *, CASE WHEN known THEN
                   rank() OVER (PARTITION BY world_id, known ORDER BY {order or 1}) END AS rank
            FROM league)
        """


def _goals(pack: CompiledPack, column: CompiledColumn) -> Iterator[Node]:
    """Yield the columns of goals, which decide which matches count, even for `played`."""
    plan = pack.tables[column.table].spec.standings
    assert plan is not None, "check_pack demands standings for standing columns"
    yield from ((plan.matches, plan.home_scored), (plan.matches, plan.away_scored))


register(Proof(name="standing", due=_due, reads=_goals, always=True))
