"""The rules that a pack declares, each as a check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.expression import check_expression
from fictionworld.packs.specification import Rule
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Item, RowTest, Stage, Unproven, cell_check, if_known
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operands import above, means_date, operand
from fictionworld.validators.operators.expression import truth
from fictionworld.validators.rules.draws import not_alike
from fictionworld.validators.rules.graphs import connected_check, loop_check, single_chain_check
from fictionworld.validators.rules.keys import names_apart, unique
from fictionworld.validators.rules.patterns import matches
from fictionworld.validators.rules.plans import children_check, overlapping, within_span
from fictionworld.validators.rules.schedule import Fixtures, balance_check
from fictionworld.validators.rules.sums import agree_check, sum_check


def declared_checks(pack: CompiledPack) -> Iterator[Item]:
    """Yield a check for each declared rule; `order` gives one for each pair of neighbours."""
    for rule in pack.rules:
        yield from _BUILDERS[rule.kind](pack, rule)


def _dotted(paths: Iterable[Path]) -> str:
    return ", ".join(".".join(path) for path in paths)


def _named(rule: Rule, words: str) -> str:
    """Return the id of a declared rule: `phone.order: chip.announced <= model_year`."""
    return f"{rule.table}.{rule.kind}: {words}"


def _within(paths: tuple[Path, ...]) -> str:
    return f" within {_dotted(paths)}" if paths else ""


def _cells(
    pack: CompiledPack,
    table: str,
    rule: str,
    paths: tuple[Path, ...],
    bad: RowTest,
    *,
    says: str,
    stage: Stage = "values",
) -> Item:
    """Return a check that compares cells of a row with each other, unproven if one is not known."""
    paths = tuple(dict.fromkeys(paths))
    return if_known(pack, paths, cell_check(table, rule, bad, paths, says, stage))


def _range(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec, table = rule.range, rule.table
    assert spec is not None
    name = _named(rule, f"{spec.column} in {spec.low} to {spec.high}")
    dates = pack.tables[table].columns[spec.column].kind == "date"

    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(table, spec.column)
        low = operand(batch, table, spec.low, "low", dates=dates)
        high = operand(batch, table, spec.high, "high", dates=dates)
        return above(low, cells) | above(cells, high)

    paths = ((spec.column,), *term_paths(spec.low, spec.high))
    yield _cells(pack, table, name, paths, bad, says=f"due: {spec.low} to {spec.high}")


def _pattern(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.pattern
    assert spec is not None
    name = _named(rule, f"{spec.column} is like {spec.regex}")

    def bad(batch: StoredBatch) -> Bools:
        return ~matches(batch.series(rule.table, (spec.column,)), spec.regex)

    yield _cells(pack, rule.table, name, ((spec.column,),), bad, says=f"due: like {spec.regex}")


def _order(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    """Yield a check for each pair of neighbouring terms; rows that lack one of them pass."""
    assert rule.order is not None
    for left, right in pairwise(rule.order):
        name = _named(rule, f"{left} <= {right}")
        yield _pair(pack, rule.table, name, left, right)


def _pair(pack: CompiledPack, table: str, name: str, left: Term, right: Term) -> Item:
    dates = any(means_date(pack, table, term) for term in (left, right))

    def bad(batch: StoredBatch) -> Bools:
        return above(
            operand(batch, table, left, "low", dates=dates),
            operand(batch, table, right, "high", dates=dates),
        )

    return _cells(pack, table, name, term_paths(left, right), bad, says=f"due: {left} <= {right}")


def _no_overlap(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.no_overlap
    assert spec is not None
    name = _named(rule, f"{spec.start} to {spec.end}{_within(spec.within)}")
    ends = ((spec.start,), (spec.end,))

    def bad(batch: StoredBatch) -> Bools:
        return overlapping(batch, rule.table, *ends, spec.within)

    says = "it begins before the one before has ended"
    yield _cells(pack, rule.table, name, (*ends, *spec.within), bad, says=says)


def _loop(_: CompiledPack, rule: Rule) -> Iterator[Item]:
    column = rule.acyclic or rule.forest
    assert column is not None
    name = _named(rule, column)
    yield loop_check(rule.table, column, name, rooted=rule.forest is not None)


def _connected(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    assert rule.connected is not None
    name = _named(rule, ", ".join((rule.table, *rule.connected)))
    yield connected_check(pack, name, (rule.table, *rule.connected))


def _single_chain(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    assert rule.single_chain is not None
    name = _named(rule, f"{rule.single_chain.ref}{_within(rule.single_chain.within)}")
    yield single_chain_check(pack, rule.table, name, rule.single_chain)


def _degree(_: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.degree
    assert spec is not None
    name = _named(rule, f"{spec.between} of {spec.of} by {spec.by}")
    yield children_check(name, spec.of, rule.table, spec.by, *within_span(spec.between))


def _balanced(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.balanced
    assert spec is not None
    name = _named(rule, f"{spec.home} against {spec.away}, {spec.legs} legs")
    team = str(pack.tables[rule.table].columns[spec.home].target)
    yield balance_check(
        name, Fixtures(rule.table, team, spec.home, spec.away, spec.round, spec.legs)
    )


def _depends(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.depends
    assert spec is not None
    name = _named(rule, f"{'.'.join(spec.right)} follows from {_dotted(spec.left)}")
    bad = not_alike(rule.table, spec.left, spec.right)
    says = f"another row with the same {_dotted(spec.left)} has another"
    yield _cells(pack, rule.table, name, (spec.right, *spec.left), bad, says=says)


def _unique(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    assert rule.unique is not None
    name = _named(rule, _dotted(rule.unique))
    yield if_known(pack, rule.unique, unique(name, rule.table, rule.unique))


def _names_apart(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    assert rule.names_apart is not None
    name = _named(rule, rule.names_apart)
    column = pack.tables[rule.table].columns[rule.names_apart]
    if column.stored:
        yield names_apart(name, rule.table, column)
    else:
        yield Unproven(name)


def _sql(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    assert rule.sql is not None
    name = _named(rule, rule.sql)
    sql = rule.sql

    def bad(batch: StoredBatch) -> Bools:
        return ~truth(batch, rule.table, sql)

    paths = check_expression(sql).paths
    yield _cells(pack, rule.table, name, paths, bad, says=f"due: {sql}", stage="sql")


def _sum(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.sum
    assert spec is not None
    name = _named(rule, f"{spec.column} sums to {spec.to}{_within(spec.within)}")
    yield sum_check(pack, rule.table, name, spec)


def _rank_agrees(pack: CompiledPack, rule: Rule) -> Iterator[Item]:
    spec = rule.rank_agrees
    assert spec is not None
    words = f"{spec.rank} agrees with {'.'.join(spec.of)}{_within(spec.within)}"
    yield agree_check(pack, rule.table, _named(rule, words), spec)


_BUILDERS: dict[str, Callable[[CompiledPack, Rule], Iterator[Item]]] = {
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
