"""Figures over the rows of another table that refer to a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import StringConstraints

from fictionworld.packs.checks.values import column_mistakes
from fictionworld.packs.compiled import NUMBERS, QUANTITIES, ROWS, TIMES
from fictionworld.packs.fields import Kind, Name, Spec
from fictionworld.packs.findings import Mistake, unknown
from fictionworld.packs.operator import Operator, Use, register
from fictionworld.packs.resolve import columns_of, kind_of, references_of
from fictionworld.packs.terms import Node

if TYPE_CHECKING:
    from fictionworld.packs.specification import Pack


_SUITS: dict[str, tuple[frozenset[Kind] | None, str]] = {
    "total": (NUMBERS, "a number"),
    "average": (NUMBERS, "a number"),
    "count": (None, ""),
    "earliest": (TIMES, "a date or a year"),
    "latest": (TIMES, "a date or a year"),
}
"""By operator, the kinds of columns that it gathers, and these in words."""


class Aggregate(Spec):
    """A figure over the rows of another table that refer to this row."""

    of: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$")]
    """`table.column`; for `count` the table alone will do."""
    by: Name | None = None
    """The reference in that table; needed where it has several to this one. Where this table has
    a reference of the same name, the two are matched."""


def aggregate_reference(pack: Pack, table: str, spec: Aggregate) -> str | None:
    """Return the reference of the child table by which `spec` gathers; None where there is none."""
    child = spec.of.partition(".")[0]
    if spec.by is not None:
        return spec.by if spec.by in columns_of(pack, child) else None
    return next(iter(references_of(pack, child, table)), None)


def _needs(use: Use) -> Iterator[Node]:
    child, _, name = use.spec.of.partition(".")
    yield child, ROWS
    if name:
        yield child, name
    by = aggregate_reference(use.pack, use.table, use.spec)
    if by is None:
        return
    yield child, by
    target = columns_of(use.pack, child)[by].ref
    if target is not None and target != use.table:  # both refer to a third: they are matched
        yield use.table, by
        yield target, ROWS


def _check(kind: str) -> Callable[[Use], Iterator[Mistake]]:
    def check(use: Use) -> Iterator[Mistake]:
        if use.table not in use.pack.tables:
            return
        spec: Aggregate = use.spec
        at, (child, _, name) = (*use.place, "of"), spec.of.partition(".")
        if child not in use.pack.tables:
            yield at, unknown(child, use.pack.tables, "tables")
            return
        suits, words = _SUITS[kind]
        if name:
            yield from column_mistakes(use.pack, at, child, name, suits, words)
        elif kind != "count":
            first = next(iter(use.pack.tables[child].columns))
            yield at, f"got {child!r}; give a column of it: {child}.{first}"
        yield from _gathered(use)

    return check


def _gathered(use: Use) -> Iterator[Mistake]:
    """Yield a mistake if no single reference says which child rows belong to a row."""
    spec: Aggregate = use.spec
    child = spec.of.partition(".")[0]
    columns, own = use.pack.tables[child].columns, use.pack.tables[use.table].columns
    mine = references_of(use.pack, child, use.table)
    if spec.by is None:
        if len(mine) != 1:
            refs = ", ".join(mine) or "none"
            message = f"got no 'by'; references from {child} to {use.table}: {refs}; say which"
            yield use.place, message
        return
    by = aggregate_reference(use.pack, use.table, spec)
    if by is None:
        yield (*use.place, "by"), unknown(spec.by, mine or columns, f"columns of {child}")
        return
    target = columns[by].ref
    shared = target is not None and by in own and own[by].ref == target
    if target != use.table and not shared:
        reference = f"a ref to {target}" if target else "no reference"
        yield (
            (*use.place, "by"),
            f"got {by!r}, {reference}; allowed: a ref to {use.table}, or one that both tables have",
        )


def _of_child(use: Use, depth: int) -> Kind | None:
    child, _, name = use.spec.of.partition(".")
    return kind_of(use.pack, (child, name), depth + 1) if name else None


def _operator(key: str, *, doc: str | None = None, **more: Any) -> Operator:  # noqa: ANN401
    return Operator(
        key=key, family="derive", shape=Aggregate, doc=doc, many_rows=True, needs=_needs,
        check=_check(key), words=lambda spec: f"the {key} of {spec.of}", **more,
    )  # fmt: skip


register(
    _operator("total", gives=_of_child, suits=QUANTITIES),
    _operator(
        "average", doc="Missing where there is no row.", gives="decimal", gaps="own",
        suits=QUANTITIES,
    ),
    _operator("count", gives="integer", suits=frozenset({"integer"})),
    _operator("earliest", gives=_of_child, suits=TIMES, gaps="own"),
    _operator("latest", gives=_of_child, suits=TIMES, gaps="own"),
)  # fmt: skip
