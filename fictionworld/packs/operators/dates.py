"""`between`: a day between two terms."""

from __future__ import annotations

from collections.abc import Iterator

from fictionworld.packs.findings import Mistake
from fictionworld.packs.operator import Operator, Use, of_terms, register
from fictionworld.packs.terms import Term


def _no_numbers(use: Use) -> Iterator[Mistake]:
    """Yield a mistake for each bound that is a bare number: no date, and no column of a year."""
    draw = use.source
    bounds = [((*use.place, number), term) for number, term in enumerate(use.spec)]
    bounds += [((*use.place[:-1], n), getattr(draw, n)) for n in ("at_least", "at_most")]
    for place, term in bounds:
        if term is not None and term.number is not None:
            day = f"{term}-01-01" if 1000 <= term.number <= 9999 else "2031-01-01"
            message = f"got {term}, a number; give a date such as {day}, or a column that is a year"
            yield place, message


register(
    Operator(
        key="between", family="draw", shape=tuple[Term, Term],
        doc="The first and the last day, both possible.",
        gives="date", suits=frozenset({"date"}), drives=True,
        options=frozenset({"driven_by", "at_least", "at_most", "weekdays", "per"}),
        sources=of_terms("day"), ends=lambda spec: spec, check=_no_numbers,
    )
)  # fmt: skip
