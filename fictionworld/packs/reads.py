"""Every path in a pack, with who reads it, where it starts, and what it must lead to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fictionworld.errors import PackError
from fictionworld.packs.compiled import SETTING, Node
from fictionworld.packs.expression import check_expression
from fictionworld.packs.resolve import ROWS, parents_of, slots, sum_target
from fictionworld.packs.terms import Path, Term, parse_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.findings import Place
    from fictionworld.packs.specification import (
        ColumnSpec,
        Derive,
        Draw,
        Effects,
        Pack,
        Pick,
        RowPlan,
        Rule,
    )

__all__ = ["Read", "Want", "all_reads"]

Want = Literal[
    "number", "day", "ordered", "reference", "text", "driver", "label", "value", "date", "any",
]  # fmt: skip
"""`day`: a date, or a year that stands for its first or last day; `driver`: a drawn number;
`label`: a value that can be told from others; `value`: anything but a reference."""

_PATH = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


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
        yield from _column((SETTING, name), ("setting", name), column)
    for table, spec in pack.tables.items():
        yield from _rows(table, ("tables", table, "rows"), spec.rows)
        for name, column in spec.columns.items():
            yield from _column((table, name), ("tables", table, "columns", name), column)
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


def _column(node: Node, place: Place, column: ColumnSpec) -> Iterator[Read]:
    if column.draw is not None:
        yield from _draw(node, (*place, "draw"), column.draw, ())
    if column.derive is not None:
        yield from _derive(node, (*place, "derive"), column.derive)
    if column.ref is not None:
        yield from _pick(node, (*place, "pick"), column.pick)


def _draw(node: Node, place: Place, draw: Draw, outer: tuple[str, ...]) -> Iterator[Read]:
    yield from _draw_terms(node, place, draw)
    yield from _draw_paths(node, place, draw)
    known = (*outer, *draw.parts)
    for slot in slots(draw.pattern or ""):
        if slot not in known and _PATH.fullmatch(slot):
            yield Read((*place, "pattern"), node, node[0], parse_path(slot), "value")
    for name, part in draw.parts.items():
        yield from _draw(node, (*place, "parts", name), part, known)


def _draw_terms(node: Node, place: Place, draw: Draw) -> Iterator[Read]:
    bound: Want = "day" if draw.kind == "between" else "number"
    single: list[tuple[Place, Term | None, Want]] = [
        (("poisson",), draw.poisson, "number"),
        (("times",), draw.times, "number"),
        (("at_least",), draw.at_least, bound),
        (("at_most",), draw.at_most, bound),
    ]
    for name, spread in (
        ("normal", draw.normal), ("lognormal", draw.lognormal), ("pareto", draw.pareto),
    ):  # fmt: skip
        single.append(((name, 0), spread[0] if spread is not None else None, "number"))
    single += [(("uniform", n), term, "number") for n, term in enumerate(draw.uniform or ())]
    single += [(("between", n), term, "day") for n, term in enumerate(draw.between or ())]
    if draw.trend is not None:
        single.append((("trend", "start", 0), draw.trend.start[0], "number"))
    if draw.ordinal is not None:
        single.append((("ordinal", "start"), draw.ordinal.start, "number"))
    for at, term, want in single:
        yield from _term((*place, *at), node, node[0], term, want)


def _draw_paths(node: Node, place: Place, draw: Draw) -> Iterator[Read]:
    if draw.ordinal is not None:
        yield from _paths((*place, "ordinal", "within"), node, draw.ordinal.within, "any")
        yield Read((*place, "ordinal", "order"), node, node[0], draw.ordinal.order, "ordered")
    if draw.share_out is not None:
        yield from _effects((*place, "share_out", "weights"), node, draw.share_out.weights)
    for path in draw.map or ():
        yield Read((*place, "map", _dotted(path)), node, node[0], path, "label")
    yield from _effects((*place, "driven_by"), node, draw.driven_by)
    yield from _when((*place, "when"), node, draw.when)
    yield from _paths((*place, "within"), node, draw.within, "any")
    yield from _paths((*place, "per"), node, draw.per, "any")
    if draw.palette is not None:
        yield from _paths((*place, "palette", "per"), node, draw.palette.per, "any")
    followed: tuple[tuple[str, Path | None, Want], ...] = (
        ("copy", draw.copy_of, "value"),
        ("gender", draw.gender, "text"),
        ("around", draw.around, "text"),
    )
    for name, target, want in followed:
        if target is not None:
            yield Read((*place, name), node, node[0], target, want)


def _pick(node: Node, place: Place, pick: Pick) -> Iterator[Read]:
    yield from _term((*place, "until"), node, node[0], pick.until, "ordered")
    yield from _effects((*place, "driven_by"), node, pick.driven_by)
    yield from _when((*place, "when"), node, pick.when)
    for name, path in (("unlike", pick.unlike), ("copy", pick.copy_of)):
        if path is not None:
            yield Read((*place, name), node, node[0], path, "reference")
    followed = pick.successor or ()
    yield from _paths((*place, "successor"), node, followed[:-1], "any")
    if followed:
        at = (*place, "successor", len(followed) - 1)
        yield Read(at, node, node[0], followed[-1], "ordered")


def _derive(node: Node, place: Place, derive: Derive) -> Iterator[Read]:
    for kind, figure in (("share", derive.share), ("rank", derive.rank), ("growth", derive.growth)):
        if figure is not None:
            want: Want = "ordered" if kind == "rank" else "number"
            yield Read((*place, kind, "of"), node, node[0], figure.of, want)
            yield from _paths((*place, kind, "within"), node, figure.within, "any")
    if derive.growth is not None:
        yield Read((*place, "growth", "over"), node, node[0], derive.growth.over, "number")
    for kind, pair in (("days", derive.days), ("years", derive.years)):
        for number, path in enumerate(pair or ()):
            yield Read((*place, kind, number), node, node[0], path, "date")
    if derive.lookup is not None:
        yield Read((*place, "lookup"), node, node[0], derive.lookup, "value")
    yield from _sql((*place, "sql"), node, node[0], derive.sql)


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
    yield from _sql((*place, "sql"), None, table, rule.sql)


def _term(
    place: Place, reader: Node | None, table: str, term: Term | None, want: Want
) -> Iterator[Read]:
    if term is not None and term.path is not None:
        yield Read(place, reader, table, term.path, want, term)


def _paths(place: Place, node: Node, paths: tuple[Path, ...], want: Want) -> Iterator[Read]:
    for number, path in enumerate(paths):
        yield Read((*place, number), node, node[0], path, want)


def _effects(place: Place, node: Node, effects: Effects) -> Iterator[Read]:
    for path, effect in effects.items():
        want: Want = "label" if isinstance(effect, dict) else "driver"
        yield Read((*place, _dotted(path)), node, node[0], path, want)


def _when(place: Place, node: Node, when: dict[Path, str | int | bool | None]) -> Iterator[Read]:
    for path, value in when.items():
        want: Want = "any" if value is None else "label"
        yield Read((*place, _dotted(path)), node, node[0], path, want)


def _sql(place: Place, reader: Node | None, table: str, sql: str | None) -> Iterator[Read]:
    try:
        paths = check_expression(sql).paths if sql is not None else ()
    except PackError:
        return  # `check_pack` says what is wrong with it
    for path in paths:
        yield Read(place, reader, table, path, "any")  # references compare as row numbers


def _dotted(path: Path) -> str:
    """A path as a key of the file; `as_of` is most often written short."""
    return "as_of" if path == (SETTING, "as_of") else ".".join(path)
