"""What a specification will cost to read, before its answer is known: an estimate by the page plan.

A list of all rows, where the question names none; for each column that is tested, compared or asked
for the tables that set it out, or, where a handful of rows is cheaper, their own pages.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import polars as pl

from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.reach import rows_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.specification import Path, Specification
    from fictionworld.web.plans import PageLengths, WebPlans
    from fictionworld.worlds.rows import WorldColumns

__all__ = ["ReadingCosts"]

_OWN_PAGE: Final = 1_800
"""Characters of a page about one row."""
_OWN_PAGES: Final = 1.5
"""How many of them state what is asked of a row."""


class ReadingCosts:
    """The lists and tables of a batch of worlds, by what reading them takes."""

    def __init__(self, plans: WebPlans, lengths: PageLengths) -> None:
        pages = plans.pages.with_columns(pl.Series("length", lengths.all))
        listed = pages.filter(pl.col("listed").is_not_null()).with_columns(
            pl.col("listed").cast(pl.String), pl.col("kind").cast(pl.String)
        )
        chain = pl.col("kind") == "directory", pl.col("row").is_null(), pl.col("value").is_null()
        keys = ["world_id", "listed"]
        chains = listed.filter(*chain).group_by(keys).agg("page", pl.col("length").sum())
        self.chains: dict[tuple[int, str], list[int]] = {}
        """Pages of the directory of a table, by (world, table)."""
        self._lists: dict[tuple[int, str], int] = {}
        for world, table, numbers, length in chains.iter_rows():
            self.chains[world, table] = numbers
            self._lists[world, table] = length
        series = (
            listed.filter(pl.col("topic").is_not_null())
            .group_by(*keys, "kind", "topic", pl.col("row").is_null(), pl.col("value").is_null())
            .agg(pl.col("length").sum())
        )
        self._tables: dict[tuple[int, str, str], int] = {}
        for world, table, _, topic, _, _, length in series.iter_rows():
            for column in topic.split("+"):
                key = (world, table, column)
                self._tables[key] = min(length, self._tables.get(key, length))

    def of(self, specification: Specification, columns: WorldColumns) -> float:
        """About how many characters must be read to answer.

        Args:
            specification: What is asked.
            columns: The world.
        """
        table, pack = specification.table, columns.pack
        named = rows_named(specification, pack)
        tested = _columns(
            pack, table, [one.path for one in (*specification.where, *specification.either)]
        )
        if (against := specification.against) is not None:
            tested |= _columns(pack, table, [against.measure, against.per])
        if (extreme := specification.extreme) is not None:
            tested |= _columns(pack, table, [extreme.order, extreme.per])
        asked = _columns(
            pack, table, [path for one in specification.outputs for path in (one.path, one.until)]
        )
        asked |= _columns(pack, table, specification.groups)
        world = columns.world_id
        total = 0.0
        lists = {table} if named is None else set()
        if named is not None:
            tested, asked = set(), asked | tested
        for member in specification.members:
            lists.add(member.table)
            tested |= _columns(pack, member.table, [one.path for one in member.where])
        total += sum(self._lists.get((world, one), 0) for one in lists)
        total += sum(self._set_out(columns, *one) for one in tested)
        of_asked: defaultdict[str, float] = defaultdict(float)
        for one in asked - tested:
            of_asked[one[0]] += self._set_out(columns, *one)
        rows = columns.rows(table) if named is None else named
        most = rows * _OWN_PAGES * _OWN_PAGE
        return total + sum(min(most, cost) for cost in of_asked.values())

    def _set_out(self, columns: WorldColumns, table: str, column: str) -> float:
        """What it takes to read a column of all rows."""
        found = self._tables.get((columns.world_id, table, column))
        return columns.rows(table) * _OWN_PAGE / 2 if found is None else found


def _columns(pack: CompiledPack, table: str, paths: Sequence[Path | None]) -> set[tuple[str, str]]:
    """The askable columns at the ends of paths."""
    ends = (pack.column(table, path) for path in paths if path and path[0] != SETTING)
    return {(one.table, one.name) for one in ends if one.role == "askable"}
