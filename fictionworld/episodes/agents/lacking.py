"""What a computation still lacks: the next cells that an agent must read to answer its question.

This is reasoning about the question, and looks at nothing but what was read: of each row seen,
the conditions that nothing read so far has decided; then members, what is compared, what is asked
for. A row that is ruled out needs nothing more; a cell given up counts as missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from fictionworld.episodes.agents.known import Known, KnownRows
from fictionworld.tasks.selection import AmbiguousError, predicate_of, select
from fictionworld.tasks.specification import Condition, MembershipCondition, Path, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell

_State = Literal["in", "out", "open"]


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
        self._rows = KnownRows(known)
        self._settled = known.facts | given_up
        self._wanted: Counter[Cell] = Counter()
        self._lacking: dict[tuple[str, Path], list[Cell | None]] = {}

    def run(self, *, whole: bool) -> Counter[Cell]:
        specification = self._specification
        table = specification.table
        passed = []
        undecided = not whole
        for row in range(len(self._rows.ids(table))):
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
        try:
            selection = select(self._specification, self._rows)
        except AmbiguousError:
            return []  # only while something is missing that should be there
        left = selection.after_average if stage == "stood" else selection.ranked
        return left.rows

    def _want(self, table: str, rows: Iterable[int], paths: Sequence[Path | None]) -> bool:
        """Note the cells that lack along the paths; return whether any does."""
        lacks = False
        for row in rows:
            for path in paths:
                if path and (cell := self._lacking_on(table, path)[row]) is not None:
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
            cell = self._lacking_on(table, condition.path)[row]
            if cell is not None:
                open_.append(cell)
            elif not self._meets(table, row, condition):
                return "out"
        if either and not any(self._meets(table, row, condition) for condition in either):
            cells = [self._lacking_on(table, condition.path)[row] for condition in either]
            lacking = [cell for cell in cells if cell is not None]
            if not lacking:
                return "out"
            open_ += lacking
        self._wanted.update(open_)
        return "open" if open_ else "in"

    def _member_states(self, membership: MembershipCondition, bases: list[int]) -> list[_State]:
        """Return for each base row whether its members pass the membership condition."""
        if not bases:
            return []
        ids = self._rows.ids(self._specification.table)
        members: dict[Value, list[int]] = {ids[base]: [] for base in bases}
        unplaced = False
        table, by = membership.table, (membership.by,)
        pointers = zip(self._rows.cells(table, by), self._lacking_on(table, by), strict=True)
        for child, (base_id, cell) in enumerate(pointers):
            if cell is not None:
                unplaced = True
                self._wanted[cell] += 1
            elif base_id in members:
                members[base_id].append(child)
        states: list[_State] = []
        for base in bases:
            of_members = [
                self._passes(table, child, membership.where) for child in members[ids[base]]
            ]
            if "in" in of_members:
                states.append("in" if membership.holds else "out")
            elif "open" in of_members or unplaced:
                states.append("open")
            else:
                states.append("out" if membership.holds else "in")
        return states

    def _meets(self, table: str, row: int, condition: Condition) -> bool:
        """Return whether a row meets a condition, as far as its cells were read."""
        return predicate_of(condition)(self._rows.cells(table, condition.path)[row])

    def _lacking_on(self, table: str, path: Path) -> list[Cell | None]:
        """Return for each row the first cell along a path that was not read; None for none."""
        cells = self._lacking.get((table, path))
        if cells is None:
            cells = self._lacking[table, path] = [
                next((cell for cell in trail if cell not in self._settled), None)
                for trail in self._rows.trails(table, path)
            ]
        return cells
