"""Rules and sanity queries: what they name exists, has the right type, and can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import duckdb

from fictionworld.packs.checks.values import hard_bounds
from fictionworld.packs.compiled import NUMBERS, SETTING, TEXTS, Kind
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.resolve import (
    a_kind,
    column_at,
    columns_of,
    end_kind,
    follow,
    kind_of,
    sum_target,
)
from fictionworld.packs.sandbox import first_line, shared_sandbox
from fictionworld.packs.specification import Pack, Rule
from fictionworld.packs.terms import Term, above

_DATES: frozenset[Kind] = frozenset({"date"})


def check_rules(pack: Pack) -> Iterator[Mistake]:
    """Each rule speaks of a table, and of columns of the kind that it is about."""
    for number, rule in enumerate(pack.rules):
        place = ("rules", number)
        if not columns_of(pack, rule.table):
            yield (*place, "in"), unknown(rule.table, (SETTING, *pack.tables), "tables")
        else:
            yield from _CHECKS.get(rule.kind, _nothing)(pack, (*place, rule.kind), rule)


def _nothing(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:  # noqa: ARG001
    yield from ()


def _column(
    pack: Pack, place: Place, table: str, name: str, suits: frozenset[Kind], words: str
) -> Iterator[Mistake]:
    """The column exists and is of one of these kinds."""
    columns = columns_of(pack, table)
    if name not in columns:
        yield place, unknown(name, columns, f"columns of {table}")
        return
    kind = kind_of(pack, (table, name))
    if kind is not None and kind not in suits:
        yield place, f"got {table}.{name}, which is {a_kind(kind)}; allowed: {words}"


def _self_reference(pack: Pack, place: Place, table: str, name: str) -> Iterator[Mistake]:
    columns = columns_of(pack, table)
    refs = [column for column, spec in columns.items() if spec.ref == table]
    if name not in refs:
        yield place, unknown(name, refs, f"references from {table} to {table}")


def _range(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.range is not None
    at = (*place, "column")
    yield from _column(
        pack, at, rule.table, rule.range.column, NUMBERS | _DATES, "a number or a date"
    )


def _pattern(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.pattern is not None
    yield from _column(pack, (*place, "column"), rule.table, rule.pattern.column, TEXTS, "a text")
    problem = _broken_regex(rule.pattern.regex)
    if problem is not None:
        yield (
            (*place, "regex"),
            (
                f"got {rule.pattern.regex!r}: {problem}; allowed: RE2 syntax, without look-around "
                "and back-references"
            ),
        )


@lru_cache(maxsize=256)
def _broken_regex(regex: str) -> str | None:
    """What DuckDB says against a regular expression."""
    try:
        shared_sandbox().execute("SELECT regexp_full_match('a', $1)", [regex]).fetchall()
    except duckdb.Error as error:
        return first_line(error)
    return None


def _order(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    kinds = {}
    for number, term in enumerate(rule.order or ()):
        kind = _term_kind(pack, rule.table, term)
        if kind in NUMBERS | _DATES:
            kinds[number] = "date" if kind == "date" else "number"
    if len(set(kinds.values())) > 1:
        odd = next(number for number, kind in kinds.items() if kind != kinds[min(kinds)])
        assert rule.order is not None
        first, other = rule.order[min(kinds)], rule.order[odd]
        yield (
            (*place, odd),
            (
                f"got {other}, a {kinds[odd]}, beside {first}, a {kinds[min(kinds)]}; "
                "allowed: all dates, or all numbers"
            ),
        )


def _sum(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.sum is not None
    yield from _column(pack, (*place, "column"), rule.table, rule.sum.column, NUMBERS, "a number")
    target = sum_target(pack, rule.table, rule.sum)
    if target is None:
        return
    table, name = target
    if table not in pack.tables:
        yield (*place, "to"), unknown(table, pack.tables, "tables")
        return
    yield from _column(pack, (*place, "to"), table, name, NUMBERS, "a number")
    columns = columns_of(pack, table)
    for number, path in enumerate(rule.sum.within):
        own = follow(pack, rule.table, path).end
        ref = column_at(pack, own).ref if own is not None else None
        if (
            own is not None
            and not any(c.ref == ref for c in columns.values() if ref)
            and ref != table
        ):
            yield (
                (*place, "within", number),
                (
                    f"got {'.'.join(path)}, which {table} has no reference to; allowed: a "
                    f"reference that {table} has too"
                ),
            )


def _rank_agrees(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.rank_agrees is not None
    integer: frozenset[Kind] = frozenset({"integer"})
    yield from _column(
        pack, (*place, "rank"), rule.table, rule.rank_agrees.rank, integer, "an integer"
    )


def _no_overlap(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.no_overlap is not None
    for end in ("start", "end"):
        name: str = getattr(rule.no_overlap, end)
        yield from _column(pack, (*place, end), rule.table, name, _DATES, "a date")


def _acyclic(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    name = rule.acyclic or rule.forest
    assert name is not None
    yield from _self_reference(pack, place, rule.table, name)


def _single_chain(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.single_chain is not None
    yield from _self_reference(pack, (*place, "ref"), rule.table, rule.single_chain.ref)


def _connected(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    for number, table in enumerate(rule.connected or ()):
        if table not in pack.tables:
            yield (*place, number), unknown(table, pack.tables, "tables")


def _degree(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.degree is not None
    if rule.degree.of not in pack.tables:
        yield (*place, "of"), unknown(rule.degree.of, pack.tables, "tables")
        return
    columns = columns_of(pack, rule.degree.of)
    refs = [name for name, column in columns.items() if column.ref == rule.table]
    if rule.degree.by not in refs:
        what = f"references from {rule.degree.of} to {rule.table}"
        yield (*place, "by"), unknown(rule.degree.by, refs, what)


def _balanced(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.balanced is not None
    columns = columns_of(pack, rule.table)
    refs = [name for name, column in columns.items() if column.ref is not None]
    sides = (rule.balanced.home, rule.balanced.away)
    for side, name in zip(("home", "away"), sides, strict=True):
        if name not in refs:
            yield (*place, side), unknown(name, refs, f"references of {rule.table}")
    if set(sides) <= set(refs) and columns[sides[0]].ref != columns[sides[1]].ref:
        home, away = (columns[name].ref for name in sides)
        yield (*place, "away"), f"got {sides[1]!r}, a ref to {away}; allowed: a ref to {home}"
    integer: frozenset[Kind] = frozenset({"integer"})
    yield from _column(
        pack, (*place, "round"), rule.table, rule.balanced.round, integer, "an integer"
    )


def _names_apart(pack: Pack, place: Place, rule: Rule) -> Iterator[Mistake]:
    assert rule.names_apart is not None
    yield from _column(pack, place, rule.table, rule.names_apart, TEXTS, "a name")


_Check = Callable[[Pack, Place, Rule], Iterator[Mistake]]
_CHECKS: Mapping[str, _Check] = {
    "range": _range,
    "pattern": _pattern,
    "order": _order,
    "sum": _sum,
    "rank_agrees": _rank_agrees,
    "no_overlap": _no_overlap,
    "acyclic": _acyclic,
    "forest": _acyclic,
    "connected": _connected,
    "single_chain": _single_chain,
    "degree": _degree,
    "balanced": _balanced,
    "names_apart": _names_apart,
}


def check_ranges(pack: Pack) -> Iterator[Mistake]:
    """A range holds at least one value, all that the draw may give outright, and the right kind."""
    for number, rule in enumerate(pack.rules):
        spec = rule.range
        column = columns_of(pack, rule.table).get(spec.column) if spec is not None else None
        if spec is None or column is None:
            continue
        place = ("rules", number, "range")
        if above(spec.low, spec.high):
            yield place, f"got low {spec.low} above high {spec.high}; swap them"
            continue
        kind = kind_of(pack, (rule.table, spec.column))
        for end, term in (("low", spec.low), ("high", spec.high)):
            other = _term_kind(pack, rule.table, term)
            if None not in {kind, other} and (kind == "date") != (other == "date"):
                yield (
                    (*place, end),
                    f"got {term}, {a_kind(other)}, for {a_kind(kind)}; allowed: {a_kind(kind)}",
                )
        if column.draw is None or kind is None:
            continue
        low, high = hard_bounds(column.draw, kind)
        least, most = spec.low.number, spec.high.number
        name = f"{rule.table}.{spec.column}"
        if low is not None and least is not None and low < least:
            yield (
                (*place, "low"),
                f"got {least}, but {name} is drawn from {low} up; allowed: at most {low}",
            )
        elif low is not None and most is not None and low > most:
            yield (
                (*place, "high"),
                f"got {most}, but {name} is drawn from {low} up; allowed: at least {low}",
            )
        if high is not None and most is not None and high > most:
            yield (
                (*place, "high"),
                f"got {most}, but {name} is drawn up to {high}; allowed: at least {high}",
            )
        elif high is not None and least is not None and high < least:
            yield (
                (*place, "low"),
                f"got {least}, but {name} is drawn up to {high}; allowed: at most {high}",
            )


def _term_kind(pack: Pack, table: str, term: Term) -> Kind | None:
    if term.number is not None:
        return "integer"
    if term.day is not None:
        return "date"
    return end_kind(pack, table, term.path) if term.path is not None else None


def check_sanity(pack: Pack) -> Iterator[Mistake]:
    """Each query watches a stored column; its SQL is read when it is run."""
    for number, query in enumerate(pack.sanity):
        place = ("sanity", number, "watches")
        table, _, name = query.watches.partition(".")
        columns = columns_of(pack, table)
        if not columns:
            yield place, unknown(table, (SETTING, *pack.tables), "tables")
        elif name not in columns:
            yield place, unknown(name, columns, f"columns of {table}")
        elif columns[name].role == "hidden":
            yield place, f"got {query.watches}, which is hidden; allowed: a stored column"
