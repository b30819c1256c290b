"""What an expression of a pack gives, by Python's `Fraction`: a second reader of the syntax tree.

It shares nothing with `exact_sql` but the tree. Text and dates are computed as far as the packs of
the library need it.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from fractions import Fraction
from math import floor, isqrt, trunc

SQRT_UNIT = 10**12


def half_away(number: Fraction, decimals: int = 0) -> Fraction:
    """Return the number at so many decimals, halves away from zero."""
    unit = Fraction(10) ** decimals
    whole = floor(abs(number) * unit + Fraction(1, 2))
    return Fraction(whole if number >= 0 else -whole) / unit


def value_of(node: dict, row: dict[tuple[str, ...], object]):
    """Return the value of a tree over the cells of one row, None where it is missing."""
    return globals()[f"_{node['class'].lower()}"](node, row)


def _column_ref(node, row):
    steps = tuple(node["column_names"])
    return row[("setting", "as_of") if steps == ("as_of",) else steps]


def _constant(node, _row):
    kind, text = node["literal"]["kind"], node["literal"]["text"]
    if kind == "STRING":
        return text
    if kind == "BOOLEAN":
        return text == "true"
    return None if kind == "NULL_LITERAL" else Fraction(text)


def _case(node, row):
    for check in node["case_checks"]:
        if value_of(check["when_expr"], row) is True:
            return value_of(check["then_expr"], row)
    return value_of(node["else_expr"], row)


def _comparison(node, row):
    left, right = value_of(node["left"], row), value_of(node["right"], row)
    kind = node["type"].removeprefix("COMPARE_")
    if kind == "DISTINCT_FROM":
        return left != right
    if kind == "NOT_DISTINCT_FROM":
        return left == right
    return None if left is None or right is None else _ORDERS[kind](left, right)


_ORDERS = {
    "EQUAL": lambda a, b: a == b,
    "NOTEQUAL": lambda a, b: a != b,
    "LESSTHAN": lambda a, b: a < b,
    "GREATERTHAN": lambda a, b: a > b,
    "LESSTHANOREQUALTO": lambda a, b: a <= b,
    "GREATERTHANOREQUALTO": lambda a, b: a >= b,
}


def _between(node, row):
    value, low, high = (value_of(node[side], row) for side in ("input", "lower", "upper"))
    above = None if value is None or low is None else value >= low
    below = None if value is None or high is None else value <= high
    return _all([above, below])


def _conjunction(node, row):
    truths = [value_of(child, row) for child in node["children"]]
    return _all(truths) if node["type"] == "CONJUNCTION_AND" else _not(_all(map(_not, truths)))


def _all(truths):
    truths = list(truths)
    return False if False in truths else None if None in truths else True


def _not(truth):
    return None if truth is None else not truth


def _operator(node, row):
    first, *others = (value_of(child, row) for child in node["children"])
    kind = node["type"]
    if kind == "OPERATOR_NOT":
        return _not(first)
    if kind == "OPERATOR_IS_NULL":
        return first is None
    if kind == "OPERATOR_IS_NOT_NULL":
        return first is not None
    if kind == "OPERATOR_COALESCE":
        return next((value for value in (first, *others) if value is not None), None)
    hits = [None if first is None or other is None else first == other for other in others]
    found = _not(_all(map(_not, hits)))
    return found if kind == "COMPARE_IN" else _not(found)


def _cast(node, row):
    value, target = value_of(node["child"], row), str(node["type_expr"]["type_name"]).upper()
    if value is None:
        return None
    if target in {"VARCHAR", "TEXT"}:
        return _text(value)
    if target == "BOOLEAN":
        return bool(value)
    if target == "DATE":
        return date.fromisoformat(value) if isinstance(value, str) else value
    sizes = [int(size["literal"]["text"]) for size in node["type_expr"]["children"]]
    scale = (sizes[1] if len(sizes) > 1 else 0 if sizes else 3) if target == "DECIMAL" else 0
    return half_away(Fraction(value), scale)


def _text(value):
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _function(node, row):
    name = node["function_name"]
    given = [value_of(argument["expression"], row) for argument in node["arguments"]]
    if name in {"least", "greatest"}:
        present = [value for value in given if value is not None]
        return (min if name == "least" else max)(present, default=None)
    if name == "concat":
        return "".join(_text(value) for value in given if value is not None)
    if name == "if":
        return given[1] if given[0] is True else given[2]
    if name == "nullif":
        return None if given[0] is not None and given[0] == given[1] else given[0]
    return None if None in given else _FUNCTIONS[name](*given)


def _plus(left, right):
    if isinstance(left, date):
        return left + timedelta(days=int(right))
    return right + timedelta(days=int(left)) if isinstance(right, date) else left + right


def _minus(left, right=None):
    if right is None:
        return -left
    if isinstance(left, date) and not isinstance(right, date):
        return left - timedelta(days=int(right))
    return Fraction((left - right).days) if isinstance(left, date) else left - right


def _date_diff(part, first, last):
    units = {
        "day": date.toordinal,
        "month": lambda d: d.year * 12 + d.month,
        "year": lambda d: d.year,
    }
    return Fraction(units[part](last) - units[part](first))


_FUNCTIONS = {
    "+": _plus,
    "-": _minus,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b if b else None,
    "//": lambda a, b: Fraction(trunc(a / b)) if b else None,
    "%": lambda a, b: a - b * trunc(a / b) if b else None,
    "mod": lambda a, b: a - b * trunc(a / b) if b else None,
    "||": lambda a, b: _text(a) + _text(b),
    "abs": abs,
    "sign": lambda a: Fraction((a > 0) - (a < 0)),
    "round": lambda a, n=0: half_away(a, int(n)),
    "floor": lambda a: Fraction(floor(a)),
    "ceil": lambda a: Fraction(-floor(-a)),
    "ceiling": lambda a: Fraction(-floor(-a)),
    "trunc": lambda a: Fraction(trunc(a)),
    "sqrt": lambda a: Fraction(isqrt(floor(a * SQRT_UNIT**2)), SQRT_UNIT),
    "year": lambda d: Fraction(d.year),
    "month": lambda d: Fraction(d.month),
    "day": lambda d: Fraction(d.day),
    "isodow": lambda d: Fraction(d.isoweekday()),
    "dayofyear": lambda d: Fraction(d.timetuple().tm_yday),
    "make_date": lambda y, m, d: date(int(y), int(m), int(d)),
    "date_diff": _date_diff,
    "last_day": lambda d: d.replace(day=monthrange(d.year, d.month)[1]),
    "strftime": date.strftime,
    "length": lambda s: Fraction(len(s)),
    "lpad": lambda s, n, fill: s[: int(n)].rjust(int(n), fill),
    "starts_with": lambda s, start: s.startswith(start),
}
