"""`compound`: a number that changes by so much with each calendar year."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.fields import Number, Spec
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, ValueSource, of_term, register
from fictionworld.packs.operators.distributions import SHAPED
from fictionworld.packs.resolve import end_kind
from fictionworld.packs.terms import Path, Term, above


class Compound(Spec):
    """A number that changes by so much with each calendar year: storage over model years, sales.

    `start * (1 + rate) ** (year - year of since)`, times a noise and the part of the year that
    counts. `driven_by` moves `start` within its ends.
    """

    start: tuple[Term, Term]
    """The least and the greatest value in the year of `since`; above 0."""
    rate: tuple[Number, Number]
    """The least and the greatest change a year: 0.08 is 8% more."""
    over: Path
    """The row's own year, or a date within it."""
    since: Term
    """The year, or a date within it, that has the start's value."""
    by: Path | None = None
    """Rows that share it share start and rate: `phone` in a table of its yearly sales."""
    noise: Annotated[float, Field(ge=0, le=3)] = 0.1
    """How far a value may lie from this: with 0.1 from 1/1.1 to 1.1 times it."""
    part: tuple[Term, Term] | None = None
    """The first and the last day that count: of a year that they cut, only that part does."""


def _sources(use: Use) -> Iterator[ValueSource]:
    spec: Compound = use.spec
    for number, term in enumerate(spec.start):
        yield from of_term(("start", number), term, "number")
    yield ValueSource(("over",), spec.over, "day")
    yield from of_term(("since",), spec.since, "ordered")
    if spec.by is not None:
        yield ValueSource(("by",), spec.by, "any")
    for number, term in enumerate(spec.part or ()):
        yield from of_term(("part", number), term, "day")


def _check(use: Use) -> Iterator[Mistake]:
    spec: Compound = use.spec
    for number, term in enumerate(spec.start):
        if term.number is not None and term.number <= 0:
            yield (*use.place, "start", number), f"got {term}; allowed: above 0"
    if above(*spec.start):
        low, high = spec.start
        yield (
            (*use.place, "start"),
            f"got {low} as the low end and {high} as the high one; swap them",
        )
    if spec.rate[0] <= -1 or spec.rate[0] > spec.rate[1]:
        problem = f"got a rate from {spec.rate[0]:g} to {spec.rate[1]:g}"
        yield (*use.place, "rate"), f"{problem}; allowed: above -1, the lesser first"
    if spec.part is not None and end_kind(use.pack, use.table, spec.over) == "date":
        yield (*use.place, "part"), f"got a part of {'.'.join(spec.over)}, a date; give a year"


register(
    Operator(
        key="compound", family="draw", shape=Compound, gives="decimal", suits=NUMBERS,
        options=SHAPED, drives=True, many_rows=True, never_negative=True, gaps="passed",
        follows=True,
        sources=_sources, check=_check,
    )
)  # fmt: skip
