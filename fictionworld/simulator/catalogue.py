"""One world's web, and what tools may take of it; shared by all episodes.

What searches read is a `SearchView` for each policy, made when it is first asked for, once,
whichever thread asks, and the windows of the pages that they found. Nothing else changes here but
caches.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from threading import Lock
from typing import Final, Protocol

from fictionworld.cores import without_collector
from fictionworld.leakage.released import ReleasedText, released_page
from fictionworld.simulator.query_names import QueryNames
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.simulator.search_view import PageHeads, SearchView
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit, Policy
from fictionworld.web.searched import SearchedNames, SearchedTexts
from fictionworld.web.snippets import Windows
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World

_VIEWS: Final = 4
"""Policies whose search views are kept."""
_BODIES: Final = 8


class Web(Protocol):
    """What the tools need of a web; `FictionalWeb` has it. Threads share it."""

    @property
    def world(self) -> World: ...
    @property
    def heads(self) -> Sequence[Head]: ...
    @property
    def plan(self) -> WebPlan | None:
        """Return what each page states; None where that is not known, and no control can apply."""

    def number_of(self, url: str) -> int | None:
        """Return the number of the page with this `bare_address`; None where there is none."""

    def page(self, number: int) -> Page: ...
    def searched(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what searches under a permit find pages by."""

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know."""

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return what a permit lets a result say of a page."""

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes it takes in memory now."""


class PlannedWeb(Web, Protocol):
    """A web whose plan is at hand: what each page states."""

    @property
    def plan(self) -> WebPlan: ...
    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that a part of a page states as they are: table, row, column."""

    @property
    def template(self) -> PlannedWeb | None:
        """Return the same web in the template's words, for searches; None where it has them."""

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:
        """Return what would stand at a page's mark if the value there were another row's.

        None where that row has none, or where only the other row's own text could say it.
        """


class Catalogue:
    """One world's web, with what the tools read of it."""

    spam: tuple[int, ...] = ()
    """The numbers of the advertisements that controls added, which have an index of their own."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self._lock = Lock()
        self._views: OrderedDict[Policy, SearchView] = OrderedDict()
        self._bodies: OrderedDict[int, ReleasedText] = OrderedDict()

    def view(self, permit: Permit) -> SearchView:
        """Return what searches under a permit go by: one for all permits that search alike."""
        view = self._views.get(permit.searching)
        if view is None:
            with self._lock:
                view = self._views.get(permit.searching)
                if view is None:
                    with without_collector():
                        view = self._views[permit.searching] = self._view(permit)
                    if len(self._views) > _VIEWS:
                        self._views.popitem(last=False)
        return view

    def is_indexed(self, permit: Permit) -> bool:
        """Return whether the index of a permit is built."""
        return permit.searching in self._views

    def _view(self, permit: Permit) -> SearchView:
        return SearchView(self.heads, self._index(permit), self.names)

    def _index(self, permit: Permit) -> SearchIndex:
        """Return the index over what the plan says of pages, without the values that are closed."""
        return SearchIndex.of(self.web.searched(self.heads.by_number, permit))

    @cached_property
    def names(self) -> QueryNames:
        """Return the names that searches know; policies share them."""
        return QueryNames(self.web.searched_names)

    @cached_property
    def heads(self) -> PageHeads:
        """Return the heads of all pages, and what follows from them."""
        return PageHeads(self.web.heads)

    def windows(self, numbers: Collection[int], permit: Permit) -> dict[int, Windows]:
        """Return what results may say of these pages, by their numbers."""
        self.prepare(numbers, permit)
        return {number: self.web.windows(number, permit) for number in numbers}

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """Prepare the pages that are shown next, as results: ask for their texts, if need be."""

    def body(self, number: int) -> ReleasedText:
        """Return the body of a page, released by its marks; keep the last few for later parts.

        Raises:
            IndexError: There is no page of this number.
        """
        text = self._bodies.get(number)
        if text is None:
            page = self.web.page(number)
            text = released_page(page, self._planned(number))
            with self._lock:
                self._bodies[number] = text
                if len(self._bodies) > _BODIES:
                    self._bodies.popitem(last=False)
        return text

    def controls_of(self, number: int) -> frozenset[str]:  # noqa: ARG002
        """Return the controls that had a part in what a search shows of a page: here none."""
        return frozenset()

    def moved(self, number: int) -> Head | None:  # noqa: ARG002
        """Return the head of the copy of a page that is gone; None where it is at its address."""
        return None

    @property
    def own_pages(self) -> int:
        """Return how many pages the web has without those that controls added behind them."""
        return len(self.web.heads)

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes web, search views and cached bodies take in memory."""
        # copied first: other threads may add to them meanwhile
        views = sum(view.resident_bytes for view in tuple(self._views.values()))
        bodies = sum(map(len, tuple(self._bodies.values())))
        return self.web.resident_bytes + views + bodies

    def _planned(self, number: int) -> frozenset[FactId]:
        """Return the facts that the plan gives a page; a web without a plan states none."""
        plan = self.web.plan
        return frozenset() if plan is None else frozenset(plan.statements(number))
