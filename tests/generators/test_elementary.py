"""The elementary functions against Python's own, and the laws of the distributions."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.generators.elementary import (
    exp,
    log,
    normal_cdf,
    normal_quantile,
    poisson_quantile,
)

NORMAL = NormalDist()


@given(st.floats(-600, 600))
def test_exp_is_exact_to_a_few_bits(x):
    assert exp(np.array([x]))[0] == pytest.approx(math.exp(x), rel=2e-15)


@given(st.floats(1e-300, 1e300))
def test_log_is_exact_to_a_few_bits(x):
    assert log(np.array([x]))[0] == pytest.approx(math.log(x), rel=4e-15, abs=4e-16)


@given(st.floats(1e-12, 1 - 1e-12))
def test_quantile_matches_the_standard_library(u):
    assert normal_quantile(np.array([u]))[0] == pytest.approx(NORMAL.inv_cdf(u), abs=1e-9)


@given(st.floats(-7, 7))
def test_cdf_matches_and_stays_inside(z):
    got = normal_cdf(np.array([z]))[0]
    assert got == pytest.approx(NORMAL.cdf(z), abs=1e-7)
    assert 0 < got < 1


@given(st.floats(0.001, 0.999), st.floats(0.05, 12))
def test_poisson_quantile_is_the_least_that_reaches(u, mean):
    k = int(poisson_quantile(np.array([u]), np.array([mean]))[0])
    weights = [math.exp(-mean) * mean**j / math.factorial(j) for j in range(k + 1)]
    assert sum(weights) >= u - 1e-9
    assert sum(weights[:-1]) < u + 1e-9
