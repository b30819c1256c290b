"""Search results in the words of a model, values put in by code.

The engine ranks, and the template's result stands for each page: its address and date, and its
title and snippet too where the model's were refused or there are none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Final, NamedTuple

from fictionworld.leakage.released import released_by_marks
from fictionworld.simulator.drafts.compose import filled
from fictionworld.simulator.drafts.counting import TextSource, note_text
from fictionworld.simulator.drafts.live import LiveDrafts
from fictionworld.simulator.drafts.passage import LINK, DraftPassage
from fictionworld.simulator.drafts.worded import Drafts, WordedCatalogue, WordedWeb
from fictionworld.simulator.simulated.checks import ResultChecks, used_slots
from fictionworld.simulator.simulated.request import ResultsRequest, results_request
from fictionworld.simulator.web_search import Query, SearchResult
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Windows
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.fact import FactId

_KEPT: Final = 512
"""Queries of a world whose results are kept ready."""


class _Shown(NamedTuple):
    """The results of one query."""

    results: Mapping[int, SearchResult]
    """By page, those whose snippet is the model's."""
    otherwise: TextSource
    """Whose words the others are in."""


_NOTHING: Final = _Shown({}, "template")


class SimulatedWeb(WordedWeb):
    """A web whose pages are worded when they are read: results are cut from the template's."""

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return the passages of a page, in the template's words, that a permit allows."""
        return self.template.windows(number, permit)


class SimulatedCatalogue(WordedCatalogue):
    """The catalogue of a web that a model plays."""

    def __init__(self, web: FictionalWeb, drafts: LiveDrafts) -> None:
        super().__init__(SimulatedWeb(web, drafts))
        self.wording = SimulatedResults(web, drafts)

    def prepare(self, numbers: object, permit: Permit) -> None:
        """Do nothing: no page is worded before it is read."""


class SimulatedResults:
    """Words the results of searches; `SearchTool.show` asks it. Threads share it."""

    def __init__(self, web: FictionalWeb, drafts: LiveDrafts) -> None:
        self._web = web
        self._drafts = drafts
        self._checks = ResultChecks(web)
        self._ready: OrderedDict[object, _Shown] = OrderedDict()
        self._lock = Lock()

    def worded(
        self, queries: Sequence[Query], results: Sequence[tuple[SearchResult, ...]], permit: Permit
    ) -> list[tuple[SearchResult, ...]]:
        """Return the results of each query in the model's words; pages of controls stay.

        Raises:
            BackendError: No request can succeed.
            NoTextError: The model gave nothing for one of the queries.
        """
        own = [
            tuple(result for result in listed if result.number <= len(self._web.heads))
            for listed in results
        ]
        keys = [_key(query, listed, permit) for query, listed in zip(queries, own, strict=True)]
        ready = {key: self._ready.get(key) for key in keys}
        requests = {
            key: results_request(self._web, query, listed, permit)
            for key, query, listed in zip(keys, queries, own, strict=True)
            if listed and ready[key] is None
        }
        self._drafts.prepare(requests.values(), self._checks)
        for key, listed in zip(keys, own, strict=True):
            if key in requests and ready[key] is None:
                ready[key] = self._kept(key, self._shown(requests[key], listed, permit))
        worded = []
        for query, key, listed in zip(queries, keys, results, strict=True):
            shown = ready[key] or _NOTHING
            for result in listed:
                source = "worded" if result.number in shown.results else shown.otherwise
                note_text((query.text, result.number), source)
            worded.append(tuple(shown.results.get(result.number, result) for result in listed))
        return worded

    def _kept(self, key: object, shown: _Shown) -> _Shown:
        with self._lock:  # who came first is right: one text for all
            shown = self._ready.setdefault(key, shown)
            while len(self._ready) > _KEPT:
                self._ready.popitem(last=False)
        return shown

    def _shown(
        self, request: ResultsRequest, results: Sequence[SearchResult], permit: Permit
    ) -> _Shown:
        """Return the results whose texts pass, by page."""
        texts = self._drafts.texts(request, self._checks)
        if texts is None:
            return _Shown({}, "failed")
        cleared = {
            passage.key: texts[passage.key]
            for passage in request.passages
            if passage.key in texts
            and self._checks.shown(texts[passage.key], passage, request) is None
        }
        passages = {passage.key: passage for passage in request.passages}
        shown = {}
        for rank, (page, result) in enumerate(zip(request.pages, results, strict=True), 1):
            snippet = cleared.get(f"s{rank}")
            if snippet is not None:
                passage = passages[f"s{rank}"]
                title = cleared.get(f"t{rank}", passages[f"t{rank}"].plain)
                shown[page.number] = self._released(result, title, snippet, passage, permit)
        return _Shown(shown, "template")

    def _released(
        self, result: SearchResult, title: str, draft: str, passage: DraftPassage, permit: Permit
    ) -> SearchResult:
        used = used_slots(draft, passage)
        facts: dict[FactId, None] = {}
        if used.slots:
            snippet = filled(draft, used, self._web.writer(result.number))
            draft = LINK.sub(r"\1", snippet.text)  # results have none
            facts = dict.fromkeys(mark.fact for mark in snippet.marks if mark.truth == "current")
        name = self._web.heads[result.number - 1].name
        columns = self._web.context.wordings
        stated = [(columns[fact.table, fact.column].column, fact) for fact in facts]
        texts = {"url": result.shown.text("url"), "title": title,
                 "date": result.shown.text("date"), "snippet": draft}  # fmt: skip
        released = released_by_marks(texts, stated, name, permit)
        return SearchResult(result.number, released, tuple(facts))


def _key(query: Query, results: Sequence[SearchResult], permit: Permit) -> object:
    """Return what the texts of a query's results depend on; controls may withhold dates."""
    pages = tuple((result.number, result.shown.text("date")) for result in results)
    return query.text, pages, permit


def worded_catalogue(web: FictionalWeb, drafts: Drafts) -> WordedCatalogue:
    """Return the catalogue of a web in the words of these drafts, played by a model that plays."""
    if isinstance(drafts, LiveDrafts) and drafts.plays:
        return SimulatedCatalogue(web, drafts)
    return WordedCatalogue(WordedWeb(web, drafts))
