"""What a computation still lacks: the next cells that an agent must read to answer its question.

This is reasoning about the question, and looks at nothing but what was read: of each row seen,
the conditions that nothing read so far has decided; then members, what is compared, what is asked
for. A row that is ruled out needs nothing more; a cell given up counts as missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from fictionworld.episodes.agents.known import Known, KnownRows
from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.selection import AmbiguousError, predicate_of, select
from fictionworld.tasks.specification import Condition, MembershipCondition, Path, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell

_State = Literal["in", "out", "open"]


@dataclass(frozen=True, slots=True)
class _PathEnd:
    """Where a path led: to a value (None where it is missing), or to a cell not read yet."""

    value: Value = None
    lacks: Cell | None = None


def lacking_cells(
    specification: Specification, known: Known, given_up: set[Cell], *, whole: bool
) -> Counter[Cell]:
    """Return the cells to read next, each counted by the rows that wait for it.

    It is empty when the computation lacks nothing. The town of a club, for instance, decides on all
    of its players.

    Args:
        specification: What the question asks.
        known: The facts and rows read so far.
        given_up: Cells that were looked for in vain.
        whole: Every row that the question may be about has been seen. Until then nothing is
            compared, as the rows to come may change what counts.
    """
    return _Search(specification, known, given_up).run(whole=whole)


class _Search:
    def __init__(self, specification: Specification, known: Known, given_up: set[Cell]) -> None:
        self._specification = specification
        self._known = known
        self._given_up = given_up
        self._pack = known.world_rows.pack
        self._wanted: Counter[Cell] = Counter()
        self._facts: dict[tuple[str, str], bool] = {}

    def run(self, *, whole: bool) -> Counter[Cell]:
        specification = self._specification
        table = specification.table
        passed = []
        undecided = not whole
        for row in sorted(self._known.rows[table]):
            state = self._passes(table, row, specification.where, specification.either)
            undecided |= state == "open"
            if state == "in":
                passed.append(row)
        for membership in specification.members:
            states = self._member_states(membership, passed)
            undecided |= "open" in states
            passed = [row for row, state in zip(passed, states, strict=True) if state == "in"]
        if specification.against is not None:
            undecided |= self._want(
                table, passed, (specification.against.measure, specification.against.per)
            )
        if specification.extreme is not None and not (
            specification.against is not None and undecided
        ):
            in_play = self._selected("stood") if specification.against is not None else passed
            undecided |= self._want(
                table, in_play, (specification.extreme.order, specification.extreme.per)
            )
        self._want_outputs(passed, undecided=undecided)
        return self._wanted

    def _want_outputs(self, passed: list[int], *, undecided: bool) -> None:
        """Note the cells that fill the answer, if it is decided which rows stay in it."""
        specification = self._specification
        compared = specification.against is not None or specification.extreme is not None
        if compared and undecided:
            return
        rows = self._selected("kept") if compared else passed
        self._want(specification.table, rows, specification.groups)
        for output in specification.outputs:
            self._want(specification.table, rows, (output.path or None, output.until or None))

    def _selected(self, stage: Literal["stood", "kept"]) -> list[int]:
        rows = KnownRows(self._known)
        try:
            selection = select(self._specification, rows)
        except AmbiguousError:
            return []  # only while something is missing that should be there
        left = selection.after_average if stage == "stood" else selection.ranked
        ids = rows.ids(self._specification.table)
        return [ids[index] for index in left.rows]

    def _want(self, table: str, rows: Iterable[int], paths: Sequence[Path | None]) -> bool:
        """Note the cells that lack along the paths; return whether any does."""
        lacks = False
        for row in rows:
            for path in paths:
                if path and (cell := self._follow(table, row, path).lacks) is not None:
                    self._wanted[cell] += 1
                    lacks = True
        return lacks

    # Rows ------------------------------------------------------------------------------------

    def _passes(
        self,
        table: str,
        row: int,
        where: tuple[Condition, ...],
        either: tuple[Condition, ...] = (),
    ) -> _State:
        """Return whether a row passes; note as wanted the cells that would decide it."""
        open_: list[Cell] = []
        for condition in where:
            end = self._follow(table, row, condition.path)
            if end.lacks is not None:
                open_.append(end.lacks)
            elif not predicate_of(condition)(end.value):
                return "out"
        ends = [(condition, self._follow(table, row, condition.path)) for condition in either]
        if ends and not any(predicate_of(condition)(end.value) for condition, end in ends):
            lacking = [end.lacks for _, end in ends if end.lacks is not None]
            if not lacking:
                return "out"
            open_ += lacking
        self._wanted.update(open_)
        return "open" if open_ else "in"

    def _member_states(self, membership: MembershipCondition, bases: list[int]) -> list[_State]:
        """Return for each base row whether its members pass the membership condition."""
        if not bases:
            return []
        members: dict[Value, list[int]] = {base: [] for base in bases}
        unplaced = False
        for child in sorted(self._known.rows[membership.table]):
            end = self._follow(membership.table, child, (membership.by,))
            if end.lacks is not None:
                unplaced = True
                self._wanted[end.lacks] += 1
            elif end.value in members:
                members[end.value].append(child)
        states: list[_State] = []
        for base in bases:
            of_members = [
                self._passes(membership.table, child, membership.where) for child in members[base]
            ]
            if "in" in of_members:
                states.append("in" if membership.holds else "out")
            elif "open" in of_members or unplaced:
                states.append("open")
            else:
                states.append("out" if membership.holds else "in")
        return states

    def _follow(self, table: str, row: int, path: Path) -> _PathEnd:
        if path[0] == SETTING:
            return _PathEnd(self._known.world_rows.cells(table, path)[0])
        value: Value = None
        for step in path:
            cell = (table, row, step)
            if self._is_fact(table, step) and cell not in self._known.facts:
                return _PathEnd() if cell in self._given_up else _PathEnd(lacks=cell)
            value = self._known.value(cell)
            if value is None:
                return _PathEnd()
            target = self._pack.tables[table].columns[step].target
            if target is not None and isinstance(value, int):
                table, row = target, value
        return _PathEnd(value)

    def _is_fact(self, table: str, column: str) -> bool:
        if (table, column) not in self._facts:
            self._facts[table, column] = self._known.world_rows.is_fact(table, column)
        return self._facts[table, column]
