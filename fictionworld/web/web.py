"""The fictional web of one world: its pages by number and address, written when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.web.heads import WebHeads, heads_of
from fictionworld.web.hosts import Hosts
from fictionworld.web.page import Head, Page
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.permit import Permit
from fictionworld.web.plan import plan_web
from fictionworld.web.searched import SearchedNames, SearchedPage, SearchedPages
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages
from fictionworld.web.world_plan import WebPlan
from fictionworld.web.writing.context import StatedCell, WritingContext
from fictionworld.web.writing.links import Links, linked_once
from fictionworld.web.writing.marking import read
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.worlds.record import World

if TYPE_CHECKING:
    import polars as pl

_PAGE_BYTES: Final = 40_000


class FictionalWeb(ServedPages):
    """The pages of a world. The same rows give the same pages, on any machine and in any order.

    Args:
        pack: What the world is.
        world: Its record.
        frames: Its rows by table, the setting's among them; rows of this world alone.
        present: Its rows of `world_column`.
        hosts: `realistic` ones look like any; `reserved` ones end in `.example`.
    """

    template = None
    """Where a model words the pages, the web in template wording; this is one itself."""

    def __init__(
        self,
        pack: CompiledPack,
        world: World,
        frames: Mapping[str, pl.DataFrame],
        present: pl.DataFrame,
        *,
        hosts: Hosts = "realistic",
    ) -> None:
        self._pack = pack
        self.world = world
        self._frames = frames
        self._present = present
        self.context = WritingContext(pack, world, frames, present)
        self._hosts = hosts
        self._pages: dict[int, Page] = {}
        self._writings: dict[int, _Writing] = {}
        self._found_passages: dict[int, Passages] = {}

    @cached_property
    def plan(self) -> WebPlan:
        """Return which pages there are, and what each states."""
        return plan_web(self._pack, self._frames, self.world, self._present)

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        """Return the heads of all pages in the order of their numbers; it writes no body."""
        return self.headed.heads

    @cached_property
    def headed(self) -> WebHeads:
        # sites are named one after another: two threads that get here at once name their own
        return heads_of(self.context, self.plan, self._hosts)

    def page(self, number: int) -> Page:
        """Return the page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        page = self._pages.get(number)
        if page is None:
            text, places = self._written(number)
            stated = [(wording.facts[row], wording.cells[row] is None) for wording, row in places]
            body, marks = read(text, stated)
            page = Page(self.heads[number - 1], body, marks)
            self._pages[number] = page
            self._writings.pop(number, None)
        return page

    def searched(self, number: int, permit: Permit) -> SearchedPage:
        """Return what a page is found by under a permit; no page is written for it.

        Raises:
            IndexError: There is none.
        """
        return self.searched_pages.page(number, permit)

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know."""
        return self.searched_pages.names

    @cached_property
    def searched_pages(self) -> SearchedPages:
        """Return what its pages are found by."""
        return SearchedPages(self.context, self.plan, self.headed)

    def _passages(self, number: int) -> Passages:
        passages = self._found_passages.get(number)
        if passages is None:
            passages = self._found_passages[number] = Passages.of(self.page(number))
        return passages

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes it takes in memory, once its pages are written."""
        return _PAGE_BYTES * len(self.heads)

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that part of a page states as they are, in order: table, row, column."""
        return self.page(number).cells_between(start, end)

    @cached_property
    def _links(self) -> Links:
        return Links(self.plan, self.headed)

    def _written(self, number: int) -> _Writing:
        writing = self._writings.get(number)
        if writing is not None:
            return writing
        writer = self.writer(number)
        site = self.headed.sites.of(writer.plan.site)
        text = linked_once(page_kinds[writer.plan.kind].write(writer, site))
        writing = self._writings[number] = _Writing(text, writer.places)
        return writing

    def writer(self, number: int) -> PageWriter:
        """Return the writer of the page of a number, from 1; nothing is written yet.

        Raises:
            IndexError: There is none.
        """
        plan = self.plan.page(number)
        return PageWriter(
            self.context,
            self._links,
            self.heads[number - 1],
            plan,
            self.headed.sites.of(plan.site).style,
            FastStream(child_seed(self.world.structure_seed, f"web/text/{plan.name}")),
            self.plan.groups(number),
            self.plan.entries(number),
        )


class _Writing(NamedTuple):
    """A page that was written and not read: where its values lie is not computed yet."""

    text: str
    places: list[StatedCell]
