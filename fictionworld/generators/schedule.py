"""Round-robin schedules by the circle method."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fictionworld.streams import Ints

__all__ = ["round_robin"]


@lru_cache(maxsize=64)
def round_robin(teams: int, legs: int) -> Ints:
    """The games of `teams` teams: rows of (round from 1, home, away), by round.

    Every two teams meet `legs` times, nobody plays twice in a round, and with one leg the home
    games of any two teams differ by at most one; with two legs the second half mirrors the first.

    >>> round_robin(4, 1).tolist()
    [[1, 0, 3], [1, 1, 2], [2, 3, 2], [2, 0, 1], [3, 1, 3], [3, 2, 0]]
    """
    if teams < 2:
        return np.zeros((0, 3), np.int64)
    even = teams + teams % 2  # an odd league has a ghost: whoever meets it rests
    games = []
    for round_ in range(even - 1):
        circle = [(round_ * (even // 2) + k) % (even - 1) for k in range(even - 1)]
        pairs = [(circle[0], even - 1)] + [(circle[k], circle[-k]) for k in range(1, even // 2)]
        if round_ % 2 == 1:
            pairs[0] = (pairs[0][1], pairs[0][0])
        games += [(round_ + 1, home, away) for home, away in pairs if max(home, away) < teams]
    if legs == 2:
        games += [(round_ + even - 1, away, home) for round_, home, away in games]
    return np.array(games, np.int64)
