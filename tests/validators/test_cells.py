"""Exact numbers: rounding half away from zero, and no overflow anywhere."""

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.validators.cells import constant, divide, rescale, times
from fictionworld.validators.operands import above

numbers = st.integers(-(10**18) + 1, 10**18 - 1)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=20))
def test_division_rounds_half_away_from_zero(pairs):
    above, below = (np.array(side) for side in zip(*pairs, strict=True))
    got = divide(above, below)
    for a, b, quotient in zip(above.tolist(), below.tolist(), got.tolist(), strict=True):
        due = 0 if b == 0 else int((Decimal(a) / Decimal(b)).quantize(Decimal(1), ROUND_HALF_UP))
        if b and 2 * abs(a) % abs(b) == 0:  # Decimal's 28 digits are exact for ties
            assert quotient == due
        assert b == 0 or abs(2 * (quotient * b - a)) <= abs(b)


def test_ties_go_away_from_zero():
    assert divide(np.array([5, -5, 15, -15, 4]), 10).tolist() == [1, -1, 2, -2, 0]
    assert rescale(np.array([1250, -1250, 1249]), 3, 1).tolist() == [13, -13, 12]
    assert rescale(np.array([12]), 0, 2).tolist() == [1200]


def test_products_beyond_64_bits_are_exact():
    huge = np.array([10**18 - 1, -(10**18) + 1])
    assert times(huge, 10**6).tolist() == [(10**18 - 1) * 10**6, -(10**18 - 1) * 10**6]


def test_scales_meet_at_the_finer_one():
    left, right = constant(Decimal("1.5"), 2), constant(Decimal("1.25"), 2)
    assert left.at_scale(2).data.tolist() == [150, 150]
    assert above(left, right).all()
    assert not above(right, left).any()
