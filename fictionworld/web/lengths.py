"""About how many characters each page has, by its plan alone: no page is written for it.

A page has some text of its own, and more for each fact it states, each row it lists, and each part
of its series, to which it links. The figures were fitted by least squares to 4,800 pages of the two
packaged packs; a page is about a tenth off, a directory a fifth. `tests/web/test_lengths.py` holds
them to pages as they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fictionworld.web.plans import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from fictionworld.streams import Ints
    from fictionworld.web.plans import WebPlans

__all__ = ["PageLengths"]

_PLAIN: Final = 1_400, 35, 40, 50
"""Of a kind that is not listed below."""
_LENGTHS: Final = {
    ("background", False): (1_780, 0, 0, 0),
    ("directory", True): (340, 32, 99, 208),
    ("encyclopedia", False): (1_070, 40, 42, 0),
    ("forum", False): (1_380, 112, 0, 0),
    ("news", False): (1_580, 33, 0, 0),
    ("news", True): (1_360, 41, 0, 240),
    ("official", False): (1_080, 41, 0, 0),
    ("official", True): (1_720, 32, 0, 0),
    ("report", True): (1_310, 17, 0, 82),
    ("review", False): (1_640, 26, 0, 0),
    ("statistics", True): (1_300, 8, 0, 109),
}
"""By kind, and whether the page sets out rows of a table: characters of its own, for each fact, for
each row listed, for each part of its series."""
_BY_SORT: Final = np.array(
    [_LENGTHS.get((kind, listed), _PLAIN) for kind in KINDS for listed in (False, True)]
)


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
        parts = pages["parts"].fill_null(0).to_numpy()
        ones = np.ones(len(pages), np.int64)
        each = np.stack([ones, counts(plans.statements), counts(plans.entries), parts], axis=1)
        self._lengths: list[int] = (_BY_SORT[sort] * each).sum(axis=1).tolist()
        self._first = dict(zip(ids.tolist(), first.tolist(), strict=True))

    def total(self, world_id: int, pages: Iterable[int]) -> int:
        """The characters of these pages of a world, each counted once."""
        first = self._first[world_id]
        return sum(self._lengths[first + page - 1] for page in set(pages))
