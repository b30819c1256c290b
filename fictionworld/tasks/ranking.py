"""The order of `Specification.extreme` among the rows that are left, as far as it is known."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal, localcontext

from fictionworld.tasks.exact import EXACT, number_of
from fictionworld.tasks.knowledge import Knowledge, Left
from fictionworld.tasks.specification import Extreme
from fictionworld.worlds.fact import Value


class Ranking:
    """The places of rows by a value, in each group. The first row has place 1."""

    def __init__(self, extreme: Extreme, known: Knowledge, table: str, left: Left) -> None:
        """Order the rows of `left` that have a value, and a group."""
        rivals = left
        for path in extreme.paths:
            rivals = rivals.keep(known.present(table, path))
        self._rivals = rivals
        self._k = extreme.k
        self._is_closed = known.lists(table)
        self._group = known.groups(table, extreme.per)
        self._grouped = known.knows(table, extreme.per)
        ordered = known.knows(table, extreme.order)
        values = known.rows.cells(table, extreme.order)
        with localcontext(EXACT):
            numbers = {row: number_of(values[row]) for row in rivals.possible if ordered[row]}
            # smaller keys come first, whichever end is asked for
            self._keys: dict[int, int | Decimal] = (
                {row: -number for row, number in numbers.items()} if extreme.most else numbers
            )
        self._certain_keys = self._placed_keys = self._sorted_keys(rivals.certain)
        self._unplaced: list[int] = []
        if rivals.certain is not rivals.possible:
            placed = {row for row in self._keys if self._grouped[row]}
            self._placed_keys = self._sorted_keys(placed)
            self._unplaced = [row for row in rivals.possible if row not in placed]

    def _sorted_keys(self, rows: Iterable[int]) -> dict[Value, list[int | Decimal]]:
        """Return by group the keys of these rows, ascending."""
        keys = defaultdict(list)
        for row in rows:
            keys[self._group[row]].append(self._keys[row])
        return {group: sorted(of_group) for group, of_group in keys.items()}

    def first(self) -> Left:
        """Return the rows whose place is at most `k`; rows that are level share the best place."""
        rivals = self._rivals
        certain = []
        if self._is_closed:
            certain = [row for row in rivals.certain if self._most_ahead(row) < self._k]
            if rivals.certain is rivals.possible:
                return Left(certain, certain)
        unplaced = set(self._unplaced)
        possible = [
            row for row in rivals.possible if row in unplaced or self._best_place(row) <= self._k
        ]
        return Left.of(certain, possible)

    def place(self, row: int) -> int | None:
        """Return the place of a row that is certainly among the first; None where it is unknown.

        Rows that are level have none.
        """
        best = self._best_place(row)
        return best if best == self._worst_place(row) else None

    def follower(self, row: int) -> int | None:
        """Return the row that comes next, where everything is known; None after the last."""
        return min(self._behind(row), key=self._keys.__getitem__, default=None)

    def tells_follower(self, row: int, follower: int | None) -> bool:
        """Return whether it is known that `follower`, which is next to a row, is; or none."""
        if self.place(row) is None:
            return False
        # whatever may meet the row has a known value now: it would leave the place open otherwise
        behind = self._behind(row)
        if follower is None:
            return not behind
        return follower in self._rivals.certain and all(
            self._keys[rival] >= self._keys[follower] for rival in behind
        )

    def level_with(self, row: int) -> int | None:
        """Return another row that certainly has the value of a row, in its group."""
        return next(
            (
                rival
                for rival in self._rivals.certain
                if rival != row
                and self._keys[rival] == self._keys[row]
                and self._group[rival] == self._group[row]
            ),
            None,
        )

    def _behind(self, row: int) -> list[int]:
        """Return the rows that may be in the group of a row, with a value that comes later."""
        key, keys = self._keys[row], self._keys
        return [r for r in self._rivals.possible if self._may_meet(r, row) and keys[r] > key]

    def _best_place(self, row: int) -> int:
        ahead = bisect_left(self._certain_keys.get(self._group[row], ()), self._keys[row])
        return 1 + ahead

    def _worst_place(self, row: int) -> int:
        """Return the worst place that a row may have, one that is level with it ahead of it."""
        key, keys = self._keys[row], self._keys
        others = (rival for rival in self._unplaced if self._may_meet(rival, row))
        return bisect_right(self._placed_keys[self._group[row]], key) + sum(
            rival not in keys or keys[rival] <= key for rival in others
        )

    def _most_ahead(self, row: int) -> int:
        """Return how many rows may come before a row, not counting rows level with it."""
        key, keys = self._keys[row], self._keys
        others = (rival for rival in self._unplaced if self._may_meet(rival, row))
        return bisect_left(self._placed_keys[self._group[row]], key) + sum(
            rival not in keys or keys[rival] < key for rival in others
        )

    def _may_meet(self, rival: int, row: int) -> bool:
        """Return whether a rival may be in the group of a row, which is known."""
        return not self._grouped[rival] or self._group[rival] == self._group[row]
