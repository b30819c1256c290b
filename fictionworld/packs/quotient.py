"""Numbers of an expression as exact quotients: SQL of two whole numbers, and arithmetic on them.

Nothing is rounded, but where an expression asks for it, and no number is ever a double: DuckDB's
releases round doubles differently, so a world would depend on the release that built it. Whole
numbers are computed in 128 bits as soon as they are multiplied; one that has more than 38 digits is
an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod

ROOT_DECIMALS = 12
"""Digits behind the point that `root` gives."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """`numerator / denominator`, in lowest terms or not."""

    numerator: str
    """SQL of a whole number; missing exactly where the quotient is."""
    denominator: int | str = 1
    """A whole number above zero; SQL where rows differ in it."""
    constant: Fraction | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether the quotient can only be a whole number."""
        return self.denominator == 1


MISSING = Quotient("CAST(NULL AS BIGINT)")


def constant(value: Fraction) -> Quotient:
    """Return the value as a quotient."""
    return Quotient(_literal(value.numerator), value.denominator, constant=value)


def add(left: Quotient, right: Quotient, sign: int = 1) -> Quotient:
    """Return the sum; with `sign` -1 the difference."""
    if left.constant is not None and right.constant is not None:
        return constant(left.constant + sign * right.constant)
    (left_sql, right_sql), denominator = over_one_denominator(left, right)
    return Quotient(f"({left_sql} {'+' if sign > 0 else '-'} {right_sql})", denominator)


def multiply(left: Quotient, right: Quotient) -> Quotient:
    """Return the product."""
    if left.constant is not None and right.constant is not None:
        return constant(left.constant * right.constant)
    if left.constant is not None:
        left, right = right, left
    if right.constant is not None:
        return _times_constant(left, right.constant)
    numerator = _times(left.numerator, right.numerator)
    return Quotient(numerator, _product(left.denominator, right.denominator))


def divide(left: Quotient, right: Quotient) -> Quotient:
    """Return the quotient; missing where `right` is 0."""
    if right.constant is not None:
        return multiply(left, constant(1 / right.constant)) if right.constant else MISSING
    above, below = left.denominator, right.denominator
    if isinstance(above, int) and isinstance(below, int):
        above, below = above // gcd(above, below), below // gcd(above, below)
    divisor = f"nullif({right.numerator}, 0)"
    numerator = _times(left.numerator, below, f"sign({divisor})")
    return Quotient(numerator, _product(above, f"abs({divisor})"))


def divide_whole(left: Quotient, right: Quotient) -> Quotient:
    """Return the quotient without its fraction; missing where `right` is 0."""
    (left_sql, right_sql), _ = over_one_denominator(left, right)
    return Quotient(f"({left_sql} // {right_sql})")


def remainder(left: Quotient, right: Quotient) -> Quotient:
    """Return what `divide_whole` leaves, with the sign of `left`; missing where `right` is 0."""
    (left_sql, right_sql), denominator = over_one_denominator(left, right)
    return Quotient(f"({left_sql} % {right_sql})", denominator)


def absolute(number: Quotient) -> Quotient:
    """Return the number without its sign."""
    return Quotient(f"abs({number.numerator})", number.denominator)


def sign(number: Quotient) -> Quotient:
    """Return -1, 0 or 1."""
    return Quotient(f"CAST(sign({number.numerator}) AS BIGINT)")


def steps(number: Quotient, decimals: int) -> str:
    """Return SQL of the number in units of its last digit, 1234 for 12.335 at two decimals, halves
    away from zero; at -2 decimals in hundreds.
    """
    counted = _times_constant(number, Fraction(10) ** decimals)
    above, below = counted.numerator, counted.denominator
    if below == 1:
        return above
    return f"(sign({above}) * ((2 * abs({above}) + {below}) // {_product(2, below)}))"


def rounded(number: Quotient, decimals: int) -> Quotient:
    """Return the number rounded to `decimals`, halves away from zero; -2 gives hundreds."""
    return _times_constant(Quotient(steps(number, decimals)), 1 / Fraction(10) ** decimals)


def floor(number: Quotient) -> Quotient:
    """Return the largest whole number that is not above `number`."""
    return _whole(number, "-", "<")


def ceiling(number: Quotient) -> Quotient:
    """Return the smallest whole number that is not below `number`."""
    return _whole(number, "+", ">")


def truncated(number: Quotient) -> Quotient:
    """Return the number without its fraction."""
    return _whole(number)


def root(number: Quotient) -> Quotient:
    """Return the square root, cut to twelve decimals; an error where the number is below 0.

    A double is where the search begins: one step of Newton's leads to the whole root of the number
    times 10**24, or to the next above, whatever the double's last bits are.
    """
    whole = truncated(_times_constant(number, Fraction(100**ROOT_DECIMALS))).numerator
    near = f"greatest(1, CAST(sqrt(CAST({whole} AS DOUBLE)) AS HUGEINT))"
    step = f"(({near} + {whole} // {near}) // 2)"
    exact = f"({step} - CAST({_times(step, step)} > {whole} AS INTEGER))"
    return Quotient(exact, 10**ROOT_DECIMALS)


def compared(left: Quotient, operator: str, right: Quotient) -> str:
    """Return SQL that compares the two by `=`, `<` or the like; IS (NOT) DISTINCT FROM too."""
    (left_sql, right_sql), denominator = over_one_denominator(left, right)
    if "DISTINCT" in operator and not isinstance(denominator, int):
        alike = (
            f"CASE WHEN {left.numerator} IS NULL OR {right.numerator} IS NULL "
            f"THEN {left.numerator} IS NULL AND {right.numerator} IS NULL "
            f"ELSE {left_sql} = {right_sql} END"
        )
        return f"({alike})" if "NOT" in operator else f"(NOT {alike})"
    return f"({left_sql} {operator} {right_sql})"


def chosen(cases: Sequence[tuple[str, Quotient]], otherwise: Quotient) -> Quotient:
    """Return the number beside the first condition that is true."""
    numerators, denominator = _side_by_side([*(number for _, number in cases), otherwise])
    conditions = [condition for condition, _ in cases]
    return Quotient(
        case(conditions, numerators),
        denominator if isinstance(denominator, int) else case(conditions, denominator),
    )


def first_present(numbers: Sequence[Quotient]) -> Quotient:
    """Return the first number that is not missing."""
    *before, last = numbers
    return chosen([(f"{number.numerator} IS NOT NULL", number) for number in before], last)


def extreme(numbers: Sequence[Quotient], function: str) -> Quotient:
    """Return the `least` or the `greatest` of the numbers that are not missing."""
    numerators, denominator = _side_by_side(numbers)
    if isinstance(denominator, int):
        return Quotient(f"{function}({', '.join(numerators)})", denominator)
    best, *others = numbers
    for number in others:
        better = compared(best, "<=" if function == "least" else ">=", number)
        best = chosen([(f"{number.numerator} IS NULL OR {better}", best)], number)
    return best


def over_one_denominator(*numbers: Quotient) -> tuple[list[str], int | str]:
    """Return numerators of the same numbers over one denominator, and the denominator."""
    size = lcm(*(n.denominator for n in numbers if isinstance(n.denominator, int)))
    varying = list(dict.fromkeys(n.denominator for n in numbers if isinstance(n.denominator, str)))
    numerators = []
    for number in numbers:
        own = number.denominator
        factor = size // own if isinstance(own, int) else size
        others = [other for other in varying if other != own]
        numerators.append(_times(number.numerator, factor, *others))
    return numerators, _product(size, *varying)


def _side_by_side(numbers: Sequence[Quotient]) -> tuple[list[str], int | list[str]]:
    """Return numerators over one denominator if all rows have it, else with a denominator each."""
    if all(isinstance(number.denominator, int) for number in numbers):
        numerators, denominator = over_one_denominator(*numbers)
        assert isinstance(denominator, int)
        return numerators, denominator
    return [n.numerator for n in numbers], [str(n.denominator) for n in numbers]


def case(conditions: Sequence[str], values: Sequence[str]) -> str:
    """Return SQL of the value beside the first true condition, else of the last value."""
    *results, otherwise = values
    cases = (f"WHEN {c} THEN {value}" for c, value in zip(conditions, results, strict=True))
    return f"(CASE {' '.join(cases)} ELSE {otherwise} END)"


def _whole(number: Quotient, step: str = "", where: str = "") -> Quotient:
    above, below = number.numerator, number.denominator
    if below == 1:
        return number
    whole = f"({above} // {below})"
    if step:
        whole = f"({whole} {step} CAST({above} % {below} {where} 0 AS INTEGER))"
    return Quotient(whole)


def _times_constant(number: Quotient, factor: Fraction) -> Quotient:
    if number.constant is not None:
        return constant(number.constant * factor)
    above, below = factor.numerator, number.denominator
    if isinstance(below, int):
        shared = gcd(above, below)
        above, below = above // shared, below // shared
    numerator = _times(number.numerator, above)
    return Quotient(numerator, _product(below, factor.denominator))


def _product(*factors: int | str) -> int | str:
    """Return the number where all factors are numbers, else SQL of the product."""
    size = prod(factor for factor in factors if isinstance(factor, int))
    texts = [factor for factor in factors if isinstance(factor, str)]
    return _times(texts[0], size, *texts[1:]) if texts else size


def _times(number: str, *factors: int | str) -> str:
    """Return SQL of a product in 128 bits."""
    texts = [_literal(factor) if isinstance(factor, int) else factor for factor in factors]
    texts = [text for text in texts if text != "1"]
    return f"(CAST({number} AS HUGEINT) * {' * '.join(texts)})" if texts else number


def _literal(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"
