"""A value told by two others of which it is the quotient or difference: a speed, a growth."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.bounds import holds
from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal
from fictionworld.leakage.quantities.quantity import is_year
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.leakage.quantities.workings import WORKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.leakage.quantities import Quantity
    from fictionworld.leakage.quantities.target import NumberTarget

__all__ = ["find_quotients"]

_MOST: Final = 8
"""Figures of a text that are tried with each other."""
_FAR: Final = 200
"""Characters between the two, at most."""
_RATES: Final = {"speed": ("length", "time", "ms_"), "flow": ("volume", "time", "m3/s")}
"""What is a quotient of what, and the unit in which a metre or a cubic metre a second is given."""
_IN_TIME: Final = re.compile(
    r"^[^.;!?]{0,60}\b(?:in|within|takes?|took|needs?|needed|after|over|for|lasts?)\b[^.;!?]{0,40}$"
    r"|^[\s,(/]{1,3}$"
)
_GROWTH: Final = word_set("growth increase rise change gain grown expansion decline drop fall cut")
_SHRUNK: Final = word_set("decline drop fall cut decrease loss")
_CLOCK: Final = re.compile(
    r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)(?![\d:.,]\d|\d)"
)
_OF_TIME: Final = word_set(
    "time duration journey travel length crossing ride flight trip running lasts hours minutes"
)
_DAY: Final = 24 * 60


def find_quotients(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """The places of two figures whose quotient is the value."""
    if target.kind == "percent":
        yield from _grown(numbers, target)
        return
    measure = DIMENSIONS.get(target.unit)
    if measure is not None and measure.dimension in _RATES:
        yield from _rate(text, numbers, target)
    if measure is not None and measure.dimension == "time":
        yield from _between_times(text, target)


def _rate(text: str, numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`covers its 48 kilometres in 40 minutes`: 72 km/h."""
    above, below, unit = _RATES[DIMENSIONS[target.unit].dimension]
    for one, two in _near(numbers):
        a, b = DIMENSIONS.get(one.unit), DIMENSIONS.get(two.unit)
        if a is None or b is None or (a.dimension, b.dimension) != (above, below):
            continue
        size, time = one.values[0] * as_decimal(a.size), two.values[0] * as_decimal(b.size)
        scale = as_decimal(DIMENSIONS["m" if above == "length" else "m3"].size)
        second = as_decimal(DIMENSIONS["second"].size)
        between = text[min(one.end, two.end) : max(one.start, two.start)]
        if time <= 0 or unit not in target.bounds or not _IN_TIME.search(between):
            continue
        value = WORKING.divide(size / scale, time / second)
        if any(holds(bounds, value) for bounds in target.bounds[unit] if not bounds.rough):
            yield _hit(one, two, "quotient")._replace(alone=True)


def _grown(numbers: Sequence[Quantity], target: NumberTarget) -> Iterator[Hit]:
    """`began the year with a staff of 200 and ended it with 230`: 15 % of growth."""
    if target.words.isdisjoint(_GROWTH):
        return
    plain = [one for one in numbers[: 2 * _MOST] if one.unit != "%" and not is_year(one)]
    for one, two in pairwise(plain):
        before, after = one.values[0], two.values[0]
        if before <= 0 or one.unit != two.unit or two.start - one.end > _FAR:
            continue
        grown = WORKING.divide(after - before, before) * 100
        wanted = abs(grown) if not target.words.isdisjoint(_SHRUNK) else grown
        if any(holds(bounds, wanted) for bounds in target.bounds["%"][:1]):
            yield _hit(one, two, "growth")


def _between_times(text: str, target: NumberTarget) -> Iterator[Hit]:
    """`dep. 21:40, arr. 05:10`: 450 minutes."""
    if target.words.isdisjoint(_OF_TIME) or "minute" not in (*target.bounds, target.unit):
        return
    for one, two in pairwise(_CLOCK.finditer(text)):
        if two.start() - one.end() > _FAR:
            continue
        minutes = [60 * int(match["hour"]) + int(match["minute"]) for match in (one, two)]
        lasted = Decimal((minutes[1] - minutes[0]) % _DAY)
        if lasted and any(holds(b, lasted) for b in target.bounds["minute"] if not b.rough):
            yield Hit(one.start(), two.end(), "from two times, arithmetic", alone=False)


def _near(numbers: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """Pairs of figures that stand not far apart, in either order."""
    for at in range(0, min(len(numbers), 5 * _MOST), _MOST // 2):
        for one, two in permutations(numbers[at : at + _MOST], 2):
            if max(one.start, two.start) - min(one.end, two.end) <= _FAR:
                yield one, two


def _hit(one: Quantity, two: Quantity, form: str) -> Hit:
    start, end = min(one.start, two.start), max(one.end, two.end)
    return Hit(start, end, f"{form}, arithmetic", alone=False)
