"""Drawn numbers kept within their bounds and rounded as people round them."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.drawing import ColumnDraw
from fictionworld.generators.elementary import normal_cdf, normal_quantile
from fictionworld.generators.rounding import divide_rounded, rounded
from fictionworld.packs.terms import Term
from fictionworld.streams import Floats, Ints


def factor(d: ColumnDraw) -> Floats:
    """Return the factor that `times` multiplies by."""
    if d.draw.times is None:
        return np.ones(len(d))
    return np.maximum(d.number(d.draw.times), 1e-9)


def bounds(d: ColumnDraw) -> tuple[Floats, Floats]:
    """Return `at_least` and `at_most` for each row; infinite where the draw has none."""
    return _bound(d, d.draw.at_least, -np.inf), _bound(d, d.draw.at_most, np.inf)


def _bound(d: ColumnDraw, term: Term | None, otherwise: float) -> Floats:
    if term is None:
        return np.full(len(d), otherwise)
    value, present = d.operand(term)
    return np.where(present, value, otherwise)


def within(score: Floats, low: Floats, high: Floats) -> Floats:
    """Return scores squeezed into bounds by rank, so that none pile up at an end."""
    if not (np.isfinite(low).any() or np.isfinite(high).any()):
        return score
    least, most = normal_cdf(np.maximum(low, -8.0)), normal_cdf(np.minimum(high, 8.0))
    most = np.maximum(most, least + 1e-9)
    rank = least + normal_cdf(score) * (most - least)
    return normal_quantile(np.clip(rank, 1e-12, 1.0 - 1e-12))


def finish(d: ColumnDraw, value: Floats, score: Floats) -> Cells:
    """Return the value multiplied, rounded by the draw's settings, and kept within its bounds."""
    decimals = d.column.decimals
    if d.draw.times is not None:
        value = value * d.number(d.draw.times)
    whole = rounded(value, decimals)
    low, high = (_whole_bound(bound, decimals) for bound in bounds(d))
    # rounding may step over a bound; the next step inside is taken then
    whole = np.clip(whole, low, high)
    if d.draw.figures is not None:
        whole = _to_figures(whole, d.draw.figures)
    if d.draw.step is not None:
        whole = _to_multiples(whole, round(d.draw.step * 10**decimals), low, high)
    if d.draw.ends is not None:
        whole = _to_ends(whole, d.draw.ends, 10**decimals, low, high)
    return Cells(whole, score=score)


def _whole_bound(bound: Floats, decimals: int) -> Ints:
    most = 4e18 / 10**decimals
    return rounded(np.clip(bound, -most, most), decimals)


def _to_multiples(whole: Ints, step: int, low: Ints, high: Ints) -> Ints:
    whole = step * divide_rounded(whole, step)
    whole = np.where(whole > high, step * (high // step), whole)
    return np.where(whole < low, -step * (-low // step), whole)


def _to_figures(whole: Ints, figures: int) -> Ints:
    digits = np.searchsorted(10 ** np.arange(1, 19), np.abs(whole), side="right") + 1
    unit = 10 ** np.maximum(digits - figures, 0)
    return unit * divide_rounded(whole, unit)


def _to_ends(whole: Ints, ends: tuple[int, ...], unit: int, low: Ints, high: Ints) -> Ints:
    """Return the nearest value that ends in one of `ends`, inside the bounds where there is one."""
    span = unit * next(size for size in (10, 100, 1000) if max(ends) < size)
    best, distance = whole, np.full(len(whole), np.iinfo(np.int64).max, np.int64)
    for end in sorted(ends):
        tail = end * unit
        near = span * divide_rounded(whole - tail, span) + tail
        near = np.where(near > high, span * ((high - tail) // span) + tail, near)
        near = np.where(near < low, -span * (-(low - tail) // span) + tail, near)
        off = np.abs(near - whole) + np.where(near > high, span * 1000, 0)
        best, distance = np.where(off < distance, near, best), np.minimum(off, distance)
    return best
