"""The rules that a pack declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

import duckdb

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.expression import check_expression
from fictionworld.packs.sandbox import ask
from fictionworld.packs.specification import PatternRule
from fictionworld.packs.specification import Rule as Declared
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.arithmetic import above, means_date, operand, value
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operators.expression import untrue
from fictionworld.validators.report import Violation
from fictionworld.validators.rule import (
    Check,
    Item,
    Judgement,
    RowCondition,
    Unproven,
    ViolationQuery,
    if_known,
)
from fictionworld.validators.rules.draws import not_alike
from fictionworld.validators.rules.graphs import connected_rule, loop_rule, single_chain_rule
from fictionworld.validators.rules.keys import names_apart, unique
from fictionworld.validators.rules.patterns import like
from fictionworld.validators.rules.plans import children_rule, overlapping
from fictionworld.validators.rules.schedule import Fixtures, balance_rule
from fictionworld.validators.rules.sums import agree_rule, sum_rule
from fictionworld.validators.tables import WorldTables


def declared_rules(pack: CompiledPack) -> Iterator[Item]:
    """Yield what each declared rule demands; `order` gives a rule for each pair of neighbours."""
    for rule in pack.rules:
        yield from _BUILDERS[rule.kind](pack, rule)


def _dotted(paths: Iterable[Path]) -> str:
    return ", ".join(".".join(path) for path in paths)


def _named(rule: Declared, words: str) -> str:
    """Return the id of a declared rule: `phone.order: chip.announced <= model_year`."""
    return f"{rule.table}.{rule.kind}: {words}"


def _within(paths: tuple[Path, ...]) -> str:
    return f" within {_dotted(paths)}" if paths else ""


def _cells(
    pack: CompiledPack,
    declared: Declared,
    words: str,
    broken: RowCondition | ViolationQuery | Judgement,
    paths: tuple[Path, ...],
    due: str,
) -> Item:
    """Return a rule that compares cells of a row with each other, unproven if one is not known."""
    paths = tuple(dict.fromkeys(paths))
    return if_known(pack, Check(_named(declared, words), declared.table, broken, paths, due))


def _range(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec, table = rule.range, rule.table
    assert spec is not None
    dates = pack.tables[table].columns[spec.column].kind == "date"
    own = value(pack, table, (spec.column,))
    low = operand(pack, table, spec.low, "low", dates=dates)
    high = operand(pack, table, spec.high, "high", dates=dates)
    outside = RowCondition(f"{above(low, own)} OR {above(own, high)}")
    paths = ((spec.column,), *term_paths(spec.low, spec.high))
    words = f"{spec.column} in {spec.low} to {spec.high}"
    yield _cells(pack, rule, words, outside, paths, f"due: {spec.low} to {spec.high}")


def _pattern(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.pattern
    assert spec is not None
    path = (spec.column,)
    unlike: RowCondition | Judgement = RowCondition(f"NOT {like(path, spec.regex)}")
    try:
        ask(f"SELECT {like(path, spec.regex)} FROM (SELECT '' AS {spec.column})")
    except duckdb.Error:  # what its engine lacks: look-around, back-references
        unlike = Judgement(partial(_unlike, rule, spec), "names")
    words = f"{spec.column} is like {spec.regex}"
    yield _cells(pack, rule, words, unlike, (path,), f"due: like {spec.regex}")


def _unlike(rule: Declared, spec: PatternRule, tables: WorldTables) -> Iterator[Violation]:
    """Yield the texts that Python's engine does not match."""
    frame, form = tables.frames[rule.table], re.compile(spec.regex)
    for row, text in enumerate(frame[spec.column]):
        if text is not None and form.fullmatch(text) is None:
            label = tables.row(rule.table, row)
            yield Violation(
                world_id=frame["world_id"][row],
                rule=_named(rule, f"{spec.column} is like {spec.regex}"),
                table=rule.table,
                rows=(frame["id"][row],),
                values=((spec.column, text),),
                path=(label,),
                sentence=f"{label}: {spec.column} is {text}; due: like {spec.regex}.",
            )


def _order(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    """Yield a rule for each pair of neighbouring terms; rows that lack one of them pass."""
    assert rule.order is not None
    for left, right in pairwise(rule.order):
        words = f"{left} <= {right}"
        paths = term_paths(left, right)
        yield _cells(
            pack, rule, words, _after(pack, rule.table, left, right), paths, f"due: {words}"
        )


def _after(pack: CompiledPack, table: str, left: Term, right: Term) -> RowCondition:
    dates = any(means_date(pack, table, term) for term in (left, right))
    first = operand(pack, table, left, "low", dates=dates)
    return RowCondition(above(first, operand(pack, table, right, "high", dates=dates)))


def _no_overlap(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.no_overlap
    assert spec is not None
    start, end = (spec.start,), (spec.end,)
    words = f"{spec.start} to {spec.end}{_within(spec.within)}"
    broken = overlapping(start, end, spec.within)
    due = "it begins before the one before has ended"
    yield _cells(pack, rule, words, broken, (start, end, *spec.within), due)


def _loop(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    column = rule.acyclic or rule.forest
    assert column is not None
    rooted = rule.forest is not None
    yield loop_rule(pack, rule.table, column, _named(rule, column), rooted=rooted)


def _connected(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    assert rule.connected is not None
    tables = (rule.table, *rule.connected)
    yield connected_rule(pack, _named(rule, ", ".join(tables)), tables)


def _single_chain(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    assert rule.single_chain is not None
    name = _named(rule, f"{rule.single_chain.ref}{_within(rule.single_chain.within)}")
    yield single_chain_rule(pack, rule.table, name, rule.single_chain)


def _degree(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.degree
    assert spec is not None
    name = _named(rule, f"{spec.between} of {spec.of} by {spec.by}")
    yield children_rule(pack, name, spec.of, rule.table, spec.by, spec.between)


def _balanced(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.balanced
    assert spec is not None
    name = _named(rule, f"{spec.home} against {spec.away}, {spec.legs} legs")
    team = str(pack.tables[rule.table].columns[spec.home].target)
    fixtures = Fixtures(rule.table, team, spec.home, spec.away, spec.round, spec.legs)
    yield balance_rule(pack, name, fixtures)


def _depends(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.depends
    assert spec is not None
    words = f"{'.'.join(spec.right)} follows from {_dotted(spec.left)}"
    broken = not_alike(spec.left, spec.right)
    due = f"another row with the same {_dotted(spec.left)} has another"
    yield _cells(pack, rule, words, broken, (spec.right, *spec.left), due)


def _unique(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    assert rule.unique is not None
    name = _named(rule, _dotted(rule.unique))
    yield if_known(pack, unique(name, rule.table, rule.unique))


def _names_apart(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    assert rule.names_apart is not None
    name = _named(rule, rule.names_apart)
    column = pack.tables[rule.table].columns[rule.names_apart]
    yield names_apart(name, column) if column.stored else Unproven(name)


def _sql(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    assert rule.sql is not None
    paths = check_expression(rule.sql).paths
    broken = untrue(pack, rule.table, rule.sql)
    yield _cells(pack, rule, rule.sql, broken, paths, f"due: {rule.sql}")


def _sum(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.sum
    assert spec is not None
    name = _named(rule, f"{spec.column} sums to {spec.to}{_within(spec.within)}")
    yield sum_rule(pack, rule.table, name, spec)


def _rank_agrees(pack: CompiledPack, rule: Declared) -> Iterator[Item]:
    spec = rule.rank_agrees
    assert spec is not None
    words = f"{spec.rank} agrees with {'.'.join(spec.of)}{_within(spec.within)}"
    yield agree_rule(pack, rule.table, _named(rule, words), spec)


_BUILDERS: dict[str, Callable[[CompiledPack, Declared], Iterator[Item]]] = {
    "range": _range,
    "pattern": _pattern,
    "order": _order,
    "sum": _sum,
    "rank_agrees": _rank_agrees,
    "no_overlap": _no_overlap,
    "acyclic": _loop,
    "forest": _loop,
    "connected": _connected,
    "single_chain": _single_chain,
    "degree": _degree,
    "balanced": _balanced,
    "depends": _depends,
    "unique": _unique,
    "names_apart": _names_apart,
    "sql": _sql,
}
