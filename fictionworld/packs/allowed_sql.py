"""What an SQL expression of a pack may be made of: the nodes of DuckDB's syntax tree that it may
hold, and its functions.

Everything not named here is refused, so a new version of DuckDB adds nothing by itself. What is
named is written anew (`exact_sql.py`) and runs in the sandbox, which reaches nothing and has a
limit: so this list is about meaning. Left out are chance and the clock, what looks beyond the row,
texts that grow without bound, and `exp`, `ln`, `pow` and the like, which only doubles can compute
and whose last bits differ between machines (`sqrt` is computed in whole numbers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from fictionworld.errors import nearest
from fictionworld.packs.findings import show

Node = dict[str, Any]
ValueKind = Literal["number", "text", "date", "boolean", "nothing"]
"""What an expression gives; `nothing` is always missing, and goes with each of the others."""

_DEEPEST = 40
_LARGEST = 10**18
_NAME = re.compile(r"[a-z][a-z0-9_]*")

_NODES = frozenset({
    ("COLUMN_REF", "COLUMN_REF"), ("CONSTANT", "VALUE_CONSTANT"), ("FUNCTION", "FUNCTION"),
    ("CAST", "OPERATOR_CAST"), ("TYPE", "TYPE"), ("CASE", "CASE_EXPR"),
    ("BETWEEN", "COMPARE_BETWEEN"), ("OPERATOR", "OPERATOR_NOT"), ("OPERATOR", "OPERATOR_IS_NULL"),
    ("OPERATOR", "OPERATOR_IS_NOT_NULL"), ("OPERATOR", "OPERATOR_COALESCE"),
    ("OPERATOR", "COMPARE_IN"), ("OPERATOR", "COMPARE_NOT_IN"),
    ("CONJUNCTION", "CONJUNCTION_AND"), ("CONJUNCTION", "CONJUNCTION_OR"),
    ("COMPARISON", "COMPARE_EQUAL"), ("COMPARISON", "COMPARE_NOTEQUAL"),
    ("COMPARISON", "COMPARE_LESSTHAN"), ("COMPARISON", "COMPARE_GREATERTHAN"),
    ("COMPARISON", "COMPARE_LESSTHANOREQUALTO"), ("COMPARISON", "COMPARE_GREATERTHANOREQUALTO"),
    ("COMPARISON", "COMPARE_DISTINCT_FROM"), ("COMPARISON", "COMPARE_NOT_DISTINCT_FROM"),
})  # fmt: skip
"""By class and type."""
_LITERALS = frozenset({"STRING", "BOOLEAN", "NULL_LITERAL", "INTEGER", "NUMERIC"})
_OPERATORS = frozenset({"+", "-", "*", "/", "//", "%", "||"})
_WRITTEN = {"~~": "LIKE", "~~*": "ILIKE", "~~~": "GLOB", "list_value": "a list", "row": "a row"}
"""Functions by what people write for them."""

TYPES = frozenset({"SMALLINT", "INTEGER", "BIGINT", "DECIMAL", "VARCHAR", "DATE", "BOOLEAN"})
_TYPE_ALIASES = {
    "INT": "INTEGER", "INT4": "INTEGER", "INT8": "BIGINT", "LONG": "BIGINT", "NUMERIC": "DECIMAL",
    "TEXT": "VARCHAR", "STRING": "VARCHAR", "BOOL": "BOOLEAN", "INT2": "SMALLINT",
}  # fmt: skip


class Function(NamedTuple):
    """What a function takes and gives."""

    gives: ValueKind | None
    """None where that depends on what it is given."""
    takes: tuple[ValueKind | None, ...]
    """The kinds of its arguments; None for any."""
    least: int
    """How many arguments it has at least."""
    most: int
    constant: tuple[int, re.Pattern[str], str] | None = None
    """The place of an argument that is a constant, its text, and that in words."""


def _each(
    names: str,
    gives: ValueKind | None,
    *takes: ValueKind | None,
    optional: int = 0,
    constant: tuple[int, str, str] | None = None,
) -> dict[str, Function]:
    """Return an entry for each of `names`; `optional` of the arguments may be left out."""
    compiled = None if constant is None else (constant[0], re.compile(constant[1]), constant[2])
    function = Function(gives, takes, len(takes) - optional, len(takes), compiled)
    return dict.fromkeys(names.split(), function)


_PART = (
    0, "(?i:year|quarter|month|week|day|isodow|doy)",
    "'year', 'quarter', 'month', 'week', 'day', 'isodow' or 'doy'",
)  # fmt: skip
_LENGTH = (1, "[0-9]|[1-3][0-9]|40", "a whole number from 0 to 40")
_FORMAT = (1, "(?s:.{0,40})", "text of at most 40 characters, such as '%Y-%m'")

FUNCTIONS: Mapping[str, Function] = {
    **_each("abs sign floor ceil ceiling trunc sqrt", "number", "number"),
    **_each("round", "number", "number", "number", optional=1),
    **_each("mod", "number", "number", "number"),
    **dict.fromkeys(("least", "greatest"), Function(None, (), 1, 100)),
    **_each("nullif", None, None, None),
    **_each("if", None, "boolean", None, None),
    **_each("year quarter month week day isodow dayofyear", "number", "date"),
    **_each("date_part datepart", "number", "text", "date", constant=_PART),
    **_each("date_diff datediff", "number", "text", "date", "date", constant=_PART),
    **_each("make_date", "date", "number", "number", "number"),
    **_each("last_day", "date", "date"),
    **_each("strftime", "text", "date", "text", constant=_FORMAT),
    **_each("length", "number", "text"),
    **_each("lower upper", "text", "text"),
    **_each("trim ltrim rtrim", "text", "text", "text", optional=1),
    **_each("substr substring", "text", "text", "number", "number", optional=1),
    **_each("left right", "text", "text", "number"),
    **_each("lpad rpad", "text", "text", "number", "text", constant=_LENGTH),
    **_each("starts_with ends_with contains", "boolean", "text", "text"),
    "concat": Function("text", (), 1, 100),
}
"""By name; `coalesce`, `ifnull` and CASE are nodes of their own. No text is longer than all that
it is made of, but by `lpad` and `rpad`."""


def refusal(root: Node) -> str | None:
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


def type_of(node: Node) -> tuple[str, list[int]]:
    """Return the name and sizes of a cast's type that passed: `DECIMAL`, [18, 2]."""
    return _type_name(node), [int(str(_constant(size))) for size in node["children"]]


def _refuse(node: Node) -> str | None:
    if node.get("alias"):
        return f"got the alias or number {show(node['alias'])}; one expression has no alias"
    if (node["class"], node["type"]) not in _NODES:
        construct = node["type"].lower().replace("_", " ")
        return (
            f"got {construct}; allowed: one scalar expression over columns of this row, with "
            f"arithmetic, comparisons, AND, OR, NOT, CASE, IN, BETWEEN, IS NULL, casts and "
            f"functions ({', '.join(sorted(FUNCTIONS))})"
        )
    check = _CHECKS.get(node["class"])
    return check(node) if check is not None else None


def _column(node: Node) -> str | None:
    steps: list[str] = node["column_names"]
    if all(map(_NAME.fullmatch, steps)):
        return None
    path = ".".join(steps)
    return f"got the column {path!r}; columns are written in lower case, such as {path.lower()!r}"


def _literal(node: Node) -> str | None:
    kind, text = node["literal"]["kind"], str(node["literal"]["text"])
    if kind not in _LITERALS:
        return f"got a {kind.lower()} constant; allowed: numbers, 'text', true, false and NULL"
    if kind in {"INTEGER", "NUMERIC"}:
        number = Fraction(text.replace("_", "")) if len(text) <= 40 else None
        if number is None or abs(number.numerator) >= _LARGEST or number.denominator > _LARGEST:
            return f"got {show(text)}; allowed: numbers of at most 18 digits"
    return None


def _cast(node: Node) -> str | None:
    # the type is a node of its own below the cast, and is checked there
    return None if node["type_expr"]["class"] == "TYPE" else "got a cast to an expression"


def _type_name(node: Node) -> str:
    name = str(node["type_name"]).upper()
    return _TYPE_ALIASES.get(name, name)


def _type(node: Node) -> str | None:
    name = _type_name(node)
    if name == "DOUBLE":
        return "got a cast to DOUBLE; leave it out, numbers are exact: a / b is no whole number"
    if name not in TYPES or node["catalog"] or node["schema"]:
        return f"got a cast to {name}; allowed: {', '.join(sorted(TYPES))}{nearest(name, TYPES)}"
    sizes = list(map(_constant, node["children"]))
    if sizes and not (name == "DECIMAL" and all(size and size.isdigit() for size in sizes)):
        return f"got a cast to {name} with a size; give {name} alone, or DECIMAL(18, 2)"
    return None


def _function(node: Node) -> str | None:
    name, given = str(node["function_name"]).lower(), node["arguments"]
    plain = not any(argument["name"] for argument in given) and not any(
        (node["catalog"], node["schema"], node["distinct"], node["filter"])
    )
    if not plain or node["order_bys"]["orders"]:
        return f"got more than a plain call of {name}; allowed: {name}(column), arguments by place"
    if node["is_operator"] and name in _OPERATORS:
        return None
    function = FUNCTIONS.get(name)
    if function is None:
        got = _WRITTEN.get(name, name)
        return f"got {got}; allowed: {', '.join(sorted(FUNCTIONS))}{nearest(name, FUNCTIONS)}"
    if not function.least <= len(given) <= function.most:
        counts = " or ".join(map(str, sorted({function.least, function.most})))
        return f"got {name} with {len(given)} arguments; give it {counts}"
    if function.constant is None:
        return None
    place, pattern, words = function.constant
    text = _constant(given[place]["expression"])
    if text is not None and pattern.fullmatch(text):
        return None
    got = "what varies" if text is None else show(text)
    return f"got {got} as argument {place + 1} of {name}; allowed: {words}"


def _constant(node: Node) -> str | None:
    return str(node["literal"]["text"]) if node["class"] == "CONSTANT" else None


_CHECKS = {
    "COLUMN_REF": _column,
    "CONSTANT": _literal,
    "FUNCTION": _function,
    "CAST": _cast,
    "TYPE": _type,
}
