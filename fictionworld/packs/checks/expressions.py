"""SQL expressions that are allowed, and of the type that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from fictionworld.errors import PackError
from fictionworld.packs.compiled import decimals_of, sql_type_of
from fictionworld.packs.exact_sql import kind_of_type
from fictionworld.packs.expression import Expression, check_expression, expression_kind
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.resolve import a_kind, all_columns, column_at, columns_of, follow, kind_of
from fictionworld.packs.terms import Path

if TYPE_CHECKING:
    from fictionworld.packs.dependencies import Dependencies
    from fictionworld.packs.specification import Pack


def sql_of(pack: Pack) -> Iterator[str]:
    """Yield all expressions of the pack."""
    yield from (rule.sql for rule in pack.rules if rule.sql is not None)
    for _, _, _, column in all_columns(pack):
        if column.derive is not None and column.derive.kind == "sql":
            yield column.derive.written


def check_expressions(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each rule whose SQL expression is not allowed, or not boolean."""
    for number, rule in enumerate(pack.rules):
        if rule.sql is not None and columns_of(pack, rule.table):
            yield from expression_mistakes(
                pack, ("rules", number, "sql"), rule.table, rule.sql, "boolean"
            )


def check_open_cases(graph: Dependencies) -> Iterator[Mistake]:
    """Yield a mistake for each CASE without ELSE in a column that never lacks a value."""
    for place, table, name, column in all_columns(graph.pack):
        sql = None if column.derive is None else column.derive.get("sql")
        with suppress(PackError):  # `check_expressions` words it
            if sql and (table, name) not in graph.nullable and check_expression(sql).has_open_case:
                problem = f"got a CASE without ELSE, but {table}.{name} never lacks a value"
                move = "end it with ELSE and a value, or with ELSE NULL where rows have none"
                yield (*place, "derive", "sql"), f"{problem}; {move}"


def expression_mistakes(
    pack: Pack, place: Place, table: str, sql: str, kind: Kind | None
) -> Iterator[Mistake]:
    """Yield a mistake if an expression is not allowed or gives no value of `kind`."""
    try:
        expression = check_expression(sql)
        types = _types(pack, table, expression)
        if types is None:
            return
        value_kind = expression_kind(expression, types)
    except PackError as error:
        yield place, str(error)
        return
    if kind is not None and value_kind not in {kind_of_type(sql_type_of(kind, 0)), "nothing"}:
        yield place, f"got a {value_kind} from {sql!r}; allowed: {a_kind(kind)}"


def _types(pack: Pack, table: str, expression: Expression) -> dict[Path, str] | None:
    """Return the DuckDB types of the columns that an expression reads; None if one is unknown."""
    types: dict[Path, str] = {}
    for path in expression.paths:
        end = follow(pack, table, path).end
        kind = kind_of(pack, end) if end is not None else None
        if end is None or kind is None:
            return None
        types[path] = sql_type_of(kind, decimals_of(column_at(pack, end), kind))
    return types
