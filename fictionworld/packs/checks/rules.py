"""Rules and sanity queries: what they name exists, has the right type, and can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import duckdb

from fictionworld.packs.checks.values import column_mistakes, hard_bounds, stored_mistakes
from fictionworld.packs.compiled import NUMBERS, SETTING, TEXTS
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.resolve import (
    a_kind,
    column_at,
    columns_of,
    end_kind,
    follow,
    kind_of,
    references_of,
    sum_target,
)
from fictionworld.packs.sandbox import ask, first_line
from fictionworld.packs.specification import (
    AgreeRule,
    ChainRule,
    DegreeRule,
    OverlapRule,
    Pack,
    PatternRule,
    RangeRule,
    ScheduleBalance,
    SumRule,
)
from fictionworld.packs.terms import Term, above

_DATES: frozenset[Kind] = frozenset({"date"})
_INTEGER: frozenset[Kind] = frozenset({"integer"})


def check_rules(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of rules: no such table or column, or a column of an unsuitable kind."""
    for number, rule in enumerate(pack.rules):
        rule_place = ("rules", number)
        check = _CHECKS.get(rule.kind)
        if not columns_of(pack, rule.table):
            yield (*rule_place, "in"), unknown(rule.table, (SETTING, *pack.tables), "tables")
        elif check is not None:
            yield from check(pack, (*rule_place, rule.kind), rule.table, rule.written)


def _self_reference(pack: Pack, place: Place, table: str, name: str) -> Iterator[Mistake]:
    refs = references_of(pack, table, table)
    if name not in refs:
        yield place, unknown(name, refs, f"references from {table} to {table}")


def _range(pack: Pack, place: Place, table: str, rule: RangeRule) -> Iterator[Mistake]:
    at = (*place, "column")
    yield from column_mistakes(pack, at, table, rule.column, NUMBERS | _DATES, "a number or a date")


def _pattern(pack: Pack, place: Place, table: str, rule: PatternRule) -> Iterator[Mistake]:
    yield from column_mistakes(pack, (*place, "column"), table, rule.column, TEXTS, "a text")
    problem = _broken_regex(rule.regex)
    if problem is not None:
        allowed = "RE2 syntax, without look-around and back-references"
        yield (*place, "regex"), f"got {rule.regex!r}: {problem}; allowed: {allowed}"


@lru_cache(maxsize=256)
def _broken_regex(regex: str) -> str | None:
    """Return DuckDB's error about a regular expression; None where it is valid."""
    try:
        ask("SELECT regexp_full_match('a', $1)", [regex])
    except duckdb.Error as error:
        return first_line(error)
    return None


def _order(pack: Pack, place: Place, table: str, terms: tuple[Term, ...]) -> Iterator[Mistake]:
    kinds = {}
    for number, term in enumerate(terms):
        kind = _term_kind(pack, table, term)
        if kind in NUMBERS | _DATES:
            kinds[number] = "date" if kind == "date" else "number"
    if len(set(kinds.values())) > 1:
        first = min(kinds)
        odd = next(number for number, kind in kinds.items() if kind != kinds[first])
        problem = f"got {terms[odd]}, a {kinds[odd]}, beside {terms[first]}, a {kinds[first]}"
        yield (*place, odd), f"{problem}; allowed: all dates, or all numbers"


def _sum(pack: Pack, place: Place, table: str, rule: SumRule) -> Iterator[Mistake]:
    yield from column_mistakes(pack, (*place, "column"), table, rule.column, NUMBERS, "a number")
    target = sum_target(pack, table, rule)
    if target is None:
        return
    totals, name = target
    if totals not in pack.tables:
        yield (*place, "to"), unknown(totals, pack.tables, "tables")
        return
    yield from column_mistakes(pack, (*place, "to"), totals, name, NUMBERS, "a number")
    columns = columns_of(pack, totals)
    for number, path in enumerate(rule.within):
        own = follow(pack, table, path).end
        ref = column_at(pack, own).ref if own is not None else None
        shared = any(c.ref == ref for c in columns.values() if ref) or ref == totals
        if own is not None and not shared:
            problem = f"got {'.'.join(path)}, which {totals} has no reference to"
            message = f"{problem}; allowed: a reference that {totals} has too"
            yield (*place, "within", number), message


def _rank_agrees(pack: Pack, place: Place, table: str, rule: AgreeRule) -> Iterator[Mistake]:
    yield from column_mistakes(pack, (*place, "rank"), table, rule.rank, _INTEGER, "an integer")


def _no_overlap(pack: Pack, place: Place, table: str, rule: OverlapRule) -> Iterator[Mistake]:
    for end, name in (("start", rule.start), ("end", rule.end)):
        yield from column_mistakes(pack, (*place, end), table, name, _DATES, "a date")


def _single_chain(pack: Pack, place: Place, table: str, rule: ChainRule) -> Iterator[Mistake]:
    yield from _self_reference(pack, (*place, "ref"), table, rule.ref)


def _connected(pack: Pack, place: Place, _: str, tables: tuple[str, ...]) -> Iterator[Mistake]:
    for number, table in enumerate(tables):
        if table not in pack.tables:
            yield (*place, number), unknown(table, pack.tables, "tables")


def _degree(pack: Pack, place: Place, table: str, rule: DegreeRule) -> Iterator[Mistake]:
    if rule.of not in pack.tables:
        yield (*place, "of"), unknown(rule.of, pack.tables, "tables")
        return
    refs = references_of(pack, rule.of, table)
    if rule.by not in refs:
        yield (*place, "by"), unknown(rule.by, refs, f"references from {rule.of} to {table}")


def _balanced(pack: Pack, place: Place, table: str, rule: ScheduleBalance) -> Iterator[Mistake]:
    columns, refs = columns_of(pack, table), references_of(pack, table)
    sides = (rule.home, rule.away)
    for side, name in zip(("home", "away"), sides, strict=True):
        if name not in refs:
            yield (*place, side), unknown(name, refs, f"references of {table}")
    if set(sides) <= set(refs) and columns[rule.home].ref != columns[rule.away].ref:
        home, away = (columns[name].ref for name in sides)
        yield (*place, "away"), f"got {rule.away!r}, a ref to {away}; allowed: a ref to {home}"
    yield from column_mistakes(pack, (*place, "round"), table, rule.round, _INTEGER, "an integer")


def _names_apart(pack: Pack, place: Place, table: str, name: str) -> Iterator[Mistake]:
    yield from column_mistakes(pack, place, table, name, TEXTS, "a name")


_CHECKS: Mapping[str, Callable[[Pack, Place, str, Any], Iterator[Mistake]]] = {
    "range": _range,
    "pattern": _pattern,
    "order": _order,
    "sum": _sum,
    "rank_agrees": _rank_agrees,
    "no_overlap": _no_overlap,
    "acyclic": _self_reference,
    "forest": _self_reference,
    "connected": _connected,
    "single_chain": _single_chain,
    "degree": _degree,
    "balanced": _balanced,
    "names_apart": _names_apart,
}
"""By kind of rule: what is wrong with what is written under it."""


def check_ranges(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of ranges: empty, of the wrong kind, or exceeded by the draw's own bounds."""
    for number, rule in enumerate(pack.rules):
        spec = rule.range
        column = columns_of(pack, rule.table).get(spec.column) if spec is not None else None
        if spec is None or column is None:
            continue
        range_place = ("rules", number, "range")
        if above(spec.low, spec.high):
            yield range_place, f"got low {spec.low} above high {spec.high}; swap them"
            continue
        kind = kind_of(pack, (rule.table, spec.column))
        for end, term in (("low", spec.low), ("high", spec.high)):
            other = _term_kind(pack, rule.table, term)
            if None not in {kind, other} and (kind == "date") != (other == "date"):
                yield (
                    (*range_place, end),
                    f"got {term}, {a_kind(other)}, for {a_kind(kind)}; allowed: {a_kind(kind)}",
                )
        if column.draw is None or kind is None:
            continue
        low, high = hard_bounds(column.draw, kind)
        least, most = spec.low.number, spec.high.number
        name = f"{rule.table}.{spec.column}"
        if low is not None:
            drawn = f"but {name} is drawn from {low} up"
            if least is not None and low < least:
                yield (*range_place, "low"), f"got {least}, {drawn}; allowed: at most {low}"
            elif most is not None and low > most:
                yield (*range_place, "high"), f"got {most}, {drawn}; allowed: at least {low}"
        if high is not None:
            drawn = f"but {name} is drawn up to {high}"
            if most is not None and high > most:
                yield (*range_place, "high"), f"got {most}, {drawn}; allowed: at least {high}"
            elif least is not None and high < least:
                yield (*range_place, "low"), f"got {least}, {drawn}; allowed: at most {high}"


def _term_kind(pack: Pack, table: str, term: Term) -> Kind | None:
    if term.number is not None:
        return "integer"
    if term.day is not None:
        return "date"
    return end_kind(pack, table, term.path) if term.path is not None else None


def check_sanity(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each query that watches no stored column; SQL is read when it is run."""
    for number, query in enumerate(pack.sanity):
        yield from stored_mistakes(pack, ("sanity", number, "watches"), query.watches)
