"""Arithmetic of the second evaluator: sums and averages to the last digit, one rounding at the end.

It shares nothing with the SQL that computes the keys, and must not: the two check each other.
"""

from __future__ import annotations

from datetime import date
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow
from fractions import Fraction

from fictionworld.worlds.fact import Value

EXACT = Context(prec=100, traps=[Inexact, InvalidOperation, Overflow])
"""Sums and products of decimals to the last digit, or an error: never a silent rounding."""

Number = int | Decimal | Fraction


def number_of(value: Value) -> int | Decimal:
    """Return a value as a number to compare and to average; a date as its ordinal day.

    Raises:
        ValueError: The value is a text.
    """
    if isinstance(value, date):
        return value.toordinal()
    if not isinstance(value, int | Decimal):
        raise ValueError(f"got {value!r} to average or to order; give a path to numbers or dates")
    return value


def difference(since: Value, until: Value) -> int | Decimal | None:
    """Return `until` less `since`, in days for dates; None where one is missing."""
    if since is None or until is None:
        return None
    low, high = number_of(since), number_of(until)
    if isinstance(low, int) and isinstance(high, int):
        return high - low
    return EXACT.subtract(high, low)


def rounded(number: Number, decimals: int) -> Decimal:
    """Return a number with `decimals` digits behind the point, rounded half away from zero."""
    unit = Decimal((0, (1,), -decimals))
    if isinstance(number, Decimal) and number.same_quantum(unit):
        return number  # most cells: stored with the digits asked for
    scaled = Fraction(number) * 10**decimals
    quotient, remainder = divmod(abs(scaled.numerator), scaled.denominator)
    quotient += 2 * remainder >= scaled.denominator
    return EXACT.multiply(Decimal(-quotient if scaled < 0 else quotient), unit)
