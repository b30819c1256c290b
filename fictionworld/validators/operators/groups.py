"""Values relative to the rows of a group: distinct numbers, shares, ranks, growth."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.groups import Growth, Ordinal, Rank, Share
from fictionworld.packs.terms import Path, Span
from fictionworld.validators.arithmetic import Operand, digits, operand, rounded
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operator import Proof, RowValue, register
from fictionworld.validators.relation import group, quoted
from fictionworld.validators.rule import Item, RowCondition, column_rule
from fictionworld.validators.rules.draws import path_words, repeated

_YEAR_BEFORE = "RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING"


def _share(_: CompiledPack, column: CompiledColumn, spec: Share) -> RowValue:
    """Return 100 times the value over its group's total; missing where the value is, or where the
    total is not above 0.
    """
    part = digits(spec.of)
    total = f"sum({part}) OVER (PARTITION BY {group(spec.within)})"
    share = f"quotient({100 * 10**column.decimals} * {part}, {total})"
    return RowValue(f"CASE WHEN {total} > 0 THEN {share} END", (spec.of, *spec.within))


def _rank(_: CompiledPack, __: CompiledColumn, spec: Rank) -> RowValue:
    """Return the rank of the value in its group: 1, 2, 2, 4; missing where the value is."""
    value, order = quoted(spec.of), "ASC" if spec.order == "ascending" else "DESC"
    rank = f"rank() OVER (PARTITION BY {group(spec.within)} ORDER BY {value} {order} NULLS LAST)"
    return RowValue(f"CASE WHEN {value} IS NOT NULL THEN {rank} END", (spec.of, *spec.within))


def _growth(_: CompiledPack, column: CompiledColumn, spec: Growth) -> RowValue:
    """Return the change from the year before, in percent of that year's absolute value, so that its
    sign is the change's. Missing where either value is, or where the earlier is 0.
    """
    value, year = digits(spec.of), digits(spec.over)
    window = f"(PARTITION BY {group(spec.within)} ORDER BY {year} {_YEAR_BEFORE})"
    before = f"CASE WHEN {year} IS NOT NULL THEN min_by({value}, _row) OVER {window} END"
    hundreds = 100 * 10**column.decimals
    growth = f"quotient({hundreds} * ({value} - {before}), abs({before}))"
    return RowValue(growth, (spec.of, spec.over, *spec.within))


def turn(within: tuple[Path, ...], *order: Path) -> str:
    """Return the SQL of a row's number in its group by `order` and then by id, from 1."""
    keys = ", ".join([*map(quoted, order), "id", "_row"])
    return f"row_number() OVER (PARTITION BY {group(within)} ORDER BY {keys})"


def _ordinals(pack: CompiledPack, column: CompiledColumn, spec: Ordinal) -> RowValue:
    """Return the running numbers that an `ordinal` column must hold; rows equal in the order are
    numbered by id.
    """
    start = rounded(operand(pack, column.table, spec.start, "low", dates=False), 0)
    due = Operand(f"{start} + {turn(spec.within, spec.order)} - 1").at_scale(column.decimals)
    return RowValue(due, (*term_paths(spec.start), *spec.within, spec.order))


def _apart(pack: CompiledPack, column: CompiledColumn, _: Span) -> Iterator[Item]:
    within = column.spec.draw.within if column.spec.draw is not None else ()
    word = f"no two equal within {path_words(within)}"
    yield column_rule(pack, column, word, repeated(column, within), within)


def _in_turn(pack: CompiledPack, column: CompiledColumn, spec: Ordinal) -> Iterator[Item]:
    due = _ordinals(pack, column, spec)
    word = f"counts from {spec.start} by {'.'.join(spec.order)}"
    broken = RowCondition(f"{quoted((column.name,))} != {due.sql}")
    yield column_rule(pack, column, word, broken, due.reads)


register(
    Proof(name="distinct", rules=_apart),
    Proof(name="ordinal", due=_ordinals, rules=_in_turn),
    Proof(name="share", due=_share),
    Proof(name="rank", due=_rank),
    Proof(name="growth", due=_growth),
)
