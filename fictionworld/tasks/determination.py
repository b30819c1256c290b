"""Which cells of the right answer follow from some of a world's facts, whatever the others are.

A cell is determined where its row is certainly in the answer and its value is the same in every
case.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from fictionworld.tasks.key import Row, sort_rows
from fictionworld.tasks.knowledge import Knowledge
from fictionworld.tasks.reach import names_its_rows
from fictionworld.tasks.selection import Selection, groups_of, select
from fictionworld.tasks.specification import Output, Specification
from fictionworld.worlds.world_rows import Cell, WorldRows


@dataclass(frozen=True, slots=True)
class Determined:
    """What follows of the right answer to a task."""

    rows: tuple[tuple[bool, ...], ...]
    """For each row of the answer, in the order of its key, and for each output whether it does."""
    settled: bool
    """Whether nothing else can be in the answer. Of an answer without rows this is all there is."""

    @property
    def whole(self) -> bool:
        """Return whether all of the answer follows."""
        return self.settled and all(map(all, self.rows))


def determine(
    specification: Specification,
    rows: WorldRows,
    known: Iterable[Cell],
    listed: Collection[str],
) -> Determined:
    """Return what follows of the right answer from some facts, and from nothing else of the world.

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
    if names_its_rows(specification, rows.pack):
        listed = {*listed, specification.table}
    knowledge = Knowledge(rows, known, listed)
    truth, left = select(specification, rows), select(specification, rows, knowledge)
    groups = groups_of(specification, rows, truth.kept.rows)
    if specification.is_grouped:
        cells = _cells_of_groups(specification, knowledge, left, groups)
    else:
        cells = _cells_of_rows(specification, knowledge, left, truth)
    settled = knowledge.lists(specification.table) and not left.kept.unsure_rows
    return Determined(_in_order(specification, rows, groups, cells), settled)


def _in_order(
    specification: Specification,
    rows: WorldRows,
    groups: Sequence[tuple[int, ...]],
    cells: Sequence[tuple[bool, ...]],
) -> tuple[tuple[bool, ...], ...]:
    """Order the rows as the key does: by their key cells, each of which identifies one row."""
    keys = [output for output in specification.outputs if output.role == "key" and output.path]
    shown = [rows.shown(specification.table, output.path) for output in keys]
    by_key: dict[Row, tuple[bool, ...]] = {
        tuple(values[group[0]] if group else None for values in shown): of_row
        for group, of_row in zip(groups, cells, strict=True)
    }
    return tuple(by_key[key] for key in sort_rows(by_key, keys))


def _cells_of_rows(
    specification: Specification, known: Knowledge, left: Selection, truth: Selection
) -> list[tuple[bool, ...]]:
    """Return which cells follow, for each row of an answer whose rows are rows of the base."""
    certain, outputs = set(left.kept.rows), specification.outputs

    def follows(output: Output, row: int) -> bool:
        ranking = left.ranking
        if ranking is not None and truth.ranking is not None:
            if output.of == "place":
                return ranking.place(row) is not None
            if output.of == "lead":
                return ranking.tells_follower(row, truth.ranking.follower(row))
        paths = [path for path in (output.path, output.until) if path]
        return all(known.knows(specification.table, path)[row] for path in paths)

    return [
        tuple(row in certain and follows(output, row) for output in outputs)
        for row in truth.kept.rows
    ]


def _cells_of_groups(
    specification: Specification,
    known: Knowledge,
    left: Selection,
    groups: Sequence[tuple[int, ...]],
) -> list[tuple[bool, ...]]:
    """Return which cells follow, for each row of an answer that stands for rows of the base."""
    table, paths = specification.table, specification.groups
    certain, unsure = set(left.kept.rows), left.kept.unsure_rows
    values = [known.rows.cells(table, path) for path in paths]
    grouped = [known.knows(table, path) for path in paths]

    def may_be_in(row: int, group: tuple[int, ...]) -> bool:
        of_paths = zip(values, grouped, strict=True)
        return all(
            not known_rows[row] or value[row] == value[group[0]] for value, known_rows in of_paths
        )

    def follows(output: Output, members: set[int], *, is_whole: bool) -> bool:
        is_known = known.knows(table, output.path or None)
        if output.of == "cell":
            return any(is_known[row] for row in members)
        return is_whole and all(is_known[row] for row in members)

    cells = []
    for group in groups:
        members = certain.intersection(group)
        is_there = bool(members) or not paths
        is_whole = known.lists(table) and not any(may_be_in(row, group) for row in unsure)
        cells.append(
            tuple(
                is_there and follows(output, members, is_whole=is_whole)
                for output in specification.outputs
            )
        )
    return cells
