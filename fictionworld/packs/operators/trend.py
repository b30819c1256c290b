"""`trend`: a value that moves over the years of its first key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.fields import Number, Probability, Spec
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, ValueSource, of_term, register
from fictionworld.packs.operators.distributions import SHAPED
from fictionworld.packs.terms import Node, Term


class Trend(Spec):
    """A value that moves over the years of its first key: sales of a phone, year by year.

    `start * (1 + growth) ** years since the first * noise`, `start` log-normal and drawn once for
    each parent row, an exceptional year now and then.
    """

    start: tuple[Term, Number]
    """Median and sigma of the first year's value."""
    growth: tuple[Number, Number]
    """Mean and standard deviation, over parents, of the yearly growth: 0.08 is 8% a year."""
    noise: Annotated[float, Field(ge=0, le=2)] = 0.1
    """Sigma of the yearly noise."""
    exceptions: Probability = 0.0
    """Share of years that break the trend by a factor between 0.5 and 1.8, never two in a row."""


def _sources(use: Use) -> Iterator[ValueSource]:
    return of_term(("start", 0), use.spec.start[0], "number")


def _needs(use: Use) -> Iterator[Node]:
    if use.table in use.pack.tables:
        yield from ((use.table, name) for name in use.pack.tables[use.table].key)


def _check(use: Use) -> Iterator[Mistake]:
    if use.table not in use.pack.tables:
        return
    if use.pack.tables[use.table].rows.each is None:
        yield use.place, "got a trend, but the rows are not by year; give rows: {each, years}"
    if use.spec.start[1] < 0 or use.spec.growth[1] < 0:
        yield use.place, "got a spread below 0; allowed: 0 and above"


register(
    Operator(
        key="trend", family="draw", shape=Trend, gives="integer", suits=NUMBERS, options=SHAPED,
        drives=True, many_rows=True, never_negative=True,
        sources=_sources, needs=_needs, check=_check,
    )
)  # fmt: skip
