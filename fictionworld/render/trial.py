"""A model tried on a few pages, to look at before a rendering: nothing is stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fictionworld.dataset import Dataset
from fictionworld.episodes.world_files import template_web
from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import Backend
from fictionworld.simulator.backends.middleware import CircuitBreaker
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.request import Request, page_request
from fictionworld.simulator.drafts.worded import WordedWeb
from fictionworld.simulator.drafts.wording import (
    Draft,
    OutcomeCounts,
    Wording,
    texts_let_through,
    word,
)
from fictionworld.web.page import Page


@dataclass(frozen=True)
class PageTried:
    """One page, before and after."""

    before: Page
    after: Page
    drafts: tuple[Draft, ...]


@dataclass(frozen=True)
class ModelTrial:
    """What a model made of a few pages."""

    pages: tuple[PageTried, ...]
    tally: OutcomeCounts
    seconds: float


def try_pages(dataset: Dataset, backend: Backend, pages: int) -> ModelTrial:
    """Let a model word some pages of the first world, of as many kinds as there are.

    Args:
        dataset: The dataset whose first world is looked at.
        backend: The backend that words. It is closed at the end.
        pages: How many pages.

    Raises:
        UsageError: `pages` is not at least 1.
        BackendError: No request can succeed.
    """
    if pages < 1:
        raise UsageError(f"--pages: got {pages}; allowed: 1 or more")
    web = template_web(dataset, dataset.world_ids[0])
    all_requests = (page_request(web, head.number) for head in web.heads)
    requests = _mixed([request for request in all_requests if request is not None])[:pages]
    checks, breaker, begun = Checks(web), CircuitBreaker(backend), time.perf_counter()

    async def asked() -> list[Wording]:
        try:
            replies = await asyncio.gather(
                *(word(request, breaker, checks) for request in requests)
            )
            breaker.check()
            return replies
        finally:
            await backend.aclose()

    wordings = asyncio.run(asked())
    tally = OutcomeCounts()
    for wording in wordings:
        tally.add_wording(wording)
    texts = {
        request.structure: texts_let_through(wording.drafts)
        for request, wording in zip(requests, wordings, strict=True)
    }
    worded = WordedWeb(web, _Texts(texts))
    tried = tuple(
        PageTried(web.page(r.head.number), worded.page(r.head.number), wording.drafts)
        for r, wording in zip(requests, wordings, strict=True)
    )
    return ModelTrial(tried, tally, time.perf_counter() - begun)


def _mixed(requests: Sequence[Request]) -> list[Request]:
    """Return one request for each kind of page, then another one for each, and so on."""
    turns: dict[str, int] = {}
    entries = []
    for request in requests:
        turn = turns[request.head.kind] = turns.get(request.head.kind, 0) + 1
        entries.append((turn, request.head.number, request))
    return [request for _, _, request in sorted(entries, key=lambda entry: entry[:2])]


class _Texts:
    """Drafts at hand."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self._texts = texts

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str]:
        del checks
        return self._texts.get(request.structure, {})

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """Do nothing: all texts are at hand."""
