"""Which facts a task's answer rests on, and after which call they had been read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.episodes.trace import CellSeen, EvidenceSeen
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.rows import sort_rows
from fictionworld.tasks.selection import Selection, select
from fictionworld.worlds.fact import FactId

if TYPE_CHECKING:
    from fictionworld.tasks.rows import Row
    from fictionworld.tasks.specification import Output, Path, Specification
    from fictionworld.tasks.world_rows import Cell, WorldRows

__all__ = ["Needed", "evidence_seen", "needed_for", "value_cells"]


@dataclass(frozen=True, slots=True)
class Needed:
    """What must be read to answer a task."""

    facts: frozenset[FactId]
    cells: tuple[tuple[int, str, frozenset[FactId]], ...]
    """For each cell of the answer that rests on facts of its own: its row from 1, its header, the
    facts."""


def needed_for(specification: Specification, rows: WorldRows, world_id: int) -> Needed:
    """What must be read to answer a task in this world."""
    evidence = evidence_of(specification, rows.pack, rows, world_id)
    selection = select(specification, rows)
    groups = _groups(specification, rows, selection)
    outputs = specification.outputs
    told = [(_key(specification, rows, group), group) for group in groups]
    # the key's order: rows by their key cells, each of which tells one row; a count that is a key
    # column of its own stands in an answer of one row
    keys = [output for output in outputs if _tells_rows(output)]
    order = {key: number for number, key in enumerate(sort_rows([k for k, _ in told], keys), 1)}
    cells = [
        (order[key], output.header, facts)
        for key, group in sorted(told, key=lambda found: order[found[0]])
        for output in outputs
        if (facts := _facts(specification, output, rows, group, world_id))
    ]
    return Needed(frozenset(evidence.facts), tuple(cells))


def value_cells(specification: Specification, rows: WorldRows) -> list[Cell]:
    """The facts that are values of a task's answer, once for each cell of it that is one.

    Cheaper than `needed_for`: what leads to the values is left out. Behind a count stand facts that
    let rows in, none of which is its value.
    """
    groups = _groups(specification, rows, select(specification, rows))
    grouped = _is_grouped(specification)
    found: list[Cell] = []
    for output in specification.outputs:
        if output.role == "value" and output.path:
            end = output.path[-1]
            trails = _trails(specification, output, rows)
            if not grouped and len(trails) == 1 and output.path.count(end) == 1:
                # most outputs: no row has more than one such cell, and there is nothing to sort
                (trail,) = trails
                found += [cell for (row,) in groups for cell in trail[row] if cell[2] == end]
                continue
            for group in groups:
                behind = {c for trail in trails for row in group for c in trail[row] if c[2] == end}
                found += sorted(behind)
    return found


def evidence_seen(needed: Needed, facts_by_call: Sequence[Iterable[FactId]]) -> EvidenceSeen:
    """How much was read, and when; `facts_by_call` are the facts that each call stated."""
    first: dict[FactId, int] = {}
    for number, facts in enumerate(facts_by_call, 1):
        for fact in facts:
            first.setdefault(fact, number)
    seen = sum(fact in first for fact in needed.facts)
    cells = tuple(CellSeen(row, header, _last(first, facts)) for row, header, facts in needed.cells)
    return EvidenceSeen(len(needed.facts), seen, _last(first, needed.facts), cells)


def _last(first: dict[FactId, int], facts: frozenset[FactId]) -> int | None:
    """The call by which all of the facts had been stated."""
    calls = [first.get(fact) for fact in facts]
    if None in calls or not calls:
        return None
    return max(call for call in calls if call is not None)


def _is_grouped(specification: Specification) -> bool:
    """Whether a row of the answer may be made of several rows of the base."""
    return bool(specification.groups) or specification.aggregated


def _groups(
    specification: Specification, rows: WorldRows, selection: Selection
) -> list[tuple[int, ...]]:
    """The rows of the base behind each row of the answer, by place."""
    if not _is_grouped(specification):
        return [(row,) for row in selection.kept]
    paths = [rows.cells(specification.table, path) for path in specification.groups]
    groups: dict[Row, list[int]] = {} if paths else {(): []}
    for row in selection.kept:
        groups.setdefault(tuple(path[row] for path in paths), []).append(row)
    return [tuple(group) for group in groups.values()]


def _key(specification: Specification, rows: WorldRows, group: tuple[int, ...]) -> Row:
    return tuple(
        rows.shown(specification.table, output.path)[group[0]] if group else None
        for output in specification.outputs
        if _tells_rows(output)
    )


def _tells_rows(output: Output) -> bool:
    return output.role == "key" and output.of == "cell"


def _facts(
    specification: Specification,
    output: Output,
    rows: WorldRows,
    group: tuple[int, ...],
    world_id: int,
) -> frozenset[FactId]:
    """The facts behind one cell; behind a count, those that let its rows in."""
    trails = _trails(specification, output, rows)
    return frozenset(
        FactId(world_id, *cell) for trail in trails for row in group for cell in trail[row]
    )


def _trails(
    specification: Specification, output: Output, rows: WorldRows
) -> list[list[tuple[Cell, ...]]]:
    """The cells behind an output, from each row of the base: a list for each path to them."""
    paths: list[Path] = [path for path in (output.path, output.until) if path]
    if output.of in {"place", "lead"} and specification.extreme is not None:
        paths.append(specification.extreme.order)
    if output.of == "count":
        paths += [condition.path for condition in specification.where]
    return [rows.trails(specification.table, path) for path in paths]
