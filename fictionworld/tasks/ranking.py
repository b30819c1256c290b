"""The order of `Specification.extreme` among the rows that are left, as far as it is known."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from decimal import localcontext
from typing import Any

from fictionworld.tasks.exact import EXACT, number_of
from fictionworld.tasks.knowledge import Knowledge, Verdicts
from fictionworld.tasks.specification import Extreme
from fictionworld.worlds.fact import Value

_UNKNOWN = -math.inf
"""The key of a row whose value is unknown: it may come before all others."""


class Ranking:
    """The places of rows by a value, in each group. The first row has place 1."""

    def __init__(self, extreme: Extreme, known: Knowledge, table: str, left: Verdicts) -> None:
        """Order the rows of `left` that have a value, and a group."""
        rivals = left & known.present(table, extreme.paths)
        self._certain, self._possible = rivals.rows, rivals.possible_rows
        self._k = extreme.k
        self._is_closed = known.lists(table)
        self._group = known.groups(table, extreme.per)
        self._grouped = known.knows(table, extreme.per)
        ordered, values = known.knows(table, extreme.order), known.rows.cells(table, extreme.order)
        sign = -1 if extreme.most else 1  # a smaller key comes first, whichever end is asked for
        with localcontext(EXACT):
            self._keys: dict[int, Any] = {
                row: sign * number_of(values[row]) if ordered[row] else _UNKNOWN
                for row in self._possible
            }
        self._certain_keys = self._possible_keys = self._sorted_keys(self._certain)
        if len(self._possible) > len(self._certain):
            self._possible_keys = self._sorted_keys(self._possible)

    def _sorted_keys(self, rows: Iterable[int]) -> dict[Value, list[Any]]:
        """Return by group the keys of the rows that may be in it, ascending."""
        keys: defaultdict[Value, list[Any]] = defaultdict(list)
        of_any_group: list[Any] = []
        for row in rows:
            of_group = keys[self._group[row]] if self._grouped[row] else of_any_group
            of_group.append(self._keys[row])
        return {group: sorted(of_group + of_any_group) for group, of_group in keys.items()}

    def first(self) -> Verdicts:
        """Return whether the place of each row is at most `k`; level rows share the best place."""
        certain, possible = [False] * len(self._group), [False] * len(self._group)
        for row in self._certain if self._is_closed else ():
            ahead = bisect_left(self._possible_keys[self._group[row]], self._keys[row])
            certain[row] = ahead < self._k
        if self._is_closed and self._possible_keys is self._certain_keys:
            return Verdicts(certain, certain)
        for row in self._possible:
            possible[row] = not self._grouped[row] or self._best_place(row) <= self._k
        return Verdicts(certain, possible)

    def place(self, row: int) -> int | None:
        """Return the place of a row that is certainly among the first; None where it is unknown.

        It is None too for rows with equal values.
        """
        best = self._best_place(row)
        worst = bisect_right(self._possible_keys[self._group[row]], self._keys[row])
        return best if best == worst else None

    def follower(self, row: int) -> int | None:
        """Return the row that comes next, where everything is known; None after the last."""
        return min(self._behind(row), key=self._keys.__getitem__, default=None)

    def tells_follower(self, row: int, follower: int | None) -> bool:
        """Return whether `follower` is known to come next, or with None that no row does."""
        if self.place(row) is None:
            return False
        behind = self._behind(row)
        if follower is None or follower not in self._certain:
            return follower is None and not behind
        return all(self._keys[rival] >= self._keys[follower] for rival in behind)

    def level_with(self, row: int) -> int | None:
        """Return another row of the same group that certainly has the same value; else None."""
        standing = self._group[row], self._keys[row]
        others = (rival for rival in self._certain if rival != row)
        return next((r for r in others if (self._group[r], self._keys[r]) == standing), None)

    def _behind(self, row: int) -> list[int]:
        """Return the rows that may be in the group of a row and have a value that comes later."""
        key, group = self._keys[row], self._group[row]
        return [
            rival
            for rival in self._possible
            if self._keys[rival] > key and (self._group[rival] == group or not self._grouped[rival])
        ]

    def _best_place(self, row: int) -> int:
        return 1 + bisect_left(self._certain_keys.get(self._group[row], ()), self._keys[row])
