"""Numbers: their distributions, and the rounding that makes them look like what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.generators.batch import Cells, group_rows
from fictionworld.generators.elementary import (
    Floats,
    exp,
    log,
    normal_cdf,
    normal_quantile,
    poisson_quantile,
)
from fictionworld.generators.operands import number_operand, round_half_away, scaled
from fictionworld.streams import bits_at, uniform

if TYPE_CHECKING:
    from fictionworld.generators.drawing import ColumnDraw
    from fictionworld.streams import Ints

__all__ = ["draw_lognormal", "draw_normal", "draw_pareto", "draw_poisson", "draw_trend",
           "draw_uniform"]  # fmt: skip

_EXCEPTION_SPAN = (0.5, 1.8)


def draw_uniform(d: ColumnDraw) -> Cells:
    """Every value between two terms is as likely, both ends included."""
    assert d.draw.uniform is not None
    low, high = (d.number(term) for term in d.draw.uniform)
    score = d.score() if d.draw.driven_by else normal_quantile(d.uniform())
    rank = normal_cdf(score) if d.draw.driven_by else d.uniform()
    grain = 10.0**-d.column.decimals
    # whole steps of the grain, so that both ends are as likely as what lies between
    steps = np.floor(rank * (np.rint((high - low) / grain) + 1.0))
    return _finish(d, low + steps * grain, score)


def draw_normal(d: ColumnDraw) -> Cells:
    """Mean plus so many standard deviations, cut off at `at_least` and `at_most`."""
    assert d.draw.normal is not None
    mean, sd = d.number(d.draw.normal[0]), d.draw.normal[1]
    low, high = _bounds(d)
    factor = _factor(d)
    score = _within(d.score(), (low / factor - mean) / sd, (high / factor - mean) / sd)
    return _finish(d, mean + sd * score, score)


def draw_lognormal(d: ColumnDraw) -> Cells:
    """Median times e to so many sigmas, cut off at `at_least` and `at_most`."""
    assert d.draw.lognormal is not None
    median, sigma = d.number(d.draw.lognormal[0]), d.draw.lognormal[1]
    low, high = _bounds(d)
    factor = _factor(d) * median
    with np.errstate(divide="ignore"):
        low = np.where(low > 0, log(np.maximum(low / factor, 1e-300)) / sigma, -np.inf)
        high = np.where(high < np.inf, log(np.clip(high / factor, 1e-300, 1e300)) / sigma, np.inf)
    score = _within(d.score(), low, high)
    return _finish(d, median * exp(sigma * score), score)


def draw_pareto(d: ColumnDraw) -> Cells:
    """A minimum with a heavy tail above it: P(X > x) = (minimum / x) ** exponent."""
    assert d.draw.pareto is not None
    minimum, exponent = d.number(d.draw.pareto[0]), d.draw.pareto[1]
    score = d.score()
    return _finish(d, minimum * exp(-log(1.0 - normal_cdf(score)) / exponent), score)


def draw_poisson(d: ColumnDraw) -> Cells:
    """Counts of rare events with this mean; at most 60."""
    assert d.draw.poisson is not None
    mean, score = d.number(d.draw.poisson), d.score()
    return _finish(d, poisson_quantile(normal_cdf(score), mean).astype(np.float64), score)


def draw_trend(d: ColumnDraw) -> Cells:
    """Values that start log-normal with each parent and grow, with noise, over its years."""
    trend = d.draw.trend
    assert trend is not None
    parent, year = d.batch.pack.tables[d.table].spec.key
    _, parents = d.follow((parent,))
    _, years = d.follow((year,))
    rows = d.batch.rows[d.table]
    group = group_rows([rows.world[d.at], parents.values])
    first_year = np.full(len(group.first), np.iinfo(np.int64).max, np.int64)
    np.minimum.at(first_year, group.of_row, years.values)
    age = years.values - first_year[group.of_row]
    # one start and one growth a parent: drawn for its row, spread over its years
    seeds = d.batch.world_seeds(structural=d.column.structural)[rows.world[d.at]]
    name = f"{d.table}.{d.column.name}/{d.stream}"
    start_score = d.driven(normal_quantile(uniform(bits_at(seeds, name + "start", parents.values))))
    growth_score = normal_quantile(uniform(bits_at(seeds, name + "growth", parents.values)))
    growth = np.maximum(trend.growth[0] + trend.growth[1] * growth_score, -0.9)
    noise = trend.noise * normal_quantile(d.uniform("noise"))
    low, high = _EXCEPTION_SPAN
    odd = np.where(
        d.uniform("exception") < trend.exceptions, low + (high - low) * d.uniform("odd"), 1.0
    )
    median, sigma = d.number(trend.start[0]), trend.start[1]
    value = median * exp(sigma * start_score + age * log(1.0 + growth) + noise) * odd
    return _finish(d, value, start_score)


def _factor(d: ColumnDraw) -> Floats:
    if d.draw.times is None:
        return np.ones(len(d))
    return np.maximum(d.number(d.draw.times), 1e-9)


def _bounds(d: ColumnDraw) -> tuple[Floats, Floats]:
    low, high = np.full(len(d), -np.inf), np.full(len(d), np.inf)
    if d.draw.at_least is not None:
        value, given = number_operand(d.batch, d.table, d.draw.at_least, d.at)
        low = np.where(given, value, low)
    if d.draw.at_most is not None:
        value, given = number_operand(d.batch, d.table, d.draw.at_most, d.at)
        high = np.where(given, value, high)
    return low, high


def _within(score: Floats, low: Floats, high: Floats) -> Floats:
    """Scores squeezed into bounds by rank, so that none pile up at an end."""
    if not (np.isfinite(low).any() or np.isfinite(high).any()):
        return score
    least, most = normal_cdf(np.maximum(low, -8.0)), normal_cdf(np.minimum(high, 8.0))
    most = np.maximum(most, least + 1e-9)
    rank = least + normal_cdf(score) * (most - least)
    return normal_quantile(np.clip(rank, 1e-12, 1.0 - 1e-12))


def _finish(d: ColumnDraw, value: Floats, score: Floats) -> Cells:
    """The value multiplied, rounded as people round it, and kept within its bounds."""
    decimals = d.column.decimals
    if d.draw.times is not None:
        value = value * d.number(d.draw.times)
    whole = scaled(value, decimals)
    low, high = (_whole_bound(bound, decimals) for bound in _bounds(d))
    # rounding may step over a bound; the next step inside is taken then
    whole = np.clip(whole, low, high)
    if d.draw.figures is not None:
        whole = _to_figures(whole, d.draw.figures)
    if d.draw.step is not None:
        whole = _to_multiples(whole, round(d.draw.step * 10**decimals), low, high)
    if d.draw.ends is not None:
        whole = _to_ends(whole, d.draw.ends, 10**decimals, low, high)
    return Cells(whole, None, None, score)


def _whole_bound(bound: Floats, decimals: int) -> Ints:
    most = 4e18
    return round_half_away(np.clip(bound * 10.0**decimals, -most, most))


def _to_multiples(whole: Ints, step: int, low: Ints, high: Ints) -> Ints:
    whole = step * round_half_away(whole / step)
    whole = np.where(whole > high, step * (high // step), whole)
    return np.where(whole < low, -step * (-low // step), whole)


def _to_figures(whole: Ints, figures: int) -> Ints:
    digits = np.searchsorted(10 ** np.arange(1, 19), np.abs(whole), side="right") + 1
    unit = 10 ** np.maximum(digits - figures, 0)
    return unit * round_half_away(whole / unit)


def _to_ends(whole: Ints, ends: tuple[int, ...], unit: int, low: Ints, high: Ints) -> Ints:
    """The nearest value that ends in one of `ends`, inside the bounds where there is one."""
    span = unit * next(size for size in (10, 100, 1000) if max(ends) < size)
    best, distance = whole, np.full(len(whole), np.iinfo(np.int64).max, np.int64)
    for end in sorted(ends):
        tail = end * unit
        near = span * round_half_away((whole - tail) / span) + tail
        near = np.where(near > high, span * ((high - tail) // span) + tail, near)
        near = np.where(near < low, -span * (-(low - tail) // span) + tail, near)
        off = np.abs(near - whole) + np.where(near > high, span * 1000, 0)
        best, distance = np.where(off < distance, near, best), np.minimum(off, distance)
    return best
