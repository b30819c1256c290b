"""`share_out`: whole numbers that sum to a total."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import StringConstraints

from fictionworld.packs.checks.labels import effect_labels
from fictionworld.packs.fields import Effects, Name, Spec
from fictionworld.packs.findings import unknown
from fictionworld.packs.operator import Operator, Source, Use, register
from fictionworld.packs.reads import effect_sources
from fictionworld.packs.resolve import NUMBERS, ROWS, a_kind, columns_of, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.compiled import Node
    from fictionworld.packs.findings import Mistake

__all__ = ["ShareOut"]


class ShareOut(Spec):
    """Whole numbers that sum to a total: a club's goals, shared out among its players."""

    total: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """`table.column` holding the totals."""
    by: Name
    """The reference that this table and the table of totals share."""
    weights: Effects = {}
    """Multipliers by category, e.g. `{position: {forward: 8, goalkeeper: 0}}`."""


def _sources(use: Use) -> Iterator[Source]:
    return effect_sources(("weights",), use.spec.weights)


def _needs(use: Use) -> Iterator[Node]:
    totals, _, column = use.spec.total.partition(".")
    by = use.spec.by
    yield from ((totals, ROWS), (totals, column), (totals, by), (use.table, by))
    target = columns_of(use.pack, use.table).get(by)
    if target is not None and target.ref is not None:
        yield target.ref, ROWS


def _check(use: Use) -> Iterator[Mistake]:
    """Totals are whole numbers of a table that refers to the same rows as this one."""
    pack, spec = use.pack, use.spec
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
    elif kind is not None and kind != "integer":
        yield (*use.place, "total"), f"got {spec.total}, {a_kind(kind)}; allowed: an integer"
    here, there = own.get(spec.by), columns.get(spec.by)
    if here is None or here.ref is None or there is None or there.ref != here.ref:
        both = [
            n
            for n, c in own.items()
            if c.ref is not None and n in columns and columns[n].ref == c.ref
        ]
        yield (*use.place, "by"), unknown(spec.by, both, "references that both tables have")


register(
    Operator(
        key="share_out", family="draw", shape=ShareOut,
        gives="integer", suits=NUMBERS - {"percent"}, many_rows=True, never_negative=True,
        sources=_sources, needs=_needs, check=_check,
    )
)  # fmt: skip
