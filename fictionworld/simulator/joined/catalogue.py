"""The webs of several worlds with what the tools read of them: one index, pages from each world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Protocol

from fictionworld.leakage.released import ReleasedText
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.joined.heads import JoinedHeads
from fictionworld.simulator.joined.index import JoinedPages
from fictionworld.simulator.joined.names import JoinedNames
from fictionworld.simulator.joined.texts import Texts
from fictionworld.simulator.joined.web import JoinedWeb
from fictionworld.simulator.perturbed.view import InterleavedIndex, PerturbedView
from fictionworld.simulator.search_view import SearchView
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Windows
from fictionworld.worlds.record import World


class JoinedWorlds(Protocol):
    """The worlds of a federation, each opened when it is asked for."""

    @property
    def world(self) -> World:
        """Return what tools need of a world, of all of them together."""

    def web_of(self, place: int, controls: Controls) -> Catalogue:
        """Return the web of the world at a place under controls, with what tools read of it."""

    def pages(self, permit: Permit, controls: Controls) -> JoinedPages:
        """Return what searches under a permit read of all worlds under controls."""

    def under(self, controls: Controls) -> JoinedCatalogue:
        """Return all worlds under controls."""


class JoinedCatalogue(Catalogue):
    """A federation's web, with what the tools read of it."""

    web: JoinedWeb

    def __init__(self, worlds: JoinedWorlds, controls: Controls = NO_CONTROLS) -> None:
        self._worlds = worlds
        self.controls = controls
        self._pages = worlds.pages(Permit.of("tease", worlds.world), controls)
        super().__init__(
            JoinedWeb(worlds.world, self._pages, lambda place: worlds.web_of(place, controls))
        )

    def under(self, controls: Controls) -> JoinedCatalogue:
        """Return the same worlds under these controls in place of others."""
        same = controls.of_web == self.controls.of_web and controls.is_off == self.controls.is_off
        return self if same else self._worlds.under(controls)

    def _view(self, permit: Permit) -> SearchView:
        pages = self._worlds.pages(permit, self.controls)
        index = pages.index.opened()
        if self.controls.is_off:
            return SearchView(self.heads, index, self.names)
        if pages.is_extra.any():
            index = InterleavedIndex.of_index(index, pages.is_extra)
        return PerturbedView(
            self.heads,
            index,
            self.names,
            spam=tuple(pages.spam.tolist()),
            spam_index=pages.spam_index.opened(),
            controls_by_page=self._changed,
        )

    @cached_property
    def heads(self) -> JoinedHeads:
        """Return the heads of all pages, and what follows from them."""
        return self.web.of_pages

    @cached_property
    def names(self) -> JoinedNames:
        """Return the names that searches know; policies share them."""
        pages = self._pages
        spellings = Texts(pages.spellings, pages.spelling_ends)
        return JoinedNames(pages.names, pages.named_pages, spellings)

    @cached_property
    def _changed(self) -> Mapping[int, frozenset[str]]:
        lines = bytes(self._pages.changed_by).decode().rstrip("\0").split("\n")
        numbers = self._pages.changed.tolist()
        return {n: frozenset(line.split(" ")) for n, line in zip(numbers, lines, strict=False)}

    def controls_of(self, number: int) -> frozenset[str]:
        """Return the controls that had a part in what a search shows of a page."""
        return self._changed.get(number, frozenset())

    def moved(self, number: int) -> Head | None:
        """Return the head of the copy of a page that is gone; None where it is at its address."""
        catalogue, own = self.web.member(number)
        return catalogue.moved(own)

    def windows(self, numbers: Collection[int], permit: Permit) -> dict[int, Windows]:
        """Return what results may say of these pages, by their numbers."""
        by_world: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for number in numbers:
            place, own = self.web.place_of(number)
            by_world[place][own] = number
        windows = {}
        for place, own_numbers in by_world.items():
            found = self.web.open_world(place).windows(own_numbers, permit)
            windows.update({own_numbers[own]: window for own, window in found.items()})
        return windows

    def body(self, number: int) -> ReleasedText:
        """Return the body of a page, released by the plan of its world.

        Raises:
            IndexError: There is no page of this number.
        """
        catalogue, own = self.web.member(number)
        return catalogue.body(own)
