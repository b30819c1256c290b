"""Whole numbers from doubles and from quotients: the rounding of everything that is stored.

Log-normal draws, steps by a ratio and the like are doubles. No double is stored, compared or
ranked: each is first cut to fifteen significant digits, and what is cut is rounded in whole
numbers. So a last bit decides nothing: 1.15 times 3, a double just below 3.45, rounds as 3.45 does.
"""

from __future__ import annotations

import numpy as np

from fictionworld.streams import Floats, Ints

_DIGITS = 15
_TENS = 10 ** np.arange(19)
_FLOAT_TENS = _TENS.astype(np.float64)


def divide_rounded(top: Ints, bottom: Ints | int) -> Ints:
    """Return `top / bottom` in whole numbers, halves away from zero; `bottom` is never 0."""
    sign = np.sign(top) * np.sign(bottom)
    top, bottom = np.abs(top), np.abs(bottom)
    return sign * ((2 * top + bottom) // (2 * bottom))


def rescaled(values: Ints, decimals: int, wanted: int) -> Ints:
    """Return whole numbers at `decimals` decimals as whole numbers at `wanted` decimals."""
    if wanted >= decimals:
        return values * 10 ** (wanted - decimals)
    return divide_rounded(values, 10 ** (decimals - wanted))


def rounded(x: Floats, decimals: int = 0) -> Ints:
    """Return numbers times 10 ** `decimals` as whole numbers, halves away from zero.

    Args:
        x: Numbers; times 10 ** `decimals` they are below 9e18.
        decimals: From 0 to 15.
    """
    cut, unit, more = _cut(x, decimals)
    return divide_rounded(cut, unit) * more


def floored(x: Floats, decimals: int = 0) -> Ints:
    """Return the greatest whole numbers that are not above numbers times 10 ** `decimals`."""
    cut, unit, more = _cut(x, decimals)
    return cut // unit * more


def ceiled(x: Floats, decimals: int = 0) -> Ints:
    """Return the least whole numbers that are not below numbers times 10 ** `decimals`."""
    return -floored(-x, decimals)


def place_below(rank: Floats, count: Ints | int) -> Ints:
    """Return the part of 0 to `count - 1` that a number between 0 and 1 falls on."""
    return np.minimum(floored(rank * count), np.maximum(count, 1) - 1)


def fraction_order(top: Ints, bottom: Ints) -> tuple[Ints, Ints, Ints]:
    """Return keys, the last of which counts most, that sort as `top / bottom` does, exactly.

    Args:
        top: Whole numbers, at least 0.
        bottom: Whole numbers from 1 to 2 ** 31 - 1.
    """
    whole, rest = np.divmod(top, bottom)
    # 62 binary places of the rest: two fractions below 1 with such denominators differ in them
    high, rest = np.divmod(rest << 31, bottom)
    return (rest << 31) // bottom, high, whole


def _cut(x: Floats, decimals: int) -> tuple[Ints, Ints, Ints]:
    """Return numbers cut to fifteen significant digits, as whole numbers; the unit that
    `decimals` is in these, or else how many of these it is in one.
    """
    digits = np.searchsorted(_FLOAT_TENS, np.abs(x), side="right")  # those before the point
    places = np.maximum(_DIGITS - digits, 0)
    cut = np.rint(x * _FLOAT_TENS[places]).astype(np.int64)
    finer = places - decimals
    return cut, _TENS[np.maximum(finer, 0)], _TENS[np.maximum(-finer, 0)]
