"""What searches read under controls: extra pages come last, advertisements have an index."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.simulator.search_index import SearchIndex
from fictionworld.simulator.search_view import SearchView
from fictionworld.streams import AnyInts

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PerturbedView(SearchView):
    """What searches of one world under one policy and some controls may go by."""

    spam: tuple[int, ...] = ()
    """The advertisements; they state no value."""
    spam_index: SearchIndex = field(kw_only=True)
    """Over the advertisements."""
    controls_by_page: Mapping[int, frozenset[str]] = field(kw_only=True)
    """The controls that changed what a search shows of a page; pages they left alone are missing.
    """

    def controls_of(self, number: int) -> frozenset[str]:
        """Return the controls that had a part in what a search shows of a page."""
        return self.controls_by_page.get(number, _NOTHING)

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes the indexes and the rankings take in memory."""
        return super().resident_bytes + self.spam_index.resident_bytes


@dataclass(frozen=True)
class InterleavedIndex(SearchIndex):
    """An index in which at most one result in three is an extra page."""

    is_extra: NDArray[np.bool_]
    """For each place whether its page is an extra page."""

    @classmethod
    def of_index(cls, index: SearchIndex, is_extra: NDArray[np.bool_]) -> InterleavedIndex:
        """Return an index with its extra pages told."""
        return cls(index.numbers, index.rows, index.starts, index.places, index.weights, is_extra)

    def found(self, terms: Sequence[str], most: int | None) -> tuple[AnyInts, AnyInts]:
        """Return the places of the pages found, at most one extra page in three, and all scores."""
        best, scores = super().found(terms, most)
        order: list[int] = []
        waiting: deque[int] = deque()
        others_since = 0
        for page_index, is_extra in zip(best.tolist(), self.is_extra[best].tolist(), strict=True):
            if is_extra:
                waiting.append(page_index)
            else:
                order.append(page_index)
                others_since += 1
            if waiting and others_since >= 2:
                order.append(waiting.popleft())
                others_since = 0
        return np.array([*order, *waiting], np.intp), scores
