"""What an SQL expression of a pack may be made of: the allow-list over DuckDB's syntax tree.

Everything not named here is refused, so a new version of DuckDB adds nothing by itself. Left out
on purpose: what reads the world (files, clock, chance, settings), what makes much of little
(`repeat`, `range`, `format` with a width, patterns that backtrack), what looks beyond the row
(subqueries, aggregates, windows), and what only doubles can compute: `exp`, `ln`, `pow` and the
like, whose last bits differ between machines (`sqrt` is computed in whole numbers).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from fictionworld.errors import nearest
from fictionworld.packs.findings import show

Node = dict[str, Any]

_OPERATORS = frozenset({"+", "-", "*", "/", "//", "%", "||"})
_DEEPEST = 40
_LONGEST_PAD = 40
_LONGEST_FORMAT = 40
_MOST_DIGITS = 18

_PARTS = frozenset({"year", "quarter", "month", "week", "day", "isodow", "doy"})
_DATE_WORDS = re.compile(r"current_\w+|local\w+|session_user|rowid")
_NAME = re.compile(r"[a-z][a-z0-9_]*")

TYPES = frozenset({"SMALLINT", "INTEGER", "BIGINT", "DECIMAL", "VARCHAR", "DATE", "BOOLEAN"})
_TYPE_ALIASES = {
    "INT": "INTEGER", "INT4": "INTEGER", "INT8": "BIGINT", "LONG": "BIGINT", "NUMERIC": "DECIMAL",
    "TEXT": "VARCHAR", "STRING": "VARCHAR", "BOOL": "BOOLEAN", "INT2": "SMALLINT",
}  # fmt: skip

_SYNTAX = {  # how people write what the tree calls otherwise
    "~~": "LIKE", "!~~": "NOT LIKE", "~~*": "ILIKE", "!~~*": "NOT ILIKE", "~~~": "GLOB",
    "list_value": "a list", "struct_pack": "a struct", "row": "a row", "unnest": "unnest",
    "count_star": "count", "regexp_full_match": "a regular expression",
    "regexp_matches": "a regular expression", "to_days": "an interval", "to_months": "an interval",
    "to_years": "an interval", "to_weeks": "an interval", "to_hours": "an interval",
}  # fmt: skip
_CLASSES = {
    "SUBQUERY": "a subquery", "WINDOW": "a window", "LAMBDA": "an arrow or lambda", "STAR": "*",
    "PARAMETER": "a parameter", "COLLATE": "a collation", "POSITIONAL_REFERENCE": "a # reference",
    "DEFAULT": "DEFAULT", "LAMBDA_REF": "a lambda",
}  # fmt: skip

Refusal = str | None


def _part_first(name: str, arguments: list[Node]) -> Refusal:
    first = _constant(arguments[0]) if arguments else None
    if first is not None and first.lower() in _PARTS:
        return None
    return (
        f"got {name}({show(first) if first else '...'}, ...); allowed as its first argument: "
        f"{', '.join(repr(part) for part in sorted(_PARTS))}"
    )


def _short_pad(name: str, arguments: list[Node]) -> Refusal:
    size = _constant(arguments[1]) if len(arguments) > 1 else None
    if size is not None and size.isdigit() and int(size) <= _LONGEST_PAD:
        return None
    return (
        f"got {name} to {'a length that varies' if size is None else size}; allowed as its second "
        f"argument: a whole number from 0 to {_LONGEST_PAD}"
    )


def _constant_format(name: str, arguments: list[Node]) -> Refusal:
    layout = _constant(arguments[1]) if len(arguments) > 1 else None
    if layout is not None and len(layout) <= _LONGEST_FORMAT:
        return None
    return (
        f"got {name} with {'a format that varies' if layout is None else 'a long format'}; allowed "
        f"as its second argument: text of at most {_LONGEST_FORMAT} characters, such as '%Y-%m'"
    )


_ARGUMENTS: dict[str, Callable[[str, list[Node]], Refusal]] = {
    **dict.fromkeys(("date_diff", "datediff", "date_part", "datepart"), _part_first),
    "strftime": _constant_format,
    "lpad": _short_pad,
    "rpad": _short_pad,
}
"""Functions whose arguments are limited."""

FUNCTIONS = frozenset({
    # numbers
    "abs", "sign", "round", "floor", "ceil", "ceiling", "trunc", "mod", "sqrt",
    # choice; coalesce, ifnull, CASE and nullif stand in the grammar
    "least", "greatest", "nullif", "if",
    # dates
    "year", "quarter", "month", "week", "day", "isodow", "dayofyear", "make_date", "last_day",
    # text: none gives more than its arguments hold together, but for lpad and rpad
    "lower", "upper", "length", "trim", "ltrim", "rtrim", "concat", "substr", "substring", "left",
    "right", "starts_with", "ends_with", "contains",
    *_ARGUMENTS,
})  # fmt: skip


def refusal(root: Node) -> Refusal:
    """Return why the expression with this root is refused; None where all of it is allowed."""
    level = [root]
    for _ in range(_DEEPEST):
        for node in level:
            problem = _refuse(node)
            if problem is not None:
                return problem
        level = [child for node in level for child in children(node)]
        if not level:
            return None
    return f"got an expression nested deeper than {_DEEPEST}; split it over hidden columns"


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly below `node`."""
    for value in node.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict) and "class" in item:
                yield item
            elif isinstance(item, dict):
                yield from children(item)


def _refuse(node: Node) -> Refusal:
    if node.get("alias"):
        return f"got the alias or number {show(node['alias'])}; one expression has no alias"
    check = _CHECKS.get((node["class"], node["type"])) or _CHECKS.get((node["class"], ""))
    if check is None:
        construct = _CLASSES.get(node["class"]) or node["type"].lower().replace("_", " ")
        return (
            f"got {construct}; allowed: one scalar expression over columns of this row, with "
            f"arithmetic, comparisons, AND, OR, NOT, CASE, IN, BETWEEN, IS NULL, casts and "
            f"functions ({', '.join(sorted(FUNCTIONS))})"
        )
    return check(node)


def _fine(node: Node) -> Refusal:  # noqa: ARG001 - one signature for all
    return None


def _column(node: Node) -> Refusal:
    steps: list[str] = node["column_names"]
    path = ".".join(steps)
    if _DATE_WORDS.fullmatch(steps[0].lower()):
        return f"got {path}, which is not part of the world; allowed: columns, and as_of for today"
    odd = next((step for step in steps if not _NAME.fullmatch(step)), None)
    if odd is not None:
        lower = ".".join(steps).lower()
        return f"got the column {path!r}; columns are written in lower case, such as {lower!r}"
    return None


def _literal(node: Node) -> Refusal:
    kind, text = node["literal"]["kind"], node["literal"]["text"]
    if kind in {"STRING", "BOOLEAN", "NULL_LITERAL"}:
        return None
    if kind == "INTEGER":
        digits = text.replace("_", "").lstrip("-")
        return None if len(digits) <= _MOST_DIGITS else f"got {show(text)}; allowed: 18 digits"
    if kind == "NUMERIC":
        finite = math.isfinite(float(text.replace("_", "")))
        return None if finite else f"got {text}, which is infinite; allowed: finite numbers"
    return f"got a {kind.lower()} constant; allowed: numbers, 'text', true, false and NULL"


def _cast(node: Node) -> Refusal:
    # the type is a node of its own below the cast, and is checked there
    return None if node["type_expr"]["class"] == "TYPE" else "got a cast to an expression"


def type_of(node: Node) -> tuple[str, list[int]]:
    """Return the name and sizes of a cast's type that passed: `DECIMAL`, [18, 2]."""
    return _type_name(node), [int(str(_constant(size))) for size in node["children"]]


def _type_name(node: Node) -> str:
    name = str(node["type_name"]).upper()
    return _TYPE_ALIASES.get(name, name)


def _type(node: Node) -> Refusal:
    name = _type_name(node)
    if name == "DOUBLE":
        return "got a cast to DOUBLE; leave it out, numbers are exact: a / b is no whole number"
    sizes = [_constant(size) for size in node["children"]]
    sized = not sizes or (name == "DECIMAL" and all(s is not None and s.isdigit() for s in sizes))
    if not node["catalog"] and not node["schema"] and name in TYPES and sized:
        return None
    type_text = "a list" if name == "LIST" else node["type_name"]
    if name in TYPES:
        return f"got a cast to {type_text} with a size; give {name} alone, or DECIMAL(18, 2)"
    return f"got a cast to {type_text}; allowed: {', '.join(sorted(TYPES))}{nearest(name, TYPES)}"


def _function(node: Node) -> Refusal:
    name = str(node["function_name"]).lower()
    if node["catalog"] or node["schema"]:
        return (
            f"got {node['schema'] or node['catalog']}.{name}; allowed: a function by its bare "
            f"name, as in {name}(column)"
        )
    arguments = node["arguments"]
    if any(argument["name"] for argument in arguments):
        return f"got {name} with a named argument; give arguments by place"
    if node["distinct"] or node["filter"] or node["order_bys"]["orders"]:
        return f"got {name} with DISTINCT, FILTER or ORDER BY; give plain arguments"
    if name in _OPERATORS and node["is_operator"]:
        return None
    if name not in FUNCTIONS:
        return (
            f"got {_SYNTAX.get(name, name)}; allowed: {', '.join(sorted(FUNCTIONS))}"
            f"{nearest(name, FUNCTIONS)}"
        )
    check = _ARGUMENTS.get(name)
    given = [argument["expression"] for argument in arguments]
    return check(name, given) if check is not None else None


def _constant(node: Node) -> str | None:
    return str(node["literal"]["text"]) if node["class"] == "CONSTANT" else None


_CHECKS: dict[tuple[str, str], Callable[[Node], Refusal]] = {
    ("COLUMN_REF", "COLUMN_REF"): _column,
    ("CONSTANT", "VALUE_CONSTANT"): _literal,
    ("FUNCTION", "FUNCTION"): _function,
    ("CAST", "OPERATOR_CAST"): _cast,
    ("TYPE", "TYPE"): _type,
    ("CASE", "CASE_EXPR"): _fine,
    ("BETWEEN", "COMPARE_BETWEEN"): _fine,
    ("COMPARISON", ""): _fine,
    ("CONJUNCTION", ""): _fine,
    ("OPERATOR", "OPERATOR_NOT"): _fine,
    ("OPERATOR", "OPERATOR_IS_NULL"): _fine,
    ("OPERATOR", "OPERATOR_IS_NOT_NULL"): _fine,
    ("OPERATOR", "OPERATOR_COALESCE"): _fine,
    ("OPERATOR", "COMPARE_IN"): _fine,
    ("OPERATOR", "COMPARE_NOT_IN"): _fine,
}
