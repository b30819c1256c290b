"""Every path in a pack, with who reads it, where it starts, and what it must lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.errors import PackError
from fictionworld.packs.compiled import ROWS, SETTING, Node
from fictionworld.packs.expression import check_expression
from fictionworld.packs.fields import Effects
from fictionworld.packs.findings import Place
from fictionworld.packs.operator import ValueSource, Want, of_paths, of_term, operator_of, uses_of
from fictionworld.packs.resolve import parents_of, sum_target
from fictionworld.packs.terms import Path, Term

if TYPE_CHECKING:
    from fictionworld.packs.specification import ColumnSpec, Draw, Pack, Pick, RowPlan, Rule


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
    """All paths of the pack, in the order of the file."""
    for name, column in pack.setting.items():
        yield from _column(pack, (SETTING, name), ("setting", name), column)
    for table, spec in pack.tables.items():
        yield from _rows(table, ("tables", table, "rows"), spec.rows)
        for name, column in spec.columns.items():
            yield from _column(pack, (table, name), ("tables", table, "columns", name), column)
            if spec.rows.terms is not None and name in {
                spec.rows.terms.start, spec.rows.terms.end,
            }:  # fmt: skip
                yield from _terms((table, name), ("tables", table, "rows", "terms"), spec.rows)
    for number, rule in enumerate(pack.rules):
        yield from _rule(pack, ("rules", number), rule)


def _rows(table: str, place: Place, rows: RowPlan) -> Iterator[Read]:
    reader = (table, ROWS)
    for parent in parents_of(rows)[:1]:  # before there is a row, the parent's is at hand
        for number, term in enumerate(rows.years or ()):
            yield from _term((*place, "years", number), reader, parent, term, "number")


def _terms(reader: Node, place: Place, rows: RowPlan) -> Iterator[Read]:
    assert rows.terms is not None
    yield from _term((*place, "since"), reader, reader[0], rows.terms.since, "day")
    yield from _term((*place, "until"), reader, reader[0], rows.terms.until, "day")


def _column(pack: Pack, node: Node, place: Place, column: ColumnSpec) -> Iterator[Read]:
    for use in uses_of(pack, *node, column, place):
        for source in operator_of(use.source).sources(use):
            yield _read(node, use.place, source)
        if column.draw is not None:
            for source in _options(use.source):
                yield _read(node, use.place[:-1], source)
    if column.ref is not None:
        yield from _pick(node, (*place, "pick"), column.pick)


def _read(node: Node, place: Place, source: ValueSource) -> Read:
    return Read((*place, *source.place), node, node[0], source.path, source.want, source.term)


def _options(draw: Draw) -> Iterator[ValueSource]:
    """What the options of a draw, or of a part of a pattern, read."""
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


def _pick(node: Node, place: Place, pick: Pick) -> Iterator[Read]:
    for source in _pick_sources(pick):
        yield _read(node, place, source)


def _pick_sources(pick: Pick) -> Iterator[ValueSource]:
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


def _rule(pack: Pack, place: Place, rule: Rule) -> Iterator[Read]:
    table = rule.table
    if rule.range is not None:
        yield from _term((*place, "range", "low"), None, table, rule.range.low, "ordered")
        yield from _term((*place, "range", "high"), None, table, rule.range.high, "ordered")
    for number, term in enumerate(rule.order or ()):
        yield from _term((*place, "order", number), None, table, term, "ordered")
    grouped = {
        "sum": rule.sum, "rank_agrees": rule.rank_agrees, "no_overlap": rule.no_overlap,
        "single_chain": rule.single_chain,
    }  # fmt: skip
    for kind, one in grouped.items():
        for number, path in enumerate(one.within if one is not None else ()):
            yield Read((*place, kind, "within", number), None, table, path, "any")
    if rule.rank_agrees is not None:
        yield Read((*place, "rank_agrees", "of"), None, table, rule.rank_agrees.of, "ordered")
    if rule.sum is not None and sum_target(pack, table, rule.sum) is None:
        assert not isinstance(rule.sum.to, str)
        yield from _term((*place, "sum", "to"), None, table, rule.sum.to, "number")
    if rule.depends is not None:
        for number, path in enumerate(rule.depends.left):
            yield Read((*place, "depends", "left", number), None, table, path, "any")
        yield Read((*place, "depends", "right"), None, table, rule.depends.right, "any")
    for number, path in enumerate(rule.unique or ()):
        yield Read((*place, "unique", number), None, table, path, "any")
    for path in expression_paths(rule.sql) if rule.sql is not None else ():
        yield Read((*place, "sql"), None, table, path, "any")


def _term(
    place: Place, reader: Node | None, table: str, term: Term | None, want: Want
) -> Iterator[Read]:
    if term is not None and term.path is not None:
        yield Read(place, reader, table, term.path, want, term)


def effect_sources(place: Place, effects: Effects) -> Iterator[ValueSource]:
    """What moves a value: labels are looked up by category, drivers are numbers."""
    for path, effect in effects.items():
        want: Want = "label" if isinstance(effect, dict) else "driver"
        yield ValueSource((*place, _dotted(path)), path, want)


def _when(place: Place, when: dict[Path, str | int | bool | None]) -> Iterator[ValueSource]:
    for path, value in when.items():
        yield ValueSource((*place, _dotted(path)), path, "any" if value is None else "label")


def expression_paths(sql: str) -> tuple[Path, ...]:
    """The paths of an SQL expression; none where it is wrong, which `check_pack` says."""
    try:
        return check_expression(sql).paths
    except PackError:
        return ()


def _dotted(path: Path) -> str:
    """A path as a key of the file; `as_of` is most often written short."""
    return "as_of" if path == (SETTING, "as_of") else ".".join(path)
