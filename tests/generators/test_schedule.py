"""The laws of a round robin, for every size that a league may have."""

from collections import Counter

import pytest

from fictionworld.generators.plan import round_robin

SIZES = range(2, 25)


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("teams", SIZES)
def test_every_pair_meets_and_nobody_plays_twice_in_a_round(teams, legs):
    games = round_robin(teams, legs)
    meetings = Counter(frozenset((home, away)) for _, home, away in games.tolist())
    assert set(meetings.values()) == {legs}
    assert len(meetings) == teams * (teams - 1) // 2
    in_round = Counter((r, team) for r, home, away in games.tolist() for team in (home, away))
    assert max(in_round.values()) == 1


@pytest.mark.parametrize("teams", SIZES)
def test_home_games_are_balanced(teams):
    single = Counter(home for _, home, _ in round_robin(teams, 1).tolist())
    counts = [single[team] for team in range(teams)]
    assert max(counts) - min(counts) <= 1
    double = Counter(home for _, home, _ in round_robin(teams, 2).tolist())
    assert set(double.values()) == {teams - 1}


def test_fewer_than_two_teams_have_no_games():
    assert round_robin(1, 2).shape == (0, 3)
