"""A league table computed from results."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells, WorldBatch, group_rows
from fictionworld.generators.drawing import derives
from fictionworld.generators.operators.groups import competition_rank
from fictionworld.packs.compiled import CompiledColumn, CompiledTable
from fictionworld.packs.fields import StandingFigure
from fictionworld.streams import Ints

_FEWER_IS_BETTER = {"lost", "conceded"}


def _figures(batch: WorldBatch, table: CompiledTable) -> dict[str, Ints]:
    """Return played, won, drawn, lost, scored, conceded, difference and points for each row; a
    match without a result does not count.
    """
    spec = table.spec.standings
    assert spec is not None, f"{table.name} has no standings"
    matches, own = batch.rows[spec.matches], batch.rows[table.name]
    team = batch.pack.tables[spec.matches].columns[spec.home].target
    assert team is not None
    teams = batch.rows[team]
    sides = [
        matches.cells[name] for name in (spec.home, spec.away, spec.home_scored, spec.away_scored)
    ]
    complete = np.logical_and.reduce([cells.present() for cells in sides])
    start = teams.start[:-1][matches.world[complete]]
    home, away, for_home, for_away = (cells.values[complete] for cells in sides)
    home, away = start + home, start + away

    def tally(at_home: Ints, at_away: Ints) -> Ints:
        total = np.zeros(len(teams), np.int64)
        np.add.at(total, home, at_home)
        np.add.at(total, away, at_away)
        return total

    ones = np.ones(len(home), np.int64)
    won = tally((for_home > for_away).astype(np.int64), (for_away > for_home).astype(np.int64))
    level = (for_home == for_away).astype(np.int64)
    drawn = tally(level, level)
    played = tally(ones, ones)
    scored, conceded = tally(for_home, for_away), tally(for_away, for_home)
    win, draw, defeat = spec.points
    lost = played - won - drawn
    figures = {
        "played": played,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "scored": scored,
        "conceded": conceded,
        "difference": scored - conceded,
        "points": win * won + draw * drawn + defeat * lost,
    }
    of = teams.start[:-1][own.world] + own.cells[spec.of].values
    return {name: values[of] for name, values in figures.items()}


@derives("standing")
def _standing(batch: WorldBatch, column: CompiledColumn, figure: StandingFigure) -> Cells:
    figures = _figures(batch, batch.pack.tables[column.table])
    standings, rows = batch.pack.tables[column.table].spec.standings, batch.rows[column.table]
    assert standings is not None
    named = rows.cells[standings.of].present()  # a row that names no team has no figures
    if figure != "rank":
        return Cells(figures[figure], ~named)
    keys = [
        figures[name] if name in _FEWER_IS_BETTER else -figures[name]
        for name in standings.ties
        if name != "rank"
    ]
    return Cells(competition_rank(group_rows([rows.world, named.astype(np.int64)]), keys), ~named)
