"""The webs of several worlds as one: pages by their numbers through all worlds, and by address."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter

from fictionworld.simulator.catalogue import Catalogue, PlannedWeb
from fictionworld.simulator.joined.heads import JoinedHeads
from fictionworld.simulator.joined.index import JoinedPages
from fictionworld.simulator.search_view import host_of
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit
from fictionworld.web.searched import SearchedNames, SearchedPage, SearchedTexts
from fictionworld.web.served_pages import bare_address
from fictionworld.web.snippets import Windows
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.worlds.fact import FactId, RowId
from fictionworld.worlds.record import World

OpenWorld = Callable[[int], Catalogue]
"""Returns the web of the world at a place, opened if need be."""


class JoinedWeb:
    """The pages of several worlds, each read from its own.

    Args:
        world: What tools need of a world, of all of them together.
        pages: Their heads.
        open_world: Returns the web of one of them.
    """

    plan: WebPlan | None = None
    """What pages state is known of one world at a time; see `SeenFrom`."""
    template = None

    def __init__(self, world: World, pages: JoinedPages, open_world: OpenWorld) -> None:
        self.world = world
        self.of_pages = JoinedHeads(pages)
        self._pages = pages
        self._offsets: list[int] = pages.offsets.tolist()
        self.open_world = open_world

    @property
    def heads(self) -> Sequence[Head]:
        """Return the heads of all pages in the order of their numbers."""
        return self.of_pages.list

    def place_of(self, number: int) -> tuple[int, int]:
        """Return the place of the world that a page belongs to, and the page's number there.

        Raises:
            IndexError: There is no page of this number.
        """
        if not 1 <= number <= self._offsets[-1]:
            raise IndexError(f"got page {number}; allowed: 1 to {self._offsets[-1]}")
        place = bisect_left(self._offsets, number) - 1
        return place, number - self._offsets[place]

    def number_in(self, place: int, number: int) -> int:
        """Return the number here of a page of the world at a place."""
        return self._offsets[place] + number

    def member(self, number: int) -> tuple[Catalogue, int]:
        """Return the web of the world that a page belongs to, and the page's number there."""
        place, own = self.place_of(number)
        return self.open_world(place), own

    def number_of(self, url: str) -> int | None:
        """Return the number of the page at an address; None where there is none."""
        host = host_of(bare_address(url))
        for place in self._places.get(host or "", ()):
            number = self.open_world(place).web.number_of(url)
            if number is not None:
                return self.number_in(place, number)
        return None

    @cached_property
    def _places(self) -> dict[str, tuple[int, ...]]:
        """Return the worlds that have pages at each host; controls may put several on one."""
        host_of, names, offsets = self._pages.host_of, self.of_pages.host_names, self._offsets
        places: dict[str, tuple[int, ...]] = {}
        for place, (start, end) in enumerate(pairwise(offsets)):
            for host in sorted(set(host_of[start:end].tolist())):
                name = names[host].removeprefix("www.")
                places[name] = (*places.get(name, ()), place)
        return places

    def page(self, number: int) -> Page:
        """Return the page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        catalogue, own = self.member(number)
        page = catalogue.web.page(own)
        return replace(page, head=replace(page.head, number=number))

    def searched(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what pages are found by under a permit."""
        pages: list[SearchedPage] = []
        members = ((*self.member(number), number) for number in numbers)
        for catalogue, of_world in groupby(members, itemgetter(0)):
            number_of = {own: number for _, own, number in of_world}
            found = catalogue.web.searched(number_of, permit).pages
            pages += (page._replace(number=number_of[page.number]) for page in found)
        return SearchedTexts.of(pages)

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know beside those of the index: none."""
        return SearchedNames({}, frozenset())

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return what a permit lets a result say of a page."""
        catalogue, own = self.member(number)
        return catalogue.web.windows(own, permit)

    @property
    def resident_bytes(self) -> int:
        """Return 0: worlds are counted where they are open, and the index is a mapped file."""
        return 0


class SeenFrom(JoinedWeb):
    """A federation as it bears on one of its worlds: what other worlds' pages state is left out.

    Args:
        joined: The federation.
        place: The place of the world.
    """

    def __init__(self, joined: JoinedWeb, place: int) -> None:
        super().__init__(joined.world, joined._pages, joined.open_world)
        self.of_pages = joined.of_pages
        self._place = place
        self._joined = joined

    @property
    def _own(self) -> PlannedWeb:
        return self.open_world(self._place).web  # type: ignore[return-value]  # it has a plan

    @property
    def plan(self) -> WebPlan:  # type: ignore[override]  # here it is known
        """Return the plan of the world, its pages numbered as here."""
        return _Plan(self._own.plan, self, self._place)

    def number_of(self, url: str) -> int | None:
        """Return the number of the page at an address; None where there is none."""
        return self._joined.number_of(url)

    def page(self, number: int) -> Page:
        """Return the page of a number; one of another world without its marks.

        Raises:
            IndexError: There is none.
        """
        page = super().page(number)
        return page if self.place_of(number)[0] == self._place else replace(page, marks=())

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that a part of a page states of the world: table, row, column."""
        place, own = self.place_of(number)
        return self._own.cells_between(own, start, end) if place == self._place else []

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:
        """Return what would stand at a page's mark if the value there were another row's."""
        place, own = self.place_of(number)
        return self._own.restated(own, start, end, row) if place == self._place else None


class _Plan(WebPlan):
    """The plan of one world, its pages numbered as in the federation; other pages state nothing."""

    def __init__(self, own: WebPlan, web: JoinedWeb, place: int) -> None:
        super().__init__(own.world_id, own.codes, lambda: own.pages, own.stated, own.listed)
        self._own = own
        self._web = web
        self._place = place

    def _number(self, number: int) -> int | None:
        place, own = self._web.place_of(number)
        return own if place == self._place else None

    def _numbers(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(self._web.number_in(self._place, number) for number in numbers)

    def page(self, number: int) -> PlannedPage:
        own = self._number(number)
        if own is not None:
            return replace(self._own.page(own), number=number)
        head = self._web.heads[number - 1]
        nothing = (None,) * 8
        return PlannedPage(number, head.name, head.kind, *nothing, site="elsewhere")

    def statements(self, number: int) -> tuple[FactId, ...]:
        own = self._number(number)
        return () if own is None else self._own.statements(own)

    def groups(self, number: int) -> dict[str, dict[int, list[str]]]:
        own = self._number(number)
        return {} if own is None else self._own.groups(own)

    def entries(self, number: int) -> tuple[RowId, ...]:
        own = self._number(number)
        return () if own is None else self._own.entries(own)

    def pages_of(self, fact: FactId) -> tuple[int, ...]:
        return self._numbers(self._own.pages_of(fact))

    def directory(self, table: str) -> tuple[int, ...]:
        return self._numbers(self._own.directory(table))
