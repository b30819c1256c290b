"""The evidence of a task: the facts from which its answer follows, and nothing more.

Three kinds of facts: those that put a row into the answer (its conditions, its memberships, what it
was compared with), those that fill its cells, and for each row of the base that is not in the
answer those that rule it out. Names and the keys of rows without names are no facts
(`WorldRows.is_fact`). A world with every other cell blanked has the same answer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from fictionworld.tasks.knowledge import Knowledge
from fictionworld.tasks.reach import names_its_rows
from fictionworld.tasks.selection import Selection, passing, select, tested
from fictionworld.tasks.specification import Condition, MembershipCondition, Path, Specification
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.world_rows import Cell, WorldRows

_NEVER = math.inf


@dataclass(frozen=True)
class Evidence:
    """What must be read to answer a task, and to know that the answer is whole."""

    world_id: int
    cells: tuple[Cell, ...]
    """The facts without their world; sorted, distinct."""
    enumerated: tuple[str, ...]
    """Tables whose directory must be read to know that every row was seen: the base first."""

    @cached_property
    def facts(self) -> tuple[FactId, ...]:
        """Return the cells as facts, made when asked for, since a draw only counts them."""
        return tuple(FactId(self.world_id, *cell) for cell in self.cells)


def evidence_of(
    specification: Specification,
    rows: WorldRows,
    world_id: int,
    seen: Mapping[Cell, int] | None = None,
    selection: Selection | None = None,
) -> Evidence:
    """Return the evidence of a task in one world; `seen` says when which facts were read.

    `selection` is what `select` returns for the task, where the caller has it.

    Where several tests rule a row out, the one whose facts were read first counts; where none was
    read, or without `seen`, the first test.

    - `where`: a failing condition's cells, each reference on the way among them; before any other
      a failing condition on what the row is called, which no fact is needed for. Of `either`
      the cells of both tests where a row fails, and of one where it passes.
    - `members`: that a row has a member is shown by one: its reference and its own conditions. That
      it has none is shown by the directory of the member table, the references of all its rows, and
      for each member that points to the row what rules that one out.
    - `against`: every row that is left by then, and has measure and group, counts in the average:
      its conditions, its measure and its group are evidence, in the answer or not.
    - `extreme`: the order and the group of every row in play. Whether a loser passed its
      conditions does not matter; of the next row, where a `lead` is asked for, it does.

    The base is enumerated unless conditions name its rows: by their name, or by each of the key
    columns of rows without names. A member table is also where a member has no fact of its own to
    show that it exists.

    Raises:
        AmbiguousError: As `rederive`.
    """
    selection = selection or select(specification, rows)
    gathering = _Gathering(specification, rows, selection, seen or {})
    gathering.gather()
    return Evidence(world_id, tuple(sorted(gathering.cells)), tuple(gathering.enumerated))


def value_cells(
    specification: Specification, rows: WorldRows, groups: Iterable[Sequence[int]]
) -> list[Cell]:
    """Return the facts that are values of a task's answer, one for each cell with a value.

    Missing values are left out, and so are references that lead to values. A count has none: the
    facts behind it let rows in, and no fact is its value.

    Args:
        specification: Of the task.
        rows: Of its world.
        groups: The rows of the base behind each row of the answer, as `groups_of` returns them.
    """
    facts: list[Cell] = []
    for output in specification.outputs:
        if output.role == "value" and output.path:
            paths = [path for path in (output.path, output.until) if path]
            if output.of == "lead" and specification.extreme is not None:
                paths.append(specification.extreme.order)
            trails = [rows.trails(specification.table, path) for path in paths]
            values = [rows.cells(specification.table, path) for path in paths]
            for group in groups:
                behind = {
                    cell
                    for trail, cells in zip(trails, values, strict=True)
                    for row in group
                    if cells[row] is not None
                    for cell in trail[row]
                    if cell[2] == output.path[-1]
                }
                facts += sorted(behind)
    return facts


class _Gathering:
    """The cells found so far, while the stages are walked through."""

    def __init__(
        self,
        specification: Specification,
        rows: WorldRows,
        selection: Selection,
        seen: Mapping[Cell, int],
    ) -> None:
        self._seen = seen
        self.cells: set[Cell] = set()
        self.enumerated: dict[str, None] = {}  # a set that keeps its order
        self._specification = specification
        self._table = specification.table
        self._rows = rows
        self._selection = selection

    def gather(self) -> None:
        specification, selection = self._specification, self._selection
        if not names_its_rows(specification, self._rows.pack):
            self.enumerated[self._table] = None
        ids = self._rows.ids(self._table)
        in_answer = {*selection.kept.rows, *self._followers()}

        passed = set(selection.passed.rows)
        failed = [row for row in range(len(ids)) if row not in passed]
        self._rule_out(self._table, specification.where, failed, specification.either)
        in_play = in_answer | self._averaged()
        self._admit(self._table, specification.where, in_play)
        self._admit_by_one(in_play)

        remaining = selection.passed.rows
        for membership in specification.members:
            members = self._members(membership)
            fits = {row for row in remaining if (ids[row] in members) == membership.holds}
            decisive = [row for row in remaining if row not in fits or row in in_play]
            self._show_members(membership, members, [ids[row] for row in decisive])
            remaining = [row for row in remaining if row in fits]
        assert remaining == selection.after_members.rows

        self._compare()
        for output in specification.outputs:
            for path in (output.path, output.until):
                if path:
                    self._follow(self._table, path, selection.kept.rows)
        for path in specification.groups:
            self._follow(self._table, path, selection.ranked.rows)

    def _followers(self) -> set[int]:
        """Return the rows that a lead is measured to: they must be known to be in play."""
        if not any(output.of == "lead" for output in self._specification.outputs):
            return set()
        ranking, ranked = self._selection.ranking, self._selection.ranked.rows
        followers = map(ranking.follower, ranked) if ranking is not None else ()
        return {follower for follower in followers if follower is not None}

    def _averaged(self) -> set[int]:
        """Return the rows that count in the average of `against`."""
        against = self._specification.against
        if against is None:
            return set()
        are_measured = Knowledge(self._rows).present(self._table, against.paths)
        return {*(self._selection.after_members & are_measured).rows}

    def _members(self, membership: MembershipCondition) -> dict[int, list[int]]:
        """Return the rows of the member table for each row of the base, by id, that has any."""
        table = membership.table
        bases: list[Any] = self._rows.cells(table, (membership.by,))
        members: dict[int, list[int]] = {}
        for row in passing(Knowledge(self._rows), table, membership.where).rows:
            if bases[row] is not None:
                members.setdefault(bases[row], []).append(row)
        return members

    def _compare(self) -> None:
        """Add what rows are measured and ordered by."""
        against, extreme = self._specification.against, self._specification.extreme
        for path in against.paths if against is not None else ():
            self._follow(self._table, path, self._selection.after_members.rows)
        for path in extreme.paths if extreme is not None else ():
            self._follow(self._table, path, self._selection.after_average.rows)

    def _follow(self, table: str, path: Path, places: Iterable[int]) -> None:
        trails = self._rows.trails(table, path)
        self.cells.update(chain.from_iterable(map(trails.__getitem__, places)))

    def _admit(self, table: str, where: tuple[Condition, ...], places: Iterable[int]) -> None:
        """Add what shows that rows pass: all their conditions."""
        chosen = list(places)
        for condition in where:
            self._follow(table, condition.path, chosen)

    def _tests(
        self, table: str, where: tuple[Condition, ...]
    ) -> list[tuple[Sequence[bool], Sequence[tuple[Cell, ...]]]]:
        """Return for each condition, by row, whether it passes and the facts that show it."""
        return [
            (tested(self._rows, table, condition), self._rows.trails(table, condition.path))
            for condition in where
        ]

    def _admit_by_one(self, places: Iterable[int]) -> None:
        """Add what shows that rows pass one of the tests of `either`."""
        tests = self._tests(self._table, self._specification.either)
        for row in places if tests else ():
            shown = [trails[row] for passes, trails in tests if passes[row]]
            read_first = min(shown, key=self._read)
            self.cells.update(read_first)

    def _rule_out(
        self,
        table: str,
        where: tuple[Condition, ...],
        places: Iterable[int],
        either: tuple[Condition, ...] = (),
    ) -> None:
        """Add what shows that rows, none of which passes, fail."""
        tests = self._tests(table, where)
        if either:
            of_each = self._tests(table, either)
            passes = list(map(any, zip(*(passes for passes, _ in of_each), strict=True)))
            trails = [
                sum(cells, ()) for cells in zip(*(cells for _, cells in of_each), strict=True)
            ]
            tests.append((passes, trails))
        for row in places:
            failing = (trails[row] for passes, trails in tests if not passes[row])
            read_first = min(failing, key=self._read)
            self.cells.update(read_first)

    def _read(self, cells: Collection[Cell]) -> float:
        """Return when the last of these cells had been read; 0 where there is none to read."""
        if not self._seen:
            return _NEVER if cells else 0
        return max((self._seen.get(cell, _NEVER) for cell in cells), default=0)

    def _show_members(
        self,
        membership: MembershipCondition,
        members: Mapping[int, list[int]],
        bases: Iterable[int],
    ) -> None:
        """Add what shows of each row of `bases`, by id, that it has a member, or has none."""
        table, by = membership.table, (membership.by,)
        chosen = set(bases)
        paths = [by, *(condition.path for condition in membership.where)]
        trails = [self._rows.trails(table, path) for path in paths]
        shown = [
            min(
                members[base], key=lambda row: self._read(sum((trail[row] for trail in trails), ()))
            )
            for base in chosen
            if base in members
        ]
        self._follow(table, by, shown)
        self._admit(table, membership.where, shown)
        if not all(self._speaks(table, row) for row in shown):
            self.enumerated[table] = None
        without = chosen - members.keys()
        if without:
            self.enumerated[table] = None
            pointed = self._rows.cells(table, by)
            self._follow(table, by, range(len(pointed)))
            near = [row for row, base in enumerate(pointed) if base in without]
            self._rule_out(table, membership.where, near)

    def _speaks(self, table: str, place: int) -> bool:
        """Return whether a cell found so far stands in this row: reading it shows the row."""
        row = self._rows.ids(table)[place]
        columns = self._rows.pack.tables[table].columns
        return any((table, row, column) in self.cells for column in columns)
