"""How facts are spread over the pages of a world: what one page gives away, how many it takes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush

import numpy as np
import polars as pl

from fictionworld.web.plans import WebPlans
from fictionworld.worlds.world_rows import Cell

_ROW_BITS, _COLUMN_BITS = 24, 12


class Spread:
    """Which pages state which facts, for all worlds of a batch."""

    def __init__(self, plans: WebPlans) -> None:
        statements = plans.statements
        worlds, columns, rows = (
            statements[name].to_numpy().astype(np.int64) for name in ("world_id", "column", "row")
        )
        keys = worlds << (_ROW_BITS + _COLUMN_BITS) | columns << _ROW_BITS | rows
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._pages: list[int] = statements["page"].to_numpy()[order].tolist()
        self._codes = plans.codes
        about_row = pl.col("row").is_not_null() & pl.col("listed").is_null()
        unnamed = pl.col("parts").fill_null(1) > 1, pl.col("heading").is_null()
        self._own_pages = _by_world(plans.pages.filter(about_row))
        self._unnamed_parts = _by_world(plans.pages.filter(*unnamed))

    def pages(self, world_id: int, facts: Sequence[Cell]) -> list[Sequence[int]]:
        """Return for each fact (table, row id, column) the pages that state it, each once."""
        codes = self._codes.codes
        wanted_keys = np.array(
            [codes[table, column] << _ROW_BITS | row for table, row, column in facts], np.int64
        )
        wanted_keys += world_id << (_ROW_BITS + _COLUMN_BITS)
        starts = np.searchsorted(self._keys, wanted_keys, "left").tolist()
        ends = np.searchsorted(self._keys, wanted_keys, "right").tolist()
        return [self._pages[start:end] for start, end in zip(starts, ends, strict=True)]

    def share_on_own_pages(self, world_id: int, places: Sequence[Collection[int]]) -> float:
        """Return the share of facts, given by their pages, that pages about one row state."""
        own = self._own_pages.get(world_id, frozenset())
        stated = [pages for pages in places if pages]
        return sum(not own.isdisjoint(pages) for pages in stated) / max(1, len(stated))

    def is_in_unnamed_part(self, world_id: int, places: Sequence[Collection[int]]) -> bool:
        """Return whether some fact stands only in parts that do not say which rows they hold."""
        unnamed = self._unnamed_parts.get(world_id, frozenset())
        return any(pages and unnamed.issuperset(pages) for pages in places)


def _by_world(pages: pl.DataFrame) -> dict[int, frozenset[int]]:
    """Return the numbers of these pages by world."""
    by_world = pages.group_by("world_id").agg("page").iter_rows()
    return {world: frozenset(numbers) for world, numbers in by_world}


def most_on_one_page(places: Sequence[Collection[int]]) -> float:
    """Return the largest share of these facts that one page states."""
    if not places:
        return 0.0
    counts = Counter(page for pages in places for page in pages)
    return max(counts.values(), default=0) / len(places)


def is_covered_by(places: Iterable[Collection[int]], count: int) -> bool:
    """Return whether `count` pages, well chosen, state all of these facts.

    Exact: the fact with the fewest pages is on one of the chosen pages, so only those are tried.
    """
    open_facts = [pages for pages in places if pages]
    if not open_facts:
        return True
    if count == 0:
        return False
    scarcest = min(open_facts, key=len)
    return any(
        is_covered_by([pages for pages in open_facts if page not in pages], count - 1)
        for page in sorted(scarcest)
    )


def cover(places: Iterable[Collection[int]]) -> list[int]:
    """Return pages that together state all of these facts, chosen greedily.

    Each page chosen states the most of the facts left, so they are few, if not always the fewest.
    Facts that no page states are left out.
    """
    # facts are bits of a whole number: counting what is left of a page is one operation
    stated: defaultdict[int, int] = defaultdict(int)
    for fact, pages in enumerate(places):
        bit = 1 << fact
        for page in pages:
            stated[page] |= bit
    facts_left = 0
    for facts in stated.values():
        facts_left |= facts
    queue = [(-facts.bit_count(), page) for page, facts in stated.items()]
    heapify(queue)
    chosen = []
    while facts_left:
        count, page = heappop(queue)
        if (updated_count := -(stated[page] & facts_left).bit_count()) > count:
            heappush(queue, (updated_count, page))  # others may state more by now
            continue
        chosen.append(page)
        facts_left &= ~stated[page]
    return sorted(chosen)
