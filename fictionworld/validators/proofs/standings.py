"""League tables, worked out again from the matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.validators.cells import Cells, Ints
from fictionworld.validators.proofs.places import places

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.packs.specification import Standings
    from fictionworld.validators.batch import Batch

__all__ = ["standing"]

_FEWER_IS_BETTER = {"lost", "conceded", "rank"}


def standing(batch: Batch, column: CompiledColumn) -> Cells:
    """One figure of the league table, for each of its rows."""
    derive = column.spec.derive
    assert derive is not None
    assert derive.standing is not None
    figures = batch.memory.setdefault(("standings", column.table), {})
    if not figures:
        figures |= _league_table(batch, column.table)
    data = figures[derive.standing]
    return Cells(data, figures["known"], column.kind)


def _league_table(batch: Batch, table: str) -> dict[str, Ints]:
    """Every figure for every row of `table`; `known` is false where a row names no team."""
    plan = batch.pack.tables[table].spec.standings
    assert plan is not None, "check_pack demands standings for standing columns"
    team = batch.follow(table, (plan.of,))
    figures = {
        name: np.where(team >= 0, values[team], 0) if len(values) else np.zeros_like(team)
        for name, values in _by_team(batch, table, plan).items()
    }
    known = team >= 0
    figures["rank"] = _ranks(batch.rows(table).world, figures, plan) * known
    figures["known"] = known
    return figures


def _by_team(batch: Batch, table: str, plan: Standings) -> dict[str, Ints]:
    """The figures by position of the team; matches without a result do not count."""
    target = str(batch.pack.tables[table].columns[plan.of].target)
    teams = len(batch.rows(target))
    home, away = (batch.follow(plan.matches, (side,)) for side in (plan.home, plan.away))
    ours, theirs = (
        batch.cells(plan.matches, goals) for goals in (plan.home_scored, plan.away_scored)
    )
    played = (home >= 0) & (away >= 0) & ours.valid & theirs.valid
    sides = np.concatenate([home[played], away[played]])
    scored = np.concatenate([ours.data[played], theirs.data[played]])
    conceded = np.concatenate([theirs.data[played], ours.data[played]])

    def counted(kept: Ints) -> Ints:
        return np.bincount(sides[kept], minlength=teams).astype(np.int64)

    def summed(goals: Ints) -> Ints:
        sums = np.zeros(teams, dtype=np.int64)
        np.add.at(sums, sides, goals)
        return sums

    won, drawn = counted(scored > conceded), counted(scored == conceded)
    lost = counted(scored < conceded)
    win, draw, defeat = plan.points
    return {
        "played": won + drawn + lost,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "scored": summed(scored),
        "conceded": summed(conceded),
        "difference": summed(scored - conceded),
        "points": win * won + draw * drawn + defeat * lost,
    }


def _ranks(world: Ints, figures: dict[str, Ints], plan: Standings) -> Ints:
    """Places within each world by the figures in `ties`; teams equal in all share a place."""
    ties = [
        figures[name] if name in _FEWER_IS_BETTER else -figures[name]
        for name in plan.ties
        if name != "rank"
    ]
    return places(world, *ties)
