"""How far a specification reaches: the look-ups that depend on each other, the tables read."""

from __future__ import annotations

import math
from collections.abc import Iterator

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.tasks.specification import Path, Specification


def rows_named(specification: Specification, pack: CompiledPack) -> int | None:
    """Return the most rows of the base that conditions name; None where they name none.

    They name rows by their name, or by each of the key columns of rows without names.
    """
    table = pack.tables[specification.table]
    named = {
        condition.path[0]: len(condition.values)
        for condition in specification.where
        if len(condition.path) == 1 and condition.operator in {"is", "one_of"}
    }
    key = table.key if table.name_column is None else (table.name_column.name,)
    return math.prod(named[name] for name in key) if key and set(key) <= set(named) else None


def names_its_rows(specification: Specification, pack: CompiledPack) -> bool:
    """Return whether conditions name the rows of the base, so that no directory is needed."""
    return rows_named(specification, pack) is not None


def hops_of(specification: Specification, pack: CompiledPack) -> int:
    """Return the number of pages read in sequence, as a person would read them.

    One for the list of rows where the question names none; one for each reference that some path
    goes through (not the one it ends at, whose name stands in the cell; a beginning that paths
    share counts once), one for reading the end, and one each for an extreme, an average to compare
    with, an aggregate over rows, and each membership.
    """
    steps = {
        (table, path[:length])
        for table, path in _paths(specification)
        for length in range(1, len(path))
        if path[0] != SETTING
    }
    stages = (
        specification.extreme is not None,
        specification.against is not None,
        specification.aggregated or bool(specification.groups),
    )
    listed = not names_its_rows(specification, pack)
    return listed + len(steps) + 1 + sum(stages) + len(specification.members)


def tables_of(specification: Specification, pack: CompiledPack) -> tuple[str, ...]:
    """Return the tables whose rows are read, in the order of the pack, without the setting."""
    tables_read = {specification.table, *(membership.table for membership in specification.members)}
    for table, path in _paths(specification):
        if path[0] != SETTING:
            # at the end of a path the name of the row pointed to is read
            tables_read.update(step.target for step in pack.steps(table, path) if step.target)
    return tuple(name for name in pack.tables if name in tables_read)


def _paths(specification: Specification) -> Iterator[tuple[str, Path]]:
    """Yield every path with the table that it starts in."""
    base = specification.table
    paths = [*specification.deciding_paths, *specification.groups]
    for output in specification.outputs:
        paths += [output.path, output.until]
    yield from ((base, path) for path in paths if path)
    for membership in specification.members:
        yield from ((membership.table, condition.path) for condition in membership.where)
