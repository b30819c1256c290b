"""Which values of a pack can be known from stored cells alone.

A hidden column is stored nowhere. Some can be computed all the same (the weekend of a match
follows from its round), others cannot (a latent strength); a rule that reads those is not proven,
and the report says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fictionworld.packs.compiled import ROWS, SETTING, CompiledColumn, CompiledPack
from fictionworld.packs.fields import OneOf
from fictionworld.packs.operator import operator_of, uses_of
from fictionworld.packs.operators.aggregates import Aggregate
from fictionworld.packs.terms import Node, Path, Term
from fictionworld.validators.operator import proof_of


class PathEnd(NamedTuple):
    """Where a path leads."""

    start: str
    """The table it starts in: the row's own, or the setting."""
    references: Path
    """The references that it follows from there."""
    column: CompiledColumn
    """The column that it ends at."""


def route(pack: CompiledPack, table: str, path: Path) -> PathEnd:
    """Return where `path` leads from a row of `table`.

    Raises:
        KeyError: It leads nowhere; `check_pack` reports such paths with their line.
    """
    start, steps = (SETTING, path[1:]) if path[0] == SETTING else (table, path)
    return PathEnd(start, steps[:-1], pack.column(start, steps))


def is_known(pack: CompiledPack, table: str, path: Path) -> bool:
    """Return whether the value of `path` can be had from stored cells, for every row of `table`."""
    start, references, column = route(pack, table, path)
    for step in references:
        reference = pack.tables[start].columns[step]
        if not _column_known(pack, reference, frozenset()):
            return False
        start = str(reference.target)
    return _column_known(pack, column, frozenset())


def paths_known(pack: CompiledPack, table: str, paths: Iterable[Path]) -> bool:
    """Return whether all of `paths` are known."""
    return all(is_known(pack, table, path) for path in paths)


def recomputable(pack: CompiledPack, column: CompiledColumn) -> bool:
    """Return whether a derived column's definition reads only values that can be known."""
    derive = column.spec.derive
    return derive is not None and _sources_known(pack, column, derive, frozenset())


def _column_known(pack: CompiledPack, column: CompiledColumn, seen: frozenset[Node]) -> bool:
    if column.stored:
        return True
    node = (column.table, column.name)
    if node in seen:
        return False
    spec, seen = column.spec, seen | {node}
    source, draw = column.spec.draw or column.spec.derive, spec.draw
    if source is None or spec.optional is not None or proof_of(source).due is None:
        return False
    if draw is not None and (draw.missing or draw.when or draw.times is not None):
        return False
    return _sources_known(pack, column, source, seen)


def _sources_known(
    pack: CompiledPack, column: CompiledColumn, source: OneOf, seen: frozenset[Node]
) -> bool:
    return all(
        _column_known(pack, pack.tables[table].columns[name], seen)
        for table, name in (*column.needs, *proof_of(source).reads(pack, column))
        if name != ROWS
    )


def link(pack: CompiledPack, table: str, aggregate: Aggregate) -> tuple[str, str | None]:
    """Return how the rows of an aggregate's table match the rows of `table`.

    An aggregate of a table over its own rows takes the rows that refer to the row itself.

    Returns:
        The reference in the other table, and the reference of `table` that it is matched with
        (`standing.club` with `player.club`), or None where it names the row itself.
    """
    child = pack.tables[aggregate.of.partition(".")[0]]
    by = aggregate.by
    if by is None:
        by = next(column.name for column in child.references if column.target == table)
    own = pack.tables[table].columns.get(by)
    if own is None or child.name == table or own.target != child.columns[by].target:
        return by, None
    return by, by


def term_paths(*terms: Term | None) -> tuple[Path, ...]:
    """Return the paths among `terms`."""
    return tuple(term.path for term in terms if term is not None and term.path is not None)


def draw_paths(pack: CompiledPack, column: CompiledColumn) -> tuple[Path, ...]:
    """Return the paths that a drawn value is computed from, without latents that only vary it."""
    draw = column.spec.draw
    if draw is None:
        return ()
    bounds = term_paths(draw.times, draw.at_least, draw.at_most)
    if not proof_of(draw).blank_with_sources:
        return bounds
    use = next(uses_of(pack.spec, column.table, column.name, column.spec))
    return (*(source.path for source in operator_of(draw).sources(use)), *bounds)
