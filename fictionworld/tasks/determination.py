"""Which cells of the right answer follow from some of a world's facts, whatever the others are.

The stages of a specification are applied as in `selection.py`, but to two sets of rows: those that
are certainly left, whatever the unknown facts are, and those that possibly are. A row with a known
failing condition is in neither, whatever else is known of it; what is unknown is always possible.
A cell is determined where its row is certainly in the answer and its value is the same in every
case. Values are taken to be unbounded: no fact is known by its column alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fictionworld.tasks.key import Row, sort_rows
from fictionworld.tasks.reach import names_its_rows
from fictionworld.tasks.selection import groups_of, select, tested
from fictionworld.tasks.specification import (
    Against,
    Condition,
    Extreme,
    MembershipCondition,
    Output,
    Path,
    Specification,
)
from fictionworld.tasks.world_rows import Cell, WorldRows


@dataclass(frozen=True, slots=True)
class Determined:
    """What follows of the right answer to a task."""

    rows: tuple[tuple[bool, ...], ...]
    """For each row of the answer, in the order of its key, and for each output whether it does."""
    settled: bool
    """Whether nothing else can be in the answer. Of an answer without rows this is all there is."""

    @property
    def whole(self) -> bool:
        """Whether all of the answer follows."""
        return self.settled and all(map(all, self.rows))


def determine(
    specification: Specification,
    rows: WorldRows,
    known: Iterable[Cell],
    listed: Collection[str],
) -> Determined:
    """What follows of the right answer from some facts, and from nothing else of the world.

    Args:
        specification: What is asked.
        rows: All rows of the world.
        known: The facts known; a missing cell counts as any other. What is no fact
            (`WorldRows.is_fact`) is known of every row.
        listed: Tables of which every row is known, as directories list them. Other tables may have
            more rows, unless the conditions name those that count.

    Raises:
        AmbiguousError: As `rederive`.
    """
    return _Determination(specification, rows, known, listed).run()


@dataclass(slots=True)
class _Left:
    """The rows that a stage leaves, by place."""

    certain: set[int]
    possible: set[int]
    """Those that are certain among them."""


class _Determination:
    def __init__(
        self,
        specification: Specification,
        rows: WorldRows,
        known: Iterable[Cell],
        listed: Collection[str],
    ) -> None:
        self._specification = specification
        self.table = specification.table
        self._rows = rows
        self._facts = frozenset(known)
        self._listed = set(listed)
        if names_its_rows(specification, rows.pack):
            self._listed.add(self.table)
        self.is_closed = self.table in self._listed
        self.truth = select(specification, rows)
        self._known: dict[tuple[str, Path], list[bool]] = {}

    def run(self) -> Determined:
        specification = self._specification
        left = self._passing(self.table, specification.where)
        self._keep_either(left, specification.either)
        for membership in specification.members:
            self._keep_members(left, membership)
        if specification.against is not None:
            self._keep_apart(left, specification.against)
        order = None
        if specification.extreme is not None:
            order = _Order(self, specification.extreme, left)
            order.keep_first(left)
        groups = groups_of(specification, self._rows, self.truth.kept)
        if specification.is_grouped:
            found = self._of_groups(left, groups)
        else:
            found = [self._of_row(left, row, order) for (row,) in groups]
        whole = len(left.possible) == len(left.certain)
        return Determined(self._in_order(groups, found), self.is_closed and whole)

    def _in_order(
        self, groups: Sequence[tuple[int, ...]], found: Sequence[tuple[bool, ...]]
    ) -> tuple[tuple[bool, ...], ...]:
        """As the key has them: rows by their key cells, each of which identifies one row."""
        keys = [one for one in self._specification.outputs if one.role == "key" and one.path]
        shown = [self._rows.shown(self.table, one.path) for one in keys]
        by_key: dict[Row, tuple[bool, ...]] = {
            tuple(cells[group[0]] if group else None for cells in shown): one
            for group, one in zip(groups, found, strict=True)
        }
        return tuple(by_key[key] for key in sort_rows(by_key, keys))

    def knows(self, table: str, path: Path) -> list[bool]:
        """For each row of a table whether every fact on the way along `path` is known."""
        found = self._known.get((table, path))
        if found is None:
            trails = self._rows.trails(table, path)
            found = self._known[table, path] = [self._facts.issuperset(one) for one in trails]
        return found

    def cells(self, path: Path) -> list[Any]:
        """What `path` leads to from each row of the base, known or not."""
        return self._rows.cells(self.table, path)

    # The stages ----------------------------------------------------------------------------------

    def _passing(self, table: str, where: tuple[Condition, ...]) -> _Left:
        certain = self._there(table)
        possible: Iterable[int] = range(len(self._rows.ids(table)))
        for condition in where:
            passes, known = tested(self._rows, table, condition), self.knows(table, condition.path)
            certain = [row for row in certain if known[row] and passes[row]]
            possible = [row for row in possible if passes[row] or not known[row]]
        return _Left(set(certain), set(possible))

    def _keep_either(self, left: _Left, either: tuple[Condition, ...]) -> None:
        """Keeps the rows that pass one of the tests."""
        table = self.table
        tests = [(tested(self._rows, table, one), self.knows(table, one.path)) for one in either]
        if tests:
            left.certain = {
                row
                for row in left.certain
                if any(known[row] and passes[row] for passes, known in tests)
            }
            left.possible = {
                row
                for row in left.possible
                if any(passes[row] or not known[row] for passes, known in tests)
            }

    def _there(self, table: str) -> Iterable[int]:
        """The rows that are known to exist: by a list of all, or by a fact of their own."""
        ids = self._rows.ids(table)
        if table in self._listed:
            return range(len(ids))
        met = {row for other, row, _ in self._facts if other == table}
        return [place for place, row in enumerate(ids) if row in met]

    def _keep_members(self, left: _Left, membership: MembershipCondition) -> None:
        table, by = membership.table, (membership.by,)
        members = self._passing(table, membership.where)
        bases, known = self._rows.cells(table, by), self.knows(table, by)
        ids = self._rows.ids(self.table)
        have = {bases[row] for row in members.certain if known[row]}
        lack = set()
        if table in self._listed and all(known[row] for row in members.possible):
            lack = set(ids) - {bases[row] for row in members.possible}
        surely, never = (have, lack) if membership.holds else (lack, have)
        left.certain = {row for row in left.certain if ids[row] in surely}
        left.possible = {row for row in left.possible if ids[row] not in never}

    def _keep_apart(self, left: _Left, against: Against) -> None:
        """Keeps the rows on the asked side of an average, known where all rows of it are."""
        after_average = set(self.truth.after_average)
        measure, measured = self.cells(against.measure), self.knows(self.table, against.measure)
        group, grouped = self.grouping(against.per)
        counting = {
            row
            for row in left.possible
            if not (measured[row] and measure[row] is None)
            and not (grouped[row] and group[row] is None)
        }
        unsure = {r for r in counting if not (r in left.certain and measured[r] and grouped[r])}
        none_known = not self.is_closed or not all(grouped[row] for row in unsure)
        unknown = {group[row] for row in unsure}

        def is_settled(row: int) -> bool:
            known = measured[row] and grouped[row] and not none_known
            return known and group[row] not in unknown

        left.certain = {row for row in left.certain & after_average if is_settled(row)}
        left.possible = {row for row in counting if row in after_average or not is_settled(row)}

    def grouping(self, per: Path | None) -> tuple[list[Any], list[bool]]:
        """The group of each row of the base, and whether it is known; one where there is no path.

        None for a row without a group.
        """
        if per is None:
            every = [True] * len(self._rows.ids(self.table))
            return every, every
        return self.cells(per), self.knows(self.table, per)

    # The cells -----------------------------------------------------------------------------------

    def _of_row(self, left: _Left, row: int, order: _Order | None) -> tuple[bool, ...]:
        """The cells of an answer's row that is a row of the base."""
        outputs = self._specification.outputs
        if row not in left.certain:
            return (False,) * len(outputs)
        return tuple(self._of_cell(output, row, order) for output in outputs)

    def _of_cell(self, output: Output, row: int, order: _Order | None) -> bool:
        if output.of in {"place", "lead"}:
            assert order is not None, "what has a place has an order"
            return order.tells_place(row) and (output.of == "place" or order.tells_lead(row))
        paths = [path for path in (output.path, output.until) if path]
        return all(self.knows(self.table, path)[row] for path in paths)

    def _of_groups(self, left: _Left, groups: Sequence[tuple[int, ...]]) -> list[tuple[bool, ...]]:
        """The cells of an answer's rows that stand for groups of rows of the base."""
        paths = self._specification.groups
        cells = [self.cells(path) for path in paths]
        known = [self.knows(self.table, path) for path in paths]
        # without a value of a path a row is in no group
        lost = {
            row
            for row in left.possible
            if any(k[row] and c[row] is None for c, k in zip(cells, known, strict=True))
        }
        left.possible -= lost
        left.certain = {row for row in left.certain - lost if all(k[row] for k in known)}
        unsure = left.possible - left.certain
        found = []
        for group in groups:
            members = left.certain.intersection(group)
            value = [c[group[0]] for c in cells]
            triples = list(zip(cells, known, value, strict=True))
            may_be_here = (all(not k[row] or c[row] == v for c, k, v in triples) for row in unsure)
            whole = self.is_closed and not any(may_be_here)
            found.append(self._of_group(members, is_there=bool(members) or not paths, whole=whole))
        return found

    def _of_group(self, members: set[int], *, is_there: bool, whole: bool) -> tuple[bool, ...]:
        def follows(output: Output) -> bool:
            known = self.knows(self.table, output.path) if output.path else None
            if output.of == "cell":
                return known is not None and any(known[row] for row in members)
            return whole and (known is None or all(known[row] for row in members))

        return tuple(is_there and follows(output) for output in self._specification.outputs)


class _Order:
    """The order of `extreme` among the rows that are left, as far as it is known."""

    def __init__(self, whole: _Determination, extreme: Extreme, left: _Left) -> None:
        self._extreme = extreme
        self._is_closed = whole.is_closed
        self._standings = whole.truth.standings
        self._order = whole.cells(extreme.order)
        self._group, grouped = whole.grouping(extreme.per)
        ordered = whole.knows(whole.table, extreme.order)
        self._rivals = {
            row
            for row in left.possible
            if not (ordered[row] and self._order[row] is None)
            and not (grouped[row] and self._group[row] is None)
        }
        self._ordered, self._grouped = ordered, grouped
        self._placed = {row for row in self._rivals if ordered[row] and grouped[row]}
        self._sure = self._placed & left.certain
        self._values = self._sorted(self._placed)
        self._sure_values = self._sorted(self._sure)

    def _sorted(self, rows: Iterable[int]) -> dict[Any, list[Any]]:
        """By group the values of these rows, ascending."""
        values = defaultdict(list)
        for row in rows:
            values[self._group[row]].append(self._order[row])
        return {group: sorted(found) for group, found in values.items()}

    def keep_first(self, left: _Left) -> None:
        """Keeps the rows within the cut."""
        k = self._extreme.k
        left.certain = {row for row in self._sure if self._is_closed and self._ahead(row) < k}
        left.possible = {
            row for row in self._rivals if row not in self._placed or self._first(row) <= k
        }

    def tells_place(self, row: int) -> bool:
        """Whether the place of a row that is certainly within the cut is known."""
        return self._first(row) == self._last(row)

    def tells_lead(self, row: int) -> bool:
        """Whether it is known too which row comes next, or that none does."""
        follower = self._standings[row].follower
        behind = [q for q in self._rivals - {row} if self._may_meet(q, row)
                  and not (q in self._sure and self._beats(q, row))]  # fmt: skip
        if follower is None:
            return not behind
        return follower in self._sure and not any(self._beats(q, follower) for q in behind)

    def _first(self, row: int) -> int:
        """The best place that a row may have."""
        values = self._sure_values.get(self._group[row], [])
        value = self._order[row]
        if self._extreme.most:
            return 1 + len(values) - bisect_right(values, value)
        return 1 + bisect_left(values, value)

    def _last(self, row: int) -> int:
        """The worst place that a row may have; it is among the values itself."""
        values = self._values[self._group[row]]
        value = self._order[row]
        most = self._extreme.most
        placed = len(values) - bisect_left(values, value) if most else bisect_right(values, value)
        others = (q for q in self._rivals - self._placed if self._may_meet(q, row))
        return placed + sum(not self._ordered[q] or not self._beats(row, q) for q in others)

    def _ahead(self, row: int) -> int:
        """How many rows may come before a row, those that are level with it aside."""
        values = self._values[self._group[row]]
        value = self._order[row]
        most = self._extreme.most
        placed = len(values) - bisect_right(values, value) if most else bisect_left(values, value)
        others = (q for q in self._rivals - self._placed if self._may_meet(q, row))
        return placed + sum(not self._ordered[q] or self._beats(q, row) for q in others)

    def _may_meet(self, one: int, row: int) -> bool:
        """Whether a row may be in the group of another, which is known."""
        return not self._grouped[one] or self._group[one] == self._group[row]

    def _beats(self, one: int, other: int) -> bool:
        """Whether a row comes before another: both have known values."""
        a, b = self._order[one], self._order[other]
        return bool(a > b if self._extreme.most else a < b)
