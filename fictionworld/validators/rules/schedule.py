"""Round robins: which pairs meet, how often, where, and in which round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fictionworld.packs.compiled import CompiledPack, CompiledTable
from fictionworld.validators.relation import position, quoted, relation, rows_table
from fictionworld.validators.rule import Check, ViolationQuery


class Fixtures(NamedTuple):
    """Which columns say who plays where and when."""

    table: str
    team: str
    """The table whose rows meet."""
    home: str
    away: str
    round: str | None
    legs: int


def round_robin_rules(pack: CompiledPack, table: CompiledTable) -> Iterator[Check]:
    """Yield the rules of the row plan: every pair meets, at both places if `legs` is 2; there are
    as few rounds as possible, and nobody plays twice in one.
    """
    rows = table.spec.rows
    assert rows.round_robin is not None
    home, away = table.spec.key[:2]
    fixtures = Fixtures(table.name, rows.round_robin, home, away, rows.round, rows.legs)
    times = "once" if rows.legs == 1 else "twice, once at home each"
    due = "each pair meets once" + (" at the place of either" if rows.legs == 2 else "")
    meetings = ViolationQuery(_meetings(pack, fixtures))
    yield Check(f"{table.name}: every pair meets {times}", table.name, meetings, due=due)
    if rows.round is not None:
        where = f"{table.name}.{rows.round}"
        twice = ViolationQuery(_twice_in_a_round(pack, fixtures))
        due = "nobody plays twice in a round"
        yield Check(f"{where}: nobody plays twice", table.name, twice, due=due)
        due = "there are as few rounds as possible"
        rounds = ViolationQuery(_rounds(pack, fixtures))
        yield Check(f"{where}: rounds run from 1", table.name, rounds, ((rows.round,),), due)


def balance_rule(pack: CompiledPack, name: str, fixtures: Fixtures) -> Check:
    """Return the declared rule about meetings, rounds, and the balance of home and away."""
    sides = f"""
        SELECT world_id, NULL, NULL, home, away, NULL FROM ({_sides(pack, fixtures)})
        """
    parts = [_meetings(pack, fixtures), sides]
    if fixtures.round is not None:
        again = (
            f"({_twice_in_a_round(pack, fixtures)}) JOIN {rows_table(fixtures.table)} USING (_row)"
        )
        parts.append(f"SELECT world_id, _row, [_row], NULL, NULL, NULL FROM {again}")
    broken = ViolationQuery(" UNION ALL ".join(f"({part})" for part in parts))
    due = "all pairs meet, nobody twice in a round, as often at home as away"
    return Check(name, fixtures.table, broken, due=due)


def _matches(pack: CompiledPack, spec: Fixtures) -> str:
    """Return a query of the matches, with the positions of both teams."""
    home, away = position(spec.home), position(spec.away)
    shown = f", {quoted((spec.round,))} AS round" if spec.round is not None else ""
    paths = (home, away, *(((spec.round,),) if spec.round is not None else ()))
    return f"""
        SELECT _row, world_id, {quoted(home)} AS home, {quoted(away)} AS away{shown}
        FROM {relation(pack, spec.table, paths)}
        """


def _meetings(pack: CompiledPack, spec: Fixtures) -> str:
    """Return the query for pairs that do not meet once, and for teams that meet themselves."""
    pair, order = "home, away", "!="
    if spec.legs == 1:
        pair, order = "least(home, away) AS home, greatest(home, away) AS away", "<"
    teams = rows_table(spec.team)
    return f"""
        WITH met AS (SELECT {pair}, list(_row ORDER BY _row) AS matches
                     FROM ({_matches(pack, spec)})
                     WHERE home IS NOT NULL AND away IS NOT NULL GROUP BY 1, 2),
        pairs AS (SELECT hosts.world_id, hosts.id AS host, guests.id AS guest,
                         hosts._row AS home, guests._row AS away
                  FROM {teams} AS hosts JOIN {teams} AS guests USING (world_id)
                  WHERE hosts._row {order} guests._row OR hosts._row = guests._row)
        SELECT world_id, matches[1] AS _row, matches AS _rows, host AS home, guest AS away,
               coalesce(len(matches), 0) AS meetings
        FROM pairs LEFT JOIN met USING (home, away)
        WHERE coalesce(len(matches), 0) != CASE WHEN home = away THEN 0 ELSE 1 END
        """


def _twice_in_a_round(pack: CompiledPack, spec: Fixtures) -> str:
    """Return the query for the matches of teams that play another one in the same round."""
    return f"""
        SELECT _row, team, round FROM (
            SELECT _row, round, unnest([home, away]) AS team, unnest([0, 1]) AS side
            FROM ({_matches(pack, spec)}))
        WHERE team IS NOT NULL AND round IS NOT NULL
        QUALIFY row_number() OVER (PARTITION BY team, round ORDER BY side, _row) > 1
        """


def _rounds(pack: CompiledPack, spec: Fixtures) -> str:
    """Return the query for rounds outside 1..n, where n is the least number of rounds for the
    world's teams.
    """
    return f"""
        WITH teams AS (SELECT world_id, count(*) AS number
                       FROM {rows_table(spec.team)} GROUP BY ALL)
        SELECT _row, (coalesce(number, 0) - 1 + coalesce(number, 0) % 2) * {spec.legs} AS rounds
        FROM ({_matches(pack, spec)}) LEFT JOIN teams USING (world_id)
        WHERE round IS NULL OR round < 1 OR round > rounds
        """


def _sides(pack: CompiledPack, spec: Fixtures) -> str:
    """Return the query for teams whose home and away matches differ by more than one, or at all
    with two legs.
    """
    return f"""
        SELECT teams.world_id, sum(1 - side) AS home, sum(side) AS away
        FROM (SELECT unnest([home, away]) AS team, unnest([0, 1]) AS side
              FROM ({_matches(pack, spec)}))
        JOIN {rows_table(spec.team)} AS teams ON teams._row = team
        GROUP BY teams.world_id, team
        HAVING abs(sum(1 - side) - sum(side)) > {2 - spec.legs}
        """
