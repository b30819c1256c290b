"""How far a specification reaches: the look-ups that depend on each other, the tables read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.specification import Path, Specification

__all__ = ["hops_of", "tables_of"]


def hops_of(specification: Specification, pack: CompiledPack) -> int:
    """How many look-ups depend on each other, as a person would make them.

    One for each reference that some path goes through (not the one it ends at, whose name stands
    in the cell; a beginning that paths share counts once), one for reading the end, and one each
    for an extreme, an average to compare with, an aggregate over rows, and each membership.
    """
    steps = {
        (table, path[:length])
        for table, path in _paths(specification)
        for length in range(1, len(path))
        if path[0] != SETTING and pack.column(table, path[:length]).target is not None
    }
    stages = (
        specification.extreme is not None,
        specification.against is not None,
        specification.aggregated or bool(specification.groups),
    )
    return len(steps) + 1 + sum(stages) + len(specification.members)


def tables_of(specification: Specification, pack: CompiledPack) -> tuple[str, ...]:
    """The tables whose rows are read, in the order of the pack; the setting is known beforehand."""
    read = {specification.table, *(membership.table for membership in specification.members)}
    for table, path in _paths(specification):
        if path[0] == SETTING:
            continue
        for length in range(1, len(path) + 1):
            target = pack.column(table, path[:length]).target
            # at the end of a path the name of the row pointed to is read
            if target is not None:
                read.add(target)
    return tuple(name for name in pack.tables if name in read)


def _paths(specification: Specification) -> Iterator[tuple[str, Path]]:
    """Every path with the table that it starts in."""
    base = specification.table
    paths: list[Path | None] = [condition.path for condition in specification.where]
    if specification.against is not None:
        paths += [specification.against.measure, specification.against.per]
    if specification.extreme is not None:
        paths += [specification.extreme.order, specification.extreme.per]
    paths += specification.groups
    for output in specification.outputs:
        paths += [output.path, output.until]
    yield from ((base, path) for path in paths if path)
    for membership in specification.members:
        yield from ((membership.table, condition.path) for condition in membership.where)
