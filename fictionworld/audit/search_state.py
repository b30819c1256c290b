"""The state that replies of `web_search` are computed from: equal states answer every query alike.

A search tool is given a `SearchView` and the windows of the pages that it finds, and nothing else
of the world. So a comparison of these, page by page, is a proof where a sample of queries is only a
test. What they are compared with is a twin, or, since under `mixed` some values of twins are open,
the same web with other fillers where the permit closes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from hashlib import sha256
from typing import Any

import numpy as np

from fictionworld.simulator.catalogue import Catalogue, PlannedWeb
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.perturbed.altered import Replacement, Text, stated_on
from fictionworld.simulator.perturbed.catalogue import PerturbedCatalogue, catalogue_under
from fictionworld.simulator.perturbed.view import PerturbedView
from fictionworld.simulator.perturbed.web import PerturbedWeb
from fictionworld.simulator.search_index import SearchIndex
from fictionworld.web.page import Head, Page, searchable
from fictionworld.web.permit import Permit
from fictionworld.web.served_pages import ServedPages
from fictionworld.web.snippets import Passages, Windows
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.record import World


def search_state(catalogue: Catalogue, permit: Permit) -> list[tuple[str, str]]:
    """Return each page's address with a digest of its search data, then a digest of the whole."""
    view = catalogue.view(permit)
    heads = view.heads.by_number
    indexes = [view.index]
    if isinstance(view, PerturbedView):
        indexes.append(view.spam_index)
    postings = [dict(_postings(index)) for index in indexes]
    windows = catalogue.windows(heads, permit)
    pages = [
        (head.url, _digest(head, _shown(windows[number]), [of.get(number) for of in postings]))
        for number, head in heads.items()
    ]
    compared = {"heads", "index", "spam_index", "rankings"}  # rankings follow from the others
    shared = [getattr(view, name) for name in _names(view) if name not in compared]
    shared += [[index.numbers.tolist(), list(index.rows), *_added(index)] for index in indexes]
    return [*pages, ("(all pages)", _digest(shared))]


def _postings(index: SearchIndex) -> Iterator[tuple[int, str]]:
    """Yield for each page of an index a digest of the terms it is found by, and how well."""
    row = np.repeat(np.arange(len(index.starts) - 1), np.diff(index.starts))
    order = np.argsort(index.places, kind="stable")
    ends = np.searchsorted(index.places[order], np.arange(len(index.numbers)), "right")
    terms = list(index.rows)
    start = 0
    for number, end in zip(index.numbers.tolist(), ends.tolist(), strict=True):
        entries = order[start:end]
        found_by = [terms[of] for of in row[entries].tolist()]
        yield number, _digest(found_by, index.weights[entries].tolist())
        start = end


def _added(index: SearchIndex) -> list[object]:
    """Return the values of the fields that an index has beyond those of `SearchIndex`."""
    return [getattr(index, name) for name in _names(index) if name not in _names(SearchIndex)]


def _names(record: Any) -> list[str]:  # noqa: ANN401 - a dataclass or an object of one
    return [field.name for field in fields(record)]


def _shown(windows: Windows) -> list[object]:
    """Return all that windows hold; their columns are those of the pack."""
    own = [name for name in _names(windows) if name not in {"columns", "fact_at"}]
    state: list[object] = [getattr(windows, name) for name in own]
    return [*state, [windows.facts_of(passage) for passage in range(len(windows.texts))]]


def _digest(*state: object) -> str:
    return sha256(repr(state).encode("utf-8", "replace")).hexdigest()


# The same web with other values ------------------------------------------------------------------


def refilled_catalogue(web: PlannedWeb, permit: Permit, controls: Controls) -> Catalogue:
    """Return the catalogue of a web with other fillers in the cells that a permit closes.

    Args:
        web: The web without controls.
        permit: The permit that closes values.
        controls: Controls that apply to the web.
    """
    catalogue = catalogue_under(Catalogue(RefilledWeb(web, permit)), controls)
    if isinstance(catalogue, PerturbedCatalogue) and permit.policy.kind.closes != "all":
        # a copy may open what its original closes: copies are refilled after they are made
        catalogue.web = _RefilledPerturbedWeb(web, controls, permit)
    return catalogue


class RefilledWeb(ServedPages):
    """A web with other fillers where a permit closes them: in turn a value and none.

    The value contains marks that would split sentences if the text were parsed with it.
    """

    template = None

    def __init__(self, web: PlannedWeb, permit: Permit) -> None:
        self._base = web
        self._permit = permit
        self._pages: dict[int, Page] = {}
        self._said: dict[int, Passages] = {}

    @property
    def world(self) -> World:
        return self._base.world

    @property
    def heads(self) -> tuple[Head, ...]:
        return self._base.heads

    @property
    def plan(self) -> WebPlan:
        return self._base.plan

    @property
    def resident_bytes(self) -> int:
        """Return the bytes that the web beneath keeps in memory."""
        return self._base.resident_bytes

    def page(self, number: int) -> Page:
        """Return the page of a number, refilled."""
        page = self._pages.get(number)
        if page is None:
            page = self._pages[number] = _refilled(self._base.page(number), self._permit, self.plan)
        return page

    def searchable(self, number: int, permit: Permit) -> str:
        """Return the part of a page's text that a search under a permit may match."""
        return searchable(self.page(number), permit, self._columns)

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return, in order, the cells that a part of a page states unchanged."""
        return self.page(number).cells_between(start, end)

    def _passages(self, number: int) -> Passages:
        if number not in self._said:
            self._said[number] = Passages.of(self.page(number))
        return self._said[number]


class _RefilledPerturbedWeb(PerturbedWeb):
    """A web under controls whose pages, the added ones too, are refilled after they are written."""

    def __init__(self, web: PlannedWeb, controls: Controls, permit: Permit) -> None:
        super().__init__(RefilledWeb(web, permit), controls)
        self._written = PerturbedWeb(web, controls)
        self._permit = permit

    def page(self, number: int) -> Page:
        return _refilled(self._written.page(number), self._permit, self.plan)


def _refilled(page: Page, permit: Permit, plan: WebPlan) -> Page:
    """Return a page with another text at each mark that a permit closes to searches."""
    columns = plan.codes.by_name
    closed: dict[tuple[str, str], bool] = {}
    replacements = {}
    for turn, (position, facts) in enumerate(stated_on(page).items()):
        key = (facts[0].table, facts[0].column)
        if key not in closed:
            closed[key] = not permit.searches(page.head.name, columns[key])
        if closed[key]:
            filler = f"Qx. {turn} “Zr” (9,75{turn})?" if turn % 2 else "–"  # noqa: RUF001
            replacements[position] = Replacement(facts[0].row, filler)
    text = Text()
    text.quote(page, 0, len(page.body), replacements, truth="current")
    return Page(page.head, *text.finish())
