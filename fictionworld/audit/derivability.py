"""Derivability: protected columns that follow from what may be told.

Two kinds of following. *Determined*: among rows of one world that agree in what is told, all have
the same protected value: one told row gives away the others. *Guessed*: what is told of a row,
learned in other worlds, gives its value right away. Beside them the correlation of ranks, which
narrows a value down without settling it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl

from fictionworld.audit.holdings import columns_of, holdings, told_columns, with_told
from fictionworld.audit.record import Finding, Measure, Result, figure, rate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from fictionworld.audit.holdings import Column
    from fictionworld.audit.record import Status
    from fictionworld.audit.tally import Facets
    from fictionworld.packs.compiled import CompiledColumn

__all__ = ["check_derivability"]

_ENOUGH: Final = 60
"""Rows in groups of two or more, below which agreement says nothing."""
_SETTLED: Final = 0.9
"""The share of rows so settled from which a column counts as derivable."""
_GAIN: Final = 0.3
"""Likewise, how much better than the commonest value a guess from what is told must be."""
_PAIRED: Final = 5
"""Told columns that are also looked at two by two: the first ones."""
_WORLDS: Final = 60
"""Worlds of a pack that are looked at: dependencies are the pack's, not the world's."""


def check_derivability(folder: Path) -> Result:
    """The check over a dataset."""
    measures: list[Measure] = []
    findings: list[Finding] = []
    seen: set[str] = set()
    for stored in holdings(folder):
        if stored.pack.name in seen:
            continue
        seen.add(stored.pack.name)
        few = stored.limited(_WORLDS)
        for table in few.pack.world_tables:
            told = told_columns(few.pack, table)
            frame = with_told(few, table, told)
            for column in columns_of(table, "askable"):
                of = (("pack", few.pack.name), ("table", table.name), ("column", column.name))
                found = list(_of_column(frame, column, told, of))
                measures += found
                findings += _findings(found, of)
    status: Status = "measured" if measures else "not measured"
    return Result(
        "derivability",
        "What follows from what is told",
        "Does a protected value follow from context columns that search results may state?",
        status,
        tuple(measures),
        tuple(findings[:40]),
        len(findings),
        "For each protected column the told column, or pair of them, from which it follows best. "
        "Under `strict` nothing of this is told.",
    )


def _of_column(
    frame: pl.DataFrame, column: CompiledColumn, told: list[Column], of: Facets
) -> Iterator[Measure]:
    """The best of each kind of following, and from what."""
    y = column.name
    rows = frame.filter(pl.col(y).is_not_null())
    names = [one.name for one in told if one.name in rows.columns and rows[one.name].n_unique() > 1]
    codes = _Coded(rows, y)
    base = codes.mode_share()
    best: dict[str, tuple[float, Measure]] = {}

    def keep(kind: str, strength: float, measure: Measure) -> None:
        if kind not in best or strength > best[kind][0]:
            best[kind] = strength, measure

    pairs = combinations(names[:_PAIRED], 2)
    for given in [*((one,) for one in names), *pairs]:
        facets = (*of, ("from", " and ".join(given)))
        settled, tried = codes.determined(given)
        if tried >= _ENOUGH:
            one = rate("determined within a world", settled, tried, facets)
            keep("determined", one.value or 0.0, one)
        right, asked = codes.guessed(given)
        if asked >= _ENOUGH:
            gained = right / asked - base
            keep("guessed", gained, figure("gained over the commonest value", gained, of=facets))
    for name in names:
        if rows[name].dtype.is_integer() and rows[y].dtype.is_integer():
            strength = abs(_rank_correlation(rows, name, y))
            facets = (*of, ("from", name))
            keep("correlated", strength, figure("rank correlation", strength, of=facets))
    for _, measure in best.values():
        yield measure


class _Coded:
    """The rows that hold something in one column, as whole numbers: each value by its rank.

    Plain arrays: a column is looked at beside twenty others, and so many small queries would cost
    more to set up than to answer.
    """

    def __init__(self, rows: pl.DataFrame, y: str) -> None:
        self._rows = rows
        self.worlds = rows["world_id"].to_numpy().astype(np.int64)
        self.y = self._ranked(y)
        self.values = int(self.y.max(initial=0)) + 1
        self._known: dict[str, NDArray[np.int64]] = {}

    def _ranked(self, name: str) -> NDArray[np.int64]:
        """0 for the least value, -1 where there is none."""
        ranks = self._rows[name].rank("dense").cast(pl.Int64).fill_null(0)
        return ranks.to_numpy() - 1

    def groups(self, given: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """A number for each combination of what is given, and whether none of it is missing."""
        whole = np.zeros(len(self.y), np.int64)
        held = np.ones(len(self.y), np.bool_)
        for name in given:
            if name not in self._known:
                self._known[name] = self._ranked(name)
            codes = self._known[name]
            whole = whole * (int(codes.max(initial=0)) + 2) + codes + 1
            held &= codes >= 0
        return whole, held

    def mode_share(self) -> float:
        """How often the commonest value of all worlds is right."""
        return float(np.bincount(self.y).max()) / len(self.y) if len(self.y) else 0.0

    def determined(self, given: tuple[str, ...]) -> tuple[int, int]:
        """Rows in groups of two or more that agree in `given`, those of them that agree in y
        first.
        """
        groups, held = self.groups(given)
        if not held.any():
            return 0, 0
        worlds = (self.worlds * (int(groups.max()) + 1) + groups)[held]
        order = np.lexsort((self.y[held], worlds))
        worlds, y = worlds[order], self.y[held][order]
        starts = np.flatnonzero(np.concatenate(([True], worlds[1:] != worlds[:-1])))
        ends = np.append(starts[1:], len(worlds))
        sizes = ends - starts
        several = sizes >= 2
        same = several & (y[starts] == y[ends - 1])
        return int(sizes[same].sum()), int(sizes[several].sum())

    def guessed(self, given: tuple[str, ...]) -> tuple[int, int]:
        """Learned in even worlds, tried in odd ones: rows whose value is the commonest for
        `given`; of two as common the lesser.
        """
        groups, held = self.groups(given)
        even = self.worlds // 2 % 2 == 0
        tried = int((~even).sum())
        pairs, counts = np.unique(groups[even] * self.values + self.y[even], return_counts=True)
        if not len(pairs):
            return 0, tried
        of, values = pairs // self.values, pairs % self.values
        order = np.lexsort((values, -counts, of))
        of, values = of[order], values[order]
        first = np.concatenate(([True], of[1:] != of[:-1]))
        of, values = of[first], values[first]
        asked = ~even & held
        places = np.minimum(np.searchsorted(of, groups[asked]), len(of) - 1)
        right = (of[places] == groups[asked]) & (values[places] == self.y[asked])
        return int(right.sum()), tried


def _rank_correlation(rows: pl.DataFrame, x: str, y: str) -> float:
    """Of ranks within each world, over all worlds."""
    both = rows.select("world_id", x, y).drop_nulls()
    ranks = both.select(
        (pl.col(x).rank() / pl.len()).over("world_id").alias("x"),
        (pl.col(y).rank() / pl.len()).over("world_id").alias("y"),
    )
    if ranks.height < _ENOUGH or ranks["x"].n_unique() < 2 or ranks["y"].n_unique() < 2:
        return 0.0
    return float(ranks.select(pl.corr("x", "y")).item() or 0.0)


def _findings(measures: list[Measure], of: Facets) -> Iterator[Finding]:
    told = dict(of)
    for one in measures:
        from_ = one.facet("from") or ""
        value = one.value or 0.0
        if one.name == "determined within a world" and value >= _SETTLED:
            why = f"{value:.0%} of the rows that agree in {from_} have the same value"
        elif one.name.startswith("gained") and value >= _GAIN:
            why = f"guessing from {from_} is right {value:.0%} more often than the commonest value"
        else:
            continue
        where = f"{told['pack']}: {told['table']}.{told['column']}"
        yield Finding(
            "derivability", "question context", None, None, None, "columns", where,
            ((len(told["pack"]) + 2, len(where)),), why,
            f"fictionworld packs show {told['pack']}", of,
        )  # fmt: skip
