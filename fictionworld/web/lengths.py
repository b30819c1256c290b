"""About how many characters each page has, by its plan alone: no page is written for it.

A page has some text of its own, and more for each fact it states, each row it lists, and each part
of its series, to which it links. The figures of a kind (`WebPageKind.length`) were fitted by least
squares to 4,800 pages of the two packaged packs; a page is about a tenth off, a directory a fifth.
`tests/web/test_lengths.py` holds them to pages as they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.web.page_kind import page_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from fictionworld.streams import Ints
    from fictionworld.web.plans import WebPlans

__all__ = ["PageLengths"]


class PageLengths:
    """The lengths of all pages of a batch of worlds."""

    def __init__(self, plans: WebPlans) -> None:
        pages = plans.pages
        ids, first = np.unique(pages["world_id"].to_numpy(), return_index=True)

        def counts(frame: pl.DataFrame) -> Ints:
            """How many lines of a frame each page has."""
            world = np.searchsorted(ids, frame["world_id"].to_numpy())
            return np.bincount(first[world] + frame["page"].to_numpy() - 1, minlength=len(pages))

        sort = 2 * pages["kind"].to_physical().to_numpy() + pages["listed"].is_not_null().to_numpy()
        by_sort = np.array([one for kind in page_kinds for one in (kind.length, kind.table_length)])
        parts = pages["parts"].fill_null(0).to_numpy()
        ones = np.ones(len(pages), np.int64)
        each = np.stack([ones, counts(plans.statements), counts(plans.entries), parts], axis=1)
        self._lengths: list[int] = (by_sort[sort] * each).sum(axis=1).tolist()
        self._first = dict(zip(ids.tolist(), first.tolist(), strict=True))

    def total(self, world_id: int, pages: Iterable[int]) -> int:
        """The characters of these pages of a world, each counted once."""
        first = self._first[world_id]
        return sum(self._lengths[first + page - 1] for page in set(pages))
