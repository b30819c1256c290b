"""Which values of a pack can be known from stored cells alone.

A hidden column is stored nowhere. Some can be worked out all the same (the weekend of a match
follows from its round), others cannot (a latent strength); a rule that reads those is not proven,
and the report says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, Node
from fictionworld.packs.expression import check_expression

if TYPE_CHECKING:
    from fictionworld.packs.specification import Aggregate, Derive, Draw
    from fictionworld.packs.terms import Term

__all__ = [
    "Route",
    "draw_paths",
    "is_known",
    "link",
    "paths_known",
    "recomputable",
    "route",
    "term_paths",
]

_Path = tuple[str, ...]


class Route(NamedTuple):
    """Where a path leads."""

    start: str
    """The table it starts in: the row's own, or the setting."""
    references: _Path
    """The references that it follows from there."""
    column: CompiledColumn
    """The column that it ends at."""


def route(pack: CompiledPack, table: str, path: _Path) -> Route:
    """Where `path` leads from a row of `table`.

    Raises:
        KeyError: Nowhere; `check_pack` reports such paths with their line.
    """
    start, steps = (SETTING, path[1:]) if path[0] == SETTING else (table, path)
    return Route(start, steps[:-1], pack.column(start, steps))


def is_known(pack: CompiledPack, table: str, path: _Path) -> bool:
    """Whether the value of `path` can be had from stored cells, for every row of `table`."""
    return _is_known(pack, table, path, frozenset())


def paths_known(pack: CompiledPack, table: str, paths: Iterable[_Path]) -> bool:
    """Whether all of `paths` are known."""
    return all(is_known(pack, table, path) for path in paths)


def recomputable(pack: CompiledPack, column: CompiledColumn) -> bool:
    """Whether a derived column's definition reads nothing but what can be known."""
    return _recomputable(pack, column, frozenset())


def _is_known(pack: CompiledPack, table: str, path: _Path, seen: frozenset[Node]) -> bool:
    start, references, column = route(pack, table, path)
    for step in references:
        at = pack.tables[start].columns[step]
        if not _column_known(pack, at, seen):
            return False
        start = str(at.target)
    return _column_known(pack, column, seen)


def _column_known(pack: CompiledPack, column: CompiledColumn, seen: frozenset[Node]) -> bool:
    if column.stored:
        return True
    node = (column.table, column.name)
    if node in seen:
        return False
    spec, seen = column.spec, seen | {node}
    if spec.derive is not None:
        return spec.optional is None and _recomputable(pack, column, seen)
    draw = spec.draw
    if draw is None or spec.optional is not None or draw.missing or draw.when:
        return False
    if draw.map is not None and draw.times is None:
        return _is_known(pack, column.table, next(iter(draw.map)), seen)
    if draw.ordinal is not None and draw.times is None:
        paths = (draw.ordinal.order, *term_paths(draw.ordinal.start), *draw.ordinal.within)
        return all(_is_known(pack, column.table, path, seen) for path in paths)
    if draw.copy_of is not None:
        return _is_known(pack, column.table, draw.copy_of, seen)
    return False


def _recomputable(pack: CompiledPack, column: CompiledColumn, seen: frozenset[Node]) -> bool:
    derive = column.spec.derive
    if derive is None:
        return False
    return all(_is_known(pack, table, path, seen) for table, path in _sources(pack, column, derive))


def _sources(
    pack: CompiledPack, column: CompiledColumn, derive: Derive
) -> Iterator[tuple[str, _Path]]:
    """Every (table, path) that a derivation reads."""
    table = column.table
    grouped = derive.share or derive.rank or derive.growth
    if grouped is not None:
        yield table, grouped.of
        yield from ((table, path) for path in grouped.within)
        if derive.growth is not None:
            yield table, derive.growth.over
    elif (aggregate := _aggregate(derive)) is not None:
        child, _, read = aggregate.of.partition(".")
        theirs, ours = link(pack, table, aggregate)
        yield child, (theirs,)
        if read:
            yield child, (read,)
        if ours is not None:
            yield table, (ours,)
    elif derive.days or derive.years:
        yield from ((table, path) for path in (derive.days or derive.years or ()))
    elif derive.standing:
        plan = pack.tables[table].spec.standings
        assert plan is not None, "check_pack demands it"
        yield table, (plan.of,)
        for name in (plan.home, plan.away, plan.home_scored, plan.away_scored):
            yield plan.matches, (name,)
    elif derive.lookup:
        yield table, derive.lookup
    elif derive.sql:
        yield from ((table, path) for path in check_expression(derive.sql).paths)


def _aggregate(derive: Derive) -> Aggregate | None:
    return derive.total or derive.average or derive.count or derive.earliest or derive.latest


def link(pack: CompiledPack, table: str, aggregate: Aggregate) -> tuple[str, str | None]:
    """How the rows of an aggregate's table meet the rows of `table`.

    A table's figure over its own rows is about those that refer to the row itself.

    Returns:
        The reference in the other table, and the reference of `table` that it is matched with
        (`standing.club` with `player.club`), or None where it names the row itself.
    """
    child = pack.tables[aggregate.of.partition(".")[0]]
    by = aggregate.by
    if by is None:
        by = next(column.name for column in child.references if column.target == table)
    ours = pack.tables[table].columns.get(by)
    if ours is None or child.name == table or ours.target != child.columns[by].target:
        return by, None
    return by, by


def term_paths(*terms: Term | None) -> tuple[_Path, ...]:
    """The paths among `terms`."""
    return tuple(term.path for term in terms if term is not None and term.path is not None)


def draw_paths(draw: Draw) -> tuple[_Path, ...]:
    """What a drawn value takes its value from, latents that merely move it apart."""
    ends = [*(draw.uniform or ()), *(draw.between or ())]
    firsts = [pair[0] for pair in (draw.normal, draw.lognormal, draw.pareto) if pair is not None]
    start = [draw.trend.start[0]] if draw.trend is not None else []
    bounds = [draw.poisson, draw.times, draw.at_least, draw.at_most]
    plain = [draw.copy_of] if draw.copy_of is not None else []
    return (*term_paths(*ends, *firsts, *start, *bounds), *plain, *(draw.map or {}))
