"""The catalogue of a web under controls: extra pages come last, advertisements have an index."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fictionworld.errors import UsageError
from fictionworld.simulator.catalogue import Catalogue, index_of
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.perturbed.page_control import AddedPage, page_controls
from fictionworld.simulator.perturbed.web import PerturbedWeb
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.streams import AnyInts
from fictionworld.web.permit import Permit
from fictionworld.worlds.fact import FactId


@dataclass(frozen=True)
class _Interleaved(SearchIndex):
    """An index in which at most one result in three is an extra page."""

    last: int
    """The number of the last page that is not an extra page."""

    def found(self, terms: Sequence[str], most: int | None) -> tuple[AnyInts, AnyInts]:
        """The pages of the index, in an order that lets others pass extra pages."""
        best, scores = super().found(terms, most)
        order: list[int] = []
        waiting: deque[int] = deque()
        room = 0
        for place, number in zip(best.tolist(), self.numbers[best].tolist(), strict=True):
            if number > self.last:
                waiting.append(place)
            else:
                order.append(place)
                room += 1
            if waiting and room >= 2:
                order.append(waiting.popleft())
                room = 0
        return np.array([*order, *waiting], np.intp), scores


class PerturbedCatalogue(Catalogue):
    """One world's web under controls, and its indexes. Where no page is added the index is shared.

    Args:
        beneath: The catalogue of a web that has a plan.
        controls: Those that do not change the web make no difference here.
    """

    web: PerturbedWeb

    def __init__(self, beneath: Catalogue, controls: Controls) -> None:
        super().__init__(PerturbedWeb(beneath.web, controls))  # type: ignore[arg-type]  # with plan
        self.beneath = beneath
        self._spam_index: SearchIndex | None = None

    def controls_of(self, number: int) -> frozenset[str]:
        """The controls that had a part in what a search shows of a page."""
        extra = self.web.added(number)
        undated = {"withheld_dates"} if number in self.web.undated else set()
        return frozenset(undated if extra is None else {extra.control, *undated})

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """As beneath, for the pages that are there."""
        self.beneath.prepare([n for n in numbers if n in self.beneath.heads], permit)

    def _planned(self, number: int) -> frozenset[FactId]:
        """Of a page that was added: what its original may state."""
        extra = self.web.added(number)
        return super()._planned(number if extra is None else extra.original)

    def _built(self, permit: Permit) -> SearchIndex:
        extras = [extra.head for extra in self.web.extras if _is_searched(extra)]
        if not extras:
            return self.beneath.index(permit)
        heads = self.beneath.web.heads
        whole = index_of(self.web, (*heads, *extras), permit)
        return _Interleaved(
            whole.numbers, whole.rows, whole.starts, whole.places, whole.weights, len(heads)
        )

    @cached_property
    def spam(self) -> tuple[int, ...]:
        """The advertisements."""
        return tuple(e.head.number for e in self.web.extras if not _is_searched(e))

    def spam_index(self, permit: Permit) -> SearchIndex:
        """The index over the advertisements; they state no value, so it is one for all permits."""
        if self._spam_index is None:
            wanted = set(self.spam)
            heads = (head for head in self.web.heads if head.number in wanted)
            self._spam_index = index_of(self.web, heads, permit)
        return self._spam_index


def catalogue_under(catalogue: Catalogue, controls: Controls) -> Catalogue:
    """The same web under these controls in place of others; itself where they change it alike.

    Raises:
        UsageError: The web has no plan that controls could go by.
    """
    if isinstance(catalogue, PerturbedCatalogue):
        if controls.of_web == catalogue.web.controls and not controls.is_off:
            return catalogue
        catalogue = catalogue.beneath
    if controls.is_off:
        return catalogue
    if catalogue.web.plan is None:
        raise UsageError(
            f"controls: got {controls} for a web without a plan; give a FictionalWeb, or leave "
            "controls out"
        )
    return PerturbedCatalogue(catalogue, controls)


def _is_searched(extra: AddedPage) -> bool:
    """Whether a page is indexed with the others; advertisements are not."""
    return page_controls[extra.control].is_searched
