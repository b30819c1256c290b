"""The fictional web of one world: its pages by number and address, written when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Final

from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.web.heads import WebHeads, heads_of
from fictionworld.web.hosts import Hosts
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.packed_cache import PackedCache
from fictionworld.web.page import Head, Page
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.permit import Permit
from fictionworld.web.plan import plan_web
from fictionworld.web.searched import SearchedNames, SearchedPages, SearchedTexts
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages
from fictionworld.web.world_plan import WebPlan
from fictionworld.web.writing.context import WritingContext, present_columns
from fictionworld.web.writing.links import Links, linked_once
from fictionworld.web.writing.marking import read
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows

if TYPE_CHECKING:
    import polars as pl

_PAGE_BYTES: Final = 40_000
_HEAD_BYTES: Final = 1_500
_WINDOWS_A_PAGE: Final = 4
"""So many times as many pages are kept ready to be cut as are kept whole."""
_WORLD_BYTES: Final = 1_200_000


class FictionalWeb(ServedPages):
    """The pages of a world. The same rows give the same pages, on any machine and in any order.

    Args:
        context: The world to write about.
        plan: Returns its plan; called when the plan is first needed.
        hosts: `realistic` ones look like any; `reserved` ones end in `.example`.
        most_pages: Pages that are kept as they are once they are written; by default all. The
            others are kept packed.
        neighbours: What sets it apart from the worlds that it is joined with, if it is.
    """

    template = None
    """Where a model words the pages, the web in template wording; this is one itself."""

    def __init__(
        self,
        context: WritingContext,
        plan: Callable[[], WebPlan],
        *,
        hosts: Hosts = "realistic",
        most_pages: float = inf,
        neighbours: Neighbours | None = None,
    ) -> None:
        self.world = context.world
        self.neighbours = neighbours
        self.context = context
        self.hosts = hosts
        self.most_pages, self.most_windows = most_pages, _WINDOWS_A_PAGE * most_pages
        self._make_plan = plan
        self._pages = PackedCache(self._written, Page.plain, self._restored, most_pages)

    @classmethod
    def of(
        cls,
        pack: CompiledPack,
        world: World,
        frames: Mapping[str, pl.DataFrame],
        present: pl.DataFrame,
        *,
        hosts: Hosts = "realistic",
    ) -> FictionalWeb:
        """Return the web of a world that is read whole.

        Args:
            pack: What the world is.
            world: Its record.
            frames: Its rows by table, the setting's among them; rows of this world alone.
            present: Its rows of `world_column`.
            hosts: As above.
        """
        context = WritingContext(pack, world, WorldRows(pack, frames), present_columns(present))
        return cls(context, lambda: plan_web(pack, frames, world, present), hosts=hosts)

    @cached_property
    def plan(self) -> WebPlan:
        """Return which pages there are, and what each states."""
        return self._make_plan()

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        """Return the heads of all pages in the order of their numbers; it writes no body."""
        return self.headed.heads

    @cached_property
    def headed(self) -> WebHeads:
        # sites are named one after another: two threads that get here at once name their own
        return heads_of(self.context, self.plan, self.hosts, self.neighbours)

    def page(self, number: int) -> Page:
        """Return the page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        return self._pages.get(number)

    def _written(self, number: int) -> Page:
        writer = self.writer(number)
        site = self.headed.sites.of(writer.plan.site)
        text = linked_once(page_kinds[writer.plan.kind].write(writer, site))
        if self.neighbours:
            text = f"{self.neighbours.title}\n\n{text}"
        stated = [
            (wording.facts[row], wording.cells[row] is None) for wording, row in writer.places
        ]
        marked = read(text, stated, follows=writer.follows, rounded=writer.rounded)
        return Page(writer.head, *marked)

    def _restored(self, number: int, plain: tuple[Any, ...]) -> Page:
        return Page.restored(self.heads[number - 1], plain, self._fact)

    def _fact(self, table: str, row: int, column: str) -> FactId:
        return self.context.wordings[table, column].facts[row]  # one for all pages

    def searched(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what pages are found by under a permit; no page is written for it.

        Raises:
            IndexError: There is none.
        """
        return self.searched_pages.texts(numbers, permit)

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know."""
        return self.searched_pages.names

    @cached_property
    def searched_pages(self) -> SearchedPages:
        """Return what its pages are found by."""
        return SearchedPages(self.context, self.plan, self.headed, self.neighbours)

    def _passages(self, number: int) -> Passages:
        return Passages.of(self.page(number))

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes rows, plan, heads and pages take in memory."""
        count = len(self.plan.pages)
        pages = count if self.most_pages == inf else len(self._pages)
        packed = self._pages.resident_bytes + self._passages_read.resident_bytes
        return _WORLD_BYTES + _HEAD_BYTES * count + _PAGE_BYTES * pages + packed

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that part of a page states as they are, in order: table, row, column."""
        return self.page(number).cells_between(start, end)

    @cached_property
    def _links(self) -> Links:
        return Links(self.plan, self.headed)

    def context_of(self, number: int) -> WritingContext:
        """Return the context that a page is written in: its site has words of its own."""
        return self.headed.sites.context_of(self.plan.page(number).site)

    def writer(self, number: int) -> PageWriter:
        """Return the writer of the page of a number, from 1; nothing is written yet.

        Raises:
            IndexError: There is none.
        """
        plan = self.plan.page(number)
        return PageWriter(
            self.context_of(number),
            self._links,
            self.heads[number - 1],
            plan,
            self.headed.sites.of(plan.site).style,
            FastStream(child_seed(self.world.structure_seed, f"web/text/{plan.name}")),
            self.plan.groups(number),
            self.plan.entries(number),
            self.plan.may_round(number),
        )
