"""`curve`: values in a band around a curve through points."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.bounds import finish
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import exp, log, normal_cdf
from fictionworld.generators.operands import unscaled
from fictionworld.packs.operators.curve import Curve


@draws("curve")
def _curve(d: ColumnDraw, spec: Curve) -> Cells:
    """The height of the curve, times a factor within the band; missing where `over` is."""
    column, over = d.follow(spec.over)
    xs, ys = (np.array(list(side), np.float64) for side in (spec.points, spec.points.values()))
    x = np.clip(unscaled(column, over.values), xs[0], xs[-1])
    at = np.clip(np.searchsorted(xs, x, side="right") - 1, 0, len(xs) - 2)
    height = ys[at] + (ys[at + 1] - ys[at]) * (x - xs[at]) / (xs[at + 1] - xs[at])
    score = d.score()
    # numpy's log gives other last bits on other machines: this one is exact everywhere
    width = log(np.full(len(d), 1.0 + spec.band))
    value = height * exp(width * (2.0 * normal_cdf(score) - 1.0))
    return finish(d, value, score).without(~over.present())
