"""What `web_search` and `web_extractor` answer under controls; `dict_memory` is never disturbed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.simulator.controls import NO_CONTROLS
from fictionworld.simulator.disturbed.faults import FAILURES
from fictionworld.simulator.disturbed.ranking import disturbed_ranking
from fictionworld.simulator.extractor import answer_extract
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.search import find_results, reply_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.calls import Extract, Search
    from fictionworld.simulator.catalogue import Catalogue
    from fictionworld.simulator.disturbed.catalogue import DisturbedCatalogue
    from fictionworld.simulator.disturbed.faults import Luck
    from fictionworld.simulator.search import SearchResult
    from fictionworld.web.permit import Permit

__all__ = ["answer_disturbed_extract", "answer_disturbed_search"]

_FAILED: Final = "Error: query {place} failed: 503 Service Unavailable; try this query again."
_GONE: Final = (
    "Error: web_extractor: 404 Not Found, the page is gone from its site; a copy of it is kept at "
    "{url}"
)
_THROUGH: Final = 0.3, 0.7
"""The least and the most of a reply that comes through where it breaks off."""


def answer_disturbed_search(
    catalogue: DisturbedCatalogue, call: Search, permit: Permit, luck: Luck, budget: int | None
) -> Reply:
    """The reply to a search: the controls strike first, then it is answered as ever."""
    failure = luck.failure()
    if failure is not None:
        return _failed("web_search", failure)
    controls, web = luck.controls, catalogue.web
    fired: set[str] = set()

    def ranking(_: Catalogue, terms: Sequence[str], permit: Permit, seed: int) -> tuple[int, ...]:
        numbers, struck = disturbed_ranking(catalogue, terms, permit, seed, controls)
        fired.update(struck)
        return numbers

    found: list[tuple[SearchResult, ...]] = []
    notes = {}
    several = len(call.queries) > 1
    for place, query in enumerate(call.queries, 1):
        if several and luck.happens("partial", controls.partial, str(place)):
            fired.add("partial")
            notes[place] = _FAILED.format(place=place)
            found.append(())
            continue
        results = find_results(catalogue, query, permit, luck.seed, ranking)
        if results and luck.happens("no_results", controls.no_results, str(place)):
            fired.add("no_results")
            results = ()
        found.append(results)
    reply = reply_of(call, found, budget, notes)
    for number in reply.pages:
        extra = web.added(number)
        if extra is not None:
            fired.add(extra.control)
        if number in web.undated:
            fired.add("withheld_dates")
    return reply.under(fired)


def answer_disturbed_extract(
    catalogue: DisturbedCatalogue, call: Extract, luck: Luck, budget: int
) -> Reply:
    """The page at an address, a part of it, or what went wrong."""
    failure = luck.failure()
    if failure is not None:
        return _failed("web_extractor", failure)
    controls, web = luck.controls, catalogue.web
    number = catalogue.number_at(call.url)
    copy = None if number is None else web.gone.get(number)
    if copy is not None:
        return Reply(_GONE.format(url=copy.url), "error").under({"dead_links"})
    fired = set()
    through = 1.0
    if luck.happens("truncation", controls.truncation):
        least, most = _THROUGH
        through = least + (most - least) * luck.draw("through")
    room = budget
    if controls.page_characters < NO_CONTROLS.page_characters:
        room = min(budget, controls.page_characters)
    reply = answer_extract(catalogue, call, room, through)
    if reply.kind == "page" and number is not None:
        if through < 1:
            fired.add("truncation")
        if room < len(web.page(number).body) and room < budget:
            fired.add("page_characters")
        extra = web.added(number)
        if extra is not None:
            fired.add(extra.control)
    return reply.under(fired)


def _failed(tool: str, control: str) -> Reply:
    return Reply(f"Error: {tool}: {FAILURES[control]}", "error").under({control})
