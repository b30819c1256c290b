"""The catalogue of a web under controls."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from fictionworld.errors import UsageError
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.joined.catalogue import JoinedCatalogue
from fictionworld.simulator.perturbed.page_control import AddedPage, page_controls
from fictionworld.simulator.perturbed.view import InterleavedIndex, PerturbedView
from fictionworld.simulator.perturbed.web import PerturbedWeb
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.worlds.fact import FactId


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

    def controls_of(self, number: int) -> frozenset[str]:
        """Return the controls that had a part in what a search shows of a page."""
        return self._controls.get(number, frozenset())

    def moved(self, number: int) -> Head | None:
        """Return the head of the copy of a page that is gone; None where it is at its address."""
        return self.web.gone.get(number)

    @property
    def own_pages(self) -> int:
        """Return how many pages the web beneath has."""
        return len(self.beneath.web.heads)

    @cached_property
    def _controls(self) -> Mapping[int, frozenset[str]]:
        controls = {extra.head.number: {extra.control} for extra in self.web.extras}
        for number in self.web.undated:
            controls.setdefault(number, set()).add("withheld_dates")
        return {number: frozenset(names) for number, names in controls.items()}

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """Prepare the pages of the web beneath, which are shown next, as results."""
        last_number = len(self.beneath.web.heads)
        self.beneath.prepare([number for number in numbers if number <= last_number], permit)

    def _planned(self, number: int) -> frozenset[FactId]:
        """Return the facts that a page may state; an added page may state its original's."""
        extra = self.web.added(number)
        return super()._planned(number if extra is None else extra.original)

    def _view(self, permit: Permit) -> PerturbedView:
        return PerturbedView(
            self.heads,
            self._index(permit),
            self.beneath.names,
            spam=self.spam,
            spam_index=self._spam_index,
            controls_by_page=self._controls,
        )

    def _index(self, permit: Permit) -> SearchIndex:
        extras = [extra.head.number for extra in self.web.extras if _is_searched(extra)]
        if not extras:
            return self.beneath.view(permit).index
        numbers = (*self.beneath.heads.by_number, *extras)
        index = SearchIndex.of(self.web.searched(numbers, permit))
        return InterleavedIndex.of_index(index, index.numbers > self.own_pages)

    @cached_property
    def spam(self) -> tuple[int, ...]:  # type: ignore[override]  # read only
        """Return the numbers of the advertisements."""
        return tuple(extra.head.number for extra in self.web.extras if not _is_searched(extra))

    @cached_property
    def _spam_index(self) -> SearchIndex:
        """Return the index over the advertisements: they state no value, so permits share it."""
        closed = Permit.of("strict", self.web.world)
        return SearchIndex.of(self.web.searched(self.spam, closed))


def catalogue_under(catalogue: Catalogue, controls: Controls) -> Catalogue:
    """Return the web under these controls in place of others; itself where nothing changes.

    Raises:
        UsageError: The web has no plan that controls could go by.
    """
    if isinstance(catalogue, JoinedCatalogue):
        return catalogue.under(controls)
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
    """Return whether a page is indexed with the others; advertisements are not."""
    return page_controls[extra.control].is_searched
