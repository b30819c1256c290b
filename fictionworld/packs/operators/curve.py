"""`curve`: a number that rises and falls with another, such as a value with an age."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.fields import Positive, Spec
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, ValueSource, register
from fictionworld.packs.operators.distributions import SHAPED
from fictionworld.packs.terms import Path


class Curve(Spec):
    """A number near a curve through points, as straight as it can be between them.

    Beyond the first and the last point the curve runs level. `driven_by` moves a value within the
    band; `times` moves the curve.
    """

    over: Path
    """What the curve runs over: an age."""
    points: Annotated[dict[int, Positive], Field(min_length=2, max_length=20)]
    """Its height there: `{17: 0.4, 26: 12, 36: 1}`."""
    band: Annotated[float, Field(ge=0, le=9)] = 0.25
    """How far values lie from it: with 0.25 from 1/1.25 of its height to 1.25 times it."""


def _sources(use: Use) -> Iterator[ValueSource]:
    yield ValueSource(("over",), use.spec.over, "number")


def _check(use: Use) -> Iterator[Mistake]:
    points = list(use.spec.points)
    if points != sorted(points):
        yield (*use.place, "points"), "got points out of order; give them lowest first"


register(
    Operator(
        key="curve", family="draw", shape=Curve, gives="decimal", suits=NUMBERS, options=SHAPED,
        drives=True, never_negative=True, gaps="passed", follows=True,
        sources=_sources, check=_check,
    )
)  # fmt: skip
