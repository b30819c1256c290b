"""`along`: a number that goes in steps from row to row of a chain, a tree or a line of years."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.fields import Name, Number, Probability, Spec
from fictionworld.packs.findings import Mistake, unknown
from fictionworld.packs.operator import Operator, Use, ValueSource, of_paths, of_term, register
from fictionworld.packs.resolve import columns_of, references_of
from fictionworld.packs.terms import Path, Term


class Along(Spec):
    """A number that goes in steps from one row to the next.

    The row before is the one that `up` refers to (an owner), or that refers to this one by `down`
    (what it succeeds), or that comes before by `order` among the rows equal in `within`.
    """

    up: Name | None = None
    down: Name | None = None
    order: Path | None = None
    within: tuple[Path, ...] = ()
    start: tuple[Term, Term]
    """The least and the greatest value of a row with none before it."""
    step: tuple[Number, Number]
    """The least and the greatest step to the next row."""
    ratio: bool = False
    """Steps multiply: 0.1 is 10% more."""
    levels: Annotated[tuple[Number, ...], Field(min_length=2, max_length=40)] | None = None
    """The values there are, lowest first; steps count places among them."""
    back: Probability = 0.0
    """Of the steps of a world, at most this share goes the other way."""


def _sources(use: Use) -> Iterator[ValueSource]:
    spec: Along = use.spec
    for word, name in (("up", spec.up), ("down", spec.down)):
        if name is not None:
            yield ValueSource((word,), (name,), "reference")
    if spec.order is not None:
        yield ValueSource(("order",), spec.order, "ordered")
    yield from of_paths(("within",), spec.within)
    for number, term in enumerate(spec.start):
        yield from of_term(("start", number), term, "number")


def _check(use: Use) -> Iterator[Mistake]:
    spec: Along = use.spec
    given = [word for word in ("up", "down", "order") if getattr(spec, word) is not None]
    if len(given) != 1:
        words = " and ".join(given) or "none of them"
        yield use.place, f"got {words}; give exactly one of up, down, order"
    columns = columns_of(use.pack, use.table)
    for word in ("up", "down"):
        name = getattr(spec, word)
        if name in columns and columns[name].ref != use.table:
            refs = references_of(use.pack, use.table, use.table)
            what = f"references of {use.table} to itself"
            yield (*use.place, word), unknown(name, refs, what)
    if spec.back and (use.source.missing or use.source.when):
        yield (*use.place, "back"), "got 'back' beside missing or when; give one of the two"
    if spec.within and spec.order is None:
        yield (*use.place, "within"), "got 'within' without 'order'; give both"
    if spec.step[0] > spec.step[1]:
        yield (*use.place, "step"), f"got {spec.step[0]:g} above {spec.step[1]:g}; swap them"
    if spec.ratio and (spec.step[0] <= -1 or spec.levels is not None):
        yield (*use.place, "ratio"), "got a ratio with steps of -1 or less, or levels; leave it out"
    if spec.levels is not None:
        if sorted(set(spec.levels)) != list(spec.levels):
            yield (
                (*use.place, "levels"),
                "got levels out of order; give them lowest first, each once",
            )
        if any(step != int(step) for step in spec.step):
            yield (*use.place, "step"), "got a part of a place; with levels give whole numbers"


register(
    Operator(
        key="along", family="draw", shape=Along, gives="integer", suits=NUMBERS, many_rows=True,
        drives=True, options=frozenset({"driven_by", "at_least", "at_most"}),
        sources=_sources, check=_check, follows=True,
    )
)  # fmt: skip
