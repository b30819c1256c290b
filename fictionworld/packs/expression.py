"""The escape hatch of the notation: one scalar DuckDB expression over paths of a row.

    >>> check_expression("units * phone.price / 1000").paths
    (('units',), ('phone', 'price'))

Text is parsed by DuckDB itself, its syntax tree is held against an allow-list, and what DuckDB
computes is written anew from the tree (`exact_sql.py`): numbers are exact, `/` is missing where
the divisor is 0, and so is `//`, which gives a whole number. Numbers with more than 38 digits are
an error, which `run_with_deadline` words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import duckdb

from fictionworld.errors import PackError
from fictionworld.packs.allowed_sql import Node, children, refusal
from fictionworld.packs.exact_sql import ValueKind, column_path, exact_value, kind_of_type
from fictionworld.packs.findings import show
from fictionworld.packs.quotient import Quotient
from fictionworld.packs.sandbox import ask_with_deadline, first_line, shared_sandbox
from fictionworld.packs.terms import Path

_LONGEST = 400
_SELECT = "SELECT "
_STRING = re.compile(r"'[^']*'")
_TYPE_DEADLINE_S = 2.0

_FORBIDDEN = (
    (r"--|/\*|\*/", "a comment: remove it, or put a space between two minus signs"),
    (r"\\", "a backslash: write text as it is"),
    (r'"', "a double quote: text stands in 'single quotes', columns without any"),
    (r";", "a semicolon: give one expression"),
    (r"[^\w\s.,()+\-*/%<>=!|:]", "which no expression of a pack needs"),
    (r"[^\x00-\x7f]", "which no expression of a pack needs outside of text"),
)


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked expression."""

    sql: str
    paths: tuple[Path, ...]
    """The column paths it reads, in the order of first use; `as_of` is `setting.as_of`."""
    reads: tuple[Path, ...]
    """The path of each place in `sql` that names a column, in order."""
    root: Node = field(repr=False, compare=False)
    """Its syntax tree."""


@dataclass(frozen=True, slots=True)
class ExactSql:
    """SQL of an expression's value over a relation of its columns."""

    kind: ValueKind
    sql: str
    """The value; of a number, the numerator: a whole number, which has at most 38 digits."""
    denominator: int | str = 1
    """Of a number: above zero; SQL where rows differ in it."""


@lru_cache(maxsize=1024)
def check_expression(sql: str) -> Expression:
    """Return the expression in `sql`, parsed and checked.

    Raises:
        PackError: It is longer than 400 characters, no single scalar expression, or holds what
            is not allowed. The message has no file and line; `check_pack` puts them before it.
    """
    if len(sql) > _LONGEST:
        raise PackError(f"got an expression of {len(sql)} characters; allowed: {_LONGEST}")
    _refuse_text(sql)
    root = _root(sql)
    problem = refusal(root)
    if problem is not None:
        raise PackError(problem)
    reads = tuple(_reads(root))
    return Expression(sql, tuple(dict.fromkeys(reads)), reads, root)


def paths_of(sql: str) -> tuple[Path, ...]:
    """Return the paths of an expression; none where it is wrong, which `check_pack` reports."""
    try:
        return check_expression(sql).paths
    except PackError:
        return ()


def exact_sql(
    expression: Expression, types: Sequence[str], names: Sequence[str] | None = None
) -> ExactSql:
    """Return SQL that computes the expression exactly, over columns that hold what it reads.

    Args:
        expression: A checked expression.
        types: For each of its paths, the DuckDB type that the column is stored with.
        names: For each of its paths, the column's name in the relation; c0, c1, ... if not given.
            There a number is a BIGINT: the digits of a decimal, 1250 for 12.50.

    Raises:
        PackError: An operation is given what it does not take.
    """
    columns = names if names is not None else [f"c{index}" for index in range(len(types))]
    return _exact_sql(expression, tuple(types), tuple(columns))


@lru_cache(maxsize=4096)
def _exact_sql(
    expression: Expression, types: tuple[str, ...], columns: tuple[str, ...]
) -> ExactSql:
    """Return the SQL, kept for the next call: every part of a build asks for the same."""
    value = exact_value(
        expression.root,
        dict(zip(expression.paths, types, strict=True)),
        dict(zip(expression.paths, columns, strict=True)),
    )
    if isinstance(value, Quotient):
        return ExactSql("number", value.numerator, value.denominator)
    return ExactSql(value.kind, value.sql)


def expression_kind(expression: Expression, types: Mapping[Path, str]) -> ValueKind:
    """Return what the expression gives, given the DuckDB types of the columns it reads.

    Raises:
        PackError: The types do not go together: a date times a number, a text without a cast.
    """
    return _kind_of(expression, tuple(types[path] for path in expression.paths))


@lru_cache(maxsize=1024)
def _kind_of(expression: Expression, types: tuple[str, ...]) -> ValueKind:
    columns = ", ".join(
        f'NULL::{"BIGINT" if kind_of_type(type_) == "number" else type_} AS "c{index}"'
        for index, type_ in enumerate(types)
    )
    try:
        exact = exact_sql(expression, types)
        query = f"SELECT typeof({exact.sql}) AS t FROM (SELECT {columns or '1'})"  # noqa: S608 - checked
        ask_with_deadline(shared_sandbox(), query, _TYPE_DEADLINE_S)
    except PackError as error:
        read = zip(expression.paths, types, strict=True)
        typed_paths = ", ".join(f"{'.'.join(path)} {type_}" for path, type_ in read)
        reason = str(error).removeprefix("sql: ").partition("; got SELECT")[0]
        raise PackError(f"got {expression.sql!r}: {reason} (columns: {typed_paths})") from None
    return exact.kind


def _refuse_text(sql: str) -> None:
    """Refuse marks that could end, hide or widen the expression, before anything parses it."""
    if not sql.strip():
        raise PackError("got an empty expression; give one such as units * price")
    if not sql.replace("\n", " ").replace("\t", " ").isprintable():
        raise PackError("got a control character in an expression; remove it")
    bare = _STRING.sub(" ", sql)
    for pattern, reason in _FORBIDDEN:
        match = re.search(pattern, sql if pattern == r"\\" else bare)
        if match is not None:
            problem = "an open quote; close it" if match[0] == "'" else f"{match[0]!r}, {reason}"
            raise PackError(f"got {problem}")


def _root(sql: str) -> Node:
    """Return the syntax tree of the one expression in `sql`."""
    try:
        query = "SELECT json_serialize_sql($1)"
        # all rows, though there is one: an unfinished result would block the connection
        ((text,),) = shared_sandbox().execute(query, [_SELECT + sql]).fetchall()
        tree: Any = json.loads(text)
    except RecursionError:
        raise PackError("got an expression nested too deeply; split it over columns") from None
    except duckdb.Error as error:
        raise PackError(f"got {show(sql)}: {first_line(error)}") from None
    if tree["error"]:
        reason = tree["error_message"].splitlines()[0]
        raise PackError(f"got {show(sql)}: {reason}; allowed: one scalar expression")
    statements = tree["statements"]
    node = statements[0]["node"] if len(statements) == 1 else {}
    # Whatever a SELECT may hold beside its items must be as in a bare one, clause by clause.
    if (
        set(node) != set(_BARE_SELECT) | {"select_list", "from_table"}
        or any(node[clause] != empty for clause, empty in _BARE_SELECT.items())
        or node["from_table"]["type"] != "EMPTY"
        or len(node["select_list"]) != 1
        or statements[0].get("named_param_map")
    ):
        raise PackError(
            f"got {show(sql)}, which is more than one expression; allowed: one scalar expression "
            "without FROM, WHERE, ORDER BY, LIMIT, DISTINCT, UNION or a comma between values"
        )
    root: Node = node["select_list"][0]
    return root


_BARE_SELECT: dict[str, Any] = {
    "type": "SELECT_NODE",
    "modifiers": [],
    "cte_map": {"map": []},
    "where_clause": None,
    "group_expressions": [],
    "group_sets": [],
    "aggregate_handling": "STANDARD_HANDLING",
    "having": None,
    "sample": None,
    "qualify": None,
}


def _reads(root: Node) -> Iterator[Path]:
    """Yield the path of each column's node, in the order of the text."""
    columns, pending = [], [root]
    while pending:
        node = pending.pop()
        pending.extend(children(node))
        if node["class"] == "COLUMN_REF":
            columns.append(node)
    yield from map(column_path, sorted(columns, key=lambda node: int(node["query_location"])))
