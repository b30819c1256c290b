"""Every path in a pack, with who reads it, where it starts, and what it must lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import ROWS, SETTING
from fictionworld.packs.expression import paths_of
from fictionworld.packs.fields import Effects
from fictionworld.packs.findings import Place
from fictionworld.packs.operator import ValueSource, Want, of_paths, of_term, operator_of, uses_of
from fictionworld.packs.resolve import parents_of, sum_target
from fictionworld.packs.terms import Node, Path, Term

if TYPE_CHECKING:
    from fictionworld.packs.specification import ColumnSpec, Draw, Pack, Pick, RowPlan, Rule, Terms


@dataclass(frozen=True, slots=True)
class Read:
    """One path where it stands."""

    place: Place
    reader: Node | None
    """The column that reads it, or the rows of a table; None for a rule, which reads all at the
    end."""
    table: str
    """Whose row the path starts from."""
    path: Path
    want: Want
    term: Term | None = None
    """The term around the path, for its offset."""


def all_reads(pack: Pack) -> Iterator[Read]:
    """Yield all paths of the pack, in the order of the file."""
    for name, column in pack.setting.items():
        yield from _column(pack, (SETTING, name), ("setting", name), column)
    for table, spec in pack.tables.items():
        table_place, rows = ("tables", table), spec.rows
        for parent in parents_of(rows)[:1]:  # before there is a row, the parent's is at hand
            yield from _reads((*table_place, "rows"), (table, ROWS), parent, _years(rows))
        for name, column in spec.columns.items():
            node = (table, name)
            yield from _column(pack, node, (*table_place, "columns", name), column)
            if rows.terms is not None and name in {rows.terms.start, rows.terms.end}:
                yield from _reads((*table_place, "rows", "terms"), node, table, _terms(rows.terms))
    for number, rule in enumerate(pack.rules):
        yield from _reads(("rules", number), None, rule.table, _rule(pack, rule))


def _reads(
    place: Place, reader: Node | None, table: str, sources: Iterable[ValueSource]
) -> Iterator[Read]:
    for source in sources:
        at = (*place, *source.place)
        yield Read(at, reader, table, source.path, source.want, source.term)


def _years(rows: RowPlan) -> Iterator[ValueSource]:
    for number, term in enumerate(rows.years or ()):
        yield from of_term(("years", number), term, "number")


def _terms(terms: Terms) -> Iterator[ValueSource]:
    yield from of_term(("since",), terms.since, "day")
    yield from of_term(("until",), terms.until, "day")


def _column(pack: Pack, node: Node, place: Place, column: ColumnSpec) -> Iterator[Read]:
    table = node[0]
    for use in uses_of(pack, *node, column, place):
        yield from _reads(use.place, node, table, operator_of(use.source).sources(use))
        if column.draw is not None:
            yield from _reads(use.place[:-1], node, table, _options(use.source))
    if column.ref is not None:
        yield from _reads((*place, "pick"), node, table, _pick(column.pick))


def _options(draw: Draw) -> Iterator[ValueSource]:
    """Yield the paths that the options of a draw, or of a part of a pattern, read."""
    bound: Want = "day" if operator_of(draw).gives == "date" else "number"
    if draw.times is not None:
        yield from of_term(("times",), draw.times, "number")
    for name, term in (("at_least", draw.at_least), ("at_most", draw.at_most)):
        if term is not None:
            yield from of_term((name,), term, bound)
    yield from effect_sources(("driven_by",), draw.driven_by)
    yield from _when(("when",), draw.when)
    yield from of_paths(("within",), draw.within)
    yield from of_paths(("per",), draw.per)
    if draw.palette is not None:
        yield from of_paths(("palette", "per"), draw.palette.per)
    if draw.gender is not None:
        yield ValueSource(("gender",), draw.gender, "text")
    if draw.around is not None:
        yield ValueSource(("around",), draw.around, "text")


def _pick(pick: Pick) -> Iterator[ValueSource]:
    if pick.until is not None:
        yield from of_term(("until",), pick.until, "ordered")
    yield from effect_sources(("driven_by",), pick.driven_by)
    yield from _when(("when",), pick.when)
    for name, path in (("unlike", pick.unlike), ("copy", pick.copy_of)):
        if path is not None:
            yield ValueSource((name,), path, "reference")
    for name, path in pick.match.items():
        yield ValueSource(("match", name), path, "any")
    yield from of_paths(("free_in",), pick.free_in)
    followed = pick.successor or ()
    yield from of_paths(("successor",), followed[:-1])
    if followed:
        yield ValueSource(("successor", len(followed) - 1), followed[-1], "ordered")


def _rule(pack: Pack, rule: Rule) -> Iterator[ValueSource]:
    if rule.range is not None:
        yield from of_term(("range", "low"), rule.range.low, "ordered")
        yield from of_term(("range", "high"), rule.range.high, "ordered")
    for number, term in enumerate(rule.order or ()):
        yield from of_term(("order", number), term, "ordered")
    grouped = {
        "sum": rule.sum, "rank_agrees": rule.rank_agrees, "no_overlap": rule.no_overlap,
        "single_chain": rule.single_chain,
    }  # fmt: skip
    for kind, part in grouped.items():
        yield from of_paths((kind, "within"), part.within if part is not None else ())
    if rule.rank_agrees is not None:
        yield ValueSource(("rank_agrees", "of"), rule.rank_agrees.of, "ordered")
    if rule.sum is not None and sum_target(pack, rule.table, rule.sum) is None:
        assert not isinstance(rule.sum.to, str)
        yield from of_term(("sum", "to"), rule.sum.to, "number")
    if rule.depends is not None:
        yield from of_paths(("depends", "left"), rule.depends.left)
        yield ValueSource(("depends", "right"), rule.depends.right, "any")
    yield from of_paths(("unique",), rule.unique or ())
    for path in paths_of(rule.sql) if rule.sql is not None else ():
        yield ValueSource(("sql",), path, "any")


def effect_sources(place: Place, effects: Effects) -> Iterator[ValueSource]:
    """Yield the paths of effects: labels are looked up by category, drivers are numbers."""
    for path, effect in effects.items():
        want: Want = "label" if isinstance(effect, dict) else "driver"
        yield ValueSource((*place, _dotted(path)), path, want)


def _when(place: Place, when: dict[Path, str | int | bool | None]) -> Iterator[ValueSource]:
    for path, value in when.items():
        yield ValueSource((*place, _dotted(path)), path, "any" if value is None else "label")


def _dotted(path: Path) -> str:
    """Return a path as a key of the file; `as_of` is most often written short."""
    return "as_of" if path == (SETTING, "as_of") else ".".join(path)
