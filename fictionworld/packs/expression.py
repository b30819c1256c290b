"""The escape hatch of the notation: one scalar DuckDB expression over paths of a row.

    >>> check_expression("units * phone.price / 1000").paths
    (('units',), ('phone', 'price'))

Text is parsed by DuckDB itself, and its syntax tree is held against an allow-list. `/` divides to
a DOUBLE and `//` to a whole number, both missing where the divisor is 0; whole numbers that
overflow are an error, which `run_with_deadline` words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import duckdb

from fictionworld.errors import PackError
from fictionworld.packs.allowed_sql import Node, children, refusal
from fictionworld.packs.findings import show
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
    spots: tuple[tuple[int, int, Path], ...] = field(repr=False)
    """Start, end and path of each place in `sql` that names a column, in order."""


@lru_cache(maxsize=1024)
def check_expression(sql: str) -> Expression:
    """The expression in `sql`.

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
    spots = tuple(sorted(set(_spots(root, sql))))
    return Expression(sql, tuple(dict.fromkeys(path for _, _, path in spots)), spots)


def paths_of(sql: str) -> tuple[Path, ...]:
    """The paths of an expression; none where it is wrong, which `check_pack` says."""
    try:
        return check_expression(sql).paths
    except PackError:
        return ()


def rewrite(expression: Expression, name_of: Callable[[Path], str]) -> str:
    """The SQL with each column path replaced by the quoted name that `name_of` gives it."""
    return _rewritten(expression, tuple(map(name_of, expression.paths)))


@lru_cache(maxsize=4096)
def _rewritten(expression: Expression, columns: tuple[str, ...]) -> str:
    """Every part of a build asks for the same."""
    names = dict(zip(expression.paths, columns, strict=True))
    sql = _replaced(expression, names.__getitem__)
    # The offsets are DuckDB's; that the tree is the same but for names is proved, not believed.
    before = _skeleton(_root(expression.sql), lambda steps: names[_path(steps)])
    if _skeleton(_root(sql), "\n".join) != before:
        raise PackError(f"got {expression.sql!r}, whose columns are ambiguous; simplify it")
    return sql


def expression_type(expression: Expression, types: Mapping[Path, str]) -> str:
    """The DuckDB type of the expression's value, given the types of the columns it reads.

    Raises:
        PackError: The types do not go together: a date times a number, a text without a cast.
    """
    return _type_of(expression, tuple(types[path] for path in expression.paths))


@lru_cache(maxsize=1024)
def _type_of(expression: Expression, types: tuple[str, ...]) -> str:
    names = {path: f"c{number}" for number, path in enumerate(expression.paths)}
    columns = [
        f'NULL::{type_} AS "{name}"' for name, type_ in zip(names.values(), types, strict=True)
    ]
    query = (
        f"SELECT typeof({rewrite(expression, names.__getitem__)}) AS t "  # noqa: S608 - checked
        f"FROM (SELECT {', '.join(columns) or '1'})"
    )
    try:
        return str(ask_with_deadline(shared_sandbox(), query, _TYPE_DEADLINE_S))
    except PackError as error:
        read = zip(expression.paths, types, strict=True)
        got = ", ".join(f"{'.'.join(path)} {type_}" for path, type_ in read)
        said = str(error).removeprefix("sql: ").partition("; got SELECT")[0]
        raise PackError(f"got {expression.sql!r}: {said} (columns: {got})") from None


def _refuse_text(sql: str) -> None:
    """Refuse marks that could end, hide or widen the expression, before anything parses it."""
    if not sql.strip():
        raise PackError("got an empty expression; give one such as units * price")
    if not sql.replace("\n", " ").replace("\t", " ").isprintable():
        raise PackError("got a control character in an expression; remove it")
    bare = _STRING.sub(" ", sql)
    for pattern, reason in _FORBIDDEN:
        found = re.search(pattern, sql if pattern == r"\\" else bare)
        if found is not None:
            got = "an open quote; close it" if found[0] == "'" else f"{found[0]!r}, {reason}"
            raise PackError(f"got {got}")


def _root(sql: str) -> Node:
    """The syntax tree of the one expression in `sql`."""
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
        said = tree["error_message"].splitlines()[0]
        raise PackError(f"got {show(sql)}: {said}; allowed: one scalar expression")
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


def _spots(root: Node, sql: str) -> Iterator[tuple[int, int, Path]]:
    whole = sql.encode()
    pending = [root]
    while pending:
        node = pending.pop()
        pending.extend(children(node))
        if node["class"] == "COLUMN_REF":
            # DuckDB counts bytes
            start = node["query_location"] - len(_SELECT)
            end = start + node["query_location_length"]
            if not 0 <= start < end <= len(whole):
                raise PackError(f"got {show(sql)}, whose columns cannot be found; simplify it")
            first = len(whole[:start].decode())
            yield first, first + len(whole[start:end].decode()), _path(node["column_names"])


def _path(steps: list[str]) -> Path:
    return ("setting", "as_of") if steps == ["as_of"] else tuple(steps)


def _replaced(expression: Expression, name_of: Callable[[Path], str]) -> str:
    pieces, reached = [], 0
    for start, end, path in expression.spots:
        quoted = '"' + name_of(path).replace('"', '""') + '"'
        pieces += [expression.sql[reached:start], quoted]
        reached = end
    return "".join([*pieces, expression.sql[reached:]])


def _skeleton(node: object, name_of: Callable[[list[str]], str]) -> object:
    """A tree without its places in the text, each column by its name."""
    if isinstance(node, list):
        return [_skeleton(one, name_of) for one in node]
    if not isinstance(node, dict):
        return node
    if node.get("class") == "COLUMN_REF":
        return ("column", name_of(node["column_names"]))
    return {
        key: _skeleton(value, name_of)
        for key, value in node.items()
        if key not in {"query_location", "query_location_length"}
    }
