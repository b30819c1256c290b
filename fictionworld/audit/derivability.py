"""Derivability: protected columns that follow from columns that may be stated.

Two kinds of dependence. *Determined*: rows of one world that agree in what is stated have the same
protected value, so that one row reveals the others. *Guessed*: a mapping from stated to protected
values that was learned on other worlds gives the value. Rank correlation is reported too; it
narrows a value down without determining it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.columns import columns_of, first_of_each_pack, firsts
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    figure,
    rate,
    result_of,
)
from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable
from fictionworld.worlds.rows import coded
from fictionworld.worlds.stored import StoredWorlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ENOUGH: Final = 60
"""Rows in groups of two or more, below which agreement says nothing."""
_SETTLED: Final = 0.9
"""The share of rows so settled from which a column counts as derivable."""
_GAIN: Final = 0.3
"""The gain of a guess over the commonest value from which a column counts as derivable."""
_PAIRED: Final = 5
"""Number of stated columns that are also examined in pairs: the first ones."""
_WORLDS: Final = 60
"""Worlds of a pack that are looked at: dependencies are the pack's, not the world's."""


@dataclass(frozen=True, slots=True)
class _SeenColumn:
    """A column as seen from the rows of a table: its own, or one of a row it refers to."""

    name: str
    """`price`, `brand.position`; for reports."""
    column: CompiledColumn
    via: CompiledColumn | None
    """The reference that leads to it; None for the table's own."""


class DerivabilityCheck(AuditCheck):
    """Protected columns do not follow from stated ones."""

    name = "derivability"
    of_dataset_runs = "last"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        measures: list[Measure] = []
        findings: list[LeakEvidence] = []
        for stored in first_of_each_pack(context.dataset.path):
            few = stored.limited(_WORLDS)
            for table in few.pack.world_tables:
                stated = _stated_columns(few.pack, table)
                askable = columns_of(table, "askable")
                names = [one.name for one in stated]
                rows = _with_stated(few, table, stated)
                codes = _Coded.of(rows, [*names, *(one.name for one in askable)])
                for column in askable:
                    of = (("pack", few.pack.name), ("table", table.name), ("column", column.name))
                    found = list(_of_column(codes, column.name, names, of))
                    measures += found
                    findings += _findings(found, of)
        return result_of(
            self.name,
            "What follows from what is stated",
            "Does a protected value follow from context columns that search results may state?",
            measures,
            findings,
            note="For each protected column the stated column, or pair of them, from which it "
            "follows best. Under `strict` nothing of this is stated.",
        )


def _stated_columns(pack: CompiledPack, table: CompiledTable) -> list[_SeenColumn]:
    """What `tease` may state of a row: its context columns, and those of rows that it refers to."""
    found = [_SeenColumn(one.name, one, None) for one in columns_of(table, "context")]
    for reference in table.references:
        if reference.role != "context" or reference.target is None:
            continue
        there = pack.tables[reference.target]
        found += [
            _SeenColumn(f"{reference.name}.{one.name}", one, reference)
            for one in columns_of(there, "context")
            if one.target is None
        ]
    return found


def _with_stated(
    stored: StoredWorlds, table: CompiledTable, columns: list[_SeenColumn]
) -> pl.DataFrame:
    """The rows of a table with what may be stated of them, all as whole numbers or texts."""
    frame = stored.frames[table.name]
    held = frame.select(
        "world_id", "id",
        *(coded(frame[column.name]) for column in table.stored),
    )  # fmt: skip
    for reference in table.references:
        via = [one for one in columns if one.via is reference]
        if via and reference.target is not None:
            there = stored.frames[reference.target]
            beside = there.select(
                "world_id",
                pl.col("id").alias("_there"),
                *(coded(there[one.column.name]).alias(one.name) for one in via),
            )
            held = held.join(
                beside,
                left_on=["world_id", reference.name],
                right_on=["world_id", "_there"],
                how="left",
                maintain_order="left",
            )
    return held


def _of_column(coded: _Coded, y: str, stated: list[str], of: Facets) -> Iterator[Measure]:
    """The strongest dependence of each kind, and on which columns."""
    rows = coded.where(coded.columns[y] >= 0)
    column = _Dependence(rows, y)
    names = [name for name in stated if rows.varies(name)]
    base = column.mode_share()
    best: dict[str, tuple[float, Measure]] = {}

    def keep(kind: str, strength: float, measure: Measure) -> None:
        if kind not in best or strength > best[kind][0]:
            best[kind] = strength, measure

    pairs = combinations(names[:_PAIRED], 2)
    for given in [*((one,) for one in names), *pairs]:
        facets = (*of, ("from", " and ".join(given)))
        settled, tried = column.determined(given)
        if tried >= _ENOUGH:
            one = rate("determined within a world", settled, tried, facets)
            keep("determined", one.value or 0.0, one)
        right, asked = column.guessed(given)
        if asked >= _ENOUGH:
            gained = right / asked - base
            keep("guessed", gained, figure("gained over the commonest value", gained, of=facets))
    for name in names:
        if {name, y} <= rows.numbers:
            strength = abs(_rank_correlation(rows, name, y))
            facets = (*of, ("from", name))
            keep("correlated", strength, figure("rank correlation", strength, of=facets))
    for _, measure in best.values():
        yield measure


@dataclass(frozen=True)
class _Coded:
    """Rows of a table as whole numbers: each value by its rank.

    Plain arrays: a column is looked at beside twenty others, and so many small queries would cost
    more to set up than to answer.
    """

    worlds: NDArray[np.int64]
    """The world of each row."""
    columns: dict[str, NDArray[np.int64]]
    """0 for the least value of the table, -1 where there is none."""
    numbers: frozenset[str]
    """The columns that hold numbers, whose order means something."""

    @classmethod
    def of(cls, frame: pl.DataFrame, names: list[str]) -> _Coded:
        """These columns of `frame`."""
        ranks = frame.select(pl.col(names).rank("dense").cast(pl.Int64).fill_null(0) - 1)
        return cls(
            frame["world_id"].to_numpy().astype(np.int64),
            {name: ranks[name].to_numpy() for name in names},
            frozenset(name for name in names if frame[name].dtype.is_integer()),
        )

    def where(self, held: NDArray[np.bool_]) -> _Coded:
        """Some of the rows."""
        columns = {name: codes[held] for name, codes in self.columns.items()}
        return _Coded(self.worlds[held], columns, self.numbers)

    def varies(self, name: str) -> bool:
        """Whether two rows differ in a column."""
        codes = self.columns[name]
        return bool(len(codes)) and bool((codes != codes[0]).any())

    def groups(self, given: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """A number for each combination of what is given, and whether none of it is missing."""
        whole = np.zeros(len(self.worlds), np.int64)
        held = np.ones(len(self.worlds), np.bool_)
        for name in given:
            codes = self.columns[name]
            whole = whole * (int(codes.max(initial=0)) + 2) + codes + 1
            held &= codes >= 0
        return whole, held


class _Dependence:
    """How a protected column depends on other columns; every row has a value in it."""

    def __init__(self, rows: _Coded, y: str) -> None:
        self._rows = rows
        self._y = rows.columns[y]
        self._values = int(self._y.max(initial=0)) + 1
        self._even = rows.worlds // 2 % 2 == 0

    def mode_share(self) -> float:
        """How often the commonest value of all worlds is right."""
        return float(np.bincount(self._y).max()) / len(self._y) if len(self._y) else 0.0

    def determined(self, given: tuple[str, ...]) -> tuple[int, int]:
        """Rows in groups of two or more that agree in `given`, those of them that agree in y
        first.
        """
        groups, held = self._rows.groups(given)
        if not held.any():
            return 0, 0
        worlds = (self._rows.worlds * (int(groups.max()) + 1) + groups)[held]
        order = np.argsort(worlds, kind="stable")
        worlds, y = worlds[order], self._y[held][order]
        starts = np.flatnonzero(firsts(worlds))
        sizes = np.diff(np.append(starts, len(worlds)))
        several = sizes >= 2
        same = several & (np.minimum.reduceat(y, starts) == np.maximum.reduceat(y, starts))
        return int(sizes[same].sum()), int(sizes[several].sum())

    def guessed(self, given: tuple[str, ...]) -> tuple[int, int]:
        """Learned in even worlds, tried in odd ones: rows whose value is the commonest for
        `given`; of two as common the lesser.
        """
        groups, held = self._rows.groups(given)
        even = self._even
        tried = int((~even).sum())
        pairs, counts = np.unique(groups[even] * self._values + self._y[even], return_counts=True)
        if not len(pairs):
            return 0, tried
        of = pairs // self._values
        order = np.argsort(of * (int(counts.max()) + 1) - counts, kind="stable")
        of, values = of[order], pairs[order] % self._values
        first = firsts(of)
        of, values = of[first], values[first]
        asked = ~even & held
        places = np.minimum(np.searchsorted(of, groups[asked]), len(of) - 1)
        right = (of[places] == groups[asked]) & (values[places] == self._y[asked])
        return int(right.sum()), tried


def _rank_correlation(rows: _Coded, x: str, y: str) -> float:
    """Of ranks within each world, over all worlds."""
    both = (rows.columns[x] >= 0) & (rows.columns[y] >= 0)
    if both.sum() < _ENOUGH:
        return 0.0
    ranks = pl.DataFrame(
        [_ranks(rows.worlds[both], rows.columns[name][both]) for name in (x, y)], ["x", "y"]
    )
    if any(column.min() == column.max() for column in ranks):
        return 0.0
    return float(ranks.select(pl.corr("x", "y")).item() or 0.0)


def _ranks(worlds: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """The rank of each row in its world as a share of its rows; equal ones have their mean."""
    keys = worlds * (int(codes.max()) + 1) + codes
    order = np.argsort(keys, kind="stable")
    worlds, starts = worlds[order], np.flatnonzero(firsts(keys[order]))
    ends = np.append(starts[1:], len(keys))
    place = np.repeat((starts + ends + 1) / 2, ends - starts)
    begin, end = np.searchsorted(worlds, worlds), np.searchsorted(worlds, worlds, "right")
    ranks = np.empty(len(keys), np.float64)
    ranks[order] = (place - begin) * (1 / (end - begin))
    return ranks


def _findings(measures: list[Measure], of: Facets) -> Iterator[LeakEvidence]:
    facets = dict(of)
    for one in measures:
        from_ = one.facet("from") or ""
        value = one.value or 0.0
        if one.name == "determined within a world" and value >= _SETTLED:
            why = f"{value:.0%} of the rows that agree in {from_} have the same value"
        elif one.name.startswith("gained") and value >= _GAIN:
            why = f"guessing from {from_} is right {value:.0%} more often than the commonest value"
        else:
            continue
        where = f"{facets['pack']}: {facets['table']}.{facets['column']}"
        yield LeakEvidence(
            check="derivability",
            severity="question context",
            field="columns",
            text=where,
            marks=((len(facets["pack"]) + 2, len(where)),),
            why=why,
            command=f"fictionworld packs show {facets['pack']}",
            of=of,
        )
