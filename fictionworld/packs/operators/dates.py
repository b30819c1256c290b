"""`between`: a day between two terms."""

from __future__ import annotations

from fictionworld.packs.operator import Operator, of_terms, register
from fictionworld.packs.terms import Term

register(
    Operator(
        key="between", family="draw", shape=tuple[Term, Term],
        doc="The first and the last day, both possible.",
        gives="date", suits=frozenset({"date"}), drives=True,
        options=frozenset({"driven_by", "at_least", "at_most", "weekdays", "per"}),
        sources=of_terms("day"), ends=lambda spec: spec,
    )
)  # fmt: skip
