"""`standing`: a figure of a league table, by the table's `standings`."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import ROWS
from fictionworld.packs.fields import StandingFigure
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, register
from fictionworld.packs.terms import Node


def _needs(use: Use) -> Iterator[Node]:
    pack, table = use.pack, use.table
    standings = pack.tables[table].standings if table in pack.tables else None
    if standings is None:
        return
    matches = standings.matches
    yield from ((matches, ROWS), (matches, standings.home), (matches, standings.away))
    if use.spec != "played":  # who met whom is known before the goals are
        yield from ((matches, standings.home_scored), (matches, standings.away_scored))
    yield table, standings.of


def _check(use: Use) -> Iterator[Mistake]:
    if use.table in use.pack.tables and use.pack.tables[use.table].standings is None:
        yield use.place, "got a standing, but the table has no standings; add them"


register(
    Operator(
        key="standing", family="derive", shape=StandingFigure,
        gives="integer", suits=frozenset({"integer"}), many_rows=True,
        needs=_needs, check=_check, words=lambda figure: f"{figure} by the results",
    )
)  # fmt: skip
