"""`web_search`: results in the published form, ten for each query.

A result's snippet is written from the facts that the permit lets it state; its title and address
state none that are protected. So what is formatted here holds nothing that could leak.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.released import Released, released_by_marks
from fictionworld.simulator.calls import MOST_WORDS
from fictionworld.simulator.mixing import mixed
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.terms import query_terms
from fictionworld.text.dates import MONTHS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fictionworld.simulator.calls import Query, Search
    from fictionworld.simulator.catalogue import Catalogue
    from fictionworld.web.permit import Permit
    from fictionworld.worlds.fact import FactId

    Ranking = Callable[[Catalogue, Sequence[str], Permit, int], tuple[int, ...]]

__all__ = ["SearchResult", "answer_search", "find_results", "printed_date", "reply_of", "shortened"]

_TITLE: Final = 70
"""Characters of a title: the 95th percentile of titles measured, and where engines cut them."""


class SearchResult(NamedTuple):
    """One result."""

    number: int
    shown: Released
    """Its url, title, snippet and date, as they are printed."""
    stated: tuple[FactId, ...] = ()
    """The facts that its snippet states, as far as marks tell."""


def answer_search(
    catalogue: Catalogue, call: Search, permit: Permit, seed: int, budget: int | None
) -> Reply:
    """The reply to a search; results are left out from the end where it passes `budget`."""
    found = [find_results(catalogue, query, permit, seed) for query in call.queries]
    return reply_of(call, found, budget)


def find_results(
    catalogue: Catalogue, query: Query, permit: Permit, seed: int, ranking: Ranking = mixed
) -> tuple[SearchResult, ...]:
    """The results of one query; none where nothing is found."""
    terms = query_terms(query.text)
    numbers = ranking(catalogue, terms, permit, seed)
    catalogue.prepare(numbers, permit)
    return tuple(_result(catalogue, n, permit, terms) for n in numbers)


def reply_of(
    call: Search,
    found: list[tuple[SearchResult, ...]],
    budget: int | None,
    notes: Mapping[int, str] | None = None,
) -> Reply:
    """The results of each query as one reply; a note stands in place of those of its query."""
    notes = notes or {}
    most = max(map(len, found))
    text = _text(call.queries, found, most, notes)
    shown = most
    while budget is not None and len(text) > budget and shown > 1:
        shown -= 1
        text = _text(call.queries, found, shown, notes)
    if budget is not None and len(text) > budget:
        return Reply(_TOO_MANY, "error")
    told = [result for results in found for result in results[:shown]]
    stated = tuple((one.number, fact) for one in told for fact in one.stated)
    return Reply(
        text,
        "results",
        tuple(one.number for one in told),
        stated=stated,
        shown=tuple(one.shown for one in told),
    )


def _result(
    catalogue: Catalogue, number: int, permit: Permit, terms: tuple[str, ...]
) -> SearchResult:
    head = catalogue.heads[number]
    snippet = catalogue.web.snippet(number, permit, terms)
    texts = {"url": head.url, "title": shortened(head.title), "date": printed_date(head.date)}
    texts["snippet"] = " ".join(snippet.split())
    released = released_by_marks(texts, snippet.stated, head.name, permit)
    return SearchResult(number, released, tuple(fact for _, fact in snippet.stated))


@lru_cache(4096)
def printed_date(day: date | None) -> str:
    """`Jun 8, 2029`, or `N/A`: in English wherever this runs."""
    return "N/A" if day is None else f"{MONTHS[day.month - 1][:3]} {day.day}, {day.year}"


@lru_cache(16_384)
def shortened(title: str) -> str:
    """A title on one line, cut at a word as engines cut it: at most 70 characters."""
    title = " ".join(title.split())
    if len(title) <= _TITLE:
        return title
    return title[: _TITLE - 3].rpartition(" ")[0].rstrip(" -|:,;") + " ..."


def _text(
    queries: tuple[Query, ...],
    found: list[tuple[SearchResult, ...]],
    most: int,
    notes: Mapping[int, str],
) -> str:
    blocks: list[str] = []
    for place, (query, results) in enumerate(zip(queries, found, strict=True), 1):
        blocks += [_entry(rank, one.shown) for rank, one in enumerate(results[:most], 1)]
        if place in notes:
            blocks.append(notes[place])
        elif not results:
            which = f" for query {place}" if len(queries) > 1 else ""
            blocks.append(f"No results found{which}. Try fewer words, or others.")
        if query.cut:
            blocks.append(f"(Only the first {MOST_WORDS} words of this query were looked for.)")
    if any(len(results) > most for results in found):
        blocks.append(f"(Cut to fit: the first {most} results of each query are shown.)")
    return "\n\n".join(blocks)


def _entry(rank: int, shown: Released) -> str:
    return (
        f"[{rank}] {shown.text('url')}\nTitle: {shown.text('title')}\n"
        f"Snippet: {shown.text('snippet')}\nDate: {shown.text('date')}"
    )


_TOO_MANY: Final = (
    "Error: web_search: the results of these queries are longer than a reply may be; "
    "send fewer queries in one call"
)
