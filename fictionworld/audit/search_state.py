"""The state that replies of `web_search` are computed from: equal states answer every query alike.

A search tool is given a `SearchView` and the windows of the pages that it finds, and nothing else
of the world. So a comparison of these, page by page, is a proof where a sample of queries is only a
test. What they are compared with is a twin, or, since under `mixed` some values of twins are open,
the same web with other fillers where the permit closes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from hashlib import sha256
from typing import Any, Final, NamedTuple

import numpy as np

from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.perturbed.altered import Replacement, Text, marks_by_span
from fictionworld.simulator.perturbed.catalogue import PerturbedCatalogue, catalogue_under
from fictionworld.simulator.perturbed.web import PerturbedWeb
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.streams import Bools
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit
from fictionworld.web.searched import (
    LinesAsked,
    PhrasesAt,
    SearchedNames,
    SearchedPages,
    SearchedTexts,
)
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages, Windows
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.worlds.record import World


class PageState(NamedTuple):
    """What searches are given of one page, or of all; equal where they are given the same."""

    url: str
    given: tuple[object, ...]

    @property
    def digest(self) -> str:
        """Return the address and a digest of what is given, as evidence that two states differ."""
        return f"{self.url} {sha256(repr(self.given).encode('utf-8', 'replace')).hexdigest()}"


def search_state(catalogue: Catalogue, permit: Permit) -> list[PageState]:
    """Return the state of each page: all that is shown of it. The last is what ranks all pages."""
    view = catalogue.view(permit)
    heads = view.heads.by_number
    windows = catalogue.windows(heads, permit)
    pages = [PageState(head.url, (head, *_shown(windows[n]))) for n, head in heads.items()]
    derived = {"heads", "names", "rankings"}  # names are compared below, rankings follow
    ranking = [_ranked_by(getattr(view, name)) for name in _names(view) if name not in derived]
    names = catalogue.web.searched_names
    given = tuple(ranking), sorted(names.entries), sorted(names.names)
    return [*pages, PageState("(all pages)", given)]


def _ranked_by(value: object) -> object:
    """Return what a view has beside heads, in a form that compares and prints all of it."""
    if isinstance(value, SearchIndex):
        return [_ranked_by(getattr(value, name)) for name in _names(value)]
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    return value


def _names(record: Any) -> list[str]:  # noqa: ANN401 - a dataclass or an object of one
    return [field.name for field in fields(record)]


_OF_WINDOWS: Final = [name for name in _names(Windows) if name not in {"columns", "facts"}]
"""What windows hold beside facts, which are compared by what they are; columns are the pack's."""


def _shown(windows: Windows) -> list[object]:
    """Return all that windows hold."""
    facts = [windows.facts[number] for passage in windows.stated for number, _ in passage]
    return [*(getattr(windows, name) for name in _OF_WINDOWS), facts]


# The same web with other values ------------------------------------------------------------------


def refilled_catalogue(web: FictionalWeb, permit: Permit) -> Catalogue:
    """Return the catalogue of a web with other fillers in the cells that a permit closes.

    Args:
        web: The web without controls.
        permit: The permit that closes values.
    """
    return Catalogue(RefilledWeb(web, permit))


def refilled_under(refilled: Catalogue, controls: Controls) -> Catalogue:
    """Return a refilled catalogue under controls; pages that these leave alone are shared."""
    catalogue, web = catalogue_under(refilled, controls), refilled.web
    assert isinstance(web, RefilledWeb), "`refilled_catalogue` makes no other"
    if isinstance(catalogue, PerturbedCatalogue) and web.permit.policy.kind.closes != "all":
        # a copy may open what its original closes: copies are refilled after they are made
        catalogue.web = _RefilledPerturbedWeb(web, controls)
    return catalogue


class RefilledWeb(ServedPages):
    """A web with other fillers where a permit closes them: in turn a value and none.

    The value contains marks that would split sentences if the text were parsed with it.
    """

    template = None

    def __init__(self, web: FictionalWeb, permit: Permit) -> None:
        self.written = web
        """The web with its own values."""
        self.permit = permit
        self._searched_pages = _RefilledPages(web, permit)
        self._pages: dict[int, Page] = {}

    @property
    def world(self) -> World:
        return self.written.world

    @property
    def heads(self) -> tuple[Head, ...]:
        return self.written.heads

    @property
    def plan(self) -> WebPlan:
        return self.written.plan

    @property
    def resident_bytes(self) -> int:
        """Return the bytes that the web beneath keeps in memory."""
        return self.written.resident_bytes

    def page(self, number: int) -> Page:
        """Return the page of a number, refilled."""
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = _refilled(
                self.written.page(number), self.permit, self.plan
            )
        return page

    def searched(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what pages are found by, closed values replaced."""
        return self._searched_pages.texts(numbers, permit)

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know."""
        return self._searched_pages.names

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return, in order, the cells that a part of a page states unchanged."""
        return self.page(number).cells_between(start, end)

    def _passages(self, number: int) -> Passages:
        return Passages.of(self.page(number))


class _RefilledPages(SearchedPages):
    """What pages are found by, with another text in place of each value that a permit closes."""

    def __init__(self, web: FictionalWeb, permit: Permit) -> None:
        super().__init__(web.context, web.plan, web.headed)
        self._permit = permit

    def _values(
        self, phrases: list[str], pages: Sequence[PlannedPage], lines: LinesAsked, opened: Bools
    ) -> PhrasesAt:
        allowed = self._opened(self._permit, pages, np.ones_like(opened))
        places, at = super()._values(phrases, pages, lines, opened & allowed)
        closed = (opened & ~allowed)[lines.place, lines.code]
        fillers = [f"Qx {row} Zr" for row in lines.row[closed].tolist()]
        places = np.concatenate([places, lines.place[closed]])
        at = np.concatenate([at, len(phrases) + np.arange(len(fillers))])
        phrases += fillers
        return places, at


class _RefilledPerturbedWeb(PerturbedWeb):
    """A web under controls whose pages, the added ones too, are refilled after they are written."""

    def __init__(self, refilled: RefilledWeb, controls: Controls) -> None:
        super().__init__(refilled, controls)
        self._written = PerturbedWeb(refilled.written, controls)
        self._permit = refilled.permit

    def page(self, number: int) -> Page:
        return _refilled(self._written.page(number), self._permit, self.plan)


def _refilled(page: Page, permit: Permit, plan: WebPlan) -> Page:
    """Return a page with another text at each mark that a permit closes to searches."""
    columns = plan.codes.by_name
    closed: dict[tuple[str, str], bool] = {}
    replacements = {}
    for turn, (position, marks) in enumerate(marks_by_span(page).items()):
        keys = {(mark.fact.table, mark.fact.column) for mark in marks}
        for key in keys.difference(closed):
            closed[key] = not permit.searches(page.head.name, columns[key])
        if any(closed[key] for key in keys):
            # what follows from a value is a sentence, whatever the value is
            is_text = turn % 2 or marks[0].follows
            filler = f"Qx. {turn} “Zr” (9,75{turn})?" if is_text else "–"  # noqa: RUF001
            replacements[position] = Replacement(marks[0].fact.row, filler)
    text = Text()
    text.quote(page, 0, len(page.body), replacements, truth="current", following=True)
    return Page(page.head, *text.finish())
