"""An expression as SQL that computes exactly: its syntax tree written anew over named columns.

Numbers become quotients of whole numbers (`quotient.py`): columns are read as the digits that are
stored, and a division waits until the column that takes the value rounds it, once. All else is
written as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from fictionworld.errors import PackError
from fictionworld.packs import quotient
from fictionworld.packs.allowed_sql import FUNCTIONS, Node, ValueKind, type_of
from fictionworld.packs.quotient import MISSING, Quotient
from fictionworld.packs.terms import Path

_MOST_DECIMALS = 18
_LONGEST_SQL = 50_000
"""In characters; the longest of the packaged packs has 10,000, a root of a root."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """SQL of a value that is no number."""

    kind: ValueKind
    sql: str


Value = Scalar | Quotient

_NOTHING = Scalar("nothing", "NULL")
_COMPARISONS = {
    "COMPARE_EQUAL": "=", "COMPARE_NOTEQUAL": "<>", "COMPARE_LESSTHAN": "<",
    "COMPARE_GREATERTHAN": ">", "COMPARE_LESSTHANOREQUALTO": "<=",
    "COMPARE_GREATERTHANOREQUALTO": ">=", "COMPARE_DISTINCT_FROM": "IS DISTINCT FROM",
    "COMPARE_NOT_DISTINCT_FROM": "IS NOT DISTINCT FROM",
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[[Quotient, Quotient], Quotient]] = {
    "*": quotient.multiply,
    "/": quotient.divide,
    "//": quotient.divide_whole,
    "%": quotient.remainder,
    "mod": quotient.remainder,
}
_OF_ONE: dict[str, Callable[[Quotient], Quotient]] = {
    "abs": quotient.absolute,
    "sign": quotient.sign,
    "floor": quotient.floor,
    "ceil": quotient.ceiling,
    "ceiling": quotient.ceiling,
    "trunc": quotient.truncated,
    "sqrt": quotient.root,
}
_CASTS: dict[str, tuple[frozenset[ValueKind], str]] = {
    "VARCHAR": (frozenset({"number", "text", "date", "boolean"}), "a value"),
    "DATE": (frozenset({"text", "date"}), "a text or a date"),
}
"""By type, the kinds of what can be cast to it, and these in words."""
_TO_OTHERS: tuple[frozenset[ValueKind], str] = (
    frozenset({"number", "text", "boolean"}), "a number, a text or a boolean",
)  # fmt: skip


def kind_of_type(sql_type: str) -> ValueKind:
    """Return the kind of values that a column of this DuckDB type holds."""
    kinds: dict[str, ValueKind] = {"VARCHAR": "text", "DATE": "date", "BOOLEAN": "boolean"}
    return kinds.get(sql_type, "number")


def kind_of_value(value: Value) -> ValueKind:
    """Return the kind of an expression's value."""
    return "number" if isinstance(value, Quotient) else value.kind


def exact_value(root: Node, types: Mapping[Path, str], names: Mapping[Path, str]) -> Value:
    """Return SQL for the value of a tree that passed the allow-list.

    Args:
        root: The tree.
        types: By path, the DuckDB type that a column is stored with.
        names: By path, the column's name in the relation that is read. There a number is a BIGINT:
            the digits of a decimal (12.50 is 1250), a row number for a reference.

    Raises:
        PackError: An operation is given what it does not take, such as a date for a product.
    """
    return _Writer(types, names).value(root)


@dataclass(frozen=True, slots=True)
class _Writer:
    types: Mapping[Path, str]
    names: Mapping[Path, str]

    def value(self, node: Node) -> Value:
        value = _WRITERS[node["class"]](self, node)
        # exact SQL names a number several times where it is rounded, divided by, or its root taken
        if len(_sql(value)) > _LONGEST_SQL:
            raise PackError(
                "got roots, roundings or quotients nested too deeply; split the expression over "
                "hidden columns"
            )
        return value

    def truth(self, node: Node, taker: str) -> str:
        value = self.value(node)
        if isinstance(value, Quotient) or value.kind not in {"boolean", "nothing"}:
            _refuse(taker, "truths", value)
        return value.sql

    def column(self, node: Node) -> Value:
        path = column_path(node)
        sql_type = self.types[path]
        name = '"' + self.names[path].replace('"', '""') + '"'
        kind = kind_of_type(sql_type)
        if kind != "number":
            return Scalar(kind, name)
        _, _, scale = sql_type.rstrip(")").partition(",")
        return Quotient(name, 10 ** int(scale or 0))

    def constant(self, node: Node) -> Value:
        kind, text = node["literal"]["kind"], str(node["literal"]["text"])
        if kind == "STRING":
            return Scalar("text", _quoted(text))
        if kind == "BOOLEAN":
            return Scalar("boolean", text)
        if kind == "NULL_LITERAL":
            return _NOTHING
        return quotient.constant(Fraction(text.replace("_", "")))

    def function(self, node: Node) -> Value:
        name = str(node["function_name"]).lower()
        given = [argument["expression"] for argument in node["arguments"]]
        if name in {"+", "-"}:
            return self.sum(name, given)
        if name in _ARITHMETIC:
            left, right = (_number(self.value(argument), name) for argument in given)
            return _ARITHMETIC[name](left, right)
        if name in _OF_ONE:
            return _OF_ONE[name](_number(self.value(given[0]), name))
        if name == "round":
            return self.round(given)
        if name in {"least", "greatest"}:
            return self.extreme(name, given)
        if name == "nullif":
            same = self.compared(given[0], "=", given[1])
            return self.chosen([(same, _NOTHING)], self.value(given[0]))
        if name == "if":
            condition = self.truth(given[0], name)
            return self.chosen([(condition, self.value(given[1]))], self.value(given[2]))
        if name in {"||", "concat"}:
            texts = [_text_of(self.value(argument)) for argument in given]
            joined = " || ".join(texts) if name == "||" else f"concat({', '.join(texts)})"
            return Scalar("text", f"({joined})")
        return self.called(name, given)

    def called(self, name: str, given: Sequence[Node]) -> Value:
        """Return what a function gives that DuckDB computes."""
        function = FUNCTIONS[name]
        arguments = []
        for argument, kind in zip(map(self.value, given), function.takes, strict=False):
            if kind_of_value(argument) not in {kind, "nothing"}:
                _refuse(name, f"a {kind}", argument)
            arguments.append(_argument(name, argument))
        written = f"{name}({', '.join(arguments)})"
        assert function.gives is not None, f"{name} is computed here"
        return Quotient(written) if function.gives == "number" else Scalar(function.gives, written)

    def sum(self, operator: str, given: Sequence[Node]) -> Value:
        sign = 1 if operator == "+" else -1
        if len(given) == 1:
            number = _number(self.value(given[0]), operator)
            return quotient.multiply(number, quotient.constant(Fraction(sign)))
        left, right = map(self.value, given)
        kinds = kind_of_value(left), kind_of_value(right)
        if "date" not in kinds:
            return quotient.add(_number(left, operator), _number(right, operator), sign)
        if kinds == ("date", "date") and sign < 0:
            return Quotient(f"({_sql(left)} - {_sql(right)})")
        if kinds[0] != "date" and sign > 0:
            left, right = right, left
        if kind_of_value(right) not in {"number", "nothing"} or kind_of_value(left) != "date":
            _refuse(operator, "two numbers, two dates, or a date and whole days", left, right)
        return Scalar(
            "date", f"({_sql(left)} {operator} CAST({_argument(operator, right)} AS INTEGER))"
        )

    def round(self, given: Sequence[Node]) -> Quotient:
        number, *others = (_number(self.value(argument), "round") for argument in given)
        decimals = others[0].constant if others else Fraction(0)
        if decimals is None or decimals.denominator != 1 or abs(decimals) > _MOST_DECIMALS:
            raise PackError(
                "got round to decimals that vary; allowed as its second argument: a whole number "
                f"from -{_MOST_DECIMALS} to {_MOST_DECIMALS}"
            )
        return quotient.rounded(number, int(decimals))

    def extreme(self, name: str, given: Sequence[Node]) -> Value:
        values = self.alike(name, [self.value(argument) for argument in given])
        numbers = [value for value in values if isinstance(value, Quotient)]
        if numbers:
            return quotient.extreme(numbers, name)
        return Scalar(_kind(values), f"{name}({', '.join(map(_sql, values))})")

    def alike(self, taker: str, values: Sequence[Value]) -> list[Value]:
        """Return the values as all numbers or none; beside numbers, nothing is a missing number."""
        kinds = dict.fromkeys(kind_of_value(value) for value in values)
        if "number" not in kinds:
            return list(values)
        if set(kinds) - {"number", "nothing"}:
            _refuse(taker, "values of one kind", *values)
        return [MISSING if kind_of_value(value) == "nothing" else value for value in values]

    def chosen(self, cases: Sequence[tuple[str, Value]], otherwise: Value) -> Value:
        values = self.alike("CASE", [*(value for _, value in cases), otherwise])
        numbers = [value for value in values if isinstance(value, Quotient)]
        conditions = [condition for condition, _ in cases]
        if numbers:
            return quotient.chosen(list(zip(conditions, numbers, strict=False)), numbers[-1])
        written = quotient.case(conditions, list(map(_sql, values)))
        return Scalar(_kind(values), written)

    def case(self, node: Node) -> Value:
        cases = [
            (self.truth(check["when_expr"], "CASE"), self.value(check["then_expr"]))
            for check in node["case_checks"]
        ]
        return self.chosen(cases, self.value(node["else_expr"]))

    def compared(self, left: Node, operator: str, right: Node) -> str:
        left_value, right_value = self.alike(operator, [self.value(left), self.value(right)])
        if isinstance(left_value, Quotient) and isinstance(right_value, Quotient):
            return quotient.compared(left_value, operator, right_value)
        return f"({_sql(left_value)} {operator} {_sql(right_value)})"

    def comparison(self, node: Node) -> Scalar:
        operator = _COMPARISONS[node["type"]]
        return Scalar("boolean", self.compared(node["left"], operator, node["right"]))

    def between(self, node: Node) -> Scalar:
        above = self.compared(node["input"], ">=", node["lower"])
        below = self.compared(node["input"], "<=", node["upper"])
        return Scalar("boolean", f"({above} AND {below})")

    def conjunction(self, node: Node) -> Scalar:
        word = " AND " if node["type"] == "CONJUNCTION_AND" else " OR "
        truths = (self.truth(child, word.strip()) for child in node["children"])
        return Scalar("boolean", f"({word.join(truths)})")

    def operator(self, node: Node) -> Value:
        kind, children = node["type"], node["children"]
        if kind == "OPERATOR_NOT":
            return Scalar("boolean", f"(NOT {self.truth(children[0], 'NOT')})")
        if kind in {"OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"}:
            word = "IS NULL" if kind == "OPERATOR_IS_NULL" else "IS NOT NULL"
            return Scalar("boolean", f"({_sql(self.value(children[0]))} {word})")
        if kind == "OPERATOR_COALESCE":
            *before, last = map(self.value, children)
            return self.chosen([(f"{_sql(v)} IS NOT NULL", v) for v in before], last)
        first, *others = children
        hits = " OR ".join(self.compared(first, "=", other) for other in others)
        return Scalar("boolean", f"({hits})" if kind == "COMPARE_IN" else f"(NOT ({hits}))")

    def cast(self, node: Node) -> Value:
        value, how = self.value(node["child"]), "TRY_CAST" if node["try_cast"] else "CAST"
        name, sizes = type_of(node["type_expr"])
        kinds, words = _CASTS.get(name, _TO_OTHERS)
        if kind_of_value(value) not in {*kinds, "nothing"}:
            _refuse(f"a cast to {name}", words, value)
        number = isinstance(value, Quotient)
        if name == "VARCHAR":
            return Scalar("text", _text_of(value))
        if name == "BOOLEAN" and number:
            return Scalar("boolean", f"({_sql(value)} <> 0)")
        if name in {"BOOLEAN", "DATE"}:
            kind: ValueKind = "boolean" if name == "BOOLEAN" else "date"
            return Scalar(kind, f"{how}({_sql(value)} AS {name})")
        if name == "DECIMAL":
            return self.decimal(value, how, sizes or [_MOST_DECIMALS, 3])
        whole = quotient.rounded(value, 0).numerator if isinstance(value, Quotient) else value.sql
        return Quotient(f"CAST({how}({whole} AS {name}) AS BIGINT)")

    def decimal(self, value: Value, how: str, sizes: Sequence[int]) -> Quotient:
        width, scale = sizes[0], sizes[1] if len(sizes) > 1 else 0
        if isinstance(value, Quotient):
            digits = f"{how}({quotient.steps(value, scale)} AS DECIMAL({width}, 0))"
        else:
            decimal = f"{how}({value.sql} AS DECIMAL({width}, {scale}))"
            digits = f"(CAST({decimal} AS DECIMAL(38, {scale})) * {10**scale})"
        return Quotient(f"CAST({digits} AS HUGEINT)", 10**scale)


_WRITERS: dict[str, Callable[[_Writer, Node], Value]] = {
    "COLUMN_REF": _Writer.column,
    "CONSTANT": _Writer.constant,
    "FUNCTION": _Writer.function,
    "CAST": _Writer.cast,
    "CASE": _Writer.case,
    "BETWEEN": _Writer.between,
    "COMPARISON": _Writer.comparison,
    "CONJUNCTION": _Writer.conjunction,
    "OPERATOR": _Writer.operator,
}


def column_path(node: Node) -> Path:
    """Return the path that a column's node names; `as_of` is `setting.as_of`."""
    steps = tuple(node["column_names"])
    return ("setting", "as_of") if steps == ("as_of",) else steps


def _sql(value: Value) -> str:
    return value.numerator if isinstance(value, Quotient) else value.sql


def _number(value: Value, taker: str) -> Quotient:
    if kind_of_value(value) == "nothing":
        return MISSING
    if not isinstance(value, Quotient):
        _refuse(taker, "numbers", value)
    return value


def _kind(values: Sequence[Value]) -> ValueKind:
    kinds = (kind_of_value(value) for value in values)
    return next((kind for kind in kinds if kind != "nothing"), "nothing")


def _argument(taker: str, value: Value) -> str:
    """Return the SQL of an argument for a DuckDB function, where numbers must be whole."""
    if isinstance(value, Quotient):
        if not value.is_whole:
            raise PackError(
                f"got {taker} of a number with decimals; allowed: whole numbers, such as "
                "round(length) or (hours / 24)::INTEGER"
            )
        return (
            value.numerator if value.constant is not None else f"CAST({value.numerator} AS BIGINT)"
        )
    return value.sql


def _text_of(value: Value) -> str:
    if not isinstance(value, Quotient):
        return value.sql if value.kind == "text" else f"CAST({value.sql} AS VARCHAR)"
    decimals = next(
        (n for n in range(_MOST_DECIMALS + 1) if isinstance(value.denominator, int)
         and 10**n % value.denominator == 0), None,
    )  # fmt: skip
    if decimals is None:
        raise PackError("got a text of a quotient; round it first, as in round(a / b, 2)")
    number = f"CAST({quotient.steps(value, decimals)} AS DECIMAL({38 - decimals}, 0))"
    if decimals:
        number = f"{number} * CAST(1e-{decimals} AS DECIMAL({decimals}, {decimals}))"
    return f"CAST({number} AS VARCHAR)"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _refuse(taker: str, takes: str, *values: Value) -> NoReturn:
    kinds = " and ".join(
        "nothing" if kind == "nothing" else f"a {kind}" for kind in map(kind_of_value, values)
    )
    raise PackError(f"{taker} takes {takes}, got {kinds}")
