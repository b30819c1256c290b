"""`along`: every step from row to row lies in its range, and not too many go back."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.along import Along
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.arithmetic import above, digits, operand, value
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.operators.groups import turn
from fictionworld.validators.relation import group, literal, position, quoted, relation
from fictionworld.validators.rule import (
    Check,
    Item,
    RowCondition,
    ViolationQuery,
    column_rule,
    if_known,
)
from fictionworld.validators.rules.draws import unlisted

_RATIO = 10**9


def _rules(pack: CompiledPack, column: CompiledColumn, spec: Along) -> Iterator[Item]:
    paths = _paths(spec)
    low, high = spec.step
    steps = _steps(pack, column, spec)
    word = f"{low:g} to {high:g}{' times' if spec.ratio else ''} from the row before"
    off = ViolationQuery(f"SELECT _row FROM ({steps}) WHERE NOT (onward OR backward)")
    yield column_rule(pack, column, word, off, paths)
    word = f"starts from {spec.start[0]} to {spec.start[1]}"
    read = (*paths, *term_paths(*spec.start))
    yield column_rule(pack, column, word, _start(pack, column, spec), read)
    if spec.levels is not None:
        yield column_rule(pack, column, "one of its levels", unlisted(column, spec.levels))
    if spec.back:
        share = int(_number(spec.back) * 10**6)
        too_many = ViolationQuery(
            f"""
            SELECT world_id, count(*) AS steps, count(*) FILTER (NOT onward) AS back
            FROM ({steps}) GROUP BY world_id HAVING back > {share} * steps // 1000000
            """
        )
        rule = f"{column.table}.{column.name}: at most {spec.back:.0%} of the steps go back"
        due = f"due are at most {spec.back:.0%}"
        read = tuple(dict.fromkeys(((column.name,), *paths)))
        yield if_known(pack, Check(rule, column.table, too_many, read, due))


def _paths(spec: Along) -> tuple[Path, ...]:
    refs = ((name,) for name in (spec.up, spec.down) if name is not None)
    return (*refs, *spec.within, *((spec.order,) if spec.order is not None else ()))


def _number(number: float) -> Decimal:
    return Decimal(str(number))


def _steps(pack: CompiledPack, column: CompiledColumn, spec: Along) -> str:
    """Return the query that says, of each row with a row before it, whether the step leads onward,
    and whether backward.

    Numbers are digits, or positions among the levels. A value at `at_least` or `at_most` may have
    been limited to it.
    """
    own, draw = (column.name,), column.spec.draw
    assert draw is not None
    current = digits(own)
    reads = [own, *spec.within, *term_paths(draw.at_least, draw.at_most)]
    if spec.up is not None:
        before, now = digits((spec.up, *own)), current
        reads.append((spec.up, *own))
    elif spec.down is not None:
        before, now = current, digits((spec.down, *own))
        reads.append((spec.down, *own))
    else:
        before, now = f"lag({current}) OVER ({_window(spec)})", current
        reads.append(_order(spec))
    least, most = "-1e30::DOUBLE::HUGEINT", "1e30::DOUBLE::HUGEINT"
    if spec.levels is not None:
        levels = f"[{', '.join(literal(column, level) for level in spec.levels)}]::HUGEINT[]"
        before, now = (f"list_position({levels}, {side})" for side in (before, now))
        least, most = "1", str(len(spec.levels))
    else:
        if draw.at_least is not None:
            least = _scaled(pack, column, draw.at_least)
        if draw.at_most is not None:
            most = _scaled(pack, column, draw.at_most)
    lines = _lines(spec, column.decimals)
    limited = {name: f"greatest(least({line}, most), least)" for name, line in lines.items()}
    return f"""
        SELECT _row, world_id,
               now BETWEEN {limited["low"]} AND {limited["high"]} AS onward,
               {spec.back > 0} AND now BETWEEN {limited["back_low"]} AND {limited["back_high"]}
                   AS backward
        FROM (SELECT _row, world_id, {before} AS before, {now} AS now,
                     {least} AS least, {most} AS most FROM {relation(pack, column.table, reads)})
        WHERE before IS NOT NULL AND now IS NOT NULL
        """


def _order(spec: Along) -> Path:
    assert spec.order is not None, "an `along` names a reference or an order"
    return spec.order


def _window(spec: Along) -> str:
    """Return the SQL window of the rows of a group, in order."""
    return f"PARTITION BY {group(spec.within)} ORDER BY {quoted(_order(spec))}, id"


def _scaled(pack: CompiledPack, column: CompiledColumn, term: Term) -> str:
    bound = operand(pack, column.table, term, "low", dates=False)
    if bound.scale <= column.decimals:
        return bound.at_scale(column.decimals)
    return f"({bound.sql}) // {10 ** (bound.scale - column.decimals)}"


def _lines(spec: Along, decimals: int) -> dict[str, str]:
    """Return the least and the greatest value after a step, onward and back, in SQL; ratios round
    either way.
    """
    low, high = map(_number, spec.step)
    if spec.ratio:
        lower, upper = (int((1 + step) * _RATIO) for step in (low, high))
        onward = [f"before * {factor}::HUGEINT // {_RATIO}" for factor in (lower, upper)]
        back = [f"before * {_RATIO}::HUGEINT // {factor}" for factor in (lower, upper)]
    else:
        scale = 0 if spec.levels is not None else decimals
        lower = int(low.scaleb(scale).to_integral_value(ROUND_FLOOR))
        upper = int(high.scaleb(scale).to_integral_value(ROUND_CEILING))
        onward, back = (
            [f"before + {sign * lower}", f"before + {sign * upper}"] for sign in (1, -1)
        )
    slack = 1 if spec.ratio else 0
    return {
        "low": f"least({', '.join(onward)}) - {slack}",
        "high": f"greatest({', '.join(onward)}) + {slack}",
        "back_low": f"least({', '.join(back)}) - {slack}",
        "back_high": f"greatest({', '.join(back)}) + {slack}",
    }


def _start(pack: CompiledPack, column: CompiledColumn, spec: Along) -> RowCondition:
    """Return the condition that a row has no row before it, and lies outside the start."""
    own, table = value(pack, column.table, (column.name,)), column.table
    low = operand(pack, table, spec.start[0], "low", dates=False)
    high = operand(pack, table, spec.start[1], "high", dates=False)
    reads: tuple[Path, ...] = ()
    if spec.up is not None:
        reads = (position(spec.up),)
        first = f"{quoted(reads[0])} IS NULL"
    elif spec.down is not None:
        first = f"_row NOT IN ({_followed(pack, table, spec.down)})"
    else:
        first = f"{turn(spec.within, _order(spec))} = 1"
    return RowCondition(f"{first} AND ({above(low, own)} OR {above(own, high)})", reads)


def _followed(pack: CompiledPack, table: str, reference: str) -> str:
    target = quoted(position(reference))
    rows = relation(pack, table, (position(reference),))
    return f"SELECT {target} FROM {rows} WHERE {target} IS NOT NULL"


register(Proof(name="along", rules=_rules))
