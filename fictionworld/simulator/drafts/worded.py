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
from fictionworld.simulator.drafts.form import DraftFault
from fictionworld.simulator.drafts.request import Request, page_request
from fictionworld.simulator.drafts.wording import Draft, OutcomeCounts
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages, Windows
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.record import World

_NO_DRAFT: Final[DraftFault | None] = DraftFault("backend", "there is no draft")


class Drafts(Protocol):
    """Where drafts come from: a store, or a model that is asked now."""

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str] | None:
        """The drafts for a request by key; those that there are none of are missing.

        None where a model was asked and gave nothing.
        """

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """These will be wanted next, all of them."""


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
        """The page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        page = self._composed(number)[0]
        note_text(number, self._sources.get(number, "template"))
        return page

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """The cells that a part of a page states as they are, in order: table, row, column."""
        return self.page(number).cells_between(start, end)

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:
        """What would stand at a mark of a page if the value there were another row's.

        None where that row has none, or the mark is no slot of a draft.
        """
        place = self._composed(number)[1].get((start, end))
        if place is None or place.slot.filler:
            return None
        fact = place.slot.fact
        cells = self.template.context.wordings[fact.table, fact.column].cells
        if None in {cells[row], cells[fact.row]} or cells[row] == cells[fact.row]:
            return None
        return filler_of(place, self.template.writer(number), row)

    def searchable(self, number: int, permit: Permit) -> str:
        """What of a page a search may go by: of the template's text, whatever a model wrote."""
        return self.template.searchable(number, permit)

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return the passages of a page, as it is shown, that a permit allows."""
        windows = super().windows(number, permit)
        note_text((number, permit), self._sources.get(number, "template"))
        return windows

    @property
    def resident_bytes(self) -> int:
        """About what it takes in memory: as much again as the template's."""
        return 2 * self.template.resident_bytes

    def prepare(self, numbers: Iterable[int]) -> None:
        """These pages will be wanted at once: a model is asked for all of them together."""
        fresh = (page_request(self.template, n) for n in numbers if n not in self._pages)
        self._drafts.prepare((one for one in fresh if one is not None), self._checks)

    # Behind the scenes ---------------------------------------------------------------------------

    def _passages(self, number: int) -> Passages:
        return Passages.of(self._composed(number)[0])

    def _composed(self, number: int) -> tuple[Page, dict[tuple[int, int], SlotContext]]:
        found = self._pages.get(number)
        if found is None:
            page = self.template.page(number)
            request = page_request(self.template, number)
            found = page, {}
            if request is not None:
                found = composed(page, request.passages, self._cleared(request))
            with self._lock:  # who came first is right: one page for all
                found = self._pages.setdefault(number, found)
        return found

    def _cleared(self, request: Request) -> dict[str, Filled]:
        """Those drafts of a request whose form is right, with their values."""
        given = self._drafts.texts(request, self._checks)
        texts = given or {}
        writer = self.template.writer(request.head.number)
        found, shown = {}, []
        for passage in request.passages:
            key, fault = passage.key, _NO_DRAFT
            if key in texts:
                fault = self._checks.shown(texts[key], passage, request)
            if fault is None:
                found[key] = filled(texts[key], passage, writer)
                shown.append(Draft(key, "", "accepted", "", ""))
            else:
                shown.append(Draft(key, "", "replaced", *fault))
        source: TextSource = "worded" if found else "failed" if given is None else "template"
        with self._lock:
            self.tally.add_page(shown)
            self._sources[request.head.number] = source
        return found


class WordedCatalogue(Catalogue):
    """The catalogue of a worded web; what a search finds is decided by the template's text."""

    web: WordedWeb

    def __init__(self, web: WordedWeb) -> None:
        super().__init__(web)

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """A model is asked for all these pages together: their snippets are cut from them."""
        del permit
        self.web.prepare(numbers)


def worded_catalogue(web: FictionalWeb, drafts: Drafts) -> WordedCatalogue:
    """The catalogue of a web in these words."""
    return WordedCatalogue(WordedWeb(web, drafts))
