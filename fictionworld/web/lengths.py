"""How long the pages of worlds are, about, by what their plans tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.streams import Bools, Floats, Ints
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.plans import WebPlans

if TYPE_CHECKING:
    import polars as pl

_USUAL_NAME = 20
"""Characters that the coefficients of page kinds take as one name."""
_TIMES_SAID = 3
"""How often more than once a page says the name of the row that it is about."""


class LengthTerms:
    """What the lengths of the pages of worlds are reckoned from."""

    def __init__(self, plans: WebPlans) -> None:
        pages, shape = plans.pages, (-1, len(plans.codes.tables))
        self._plans = plans
        self._ids, self._first = np.unique(pages["world_id"].to_numpy(), return_index=True)
        self._world = self._worlds(pages)
        has_row = pages["row"].is_not_null().to_numpy()
        of_table = pages["table_name"].to_physical().fill_null(0).to_numpy().astype(np.int64)
        self._about = np.where(has_row, of_table, -1)
        """The table of the row that each page is about, or -1."""
        self._characters = plans.name_lengths["characters"].to_numpy().reshape(shape)
        self._values = plans.value_lengths["characters"].to_numpy().reshape(len(self._ids), -1)
        self._rows = np.maximum(plans.name_lengths["rows"].to_numpy().reshape(shape), 1)

    @cached_property
    def all(self) -> Floats:
        """Return, pages by terms: one, facts, names, rows linked, parts of its series linked.

        Of names and values so many usual ones are counted as have their characters.
        """
        pages = self._plans.pages
        facts, values, linked = self._stated()
        names, links = self._named()
        series = np.where(pages["heading"].is_not_null(), pages["parts"].fill_null(0), 0)
        characters = (values + names) / _USUAL_NAME
        return np.stack([np.ones(len(pages)), facts, characters, linked + links, series], axis=1)

    def _stated(self) -> tuple[Floats, Floats, Floats]:
        """Return the facts of each page, the characters of their values, and rows that they link.

        A page does not say of the rows listed on it that they belong to what it is about. Several
        facts may refer to one row, which is linked once.
        """
        codes, stated = self._plans.codes, self._plans.statements
        number = {table: place for place, table in enumerate(codes.tables)}
        owners = np.array([number.get(column.table, -1) for column in codes.columns])
        targets = np.array([number.get(column.target or "", -1) for column in codes.columns])
        place, code = self._places(stated), stated["column"].to_numpy().astype(np.int64)
        says = (targets[code] < 0) | (targets[code] != self._about[place])
        says |= owners[code] == self._about[place]
        place, code = place[says], code[says]
        facts = self._summed(place, np.ones(len(place)))
        values = self._summed(place, self._values[self._world[place], code])
        cells, times = np.unique(place * len(owners) + code, return_counts=True)
        place, code = np.divmod(cells, len(owners))
        world, target = self._world[place], targets[code]
        apart = 1 - (1 - 1 / self._rows[world, target]) ** times
        linked = np.where(target < 0, 0.0, self._homes[world, target] * apart)
        return facts, values, self._summed(place, linked)

    def _named(self) -> tuple[Floats, Floats]:
        """Return the characters of the names of the rows on each page, and how many are linked.

        A row without a name is called by its key: on the page of a row in that key, by the rest.
        """
        mentions = self._plans.mentions
        place = self._places(mentions)
        table = mentions["table_name"].to_physical().to_numpy().astype(np.int64)
        world, about = self._world[place], self._about[place]
        in_key = (about >= 0) & self._holders[table, about]
        known = np.where(in_key, self._characters[world, about], 0)
        links = np.where(in_key, self._homes[world, table] / self._rows[world, table],
                         self._shares[world, table])  # fmt: skip
        names = self._summed(place, self._characters[world, table] - known)
        own = np.where(self._about < 0, 0.0, self._characters[self._world, self._about])
        return names + _TIMES_SAID * own, self._summed(place, links)

    @cached_property
    def _homes(self) -> Floats:
        """Return, worlds by tables, how many pages are about one row."""
        homes = self._plans.pages.select("world_id", "table_name", "row").drop_nulls()
        counts = np.zeros(self._rows.shape)
        table = homes["table_name"].to_physical().to_numpy()
        np.add.at(counts, (self._worlds(homes), table), 1)
        return counts

    @cached_property
    def _shares(self) -> Floats:
        """Return, worlds by tables, how many links a row has on a list, on average: its pages.

        Where no row has a page, it is linked by the row in its key, once for all rows of that one.
        """
        linked = self._homes.copy()
        for table, held in enumerate(self._holders):
            most = self._homes[:, held].max(axis=1, initial=0)
            linked[:, table] = np.where(linked[:, table] > 0, linked[:, table], most)
        shares: Floats = linked / self._rows
        return shares

    @cached_property
    def _holders(self) -> Bools:
        """Return, tables by tables, whose rows the keys of a table's rows refer to."""
        codes = self._plans.codes
        targets = [
            {codes.by_name[table, column].target for column in codes.identity[table]}
            for table in codes.tables
        ]
        return np.array([[table in held for table in codes.tables] for held in targets])

    def _worlds(self, frame: pl.DataFrame) -> Ints:
        places: Ints = np.searchsorted(self._ids, frame["world_id"].to_numpy())
        return places

    def _places(self, frame: pl.DataFrame) -> Ints:
        """Return the place of each line's page among the pages of all worlds."""
        places: Ints = self._first[self._worlds(frame)] + frame["page"].to_numpy() - 1
        return places

    def _summed(self, place: Ints, weights: Floats) -> Floats:
        """Return the sum of the weights on each page."""
        sums = np.bincount(place, weights=weights, minlength=len(self._plans.pages))
        return sums.astype(np.float64)


class PageLengths:
    """About how long all pages of a batch of worlds are.

    A linear model fitted on webs of all packaged packs, each with the same weight.
    """

    def __init__(self, plans: WebPlans) -> None:
        pages = plans.pages
        ids, first = np.unique(pages["world_id"].to_numpy(), return_index=True)
        sort = 2 * pages["kind"].to_physical().to_numpy() + pages["listed"].is_not_null().to_numpy()
        by_sort = np.array([row for kind in page_kinds for row in (kind.length, kind.table_length)])
        characters = np.rint((by_sort[sort] * LengthTerms(plans).all).sum(axis=1))
        self.all: list[int] = characters.astype(np.int64).tolist()
        """In the order of `WebPlans.pages`."""
        self._first = dict(zip(ids.tolist(), first.tolist(), strict=True))

    def total(self, world_id: int, pages: Iterable[int]) -> int:
        """Return the characters of these pages of a world, each page counted once."""
        first = self._first[world_id]
        return sum(self.all[first + page - 1] for page in set(pages))
