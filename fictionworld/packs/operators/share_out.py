"""`share_out`: whole numbers that sum to a total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from fictionworld.packs.checks.labels import effect_labels
from fictionworld.packs.compiled import NUMBERS, ROWS
from fictionworld.packs.fields import Effects, Name, Spec, TableColumn
from fictionworld.packs.findings import Mistake, unknown
from fictionworld.packs.operator import Operator, Use, ValueSource, of_term, register
from fictionworld.packs.reads import effect_sources
from fictionworld.packs.resolve import a_kind, columns_of, kind_of
from fictionworld.packs.terms import Node, Term, above


class ShareOut(Spec):
    """Numbers that sum to a total: a club's goals, shared out among its players.

    Each last digit goes to one row, by weight. With `cap`, `least`, `spread` or `driven_by`, a row
    gets its part by weight instead, within its bounds.
    """

    total: TableColumn
    """`table.column` holding the totals."""
    by: Name
    """The reference that this table and the table of totals share, or one to the totals."""
    weights: Effects = {}
    """Multipliers by category, e.g. `{position: {forward: 8, goalkeeper: 0}}`."""
    cap: Term | None = None
    """The most that a row takes: a number, or a path such as `appearances`."""
    least: Term | None = None
    """The least that a row takes."""
    spread: Annotated[float, Field(ge=0, le=2)] | None = None
    """Sigma of a row's own weight, 0.5 where it is needed and not given; `driven_by` moves it."""


def _sources(use: Use) -> Iterator[ValueSource]:
    yield from effect_sources(("weights",), use.spec.weights)
    for name, term in (("cap", use.spec.cap), ("least", use.spec.least)):
        if term is not None:
            yield from of_term((name,), term, "number")


def _needs(use: Use) -> Iterator[Node]:
    totals, _, column = use.spec.total.partition(".")
    by = use.spec.by
    yield from ((totals, ROWS), (totals, column), (use.table, by))
    target = columns_of(use.pack, use.table).get(by)
    if target is not None and target.ref is not None:
        yield target.ref, ROWS
        if target.ref != totals:
            yield totals, by


def _check(use: Use) -> Iterator[Mistake]:
    """Yield mistakes of the totals, the bounds, and the reference that leads to the totals."""
    pack, spec = use.pack, use.spec
    if use.column.optional is not None and use.column.optional < 1:
        lacking = f"got {use.table}.{use.name}, which a world has with probability"
        yield use.place, f"{lacking} {use.column.optional:g} beside its total; drop its optional"
    yield from effect_labels(pack, (*use.place, "weights"), use.table, spec.weights)
    if use.table not in pack.tables:
        return
    totals, _, name = spec.total.partition(".")
    if totals not in pack.tables:
        yield (*use.place, "total"), unknown(totals, pack.tables, "tables")
        return
    own, columns = pack.tables[use.table].columns, pack.tables[totals].columns
    kind = kind_of(pack, (totals, name)) if name in columns else None
    if name not in columns:
        yield (*use.place, "total"), unknown(name, columns, f"columns of {totals}")
    elif kind is not None and kind not in NUMBERS:
        yield (*use.place, "total"), f"got {spec.total}, {a_kind(kind)}; allowed: a number"
    elif columns[name].decimals > use.column.decimals:
        problem = f"got {spec.total} with {columns[name].decimals} decimals"
        message = f"{problem}; allowed: at most as many as {use.name} has, {use.column.decimals}"
        yield (*use.place, "total"), message
    if above(spec.least, spec.cap):
        problem = f"got a least of {spec.least} above the cap {spec.cap}"
        yield (*use.place, "cap"), f"{problem}; swap them"
    own_column, total_column = own.get(spec.by), columns.get(spec.by)
    direct = own_column is not None and own_column.ref == totals
    if not direct and (
        own_column is None
        or own_column.ref is None
        or total_column is None
        or total_column.ref != own_column.ref
    ):
        both = [
            n
            for n, c in own.items()
            if c.ref == totals or (c.ref is not None and n in columns and columns[n].ref == c.ref)
        ]
        what = f"references to {totals}, or that both tables have"
        yield (*use.place, "by"), unknown(spec.by, both, what)


register(
    Operator(
        key="share_out", family="draw", shape=ShareOut,
        gives="integer", suits=NUMBERS - {"percent"}, many_rows=True, never_negative=True,
        options=frozenset({"driven_by"}),
        sources=_sources, needs=_needs, check=_check,
    )
)  # fmt: skip
