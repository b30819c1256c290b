"""`between`: dates within a range, on certain days of the week."""

from __future__ import annotations

import numpy as np

from fictionworld.generators.batch import Cells
from fictionworld.generators.drawing import ColumnDraw, draws
from fictionworld.generators.elementary import normal_quantile
from fictionworld.generators.rounding import place_below
from fictionworld.packs.terms import Term
from fictionworld.streams import Ints

_WEEKDAYS = ("thu", "fri", "sat", "sun", "mon", "tue", "wed")  # 1970-01-01 was a Thursday
_FAR = 10**7


@draws("between")
def _between(d: ColumnDraw, spec: tuple[Term, Term]) -> Cells:
    """A day between two terms, both included, on one of `weekdays` where these are given.

    Where the range holds no day, or no such weekday, the nearest day to it is taken, and the
    rules of the pack decide about the world.
    """
    low = _bound(d, [spec[0], d.draw.at_least], upper=False)
    high = _bound(d, [spec[1], d.draw.at_most], upper=True)
    rank = d.rank()
    day = low + place_below(rank, np.maximum(high - low + 1, 1))
    if d.draw.weekdays is not None:
        day = _on_weekday(day, low, high, d.draw.weekdays)
    return Cells(day, score=normal_quantile(np.clip(rank, 1e-12, 1 - 1e-12)))


def _bound(d: ColumnDraw, terms: list[Term | None], *, upper: bool) -> Ints:
    tightest = np.full(len(d), _FAR if upper else -_FAR, np.int64)
    for term in terms:
        if term is None:
            continue
        days, present = d.day(term, upper=upper)
        inside = np.minimum(days, tightest) if upper else np.maximum(days, tightest)
        tightest = np.where(present, inside, tightest)
    return tightest


def _on_weekday(day: Ints, low: Ints, high: Ints, weekdays: tuple[str, ...]) -> Ints:
    allowed = np.isin(np.arange(7), [_WEEKDAYS.index(name) for name in weekdays])
    ahead = np.array([next(k for k in range(7) if allowed[(w + k) % 7]) for w in range(7)])
    behind = np.array([next(k for k in range(7) if allowed[(w - k) % 7]) for w in range(7)])
    later = day + ahead[day % 7]
    earlier = high - behind[high % 7]
    return np.where(later <= high, later, np.maximum(earlier, np.minimum(low, later)))
