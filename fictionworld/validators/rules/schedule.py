"""Round robins: which pairs meet, how often, where, and in which round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import networkx as nx
import numpy as np

from fictionworld.packs.compiled import CompiledTable
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Ints
from fictionworld.validators.findings import Check, FindingText, world_findings
from fictionworld.validators.relations import Relation, ask


@dataclass(frozen=True, slots=True)
class Fixtures:
    """Which columns say who plays where and when."""

    table: str
    team: str
    """The table whose rows meet."""
    home: str
    away: str
    round: str | None
    legs: int


def round_robin_checks(table: CompiledTable) -> Iterator[Check]:
    """Yield the rules of the row plan: every pair meets, at both places if `legs` is 2; there are
    as few rounds as possible, and nobody plays twice in one.
    """
    rows = table.spec.rows
    assert rows.round_robin is not None
    home, away = table.spec.key[:2]
    fixtures = Fixtures(table.name, rows.round_robin, home, away, rows.round, rows.legs)
    times = "once" if rows.legs == 1 else "twice, once at home each"
    yield _check(f"{table.name}: every pair meets {times}", fixtures, _meetings)
    if rows.round is not None:
        where = f"{table.name}.{rows.round}"
        yield _check(f"{where}: nobody plays twice", fixtures, _twice_in_a_round)
        yield _check(f"{where}: rounds run from 1", fixtures, _rounds)


def balance_check(rule: str, fixtures: Fixtures) -> Check:
    """Return the declared rule, which judges meetings, rounds, and the balance of home and away."""

    def judge(batch: StoredBatch, spec: Fixtures) -> Iterator[tuple[int, FindingText]]:
        yield from _meetings(batch, spec)
        yield from _twice_in_a_round(batch, spec)
        yield from _sides(batch, spec)

    return _check(rule, fixtures, judge)


_Judge = Callable[[StoredBatch, Fixtures], Iterator[tuple[int, FindingText]]]


def _check(rule: str, fixtures: Fixtures, judge: _Judge) -> Check:
    return Check(
        rule, fixtures.table, "graph", lambda batch: world_findings(judge(batch, fixtures))
    )


def _meetings(batch: StoredBatch, spec: Fixtures) -> Iterator[tuple[int, FindingText]]:
    """Yield pairs that meet too seldom, too often, or themselves; computed once for both rules."""
    key = ("meetings", spec.table, spec.legs)
    if key not in batch.memory:
        batch.memory[key] = list(_find_meetings(batch, spec))
    yield from batch.memory[key]


def _find_meetings(batch: StoredBatch, spec: Fixtures) -> Iterator[tuple[int, FindingText]]:
    home, away = (batch.follow(spec.table, (side,)) for side in (spec.home, spec.away))
    for world in range(len(batch.worlds)) if batch.thorough else _suspects(batch, spec):
        graph = _meeting_graph(batch, spec, world, home, away)
        yield from ((world, shown) for shown in _judge_meetings(batch, spec, graph))


def _suspects(batch: StoredBatch, spec: Fixtures) -> list[int]:
    """Return the worlds whose matches are not exactly one for each pair."""
    matches = Relation(batch, spec.table)
    home, away = matches.position(spec.home), matches.position(spec.away)
    pair = f"({home}, {away})"
    if spec.legs == 1:
        pair = f"(least({home}, {away}), greatest({home}, {away}))"
    meetings = ask(
        batch,
        f"""
        SELECT t.world_id, count(*) AS matches,
               count(DISTINCT {pair}) FILTER ({home} != {away}) AS met
        FROM {matches} GROUP BY t.world_id
        """,
    )
    indices = np.searchsorted(batch.worlds, meetings["world_id"].to_numpy())
    teams = batch.rows(spec.team).count
    due = teams * (teams - 1) // (1 if spec.legs == 2 else 2)
    wrong = due != 0
    wrong[indices] = (meetings["matches"].to_numpy() != due[indices]) | (
        meetings["met"].to_numpy() != due[indices]
    )
    return np.flatnonzero(wrong).tolist()


def _meeting_graph(
    batch: StoredBatch, spec: Fixtures, world: int, home: Ints, away: Ints
) -> nx.MultiDiGraph:
    """Return the teams of one world, with an edge from host to guest for every match."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(np.flatnonzero(batch.rows(spec.team).world == world).tolist())
    for row in np.flatnonzero(batch.rows(spec.table).world == world).tolist():
        if home[row] >= 0 and away[row] >= 0:
            graph.add_edge(int(home[row]), int(away[row]), key=row)
    return graph


def _judge_meetings(
    batch: StoredBatch, spec: Fixtures, graph: nx.MultiDiGraph
) -> Iterator[FindingText]:
    complete = nx.complete_graph(graph.nodes, nx.DiGraph if spec.legs == 2 else nx.Graph)
    seen = graph if spec.legs == 2 else graph.to_undirected()
    for host, guest in [*nx.selfloop_edges(graph)]:
        yield _pair_finding(batch, spec, graph, host, guest, "meets itself")
    for host, guest in complete.edges:
        times = seen.number_of_edges(host, guest)
        if times != 1:
            where = " at home" if spec.legs == 2 else ""
            words = f"meets {batch.row(spec.team, guest)} {times} times{where}; due is once"
            yield _pair_finding(batch, spec, graph, host, guest, words)


def _pair_finding(
    batch: StoredBatch, spec: Fixtures, graph: nx.MultiDiGraph, one: int, other: int, words: str
) -> FindingText:
    matches = [*(graph.get_edge_data(one, other) or {})]
    return FindingText(
        rows=tuple(batch.row_id(spec.table, row) for row in matches),
        values=(("matches", str(len(matches))),),
        sentence=f"{batch.row(spec.team, one)} {words}.",
        path=(
            batch.row(spec.team, one),
            *(f"{spec.home} of {batch.row(spec.table, row)}" for row in matches),
            batch.row(spec.team, other),
        ),
    )


def _twice_in_a_round(batch: StoredBatch, spec: Fixtures) -> Iterator[tuple[int, FindingText]]:
    if spec.round is None:
        return
    matches = Relation(batch, spec.table)
    sides = f"{matches.position(spec.home)}, {matches.position(spec.away)}"
    again = ask(
        batch,
        f"""
        SELECT * FROM (
            SELECT t._row AS match, {matches.value((spec.round,))} AS round,
                   unnest([{sides}]) AS team, unnest([0, 1]) AS side FROM {matches})
        WHERE team IS NOT NULL AND round IS NOT NULL
        QUALIFY row_number() OVER (PARTITION BY team, round ORDER BY side, match) > 1
        ORDER BY round, team, side, match
        """,
    )
    for match, number, team, _ in again.iter_rows():
        shown = FindingText(
            rows=(batch.row_id(spec.table, match),),
            values=((spec.round, str(number)),),
            sentence=f"{batch.row(spec.team, team)} plays twice in {spec.round} {number}.",
            path=(batch.row(spec.team, team), batch.row(spec.table, match)),
        )
        yield int(batch.rows(spec.table).world[match]), shown


def _rounds(batch: StoredBatch, spec: Fixtures) -> Iterator[tuple[int, FindingText]]:
    """Yield rounds outside 1..n, where n is the least number of rounds for the world's teams."""
    assert spec.round is not None
    number = batch.cells(spec.table, spec.round)
    teams = batch.rows(spec.team).count[batch.rows(spec.table).world]
    most = (teams - 1 + teams % 2) * spec.legs
    bad = ~number.valid | (number.data < 1) | (number.data > most)
    for match in np.flatnonzero(bad).tolist():
        shown = batch.value(spec.table, (spec.round,), match)
        yield (
            int(batch.rows(spec.table).world[match]),
            FindingText(
                rows=(batch.row_id(spec.table, match),),
                values=((spec.round, shown),),
                sentence=f"{batch.row(spec.table, match)}: {spec.round} is {shown}; "
                f"due are 1 to {int(most[match])}.",
                path=(batch.row(spec.table, match),),
            ),
        )


def _sides(batch: StoredBatch, spec: Fixtures) -> Iterator[tuple[int, FindingText]]:
    """Yield teams whose home and away matches differ by more than one, or at all with two legs."""
    matches = Relation(batch, spec.table)
    sides = f"{matches.position(spec.home)}, {matches.position(spec.away)}"
    uneven = ask(
        batch,
        f"""
        SELECT team, sum(1 - side) AS home, sum(side) AS away
        FROM (SELECT unnest([{sides}]) AS team, unnest([0, 1]) AS side FROM {matches})
        WHERE team IS NOT NULL GROUP BY team HAVING abs(home - away) > {2 - spec.legs}
        ORDER BY team
        """,
    )
    for team, home, away in uneven.iter_rows():
        shown = FindingText(
            rows=(batch.row_id(spec.team, team),),
            values=(("home", str(home)), ("away", str(away))),
            sentence=f"{batch.row(spec.team, team)} plays {home} times at home and "
            f"{away} times away.",
            path=(batch.row(spec.team, team),),
            table=spec.team,
        )
        yield int(batch.rows(spec.team).world[team]), shown
