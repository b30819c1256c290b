"""What a task's answer rests on, how much of it an agent was shown, and after which call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.episodes.trace import CellSeen, EvidenceSeen
from fictionworld.tasks.determination import Determined, determine
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.selection import groups_of, select

if TYPE_CHECKING:
    from fictionworld.episodes.shown import ShownFacts
    from fictionworld.episodes.world_handle import WorldHandle
    from fictionworld.tasks.specification import Specification
    from fictionworld.tasks.world_rows import Cell, WorldRows

__all__ = ["coverage_of", "determined_by", "evidence_seen", "value_cells"]


def determined_by(
    specification: Specification, place: WorldHandle, shown: ShownFacts, calls: int
) -> Determined:
    """What of the right answer follows from what so many calls had shown."""
    return determine(specification, place.rows, shown.known(calls), shown.listed(calls))


def coverage_of(
    specification: Specification, place: WorldHandle, shown: ShownFacts
) -> float | None:
    """The share of the evidence that was shown; None where none is needed."""
    needed = _needed(specification, place, shown)
    return sum(cell in shown.first for cell in needed) / len(needed) if needed else None


def evidence_seen(
    specification: Specification, place: WorldHandle, shown: ShownFacts
) -> EvidenceSeen:
    """How much of the evidence was shown, and when; and when each cell of the answer followed."""
    needed = _needed(specification, place, shown)
    calls = [shown.first[cell] for cell in needed if cell in shown.first]
    complete_at = max(calls) if calls and len(calls) == len(needed) else None
    return EvidenceSeen(
        len(needed), len(calls), complete_at, tuple(_cells_seen(specification, place, shown))
    )


def _needed(
    specification: Specification, place: WorldHandle, shown: ShownFacts
) -> tuple[Cell, ...]:
    """The evidence; a row is ruled out by what was shown, where anything that was shown does."""
    world_id = place.world.world_id
    return evidence_of(specification, place.pack, place.rows, world_id, shown.first).cells


def _cells_seen(
    specification: Specification, place: WorldHandle, shown: ShownFacts
) -> list[CellSeen]:
    headers = [output.header for output in specification.outputs]
    found: dict[tuple[int, int], int | None] = {}

    def told_after(calls: int) -> frozenset[tuple[int, int]]:
        rows = determined_by(specification, place, shown, calls).rows
        every = {(row, place) for row in range(len(rows)) for place in range(len(headers))}
        found.update(dict.fromkeys(every - found.keys()))
        return frozenset(cell for cell in every if rows[cell[0]][cell[1]])

    def between(
        low: int, before: frozenset[tuple[int, int]], high: int, after: frozenset[tuple[int, int]]
    ) -> None:
        """Look for the calls after which cells followed, halving: more facts never tell less."""
        if before == after:
            return
        if high - low == 1:
            found.update(dict.fromkeys(after - before, high))
            return
        middle = (low + high) // 2
        told = told_after(middle)
        between(low, before, middle, told)
        between(middle, told, high, after)

    calls = len(shown.by_call)
    before, after = told_after(0), told_after(calls)
    found.update(dict.fromkeys(before, 0))
    between(0, before, calls, after)
    return [CellSeen(row + 1, headers[place], call) for (row, place), call in sorted(found.items())]


def value_cells(specification: Specification, rows: WorldRows) -> list[Cell]:
    """The facts that are values of a task's answer, once for each cell of it that is one.

    Missing ones are left out, and so is what leads to the values. Behind a count stand facts that
    let rows in, none of which is its value.
    """
    groups = groups_of(specification, rows, select(specification, rows).kept)
    found: list[Cell] = []
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
                found += sorted(behind)
    return found
