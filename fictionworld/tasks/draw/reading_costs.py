"""What a specification will cost to read, before its answer is known: an estimate by the page plan.

A list of all rows, where the question names none; for each fact on the way to what is tested,
compared or asked for, the cheapest pages that set it out for all rows, each read once, or, where a
handful of rows is cheaper, their own pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from math import fsum
from typing import Final

import numpy as np
import polars as pl

from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.draw.base_table import BaseTable
from fictionworld.tasks.reach import rows_named
from fictionworld.tasks.specification import Path, Specification
from fictionworld.web.lengths import PageLengths
from fictionworld.web.plans import WebPlans
from fictionworld.web.world_plan import PARTIAL_LIST
from fictionworld.worlds.rows import WorldColumns

_OWN_PAGE: Final = 1_800
"""Characters of a page about one row."""
_OWN_PAGES: Final = 1.5
"""How many of them state what is asked of a row."""
_ALL: Final = 0.9
"""The share of rows of which pages must state a column to set it out."""


class ReadingCosts:
    """The lists and tables of a batch of worlds, by what reading them takes.

    A *series* is pages that set out one table in the same way: the parts of a list, of statistics.
    """

    def __init__(self, plans: WebPlans, lengths: PageLengths) -> None:
        self._plans = plans
        pages = plans.pages.with_columns(pl.Series("length", lengths.all)).with_row_index("place")
        grouping = (
            "world_id", "kind", "listed", "topic",
            pl.col("row").is_null().alias("whole"), pl.col("value").is_null().alias("one"),
        )  # fmt: skip
        series = (
            pages.filter(pl.col("listed").is_not_null())
            .group_by(*grouping, maintain_order=True)
            .agg("page", "place", pl.col("length").sum(), pl.col("name").first())
        )
        self._lengths: list[int] = series["length"].to_list()
        self._series_of = np.full(len(pages), -1, np.int64)
        numbers = np.repeat(np.arange(len(series)), series["place"].list.len().to_numpy())
        self._series_of[series["place"].explode().to_numpy()] = numbers
        self.directories: dict[tuple[int, str], list[int]] = {}
        """Pages of the directory of a table, by (world, table)."""
        self.unlisted: set[tuple[int, str]] = set()
        """The tables, as (world, table), that no directory lists, but partial lists together."""
        self._directory_series: dict[tuple[int, str], int] = {}
        directory = (pl.col("kind") == "directory") & pl.col("whole") & pl.col("one")
        listed = series.with_row_index("number").filter(directory)
        for world, table, page_numbers, number, name in listed.select(
            "world_id", pl.col("listed").cast(pl.String), "page", "number", "name"
        ).iter_rows():
            self.directories[world, table] = page_numbers
            if name.startswith(PARTIAL_LIST):
                self.unlisted.add((world, table))
            self._directory_series[world, table] = number
        self._paths: dict[tuple[int, str], dict[Path, float]] = {}
        self._covered: dict[tuple[int, str, str], list[int]] = {}
        self._worlds: list[int] = series["world_id"].to_list()

    @cached_property
    def _stated(self) -> dict[tuple[int, str, str], list[tuple[int, int]]]:
        """Return (series, number of rows stated) by (world, table, column), cheapest first."""
        statements, names = self._plans.statements, self._plans.codes.names
        worlds = self._plans.pages["world_id"].to_numpy()
        ids, first = np.unique(worlds, return_index=True)
        world = np.searchsorted(ids, statements["world_id"].to_numpy())
        series = self._series_of[first[world] + statements["page"].to_numpy() - 1]
        keys = series * len(names) + statements["column"].to_numpy()
        counts = np.bincount(keys[series >= 0])
        series_by_column: defaultdict[tuple[int, str, str], list[tuple[int, int]]] = defaultdict(
            list
        )
        stated = np.flatnonzero(counts)
        for key, count in zip(stated.tolist(), counts[stated].tolist(), strict=True):
            number, code = divmod(key, len(names))
            series_by_column[self._worlds[number], *names[code]].append((number, count))
        for entries in series_by_column.values():
            entries.sort(key=lambda pair: self._lengths[pair[0]])
        return series_by_column

    def of(self, specification: Specification, columns: WorldColumns) -> float:
        """Estimate how many characters must be read to answer.

        Args:
            specification: What is asked.
            columns: The columns of the world.
        """
        table, world = specification.table, columns.world_id
        named = rows_named(specification, columns.pack)
        tested = self._facts(columns, table, specification.deciding_paths)
        shown = [path for output in specification.outputs for path in (output.path, output.until)]
        asked = self._facts(columns, table, [*shown, *specification.groups])
        lists = [] if named is not None else [table]
        if named is not None:
            tested, asked = {}, asked | tested
        for member in specification.members:
            lists.append(member.table)
            paths = [(member.by,), *(condition.path for condition in member.where)]
            tested |= self._facts(columns, member.table, paths)
        directory_series = self._directory_series
        read = {
            directory_series[world, name] for name in lists if (world, name) in directory_series
        }
        total = float(sum(self._lengths[number] for number in read))
        total += self._set_out(columns, tested, read)
        by_table: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for fact in asked:
            by_table[fact[0]].append(fact)
        rows = columns.rows(table) if named is None else named
        most = rows * _OWN_PAGES * _OWN_PAGE
        return total + fsum(
            min(most, self._set_out(columns, facts, read)) for facts in by_table.values()
        )

    def within(self, base: BaseTable, columns: WorldColumns, most: int) -> BaseTable | None:
        """Return `base` without paths that take over `most` characters; None without values."""
        costs = self._costs(base, columns)
        if costs[()] > most:
            return None
        reduced = replace(
            base,
            values=tuple([c for c in base.values if costs[c.path] <= most]),
            far_values=tuple([c for c in base.far_values if costs[c.path] <= most]),
            tests=tuple([c for c in base.tests if costs[c.path] <= most]),
            groups=tuple([path for path in base.groups if costs[path] <= most]),
        )
        return reduced if reduced.values or reduced.far_values else None

    def _costs(self, base: BaseTable, columns: WorldColumns) -> dict[Path, float]:
        """Return how many characters the list of a table and one column of all its rows have.

        They are by the column's path; the list alone has the empty one.
        """
        key = columns.world_id, base.table
        if (costs := self._paths.get(key)) is None:
            series = self._directory_series.get(key)
            listed = set() if series is None else {series}
            length = float(sum(self._lengths[number] for number in listed))
            candidates = (*base.values, *base.far_values, *base.tests)
            paths = dict.fromkeys([(), *(c.path for c in candidates), *base.groups])
            costs = self._paths[key] = {
                path: length
                + self._set_out(columns, self._facts(columns, base.table, [path]), {*listed})
                for path in paths
            }
        return costs

    def _set_out(
        self, columns: WorldColumns, facts: Iterable[tuple[str, str]], read: set[int]
    ) -> float:
        """Return how many characters these columns of all rows take, beside the series in `read`.

        The series that are chosen are added to `read`.
        """
        total = 0.0
        unlisted: set[str] = set()
        for table, column in facts:
            series = self._covering(columns, table, column)
            if not series:
                unlisted.add(table)
            elif read.isdisjoint(series):
                read.add(series[0])
                total += self._lengths[series[0]]
        return total + fsum(columns.rows(table) * _OWN_PAGE / 2 for table in unlisted)

    def _covering(self, columns: WorldColumns, table: str, column: str) -> list[int]:
        """Return the series that state a column for nearly all rows, cheapest first."""
        key = columns.world_id, table, column
        if (series := self._covered.get(key)) is None:
            enough = _ALL * columns.rows(table)
            stated = self._stated.get(key, ())
            series = self._covered[key] = [number for number, count in stated if count >= enough]
        return series

    def _facts(
        self, columns: WorldColumns, table: str, paths: Sequence[Path]
    ) -> dict[tuple[str, str], None]:
        """Return the columns on these paths that are facts, as (table, column) keys in order."""
        identity = self._plans.codes.identity
        return {
            (step.table, step.name): None
            for path in paths
            if path and path[0] != SETTING
            for step in columns.steps(table, path)
            if step.name not in identity[step.table]
        }
