"""`along`: every step from row to row lies in its range, and not too many go back; by SQL."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operators.along import Along
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools
from fictionworld.validators.findings import Check, Findings, FindingText, Item, RowTest, if_known
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operands import above, operand
from fictionworld.validators.operator import Proof, register
from fictionworld.validators.relations import Relation, ask, marked
from fictionworld.validators.rules.draws import tied, unlisted

if TYPE_CHECKING:
    import polars as pl

_RATIO = 10**9


def _checks(pack: CompiledPack, column: CompiledColumn, spec: Along) -> Iterator[Item]:
    paths = _paths(spec)
    low, high = spec.step
    word = f"{low:g} to {high:g}{' times' if spec.ratio else ''} from the row before"

    def off(batch: StoredBatch) -> Bools:
        return marked(batch, column.table, f"SELECT _row FROM ({_pairs(batch, column, spec)}) "
                      "WHERE NOT (onward OR backward)")  # fmt: skip

    yield tied(pack, column, word, off, paths)
    first = term_paths(*spec.start)
    start = f"starts from {spec.start[0]} to {spec.start[1]}"
    yield tied(pack, column, start, _start(column, spec), (*paths, *first))
    if spec.levels is not None:
        yield tied(pack, column, "one of its levels", unlisted(column, spec.levels), ())
    if spec.back:
        rule = f"{column.table}.{column.name}: at most {spec.back:.0%} of the steps go back"
        check = Check(
            rule,
            column.table,
            "values",
            lambda batch: _too_many_back(batch, column, spec),
            ((column.name,), *paths),
        )
        yield if_known(pack, paths, check)


def _paths(spec: Along) -> tuple[Path, ...]:
    refs = ((name,) for name in (spec.up, spec.down) if name is not None)
    return (*refs, *spec.within, *((spec.order,) if spec.order is not None else ()))


def _number(value: float) -> Decimal:
    return Decimal(str(value))


def _pairs(batch: StoredBatch, column: CompiledColumn, spec: Along) -> str:
    """Return the SQL that says, of each row with a row before it, whether the step leads onward,
    and whether backward.

    Numbers are digits, or positions among the levels. A value at `at_least` or `at_most` may have
    been limited to it.
    """
    rows = Relation(batch, column.table)
    own, draw = (column.name,), column.spec.draw
    assert draw is not None
    value = rows.digits(own)
    if spec.up is not None:
        before, now = rows.digits((spec.up, *own)), value
    elif spec.down is not None:
        before, now = value, rows.digits((spec.down, *own))
    else:
        before, now = f"lag({value}) OVER ({_window(rows, spec)})", value
    least, most = "-1e30::DOUBLE::HUGEINT", "1e30::DOUBLE::HUGEINT"
    if spec.levels is not None:
        codes = batch.label_codes(column.kind, column.decimals, spec.levels).tolist()
        before, now = (f"list_position({codes}::HUGEINT[], {side})" for side in (before, now))
        least, most = "1", str(len(codes))
    else:
        if draw.at_least is not None:
            least = _scaled(rows, draw.at_least, column.decimals)
        if draw.at_most is not None:
            most = _scaled(rows, draw.at_most, column.decimals)
    lines = _lines(spec, column.decimals)
    limited = {name: f"greatest(least({line}, most), least)" for name, line in lines.items()}
    return f"""
        SELECT _row, world_id,
               now BETWEEN {limited["low"]} AND {limited["high"]} AS onward,
               {spec.back > 0} AND now BETWEEN {limited["back_low"]} AND {limited["back_high"]}
                   AS backward
        FROM (SELECT t._row, t.world_id, {before} AS before, {now} AS now,
                     {least} AS least, {most} AS most FROM {rows})
        WHERE before IS NOT NULL AND now IS NOT NULL
        """


def _window(rows: Relation, spec: Along) -> str:
    """Return the SQL window of the rows of a group, in order."""
    assert spec.order is not None
    return f"PARTITION BY {rows.group(spec.within)} ORDER BY {rows.value(spec.order)}, t.id"


def _scaled(rows: Relation, term: Term, decimals: int) -> str:
    digits, term_decimals = rows.term(term)
    if term_decimals <= decimals:
        return f"({digits}) * {10 ** (decimals - term_decimals)}"
    return f"({digits}) // {10 ** (term_decimals - decimals)}"


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


def _start(column: CompiledColumn, spec: Along) -> RowTest:
    def bad(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        low = operand(batch, column.table, spec.start[0], "low", dates=False)
        high = operand(batch, column.table, spec.start[1], "high", dates=False)
        return _first(batch, column.table, spec) & (above(low, cells) | above(cells, high))

    return bad


def _first(batch: StoredBatch, table: str, spec: Along) -> Bools:
    """Return the rows with no row before them."""
    first: Bools = np.ones(len(batch.rows(table)), dtype=bool)
    if spec.up is not None:
        return batch.follow(table, (spec.up,)) < 0
    if spec.down is not None:
        following = batch.follow(table, (spec.down,))
        first[following[following >= 0]] = False
        return first
    rows = Relation(batch, table)
    window = _window(rows, spec)
    return marked(
        batch, table, f"SELECT t._row FROM {rows} QUALIFY row_number() OVER ({window}) = 1"
    )


def _too_many_back(batch: StoredBatch, column: CompiledColumn, spec: Along) -> Findings:
    share = _number(spec.back)
    answer: pl.DataFrame = ask(
        batch,
        f"""
        SELECT world_id, count(*) AS steps, count(*) FILTER (NOT onward) AS back
        FROM ({_pairs(batch, column, spec)}) GROUP BY world_id
        HAVING back > {int(share * 10**6)} * steps // 1000000 ORDER BY world_id
        """,
    )
    worlds = np.searchsorted(batch.worlds, answer["world_id"].to_numpy())

    def describe(k: int) -> FindingText:
        steps, back = answer["steps"][k], answer["back"][k]
        statement = f"{back} of {steps} steps of {column.table}.{column.name} go back"
        values = (("steps", str(steps)), ("back", str(back)))
        return FindingText((), values, f"{statement}; due are at most {spec.back:.0%}.")

    return Findings(worlds, describe)


register(Proof(name="along", checks=_checks))
