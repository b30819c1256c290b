"""The signature of a pack's strategy: what it declares, as queries over many worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log
from typing import NamedTuple

import polars as pl

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.resolve import references_of
from fictionworld.packs.specification import Anchor, Marginal, SanityQuery, Versions
from fictionworld.packs.specification.strategies import CitedFigure

_TREND_MARGIN = 0.4
"""How far a trend may be from the one declared, as a share of it."""
_EARNED = 0.05
"""The largest share of moved values that may be what they were in the year of their anchor."""
_SAME = 0.005
"""How near a value must be to one of the anchor's year to be that value."""
_AMENDED = (0.7, 1.0)
"""The share of versions whose figure the next version changes."""

Spoil = Callable[[pl.Expr], pl.Expr]


class SignatureQuery(NamedTuple):
    """A query of what a pack declares for its strategy."""

    query: SanityQuery
    spoil: Spoil | None
    """What makes of the column that the query watches one with which it must fail; None where no
    change of a single column does."""


def signature_queries(pack: CompiledPack) -> Iterator[SignatureQuery]:
    """Yield the queries of what the pack declares for its strategy; none where it is silent."""
    spec = pack.spec
    yield from _of_anchors(spec.anchors or ())
    for versions in spec.versions or ():
        yield from _of_versions(pack, versions)
    if spec.grounds is not None:
        for marginal in spec.grounds.marginals:
            yield SignatureQuery(_cited(marginal, marginal.of), _other_values(pack, marginal))
        for correlation in spec.grounds.correlations:
            yield SignatureQuery(_cited(correlation, correlation.of[0]), _over_all_worlds)


def _cited(cited: CitedFigure, watches: str) -> SanityQuery:
    low, high = cited.value - cited.within, cited.value + cited.within
    says = f"{cited.says} ({cited.source}, {cited.year})"
    return SanityQuery(says=says, watches=watches, figure=cited.figure, between=(low, high))


def _of_anchors(anchors: tuple[Anchor, ...]) -> Iterator[SignatureQuery]:
    for anchor in anchors:
        rate = log(1 + anchor.trend)
        margin = _TREND_MARGIN * abs(rate)
        yield SignatureQuery(
            SanityQuery(
                says=f"{anchor.says} ({anchor.source}, {anchor.year})",
                watches=anchor.of,
                figure=f"SELECT avg({_moved_back(anchor)}) FROM {_series(anchor)}",
                between=(anchor.value * (1 - anchor.within), anchor.value * (1 + anchor.within)),
            ),
            _doubled,
        )
        yield SignatureQuery(
            SanityQuery(
                says=f"{anchor.of} changes by {anchor.trend:+.1%} a year.",
                watches=anchor.of,
                figure=f"SELECT regr_slope(ln(value), years) FROM {_series(anchor)}",
                between=(rate - margin, rate + margin),
            ),
            _over_all_worlds,
        )
    if anchors:
        shares = [
            f"(SELECT avg((abs({_moved_back(anchor)} / value - 1) < {_SAME} "
            f"OR value = {anchor.value!r})::INTEGER) FROM {_series(anchor)})"
            for anchor in anchors
        ]
        yield SignatureQuery(
            SanityQuery(
                says="Who answers with the values of the real years is hardly ever right.",
                watches=anchors[0].of,
                figure=f"SELECT ({' + '.join(shares)}) / {len(shares)}",
                between=(0, _EARNED),
            ),
            None,
        )


def _series(anchor: Anchor) -> str:
    """Return the values of an anchor's column, and how many years they are from its own."""
    return (
        f"(SELECT value::DOUBLE AS value, year - {anchor.year} AS years "
        f"FROM ({anchor.series}) AS series(value, year) WHERE value IS NOT NULL)"
    )


def _moved_back(anchor: Anchor) -> str:
    """Return a value as it would be in the anchor's year."""
    return f"value * pow({1 + anchor.trend!r}, -years)"


def _of_versions(pack: CompiledPack, versions: Versions) -> Iterator[SignatureQuery]:
    table, _, figure = versions.of.partition(".")
    holder, _, current = versions.in_force.partition(".")
    by = references_of(pack.spec, table, holder)[0]
    yield SignatureQuery(
        SanityQuery(
            says=f"{versions.in_force} is what the last version says.",
            watches=versions.in_force,
            none=f'SELECT h.world_id, h.id FROM {holder} h LEFT JOIN {table} v ON v.world_id = '
            f'h.world_id AND v."{by}" = h.id AND v."{versions.later}" IS NULL '
            f'AND v."{figure}" IS NOT NULL '
            f'WHERE h."{current}" IS DISTINCT FROM v."{figure}"',
        ),
        _within_worlds,
    )  # fmt: skip
    joined = f'{table} v JOIN {table} n ON n.world_id = v.world_id AND n.id = v."{versions.later}"'
    yield SignatureQuery(
        SanityQuery(
            says=f"A version of {versions.of} supersedes an earlier one of the same {holder}.",
            watches=f"{table}.{versions.dated}",
            none=f'SELECT v.world_id, v.id FROM {joined} WHERE n."{versions.dated}" <= '
            f'v."{versions.dated}" OR n."{by}" <> v."{by}"',
        ),
        _within_worlds,
    )
    yield SignatureQuery(
        SanityQuery(
            says=f"A later version amends {versions.of}.",
            watches=versions.of,
            figure=f'SELECT avg((n."{figure}" IS DISTINCT FROM v."{figure}")::INTEGER) '
            f"FROM {joined}",
            between=_AMENDED,
        ),
        _all_alike,
    )


def _other_values(pack: CompiledPack, marginal: Marginal) -> Spoil:
    """Return what gives a column another distribution than the one that a marginal is about."""
    table, _, name = marginal.of.partition(".")
    column = pack.tables[table].columns[name]
    return _all_alike if column.is_text or column.kind == "boolean" else _doubled


def _doubled(column: pl.Expr) -> pl.Expr:
    return column * 2


def _all_alike(column: pl.Expr) -> pl.Expr:
    return column.drop_nulls().first()


def _within_worlds(column: pl.Expr) -> pl.Expr:
    """Return the values shuffled over the rows of each world."""
    return column.shuffle(0).over("world_id")


def _over_all_worlds(column: pl.Expr) -> pl.Expr:
    """Return the values shuffled over the rows of all worlds."""
    return column.shuffle(0)
