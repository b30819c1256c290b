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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import duckdb

from fictionworld.errors import PackError
from fictionworld.packs.allowed_sql import Node, ValueKind, children, refusal
from fictionworld.packs.exact_sql import column_path, exact_value
from fictionworld.packs.findings import show
from fictionworld.packs.quotient import Quotient
from fictionworld.packs.sandbox import ask, first_line
from fictionworld.packs.terms import Path

_LONGEST = 400
_STRING = re.compile(r"'[^']*'")
_NULL_TESTS = frozenset({
    "OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL", "OPERATOR_COALESCE", "COMPARE_DISTINCT_FROM",
    "COMPARE_NOT_DISTINCT_FROM", "least", "greatest",
})  # fmt: skip
_COMMENT = re.compile(r"--|/\*")


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

    @property
    def has_open_case(self) -> bool:
        """Whether a CASE has no ELSE, and so no value where none of its conditions holds."""
        return any(not end["query_location_length"] for end in self._empty_ends())

    @property
    def says_null(self) -> bool:
        """Whether a CASE ends with a NULL that is written."""
        return any(end["query_location_length"] for end in self._empty_ends())

    @property
    def tested(self) -> frozenset[Path]:
        """The paths that decide the value where they are missing, instead of making it missing.

        They stand in a condition of a CASE, or in a function that passes over what is missing; not
        those that an OR lets be missing: `end IS NULL OR start <= end`.
        """
        return frozenset(_tested(self.root, frozenset()))

    def _empty_ends(self) -> Iterator[Node]:
        pending = [self.root]
        while pending:
            node = pending.pop()
            pending.extend(children(node))
            if node["class"] == "CASE":
                end = node["else_expr"]
                if end.get("literal", {}).get("kind") == "NULL_LITERAL":
                    yield end


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
    try:
        return exact_sql(expression, [types[path] for path in expression.paths]).kind
    except PackError as error:
        typed_paths = ", ".join(f"{'.'.join(path)} {types[path]}" for path in expression.paths)
        raise PackError(f"got {expression.sql!r}: {error} (columns: {typed_paths})") from None


def read_ahead(expressions: Iterable[str]) -> None:
    """Parse expressions that are about to be checked: all at once is six times as fast."""
    ahead = [sql for sql in dict.fromkeys(expressions) if len(sql) <= _LONGEST]
    with suppress(duckdb.Error):  # each is parsed by itself then, and says what is wrong with it
        _ahead.update(zip(ahead, _serialized(ahead), strict=True))


_ahead: dict[str, str] = {}
"""Serialized trees of expressions that are not checked yet."""


def _refuse_text(sql: str) -> None:
    """Refuse what would be read as something else than it looks like."""
    if not sql.strip():
        raise PackError("got an empty expression; give one such as units * price")
    if not sql.replace("\n", " ").replace("\t", " ").isprintable():
        raise PackError("got a control character in an expression; remove it")
    if _COMMENT.search(_STRING.sub(" ", sql)):
        raise PackError("got a comment: remove it, or put a space between two minus signs")


def _serialized(expressions: Sequence[str]) -> list[str]:
    """Return the syntax trees of expressions as JSON text, each as the one item of a SELECT."""
    query = "SELECT json_serialize_sql(item) FROM (SELECT unnest($1) AS item)"
    return [text for (text,) in ask(query, [[f"SELECT {sql}" for sql in expressions]])]


@cache
def _bare_select() -> Any:  # noqa: ANN401 - JSON
    """Return the tree of a SELECT that has nothing but items, without its items."""
    tree = json.loads(_serialized(["NULL"])[0])
    _take_items(tree)
    return tree


def _take_items(tree: Any) -> list[Node]:  # noqa: ANN401 - JSON
    """Return the items of a SELECT and take them out of its tree."""
    node = tree["statements"][0]["node"]
    items: list[Node] = node.get("select_list", [])
    node["select_list"] = []
    return items


def _root(sql: str) -> Node:
    """Return the syntax tree of the one expression in `sql`."""
    try:
        tree: Any = json.loads(_ahead.pop(sql, "") or _serialized([sql])[0])
    except RecursionError:
        raise PackError("got an expression nested too deeply; split it over columns") from None
    except duckdb.Error as error:
        raise PackError(f"got {show(sql)}: {first_line(error)}") from None
    if tree["error"]:
        reason = tree["error_message"].splitlines()[0]
        raise PackError(f"got {show(sql)}: {reason}; allowed: one scalar expression")
    items = _take_items(tree)
    if tree != _bare_select() or len(items) != 1:
        raise PackError(
            f"got {show(sql)}, which is more than one expression; allowed: one scalar expression "
            "without FROM, WHERE, ORDER BY, LIMIT, DISTINCT, UNION or a comma between values"
        )
    return items[0]


def _tested(node: Node, excused: frozenset[Path]) -> Iterator[Path]:
    """Yield the paths below `node` whose absence is a value there, without those `excused`."""
    if node["type"] == "CONJUNCTION_OR":
        tests = [
            test["children"][0] for test in children(node) if test["type"] == "OPERATOR_IS_NULL"
        ]
        excused |= {column_path(test) for test in tests if test["class"] == "COLUMN_REF"}
    deciding: list[Node] = []
    if node["class"] == "CASE":
        deciding = [check["when_expr"] for check in node["case_checks"]]
    elif _NULL_TESTS & {node["type"], node.get("function_name")}:
        deciding = [node]
    for part in deciding:
        yield from (path for path in _reads(part) if path not in excused)
    for child in children(node):
        yield from _tested(child, excused)


def _reads(root: Node) -> Iterator[Path]:
    """Yield the path of each column's node, in the order of the text."""
    columns, pending = [], [root]
    while pending:
        node = pending.pop()
        pending.extend(children(node))
        if node["class"] == "COLUMN_REF":
            columns.append(node)
    yield from map(column_path, sorted(columns, key=lambda node: int(node["query_location"])))
