"""Numbers from a distribution: uniform, normal, log-normal, Pareto, Poisson."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.fields import Number, Positive
from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, of_term, of_terms, register
from fictionworld.packs.terms import Term

SHAPED = frozenset({"driven_by", "times", "at_least", "at_most", "step", "figures", "ends"})
"""The options of a number that is drawn and then rounded."""
_OPTIONS = SHAPED | {"per"}


def _spread(use: Use) -> Iterator[Mistake]:
    if use.spec[1] <= 0:
        yield use.place, f"got a spread of {use.spec[1]:g}; allowed: above 0"


def _start(use: Use) -> Iterator[Mistake]:
    start: Term = use.spec[0]
    if start.number is not None and start.number <= 0:
        yield use.place, f"got {start.number} to start from; allowed: above 0"


def _spread_and_start(use: Use) -> Iterator[Mistake]:
    yield from _spread(use)
    yield from _start(use)


register(
    Operator(
        key="uniform", family="draw", shape=tuple[Term, Term],
        gives="integer", suits=NUMBERS, options=_OPTIONS, drives=True,
        sources=of_terms("number"), ends=lambda spec: spec,
    ),
    Operator(
        key="normal", family="draw", shape=tuple[Term, Number],
        doc="Mean and standard deviation.",
        gives="decimal", suits=NUMBERS, options=_OPTIONS, drives=True,
        sources=of_terms("number", 0), check=_spread,
    ),
    Operator(
        key="lognormal", family="draw", shape=tuple[Term, Number],
        doc="Median and sigma of the logarithm.",
        gives="decimal", suits=NUMBERS, options=_OPTIONS, drives=True, never_negative=True,
        sources=of_terms("number", 0), check=_spread_and_start,
    ),
    Operator(
        key="pareto", family="draw", shape=tuple[Term, Positive],
        doc="Minimum and exponent: the larger the exponent, the thinner the tail.",
        gives="decimal", suits=NUMBERS, options=_OPTIONS, drives=True,
        sources=of_terms("number", 0), check=_start, ends=lambda spec: (spec[0], None),
    ),
    Operator(
        key="poisson", family="draw", shape=Term,
        gives="integer", suits=NUMBERS - {"percent"}, options=_OPTIONS, drives=True,
        never_negative=True, sources=lambda use: of_term((), use.spec, "number"),
    ),
)  # fmt: skip
