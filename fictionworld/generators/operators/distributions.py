"""Numbers from a distribution: uniform, normal, log-normal, Pareto, Poisson."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.bounds import bounds, factor, finish, within
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import (
    exp,
    log,
    normal_cdf,
    poisson_quantile,
)
from fictionworld.generators.operands import unscaled
from fictionworld.generators.rounding import place_below, rounded
from fictionworld.packs.terms import Term


@draws("uniform")
def _uniform(d: ColumnDraw, spec: tuple[Term, Term]) -> Cells:
    """Every value between two terms is as likely, both ends included."""
    low, high = (d.number(term) for term in spec)
    # whole steps of the last digit, so that both ends are as likely as what lies between
    steps = place_below(d.rank(), rounded(high - low, d.column.decimals) + 1)
    return finish(d, low + unscaled(d.column, steps), d.score())


@draws("normal")
def _normal(d: ColumnDraw, spec: tuple[Term, float]) -> Cells:
    """Mean plus so many standard deviations, cut off at `at_least` and `at_most`."""
    mean, sd = d.number(spec[0]), spec[1]
    low, high = bounds(d)
    times = factor(d)
    score = within(d.score(), (low / times - mean) / sd, (high / times - mean) / sd)
    return finish(d, mean + sd * score, score)


@draws("lognormal")
def _lognormal(d: ColumnDraw, spec: tuple[Term, float]) -> Cells:
    """Median times e to so many sigmas, cut off at `at_least` and `at_most`."""
    median, sigma = d.number(spec[0]), spec[1]
    low, high = bounds(d)
    times = factor(d) * median
    with np.errstate(divide="ignore"):
        low = np.where(low > 0, log(np.maximum(low / times, 1e-300)) / sigma, -np.inf)
        high = np.where(high < np.inf, log(np.clip(high / times, 1e-300, 1e300)) / sigma, np.inf)
    score = within(d.score(), low, high)
    return finish(d, median * exp(sigma * score), score)


@draws("pareto")
def _pareto(d: ColumnDraw, spec: tuple[Term, float]) -> Cells:
    """A minimum with a heavy tail above it: P(X > x) = (minimum / x) ** exponent."""
    minimum, exponent = d.number(spec[0]), spec[1]
    score = d.score()
    return finish(d, minimum * exp(-log(1.0 - normal_cdf(score)) / exponent), score)


@draws("poisson")
def _poisson(d: ColumnDraw, spec: Term) -> Cells:
    """Counts of rare events with this mean; at most 60."""
    mean, score = d.number(spec), d.score()
    return finish(d, poisson_quantile(normal_cdf(score), mean).astype(np.float64), score)
