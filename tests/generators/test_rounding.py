"""What is stored is rounded from fifteen digits, and in whole numbers, as `Fraction` rounds it."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.generators.rounding import (
    ceiled,
    divide_rounded,
    floored,
    fraction_order,
    place_below,
    rescaled,
    rounded,
)

_MODES = {rounded: ROUND_HALF_UP, floored: ROUND_FLOOR, ceiled: ROUND_CEILING}


def _half_away(exact: Fraction) -> int:
    whole = int(abs(exact) + Fraction(1, 2))
    return whole if exact >= 0 else -whole


@pytest.mark.parametrize("function", _MODES)
@given(st.integers(-(10**9), 10**9), st.integers(0, 6), st.integers(0, 6), st.integers(1, 10**5))
def test_a_product_of_decimals_is_rounded_as_it_is_written(
    function, digits: int, decimals: int, wanted: int, factor: int
) -> None:
    # the double is next to the product, most often not it: 1.15 * 3 is below 3.45
    double = np.array([digits / 10**decimals * (factor / 100)])
    exact = Decimal(digits).scaleb(-decimals) * Decimal(factor).scaleb(-2)
    expected = exact.scaleb(wanted).to_integral_value(_MODES[function])
    assert function(double, wanted).tolist() == [int(expected)]


@given(st.integers(-(10**14) + 1, 10**14 - 1), st.integers(0, 8), st.integers(-8, 8))
def test_the_last_bits_of_a_double_change_nothing(digits: int, wanted: int, bits: int) -> None:
    # halves of the last digit, where a double beside them would round the other way
    half = np.array([(10 * digits + 5) / 10 ** (wanted + 1)])
    near = half + bits * np.spacing(half) / 4
    assert rounded(near, wanted).tolist() == rounded(half, wanted).tolist()


@given(st.integers(-(10**15), 10**15), st.integers(-(10**6), 10**6).filter(bool))
def test_quotients_are_rounded_once_half_away_from_zero(top: int, bottom: int) -> None:
    quotient = divide_rounded(np.array([top]), np.array([bottom]))
    assert quotient.tolist() == [_half_away(Fraction(top, bottom))]


@given(st.integers(-(10**11), 10**11), st.integers(0, 6), st.integers(0, 6))
def test_numbers_keep_their_value_at_another_scale(value: int, decimals: int, wanted: int) -> None:
    expected = _half_away(Fraction(value, 10**decimals) * 10**wanted)
    assert rescaled(np.array([value]), decimals, wanted).tolist() == [expected]


_TOPS = st.integers(0, 10**12)
_BOTTOMS = st.integers(1, 2**31 - 1)


@given(st.lists(st.tuples(_TOPS, _BOTTOMS), min_size=2, max_size=12), st.integers(1, 40))
def test_fractions_are_ordered_exactly(pairs: list[tuple[int, int]], factor: int) -> None:
    equal = [(top * factor, bottom * factor) for top, bottom in pairs if bottom * factor < 2**31]
    beside = [(top, bottom - 1) for top, bottom in pairs if bottom > 1]
    tops, bottoms = np.array([*pairs, *equal, *beside], np.int64).T
    order = np.lexsort(fraction_order(tops, bottoms)).tolist()
    fractions = list(map(Fraction, tops.tolist(), bottoms.tolist()))
    # stable, so equal fractions keep their order: by primary key where rows are
    assert order == sorted(range(len(fractions)), key=fractions.__getitem__)


@given(st.floats(0, 1), st.integers(1, 10**12))
def test_a_rank_falls_on_a_place_that_there_is(rank: float, count: int) -> None:
    assert 0 <= place_below(np.array([rank]), count)[0] < count
