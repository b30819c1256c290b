"""`WordedWeb`: the template's web with a model's texts in it, values put in by code.

Addresses, titles, dates, which facts stand where and what a search finds are the template's. Where
a text is missing or its form is wrong, the template's stands. No value decides that, so the pages
of twins differ in their values alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from threading import Lock
from typing import Final, Protocol

from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.compose import Filled, SlotContext, composed, filled, filler_of
from fictionworld.simulator.drafts.counting import TextSource, note_text
from fictionworld.simulator.drafts.given import DraftFault
from fictionworld.simulator.drafts.request import Request, page_request
from fictionworld.simulator.drafts.wording import Draft, OutcomeCounts
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit
from fictionworld.web.searched import SearchedNames, SearchedTexts
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages, Windows
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.record import World

_NO_DRAFT: Final[DraftFault | None] = DraftFault("backend", "there is no draft")


class Drafts(Protocol):
    """Where drafts come from: a store, or a model that is asked now."""

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str] | None:
        """Return the drafts for a request by key, without the passages that have none.

        None where a model was asked and gave nothing.
        """

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """Note that all of these requests will be wanted next."""


class WordedWeb(ServedPages):
    """A world's web in the words of a model.

    Args:
        web: The template's.
        drafts: What a model wrote.
    """

    def __init__(self, web: FictionalWeb, drafts: Drafts) -> None:
        self.template = web
        self._drafts = drafts
        self._checks = Checks(web)
        self._pages: dict[int, tuple[Page, dict[tuple[int, int], SlotContext]]] = {}
        self._sources: dict[int, TextSource] = {}
        """Whose words each page is in, and with it what is cut from it."""
        self._lock = Lock()
        self.tally = OutcomeCounts()
        """What was let through and what was not, of the texts shown so far."""

    @property
    def world(self) -> World:
        return self.template.world

    @property
    def plan(self) -> WebPlan:
        return self.template.plan

    @property
    def heads(self) -> tuple[Head, ...]:
        return self.template.heads

    def page(self, number: int) -> Page:
        """Return the page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        page = self._composed(number)[0]
        note_text(number, self._sources.get(number, "template"))
        return page

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that a part of a page states as they are: table, row, column."""
        return self.page(number).cells_between(start, end)

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:
        """Return what would stand at a mark of a page if the value there were another row's.

        None where that row has no value, or the mark is no slot of a draft.
        """
        slot_context = self._composed(number)[1].get((start, end))
        if slot_context is None or slot_context.slot.filler:
            return None
        fact = slot_context.slot.fact
        cells = self.template.context.wordings[fact.table, fact.column].cells
        if None in {cells[row], cells[fact.row]} or cells[row] == cells[fact.row]:
            return None
        return filler_of(slot_context, self.template.writer(number), row).text

    def searched(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what pages are found by, whoever words them."""
        return self.template.searched(numbers, permit)

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know."""
        return self.template.searched_names

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return the passages of a page, as it is shown, that a permit allows."""
        windows = super().windows(number, permit)
        note_text((number, permit), self._sources.get(number, "template"))
        return windows

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes it takes in memory: twice as many as the template's web."""
        return 2 * self.template.resident_bytes

    def prepare(self, numbers: Iterable[int]) -> None:
        """Ask for the drafts of these pages, which will be wanted at once, all together."""
        requests = (
            page_request(self.template, number) for number in numbers if number not in self._pages
        )
        self._drafts.prepare((request for request in requests if request is not None), self._checks)

    # Behind the scenes ---------------------------------------------------------------------------

    def _passages(self, number: int) -> Passages:
        return Passages.of(self._composed(number)[0])

    def _composed(self, number: int) -> tuple[Page, dict[tuple[int, int], SlotContext]]:
        composed_page = self._pages.get(number)
        if composed_page is None:
            page = self.template.page(number)
            request = page_request(self.template, number)
            composed_page = page, {}
            if request is not None:
                composed_page = composed(page, request.passages, self._cleared(request))
            with self._lock:  # who came first is right: one page for all
                composed_page = self._pages.setdefault(number, composed_page)
        return composed_page

    def _cleared(self, request: Request) -> dict[str, Filled]:
        """Return the drafts of a request whose form is right, filled with values, by key."""
        drafts = self._drafts.texts(request, self._checks)
        texts = drafts or {}
        writer = self.template.writer(request.head.number)
        cleared, outcomes = {}, []
        for passage in request.passages:
            key, fault = passage.key, _NO_DRAFT
            if key in texts:
                fault = self._checks.shown(texts[key], passage, request)
            if fault is None:
                cleared[key] = filled(texts[key], passage, writer)
                outcomes.append(Draft(key, "", "accepted", "", ""))
            else:
                outcomes.append(Draft(key, "", "replaced", *fault))
        source: TextSource = "worded" if cleared else "failed" if drafts is None else "template"
        with self._lock:
            self.tally.add_page(outcomes)
            self._sources[request.head.number] = source
        return cleared


class WordedCatalogue(Catalogue):
    """The catalogue of a worded web; what a search finds is decided by the template's text."""

    web: WordedWeb

    def __init__(self, web: WordedWeb) -> None:
        super().__init__(web)

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """Ask the model for all these pages together: their snippets are cut from them."""
        del permit
        self.web.prepare(numbers)
