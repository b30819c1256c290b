"""`sql`: expressions over the values of a row, exact (`packs/exact_sql.py`)."""

from __future__ import annotations

from fictionworld.packs.compiled import NUMBERS, CompiledColumn, CompiledPack
from fictionworld.packs.expression import ExactSql, check_expression, exact_sql
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import route
from fictionworld.validators.operator import Proof, RowValue, register
from fictionworld.validators.relation import as_date
from fictionworld.validators.rule import RowCondition


def untrue(pack: CompiledPack, table: str, sql: str) -> RowCondition:
    """Return the condition that a boolean expression is false, or cannot be computed: an overflow,
    a text that is no number. Where it is missing, it is not untrue.
    """
    exact, reads = _exact(pack, table, sql)
    return RowCondition(f"NOT coalesce(TRY(coalesce({exact.sql}, true)), false)", reads)


def _exact(pack: CompiledPack, table: str, sql: str) -> tuple[ExactSql, tuple[Path, ...]]:
    """Return an expression over the columns of a relation, and the paths of these."""
    expression = check_expression(sql)
    ends = [route(pack, table, path).column for path in expression.paths]
    reads = tuple(
        as_date(path) if end.kind == "date" else path
        for path, end in zip(expression.paths, ends, strict=True)
    )
    types, names = [end.sql_type for end in ends], [".".join(path) for path in reads]
    return exact_sql(expression, types, names), reads


def _due(pack: CompiledPack, column: CompiledColumn, sql: str) -> RowValue:
    """Return a derived column's expression as its type, rounded half away from zero; missing too
    where it cannot be computed.
    """
    exact, reads = _exact(pack, column.table, sql)
    value = exact.sql
    if column.kind in NUMBERS:
        scaled = f"{10**column.decimals} * ({exact.sql})::HUGEINT"
        value = f"quotient({scaled}, {exact.denominator})" if exact.denominator != 1 else scaled
    if column.kind == "date":
        value = f"CAST({exact.sql} AS DATE) - DATE '1970-01-01'"
    return RowValue(f"TRY({value})", reads)


register(Proof(name="sql", due=_due))
